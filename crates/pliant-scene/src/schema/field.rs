//! What a key is: name, kind, bounds, default, help.

use crate::units::Dimension;

/// A key of the scene file.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Whether it may be left out, and what then.
    pub presence: Presence,
    /// What numbers are possible; the scene is refused outside.
    pub bounds: Bounds,
    /// Why the bounds are there, completing "... , because".
    pub why: &'static str,
    /// Sizes outside of this range are probably a slip of the unit; the user is warned.
    pub plausible: Option<(f64, f64)>,
    /// Help text, complete sentences in Markdown.
    pub doc: &'static str,
    /// A value in TOML, as the user would write it.
    pub example: &'static str,
}

/// What values a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Free text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Count,
    /// A number with a unit.
    Number(Dimension),
    /// Three numbers with units.
    Vector(Dimension),
    /// One of several words.
    Choice(fn() -> Vec<Choice>),
    /// A list of such words.
    Choices(fn() -> Vec<Choice>),
    /// A table with keys of its own.
    Table(&'static Section),
    /// A list of such tables.
    Tables(&'static Section),
    /// Any number of tables under names the user invents.
    Named(&'static Section),
    /// A region of a body, see the section on regions.
    Region,
    /// Something else, described in words.
    Special(&'static str),
}

/// Whether a key may be left out.
#[derive(Clone, Copy, Debug)]
pub enum Presence {
    /// Must be given.
    Required,
    /// May be left out; the words say what happens then.
    Optional(&'static str),
    /// Without it, this TOML value is read in its place.
    Default(&'static str),
}

/// Possible numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// Every finite number.
    Any,
    /// Above zero.
    Positive,
    /// Zero or above.
    NonNegative,
    /// Between, without the ends.
    Open(f64, f64),
    /// Between, with the ends.
    Closed(f64, f64),
}

impl Bounds {
    /// Whether a number lies inside.
    #[must_use]
    pub fn contain(self, number: f64) -> bool {
        match self {
            Self::Any => true,
            Self::Positive => number > 0.0,
            Self::NonNegative => number >= 0.0,
            Self::Open(low, high) => low < number && number < high,
            Self::Closed(low, high) => (low..=high).contains(&number),
        }
    }

    /// In words, completing "must be"; empty when everything is possible.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Self::Any => String::new(),
            Self::Positive => "greater than 0".into(),
            Self::NonNegative => "0 or greater".into(),
            Self::Open(low, high) => format!("between {low} and {high}, both excluded"),
            Self::Closed(low, high) => format!("between {low} and {high}"),
        }
    }
}

impl Field {
    /// A key that must be given.
    pub(crate) const fn required(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            presence: Presence::Required,
            bounds: Bounds::Any,
            why: "",
            plausible: None,
            doc,
            example,
        }
    }

    /// A key that may be left out; `without` says what happens then.
    pub(crate) const fn optional(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        without: &'static str,
        doc: &'static str,
    ) -> Self {
        Self { presence: Presence::Optional(without), ..Self::required(name, kind, example, doc) }
    }

    /// A key with a default, written in TOML.
    pub(crate) const fn with_default(
        name: &'static str,
        kind: Kind,
        default: &'static str,
        doc: &'static str,
    ) -> Self {
        Self { presence: Presence::Default(default), ..Self::required(name, kind, default, doc) }
    }

    pub(crate) const fn within(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    pub(crate) const fn because(self, why: &'static str) -> Self {
        Self { why, ..self }
    }

    pub(crate) const fn plausible(self, low: f64, high: f64) -> Self {
        Self { plausible: Some((low, high)), ..self }
    }

    pub(crate) const fn example(self, example: &'static str) -> Self {
        Self { example, ..self }
    }
}

/// A table of the scene file, or an inline table inside of one.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// How it is written: `[time]`, `[material.NAME]`, `damping = { ... }`.
    pub heading: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its keys, in the order of the reference page.
    pub fields: &'static [&'static Field],
    /// A short example in TOML.
    pub example: &'static str,
    /// Keys that are planned, but not in this version.
    pub later: &'static [&'static str],
}

impl Section {
    pub(crate) const fn new(
        heading: &'static str,
        doc: &'static str,
        fields: &'static [&'static Field],
        example: &'static str,
    ) -> Self {
        Self { heading, doc, fields, example, later: &[] }
    }

    pub(crate) const fn later(self, later: &'static [&'static str]) -> Self {
        Self { later, ..self }
    }
}

/// A word a key takes, with its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// An enum whose variants the user picks by name.
pub trait Choose: Copy + 'static {
    /// Every variant with its word and meaning.
    const ALL: &'static [(Self, Choice)];
    /// Words that are known but not possible in this version.
    const LATER: &'static [&'static str] = &[];

    /// The word the user writes for this value.
    #[must_use]
    fn word(self) -> &'static str
    where
        Self: PartialEq,
    {
        Self::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, choice)| choice.name)
    }
}

/// The words of an enum, for [`Kind::Choice`].
pub(crate) fn choices_of<T: Choose>() -> Vec<Choice> {
    T::ALL.iter().map(|(_, choice)| *choice).collect()
}

/// Declares an enum, its words and its help at once: the doc comments are the help texts of the reference page.
macro_rules! choice_enum {
    (
        $(#[doc = $enum_doc:literal])+
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)+
        }
        $(later: [$($later:literal),+])?
    ) => {
        $(#[doc = $enum_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $crate::schema::Choose for $name {
            const ALL: &'static [(Self, $crate::schema::Choice)] = &[
                $((Self::$variant, $crate::schema::Choice { name: $word, doc: concat!($($doc),+) }),)+
            ];
            $(const LATER: &'static [&'static str] = &[$($later),+];)?
        }
    };
}
pub(crate) use choice_enum;
