//! The table of figures, `validation/figures.toml`: which curves a figure has, and which runs a curve.

use crate::commands::validate::cases::{Analysis, Case, Value};
use serde::Deserialize;

/// The table as it is in the repository.
const FIGURES: &str = include_str!("../../../../../../validation/figures.toml");

/// All figures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// In the order they are listed.
    pub figure: Vec<Figure>,
}

/// A figure of a publication, done again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What it is called by on the command line.
    pub id: String,
    /// Above the picture.
    pub title: String,
    /// One body, one reference, several curves.
    pub panel: Vec<Panel>,
}

/// One body and its reference.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// Where the ids of its rows go on.
    pub id: String,
    /// Above the panel.
    pub title: String,
    /// Along how many directions samples lie next to each other: 1 rods, 2 shells, 3 solids.
    pub dimension: u32,
    /// What is read of every run, with its reference.
    pub value: Value,
    /// How well the reference is known, relative: errors below it say nothing and are left out of the fit.
    pub within: f64,
    /// Where the reference comes from, and why it is known no better.
    pub source: String,
    /// What is compared.
    pub curve: Vec<Curve>,
}

/// The same body, finer and finer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// Its name in table and legend.
    pub name: String,
    /// Name of the scene, without `.toml`.
    pub scene: String,
    /// What is set in the scene for all of its runs, each as given to `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// What is set for each of them alone, coarse to fine.
    pub sizes: Vec<String>,
    /// How many of the sizes, from the first, take part with `--quick`.
    pub quick: usize,
    /// Each run is done once with each of these as the `seed` of every body, and the worst counts; without any, once.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// Along how many directions it is refined, if not as the panel says.
    pub dimension: Option<u32>,
    /// Name of the curve of the same panel that it must be the same as.
    pub same_as: Option<String>,
}

impl Figures {
    /// The table that is part of the program.
    pub fn embedded() -> Result<Self, String> {
        toml::from_str(FIGURES).map_err(|error| format!("error: validation/figures.toml: {error}"))
    }

    /// Names of the scenes its curves run.
    #[cfg(test)]
    pub fn scenes(&self) -> impl Iterator<Item = &str> {
        let panels = self.figure.iter().flat_map(|figure| &figure.panel);
        panels.flat_map(|panel| &panel.curve).map(|curve| curve.scene.as_str())
    }

    /// The figure of that name, or which there are.
    pub fn find(&self, id: &str) -> Result<&Figure, String> {
        self.figure.iter().find(|figure| figure.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.figure.iter().map(|figure| figure.id.as_str()).collect();
            format!("error: there is no figure \"{id}\"; there are: {}", known.join(", "))
        })
    }
}

impl Panel {
    /// Along how many directions a curve is refined.
    pub fn dimension_of(&self, curve: &Curve) -> u32 {
        curve.dimension.unwrap_or(self.dimension)
    }
}

impl Curve {
    /// How many of its sizes are run.
    pub fn count(&self, quick: bool) -> usize {
        if quick { self.quick.min(self.sizes.len()) } else { self.sizes.len() }
    }

    /// Seeds of its runs; one layout is enough for a look.
    pub fn seeds(&self, quick: bool) -> Vec<Option<u64>> {
        let seeds = if quick { &self.seeds[..self.seeds.len().min(1)] } else { &self.seeds[..] };
        if seeds.is_empty() { vec![None] } else { seeds.iter().copied().map(Some).collect() }
    }

    /// One of its runs, as a case of the validation.
    pub fn case(&self, size: usize) -> Case {
        Case {
            id: self.name.clone(),
            family: String::new(),
            method: String::new(),
            scene: self.scene.clone(),
            set: self.set.iter().chain([&self.sizes[size]]).cloned().collect(),
            refine: None,
            finer: Vec::new(),
            seeds: self.seeds.clone(),
            analysis: Analysis::Run,
            least_steps: None,
            quick: false,
            counts: false,
            tolerance_pass: 1.0,
            tolerance_top: 1.0,
            source: String::new(),
            value: Vec::new(),
        }
    }
}
