//! The material library: isotropic elastic presets, each with the source of every figure.
//!
//! A preset is a starting point, not a measurement of the thing on your desk: [`Preset::young_range`] says how far
//! apart samples lie, [`Preset::caveat`] what the figures leave out, and [`Basis`] whether a figure was taken from its
//! source, worked out from it, or estimated. Keys of sources are those of `docs/references.bib`.
//!
//! Nearly incompressible materials have a Poisson's ratio of 0.49 (tissue and gel) in place of 0.4999 and more: the
//! shape stiffness is exact, the volume stiffness is 50 times it, and 10-node tetrahedra take that without locking.
//!
//! Damping: a loss factor eta at a frequency f, given to the body as the Kelvin-Voigt viscosity eta mu / (2 pi f), which
//! has that loss factor in shear at f (storage modulus mu, loss modulus 2 pi f times the viscosity). It is proportional
//! to frequency, as real losses are not, so f is stated; a material whose loss we have no trusted figure for has none.

mod fibrous;
mod minerals;
mod plastics;
mod soft;
mod sources;
mod tissues;

pub use sources::{SOURCES, Source};

use crate::parameters::ParameterError;
use crate::{AnyLaw, Damping, LameParameters, Material};

/// A material of the library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Name in scene files: lower case with hyphens.
    pub name: &'static str,
    /// What it stands for, in a line.
    pub meaning: &'static str,
    /// Name of the law that suits it.
    pub law: &'static str,
    /// Young's modulus (Pa).
    pub young: f64,
    /// Young's moduli of other samples of what goes by this name, least and greatest (Pa).
    pub young_range: (f64, f64),
    /// Poisson's ratio.
    pub poisson: f64,
    /// Mass per rest volume (kg/m3).
    pub density: f64,
    /// How it dies down, where there is a figure for it.
    pub loss: Option<Loss>,
    /// What the figures leave out: temperature, rate, direction.
    pub caveat: &'static str,
    /// Where each figure comes from.
    pub citations: &'static [Citation],
}

/// Loss of energy in shear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Loss factor: loss modulus over storage modulus.
    pub factor: f64,
    /// Where it holds (Hz).
    pub frequency: f64,
}

/// A figure of a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Young's modulus.
    Young,
    /// The range of Young's modulus.
    Range,
    /// Poisson's ratio.
    Poisson,
    /// Density.
    Density,
    /// The loss factor.
    Loss,
}

impl Figure {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Young => "Young's modulus",
            Self::Range => "its range",
            Self::Poisson => "Poisson's ratio",
            Self::Density => "density",
            Self::Loss => "loss factor",
        }
    }
}

/// How a figure follows from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It stands there, rounded at most.
    Stated,
    /// It is worked out from what stands there, as the note says.
    Derived,
    /// It is our estimate, as the note says; a source, if any, is for reading on.
    Estimate,
}

impl Basis {
    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Derived => "derived",
            Self::Estimate => "estimate",
        }
    }
}

/// Where a figure comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Citation {
    /// Which figure.
    pub figure: Figure,
    /// How it follows.
    pub basis: Basis,
    /// Key of the source in `docs/references.bib`; empty for some estimates.
    pub source: &'static str,
    /// What the source says, or how the figure was found.
    pub note: &'static str,
}

const fn cite(figure: Figure, basis: Basis, source: &'static str, note: &'static str) -> Citation {
    Citation { figure, basis, source, note }
}

/// The figure stands in the source.
const fn stated(figure: Figure, source: &'static str, note: &'static str) -> Citation {
    cite(figure, Basis::Stated, source, note)
}

/// The figure is worked out from the source.
const fn derived(figure: Figure, source: &'static str, note: &'static str) -> Citation {
    cite(figure, Basis::Derived, source, note)
}

/// The figure is an estimate.
const fn estimate(figure: Figure, source: &'static str, note: &'static str) -> Citation {
    cite(figure, Basis::Estimate, source, note)
}

/// The law for large strains that survives inversion.
const LARGE_STRAIN: &str = "stable-neo-hookean";
/// The law for small strains and large rotations: what is stiff breaks or yields before it strains much.
const SMALL_STRAIN: &str = "corotational";

/// Density of biological tissues comes from one table.
const TISSUE_DENSITY: &str = "ItisFoundation2022";

/// Why nearly incompressible tissue and gel have 0.49.
const NO_VOLUME_CHANGE: Citation = derived(
    Figure::Poisson,
    "Fung1993",
    "practically incompressible, being mostly water or fat; 0.49 in place of 0.4999 so that 10-node tetrahedra do not lock",
);

/// Every preset, by name.
pub const PRESETS: &[Preset] = &[
    plastics::ABS,
    plastics::ACRYLIC,
    minerals::ALUMINIUM,
    fibrous::BALSA,
    tissues::BONE,
    tissues::BRAIN,
    tissues::CARTILAGE,
    soft::CHOCOLATE,
    minerals::CLAY,
    minerals::CONCRETE,
    minerals::COPPER,
    fibrous::CORK,
    fibrous::COTTON,
    tissues::FAT,
    soft::FOAM,
    minerals::GLASS,
    minerals::GRANITE,
    minerals::ICE,
    soft::JELLY,
    fibrous::LEATHER,
    tissues::MUSCLE,
    plastics::NYLON,
    fibrous::OAK,
    fibrous::PAPER,
    plastics::PLA,
    plastics::POLYETHYLENE,
    plastics::POLYSTYRENE_FOAM,
    soft::RUBBER,
    soft::RUBBER_HARD,
    soft::SILICONE,
    tissues::SKIN,
    minerals::STEEL,
    tissues::TENDON,
    minerals::TITANIUM,
    fibrous::WOOD,
];

impl Preset {
    /// The preset of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Every name, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|preset| preset.name)
    }

    /// Its damping at a shear modulus (Pa): its own, or what a scene puts in its place; the loss factor stays.
    #[must_use]
    pub fn damping(&self, shear: f64) -> Damping {
        let viscosity =
            self.loss.map_or(0.0, |loss| loss.factor * shear / (std::f64::consts::TAU * loss.frequency));
        Damping { shear_viscosity: viscosity, ..Damping::NONE }
    }

    /// The material.
    ///
    /// # Errors
    /// Never for a preset of [`PRESETS`]: the tests build each. A preset of your own may have impossible figures.
    pub fn material(&self) -> Result<Material, PresetError> {
        let lame = LameParameters::from_young_poisson(self.young, self.poisson)?;
        let law = AnyLaw::from_name(self.law, lame)?;
        Ok(Material::new(law, self.density, self.damping(lame.mu()))?)
    }
}

/// Why a preset is no material.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum PresetError {
    /// A figure no material can have.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A law nobody knows.
    #[error(transparent)]
    Law(#[from] crate::UnknownLaw),
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
