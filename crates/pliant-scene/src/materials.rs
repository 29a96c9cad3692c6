//! The material library in words: the page `docs/materials.md`, one material for the terminal, and its TOML to paste.

use std::fmt::Write as _;

use pliant_material::library::{Citation, Figure, PRESETS, Preset, SOURCES, Source};

use crate::schema::suggest::nearest;

/// A material the library lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no material \"{name}\" in the library; {}", self.remedy())]
pub struct UnknownMaterial {
    /// What was asked for.
    pub name: String,
}

impl UnknownMaterial {
    /// What to do: the nearest name, or all of them.
    #[must_use]
    pub fn remedy(&self) -> String {
        match nearest(&self.name, Preset::names()) {
            Some(near) => format!("did you mean \"{near}\"? `pliant materials` lists all of them"),
            None => format!("choose one of: {}", Preset::names().collect::<Vec<_>>().join(", ")),
        }
    }
}

/// The material of this name.
///
/// # Errors
/// If the library has none, with the nearest name.
pub fn find(name: &str) -> Result<&'static Preset, UnknownMaterial> {
    Preset::find(name).ok_or_else(|| UnknownMaterial { name: name.to_string() })
}

/// The whole page in Markdown. `docs/materials.md` must equal it; a test says so.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(HEAD);
    // Writing to a String cannot fail.
    for preset in PRESETS {
        let _ = writeln!(
            page,
            "| [`{0}`](#{0}) | {1} | {2} | {3} | {4} | {5} |",
            preset.name,
            young_words(preset),
            preset.poisson,
            preset.density,
            if preset.law == "corotational" { "small" } else { "large" },
            preset.meaning,
        );
    }
    page.push_str(DETAILS);
    PRESETS.iter().for_each(|preset| write_preset(&mut page, preset));
    page.push_str("\n## Sources\n\n");
    for source in SOURCES {
        let _ = writeln!(page, "- [{}] {}.", source.key, source.text);
    }
    page
}

const HEAD: &str = "# Material library

<!-- Made by `cargo run -p pliant-scene --example write_materials`. Do not edit: change crates/pliant-material/src/library. -->

Materials by name. In a scene:

```toml
[material.dessert]
preset = \"jelly\"       # everything from the library,
young = \"5 kPa\"        # but softer

[body.pudding]
shape = { sphere = \"5 cm\" }
spacing = \"1 cm\"
material = \"dessert\"   # or \"jelly\" itself: no table needed
```

`pliant materials` prints the table, `pliant materials jelly` one material with the sources of its figures. What is given
beside `preset` counts instead of the library's value: `young`, `bulk`, `shear` or `lambda` alone keeps the Poisson's ratio,
`poisson` alone keeps the Young's modulus, a pair replaces both, and `damping`, `viscosity` or `bulk_viscosity` replaces the
damping.

A preset is a starting point, not a measurement of the thing on your desk: the range says how far apart samples of one name
lie, the note what the figures leave out. All presets are isotropic and elastic: nothing yields, creeps, breaks or melts.

- **Nearly incompressible** materials have a Poisson's ratio of 0.49 in place of 0.4999. Their resistance to a change of shape
  is right within 1 %; pressed from all sides they give way more than the real thing, though little: the volume stiffness is 50
  times the shape stiffness. 10-node tetrahedra, the default, take that well; with `order = 1` they are far too stiff.
- **Damping** is given where there is a loss factor to trust, as a viscosity that has this loss factor in shear at the frequency
  named; it stays the same when you change the stiffness. The others have none: add `damping` or `viscosity`.
- **Strains**: \"large\" is the law `stable-neo-hookean`, \"small\" is `corotational` (small strains, any rotation).

| name | Young's modulus (range) | Poisson's ratio | density, kg/m3 | strains | stands for |
|---|---|---|---|---|---|
";

const DETAILS: &str = "
## Where the figures come from

\"Stated\" figures stand in their source, rounded at most. \"Derived\" ones are worked out from it as noted. \"Estimates\" are ours; a
source beside one is for reading on. Keys in brackets are listed at the end. Look into the source before anything depends on a
figure.
";

fn write_preset(page: &mut String, preset: &Preset) {
    let _ = write!(page, "\n### {}\n\n{}. {}\n\n", preset.name, capital(preset.meaning), preset.caveat);
    for citation in preset.citations {
        let key = if citation.source.is_empty() { String::new() } else { format!(" [{}]", citation.source) };
        let _ = writeln!(
            page,
            "- {}: {}{key}: {}.",
            figure_words(preset, citation),
            citation.basis.word(),
            citation.note
        );
    }
}

/// One material for the terminal: what it is, where each figure comes from, and TOML to paste.
#[must_use]
pub fn words(preset: &Preset) -> String {
    let mut text = format!("{}: {}\n{}\n\n", preset.name, preset.meaning, preset.caveat);
    for citation in preset.citations {
        let _ = writeln!(
            text,
            "{} ({}): {}",
            figure_words(preset, citation),
            citation.basis.word(),
            citation.note
        );
        if let Some(source) = Source::find(citation.source) {
            let _ = writeln!(text, "    {}", source.text);
        }
    }
    let _ = write!(
        text,
        "\nIn a scene, `material = \"{0}\"` in a body, or a table to change:\n\n[material.{0}]\npreset = \"{0}\"\n\n\
         which stands for\n\n{1}",
        preset.name,
        toml(preset)
    );
    text
}

/// The table `[material.NAME]` that says in full what the preset says; viscosity to four digits.
#[must_use]
pub fn toml(preset: &Preset) -> String {
    let mut text = format!(
        "[material.{}]\nlaw = \"{}\"\nyoung = \"{}\"\npoisson = {}\ndensity = \"{} kg/m3\"\n",
        preset.name,
        preset.law,
        pressure(preset.young),
        preset.poisson,
        preset.density
    );
    if let Some(loss) = preset.loss {
        let shear = preset.young / (2.0 * (1.0 + preset.poisson));
        let viscosity = four_digits(preset.damping(shear).shear_viscosity);
        let _ = writeln!(
            text,
            "viscosity = \"{viscosity} Pa s\"    # loss factor {} at {} Hz",
            loss.factor, loss.frequency
        );
    }
    text
}

/// "Young's modulus 10 kPa".
fn figure_words(preset: &Preset, citation: &Citation) -> String {
    let value = match citation.figure {
        Figure::Young => pressure(preset.young),
        Figure::Range => range(preset),
        Figure::Poisson => preset.poisson.to_string(),
        Figure::Density => format!("{} kg/m3", preset.density),
        Figure::Loss => {
            preset.loss.map_or_else(String::new, |loss| format!("{} at {} Hz", loss.factor, loss.frequency))
        }
    };
    format!("{} {value}", capital(citation.figure.words()))
}

/// "10 kPa (4.3 to 277 kPa)".
fn young_words(preset: &Preset) -> String {
    format!("{} ({})", pressure(preset.young), range(preset))
}

fn range(preset: &Preset) -> String {
    format!("{} to {}", pressure(preset.young_range.0), pressure(preset.young_range.1))
}

/// A pressure in the unit that suits its size, as scenes take it: "1.5 MPa".
#[must_use]
pub fn pressure(pascals: f64) -> String {
    let units = [(1e9, "GPa"), (1e6, "MPa"), (1e3, "kPa")];
    let (size, unit) = units.into_iter().find(|(size, _)| pascals >= *size).unwrap_or((1.0, "Pa"));
    format!("{} {unit}", four_digits(pascals / size))
}

/// Rounded to four digits, without zeros at the end.
fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
