//! `pliant materials`: the material library.

use crate::cli::Failure;
use clap::Args;
use pliant_material::library::{Citation, PRESETS, Preset, Source};
use pliant_scene::materials::{find, pressure, words};
use serde_json::{Value, json};

/// Options of `materials`.
#[derive(Args, Debug, Clone)]
pub struct MaterialsArgs {
    /// One material, with the source of each figure and a table to paste into a scene.
    pub name: Option<String>,
    /// As JSON, in SI units.
    #[arg(long)]
    pub json: bool,
}

/// Prints the library, or one material of it.
pub fn run(args: &MaterialsArgs) -> Result<(), Failure> {
    match &args.name {
        None if args.json => crate::cli::say!("{}", Value::Array(PRESETS.iter().map(as_json).collect())),
        None => crate::cli::say!("{}", table()),
        Some(name) => {
            let preset = find(name).map_err(|e| Failure::bad_input(format!("error: {e}")))?;
            if args.json {
                crate::cli::say!("{}", as_json(preset));
            } else {
                crate::cli::say!("{}", words(preset).trim_end());
            }
        }
    }
    Ok(())
}

/// The whole library, a line each.
fn table() -> String {
    let mut lines = vec![row("name", "E", "nu", "kg/m3", "law", "stands for")];
    lines.extend(PRESETS.iter().map(|preset| {
        let (poisson, density) = (preset.poisson.to_string(), preset.density.to_string());
        row(preset.name, &pressure(preset.young), &poisson, &density, preset.law, preset.meaning)
    }));
    lines.push(String::new());
    lines.push("In a scene: `material = \"jelly\"` in a body, or `preset = \"jelly\"` in a material and what you change.".into());
    lines.push("`pliant materials jelly` prints one with the sources of its figures.".into());
    lines.join("\n")
}

fn row(name: &str, young: &str, poisson: &str, density: &str, law: &str, meaning: &str) -> String {
    format!("{name:<17} {young:>9} {poisson:>6} {density:>6}  {law:<19} {meaning}")
}

fn as_json(preset: &Preset) -> Value {
    let shear = preset.young / (2.0 * (1.0 + preset.poisson));
    json!({
        "name": preset.name,
        "stands_for": preset.meaning,
        "law": preset.law,
        "young_pa": preset.young,
        "young_range_pa": [preset.young_range.0, preset.young_range.1],
        "poisson": preset.poisson,
        "density_kg_m3": preset.density,
        "viscosity_pa_s": preset.damping(shear).shear_viscosity,
        "loss_factor": preset.loss.map(|loss| loss.factor),
        "loss_frequency_hz": preset.loss.map(|loss| loss.frequency),
        "caveat": preset.caveat,
        "sources": preset.citations.iter().map(citation_json).collect::<Vec<_>>(),
    })
}

fn citation_json(citation: &Citation) -> Value {
    json!({
        "figure": citation.figure.words(),
        "basis": citation.basis.word(),
        "key": Source::find(citation.source).map(|source| source.key),
        "source": Source::find(citation.source).map(|source| source.text),
        "note": citation.note,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_line_for_every_material_and_its_columns_line_up() {
        let table = table();
        let lines: Vec<&str> = table.lines().take(PRESETS.len() + 1).collect();
        let column = lines[0].find("stands for").unwrap();
        for (line, preset) in lines[1..].iter().zip(PRESETS) {
            assert!(line.starts_with(preset.name), "{line}");
            assert_eq!(&line[column..], preset.meaning);
            assert_eq!(line.as_bytes()[column - 1], b' ', "{line}");
        }
    }

    #[test]
    fn json_has_every_figure_and_source() {
        for preset in PRESETS {
            let value = as_json(preset);
            assert_eq!(value["young_pa"], preset.young);
            assert_eq!(value["sources"].as_array().unwrap().len(), preset.citations.len());
            assert_eq!(value["viscosity_pa_s"].as_f64().unwrap() > 0.0, preset.loss.is_some());
        }
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let args = MaterialsArgs { name: Some("jely".into()), json: false };
        let message = run(&args).unwrap_err().message;
        assert!(
            message.contains("there is no material \"jely\" in the library; did you mean \"jelly\"?"),
            "{message}"
        );
    }
}
