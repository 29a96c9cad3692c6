//! The scene reference page, made from the definitions the parser itself uses.

use std::fmt::Write as _;

use crate::plan::Quantity;
use crate::schema::{Choice, Choose, Field, Kind, Presence, Section};
use crate::sections::REGION;
use crate::sections::root::ROOT;
use crate::units::symbols::{PREFIXES, UNITS};

/// The whole page in Markdown. `docs/scene-reference.md` must equal it; a test says so.
#[must_use]
pub fn reference_page() -> String {
    let mut page = String::from(HEAD);
    for section in documented_sections() {
        write_section(&mut page, section);
        if section.heading == "[probe.NAME]" {
            write_quantities(&mut page);
        }
    }
    write_units(&mut page);
    page
}

const HEAD: &str = "# Scene reference

<!-- Made by `cargo run -p pliant-scene --example write_reference`. Do not edit: change the definitions in crates/pliant-scene. -->

A scene is a [TOML](https://toml.io) file. Tables may stand in any order. `NAME` stands for a name of your own, of letters, digits, `_` and
`-`. Values with a unit are texts, like `\"5 mm\"`; plain numbers are SI. Any value can be changed for one run by
`--set body.beam.spacing=4mm`; lists are counted from 0, as in `--set pin.grip.motion.keyframes.1.turn=\"30 deg\"`.
`pliant check SCENE` reports all problems at once.
";

/// Every section reachable from the root, each once, parents before the tables inside of them.
fn documented_sections() -> Vec<&'static Section> {
    let mut sections: Vec<&'static Section> = vec![&ROOT];
    collect(&ROOT, &mut sections);
    sections.push(&REGION);
    collect(&REGION, &mut sections);
    sections
}

fn collect(section: &'static Section, sections: &mut Vec<&'static Section>) {
    for field in section.fields {
        if let Kind::Table(inner) | Kind::Tables(inner) | Kind::Named(inner) = field.kind {
            if sections.iter().any(|known| known.heading == inner.heading && known.doc == inner.doc) {
                continue;
            }
            sections.push(inner);
            collect(inner, sections);
        }
    }
}

fn write_section(page: &mut String, section: &Section) {
    // Writing to a String cannot fail.
    let level =
        if section.heading.starts_with('[') || section.heading.starts_with("The") { "##" } else { "###" };
    let heading = if section.heading.starts_with("The") {
        section.heading.to_string()
    } else {
        format!("`{}`", section.heading)
    };
    let _ = write!(page, "\n{level} {heading}\n\n{}\n\n", section.doc);
    let _ = writeln!(page, "| key | value | without it | meaning |\n|---|---|---|---|");
    for field in section.fields {
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} |",
            field.name,
            cell(&value_text(field)),
            cell(&default_text(field)),
            cell(&meaning(field))
        );
    }
    for field in section.fields {
        if let Kind::Choice(choices) | Kind::Choices(choices) = field.kind {
            write_choices(page, field, &choices());
        }
    }
    let _ = write!(page, "\n```toml\n{}\n```\n", section.example);
}

/// What a key takes, for the table.
fn value_text(field: &Field) -> String {
    let kind = match field.kind {
        Kind::Text => "text".to_string(),
        Kind::Flag => "`true` or `false`".to_string(),
        Kind::Count => "whole number".to_string(),
        Kind::Number(dimension) => with_unit(dimension.describe(), &dimension.si_unit()),
        Kind::Vector(dimension) => {
            format!("[x, y, z], each {}", with_unit(dimension.describe(), &dimension.si_unit()))
        }
        Kind::Choice(_) => "one of the words below".to_string(),
        Kind::Choices(_) => "a list of the words below".to_string(),
        Kind::Table(inner) => format!("table, see `{}`", inner.heading),
        Kind::Tables(inner) => format!("list of tables, see `{}`", inner.heading),
        Kind::Named(inner) => format!("tables, see `{}`", inner.heading),
        Kind::Region => format!("region, see `{}`", REGION.heading),
        Kind::Special(words) => words.to_string(),
    };
    let bounds = field.bounds.describe();
    if bounds.is_empty() { kind } else { format!("{kind}, {bounds}") }
}

fn with_unit(name: String, unit: &str) -> String {
    if unit.is_empty() { name } else { format!("{name} ({unit})") }
}

fn default_text(field: &Field) -> String {
    match field.presence {
        Presence::Required => "**must be given**".to_string(),
        Presence::Optional(words) => words.to_string(),
        Presence::Default(value) => format!("`{value}`"),
    }
}

fn meaning(field: &Field) -> String {
    let shown_as_default = matches!(field.presence, Presence::Default(value) if value == field.example);
    if shown_as_default || matches!(field.kind, Kind::Named(_)) {
        return field.doc.to_string();
    }
    format!("{} Example: `{}`", field.doc, field.example)
}

/// A bar would end the cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn write_choices(page: &mut String, field: &Field, choices: &[Choice]) {
    let _ = write!(page, "\nWords for `{}`:\n\n", field.name);
    for choice in choices {
        let _ = writeln!(page, "- `{}`: {}", choice.name, choice.doc.trim());
    }
}

fn write_quantities(page: &mut String) {
    let _ = write!(page, "\n| quantity | components | meaning |\n|---|---|---|\n");
    for (quantity, choice) in Quantity::ALL {
        let words: Vec<String> =
            quantity.components().iter().map(|component| format!("`.{}`", component.word())).collect();
        let _ = writeln!(page, "| `{}` | {} | {} |", choice.name, words.join(" "), cell(choice.doc.trim()));
    }
}

