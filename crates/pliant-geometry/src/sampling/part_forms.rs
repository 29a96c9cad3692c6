//! What each part of a body is like alone. Together with what it grows out of, the root of a rod looks like no rod, and whether it did would be a matter of the layout.

use crate::matter::{Kink, MaterialCloud, Matter as Shape};

use super::form::Form;
use super::matter::Matter;
use super::plan::look;
use super::{SamplingOptions, Spacing};

/// Outside of joints samples of solids, shells and rods are at least this many of their thicknesses apart.
const OWN: [f64; 3] = [0.0, 0.4, 0.3];

/// Forms can be looked for with spacings of so many lengths of the longest pieces.
const SEEN: f64 = 2.5;

/// What the form of a part allows (m).
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub least: f64,
    pub most: f64,
    /// Kinks of rods are nothing to other parts.
    pub is_rod: bool,
}

/// What each part of a body is like alone.
pub(super) struct PartForms {
    forms: Vec<Form>,
    /// The form around each point of the cloud; none where it could not be told.
    of_point: Vec<Option<u32>>,
    pub part: Vec<u32>,
    /// Where parts begin at a kink of the one before, ascending.
    kinks: Vec<Kink>,
}

impl PartForms {
    pub fn new(shape: &Shape, options: &SamplingOptions, spacing: f64) -> Self {
        let points = shape.cloud.len();
        let kinks = shape.kinks.clone();
        let mut all = Self { forms: Vec::new(), of_point: vec![None; points], part: vec![0; points], kinks };
        for (part, &first) in shape.parts.iter().enumerate() {
            let first = first as usize;
            let end = shape.parts.get(part + 1).map_or(points, |next| *next as usize);
            all.part[first..end].fill(part as u32);
            let alone = shape.cloud.part(first..end);
            if !alone.is_empty() {
                let matter = all.matter_of(&alone, part as u32, spacing);
                all.look_at(&matter, first, options);
            }
        }
        all
    }

    /// A part is looked at with this spacing; one that bends within it with that of the bend, as far as its pieces show as much.
    fn matter_of(&self, alone: &MaterialCloud, part: u32, spacing: f64) -> Matter {
        let even = Matter::new(alone, &Spacing::Uniform(spacing));
        let Some(radius) = self.bend_of(part) else { return even };
        let longest = even.length.iter().copied().fold(0.0, f64::max);
        Matter::new(alone, &Spacing::Uniform(spacing.min(radius.max(SEEN * longest))))
    }

    fn look_at(&mut self, alone: &Matter, first: usize, options: &SamplingOptions) {
        let Ok(seen) = look(alone, options) else { return };
        let known = self.forms.len() as u32;
        for (place, &cell) in seen.cell.iter().enumerate() {
            self.of_point[first + alone.id[place] as usize] = Some(known + cell);
        }
        self.forms.extend(seen.forms);
    }

    pub fn form(&self, point: usize) -> Option<&Form> {
        self.of_point[point].map(|form| &self.forms[form as usize])
    }

    /// The radius of a bend that the part is of (m).
    fn bend_of(&self, part: u32) -> Option<f64> {
        let is_own = |kink: &&Kink| kink.radius > 0.0 && (kink.part == part || kink.part == part + 1);
        self.kinks.iter().filter(is_own).map(|kink| kink.radius).reduce(f64::min)
    }

    /// The kink at which one part goes on where the other ends; how far it turns does not show in their directions, which have no sign.
    pub fn kink(&self, a: u32, b: u32) -> Option<Kink> {
        let found = self.kinks.binary_search_by_key(&a.max(b), |kink| kink.part).ok()?;
        (a.abs_diff(b) == 1).then(|| self.kinks[found])
    }

    /// How thick the part is (m); 0 where nothing is thin.
    pub fn own_thickness(&self, point: usize) -> f64 {
        self.form(point).map(thickness).filter(|t| t.is_finite()).unwrap_or(0.0)
    }

    /// The spacings of samples in the part. Those of a rod are few, and joints elsewhere take none of them.
    pub fn limits(&self, point: usize, even: f64) -> Limits {
        let thin = self.form(point).map_or(0, |form| form.thin);
        Limits {
            least: OWN[thin] * self.own_thickness(point),
            most: if thin == 2 { even } else { f64::INFINITY },
            is_rod: thin == 2,
        }
    }
}

/// How thick a part is (m).
pub(super) fn thickness(form: &Form) -> f64 {
    match form.thin {
        2 => form.section.sqrt(),
        1 => form.section,
        _ => f64::INFINITY,
    }
}