fn write_units(page: &mut String) {
    page.push_str(UNITS_HEAD);
    let _ = writeln!(page, "\n| unit | name | measures | prefixes |\n|---|---|---|---|");
    for unit in UNITS {
        let prefixes = if unit.takes_prefix { "yes" } else { "" };
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {prefixes} |",
            unit.symbol,
            unit.name,
            unit.dimension.describe()
        );
    }
    let prefixes: Vec<String> = PREFIXES
        .iter()
        .map(|prefix| format!("`{}` ({}, 10^{})", prefix.symbol, prefix.name, prefix.exponent))
        .collect();
    let _ = writeln!(page, "\nPrefixes: {}.", prefixes.join(", "));
}

const UNITS_HEAD: &str = "
## Units

A value with a unit is a number and a product of units: `\"9.81 m/s2\"`, `\"9.81 m/s^2\"`, `\"9.81 m s-2\"`, `\"1.2 g/cm3\"`, `\"10 Pa s\"`,
`\"2 kg/(m s2)\"`, `\"1/3\"`. A product after a quotient needs parentheses, since `N/m s` can be read in two ways. Angles are kept
apart from plain numbers: a spin of `\"10 Hz\"` is refused, `\"10 turn/s\"` and `\"10 rad/s\"` are not.
";

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::schema::reader::Reader;
    use crate::schema::sink::Sink;
    use crate::tree::{parse_document, parse_value};

    #[test]
    fn every_key_is_documented_and_every_example_is_toml() {
        for section in documented_sections() {
            assert!(!section.doc.is_empty() && !section.example.is_empty(), "{}", section.heading);
            for field in section.fields {
                let name = format!("{} {}", section.heading, field.name);
                assert!(field.doc.ends_with('.') || field.doc.ends_with(')'), "{name} needs a sentence");
                assert!(
                    parse_value(field.example, &|_| crate::Place::START).is_some(),
                    "{name}: {}",
                    field.example
                );
                if let Presence::Default(value) = field.presence {
                    assert!(parse_value(value, &|_| crate::Place::START).is_some(), "{name}: {value}");
                }
            }
        }
    }

    /// Examples and defaults go through the very reader that users' values go through.
    #[test]
    fn every_example_is_accepted() {
        for section in documented_sections() {
            assert!(parse_document(section.example).is_ok(), "{}: {}", section.heading, section.example);
            for field in section.fields {
                let default =
                    if let Presence::Default(value) = field.presence { value } else { field.example };
                for text in [field.example, default] {
                    let problems = problems_of_value(section, field, text);
                    assert_eq!(problems, [], "{} {}: {text}", section.heading, field.name);
                }
            }
        }
    }

    fn problems_of_value(
        section: &'static Section,
        field: &'static Field,
        text: &str,
    ) -> Vec<crate::Problem> {
        let table = parse_document(&format!("{} = {text}", field.name)).unwrap();
        let sink = Sink::default();
        let reader = Reader::new(&sink, &table, section, String::new(), crate::Place::START);
        match field.kind {
            Kind::Text => reader.text(field).is_some(),
            Kind::Flag => reader.flag(field).is_some(),
            Kind::Count => reader.count(field).is_some(),
            Kind::Number(_) => reader.number(field).is_some(),
            Kind::Vector(_) => reader.vector(field).is_some(),
            Kind::Table(inner) => reader.table(field, inner).is_some(),
            Kind::Tables(inner) => reader.tables(field, inner).is_some(),
            // These have readers of their own; the complete scenes go through them.
            Kind::Choice(choices) | Kind::Choices(choices) => {
                assert!(choices().iter().any(|choice| text.contains(choice.name)), "{text}");
                true
            }
            Kind::Named(_) | Kind::Region | Kind::Special(_) => true,
        };
        sink.into_problems()
    }

    #[test]
    fn no_section_has_two_keys_of_one_name() {
        for section in documented_sections() {
            let mut names: Vec<&str> = section.fields.iter().map(|field| field.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), section.fields.len(), "{}", section.heading);
        }
    }

    /// The complete scenes use every key; each must be taken by a reader and none may be complained about.
    #[test]
    fn every_documented_key_is_accepted_and_read() {
        let scenes = [
            include_str!("../tests/complete/dynamic.toml"),
            include_str!("../tests/complete/static.toml"),
            include_str!("../tests/complete/path.toml"),
            include_str!("../tests/complete/alpha.toml"),
            include_str!("../tests/complete/explicit.toml"),
            include_str!("../tests/complete/elaston.toml"),
            include_str!("../tests/complete/phyxel.toml"),
            include_str!("../tests/complete/peridynamic.toml"),
        ];
        let _ = crate::schema::reader::seen::take();
        for scene in scenes {
            let plan = crate::Plan::parse(scene, "complete.toml", &[])
                .unwrap_or_else(|problems| panic!("{problems}"));
            assert!(plan.warnings.is_empty(), "{}", plan.warnings);
        }
        let seen = crate::schema::reader::seen::take();
        for section in documented_sections() {
            for field in section.fields {
                assert!(
                    seen.contains(&(section.heading, field.name)),
                    "{}: `{}` is never read",
                    section.heading,
                    field.name
                );
            }
        }
    }

    #[test]
    fn headings_are_unique() {
        let mut headings: Vec<&str> = documented_sections().iter().map(|section| section.heading).collect();
        headings.sort_unstable();
        let count = headings.len();
        headings.dedup();
        assert_eq!(headings.len(), count);
    }
}
