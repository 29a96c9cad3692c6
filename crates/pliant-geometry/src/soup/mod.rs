//! Any triangle surface as a body: what is wrong with it, what is inside it.
//!
//! [`TriangleSurface::examine`] tells what a soup of triangles contains. [`Solid::new`] cleans it (`clean`), makes
//! neighbours face the same side (`orient`), and answers where the inside is, by the generalised winding number
//! (`winding`): robust against holes, flipped triangles, cuts and overlaps. Inside means |w| > 1/2. [`Skin::new`] does the
//! cleaning only, and keeps sheets: for surfaces that are touched.

mod clean;
mod edges;
mod frame;
mod intersect;
mod orient;
mod parts;
mod report;
mod skin;
mod tree;
mod winding;
mod words;

use std::f64::consts::PI;

use glam::DVec3;
use rayon::prelude::*;

use clean::{Opposed, clean};
use edges::EdgeTable;
pub(crate) use frame::{Frame, LARGEST_COORDINATE};
pub use intersect::SelfIntersections;
use orient::orient;
pub use report::{LISTED_COMPONENTS, Remark, RemarkLevel, SurfaceComponent, SurfaceReport};
pub use skin::{Skin, SkinEdge, SkinRepairs};
pub(crate) use tree::TriangleTree;
use winding::Winding;
pub use words::{counted, figures};

use crate::bounds::BoundingBox;
use crate::triangles::TriangleSurface;

/// Samples of the box when the inside is surveyed.
const SURVEY: usize = 14_000;

/// Samples of the box when its volume must be estimated.
const ESTIMATE: usize = 65_000;

/// Solid angles the samples may cost, about. Only soups of triangles as large as the body reach it, in which no group
/// of triangles is ever far: they get fewer samples, but at least `FEWEST`.
const WORK: f64 = 3e6;
const FEWEST: usize = 200;

/// Bodies smaller than this (m) are refused: the fourth powers of lengths in them have no f64.
const SMALLEST_BODY: f64 = 1e-60;

/// An open surface must surround some point by this much to have an inside. A flat sheet reaches 1/2 everywhere on
/// its face, so one half alone would accept any bent sheet.
const CLEARLY_INSIDE: f64 = 0.6;

/// Closed surfaces thinner than this fraction of their size, on average, enclose nothing.
const THINNEST: f64 = 1e-9;

/// Why a surface cannot become a body; the report says more.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{reason}")]
pub struct SurfaceRefusal {
    /// The reason and the remedy.
    pub reason: String,
    /// Everything found.
    pub report: Box<SurfaceReport>,
}

/// A surface that encloses something, ready for questions about its inside.
#[derive(Clone)]
pub struct Solid {
    pub(crate) frame: Frame,
    pub(crate) tree: TriangleTree,
    winding: Winding,
    report: SurfaceReport,
    /// Volume of the inside, unit frame.
    pub(crate) unit_volume: f64,
}

impl std::fmt::Debug for Solid {
    /// The report; the triangles would fill pages.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solid").field("report", &self.report).finish_non_exhaustive()
    }
}

impl Solid {
    /// Cleans and orients the surface and looks for its inside. Safe on any content.
    ///
    /// # Errors
    /// When the surface encloses nothing.
    pub fn new(surface: &TriangleSurface) -> Result<Self, SurfaceRefusal> {
        let mut cleaned = clean(surface, Opposed::Cancel);
        let edges = EdgeTable::new(cleaned.points.len(), &cleaned.triangles);
        let mut report = SurfaceReport::new(surface, &cleaned, &edges);
        let orientation = orient(&cleaned.points, &mut cleaned.triangles, &edges);
        drop(edges);
        report.add_orientation(&orientation, cleaned.frame);
        report.describe();
        let longest = cleaned.bounds.size().max_element();
        if longest > 0.0 && longest < SMALLEST_BODY {
            report.refuse_too_small(longest);
            return Err(refusal(report));
        }
        if cleaned.triangles.is_empty() {
            report.refuse_without_triangles();
            return Err(refusal(report));
        }
        let tree = TriangleTree::new(&cleaned.points, &cleaned.triangles);
        let winding = Winding::new(&tree);
        let solid = Self { frame: cleaned.frame, tree, winding, report, unit_volume: 0.0 };
        drop(cleaned.points);
        let signed: f64 = orientation.components.iter().map(|c| c.volume).sum();
        let area: f64 = orientation.components.iter().map(|c| c.area).sum();
        solid.survey(signed.abs(), area)
    }

    /// Finds the enclosed volume: exact if the surface is closed and nothing overlaps, else from samples.
    fn survey(mut self, signed: f64, area: f64) -> Result<Self, SurfaceRefusal> {
        let bounds = self.tree.bounds();
        let affordable = self.affordable_samples(&bounds);
        let first = SURVEY.min(affordable);
        let numbers: Vec<f64> = self.sampled(&bounds, 0..first).collect();
        let strongest = numbers.iter().fold(0.0, |most: f64, w| most.max(w.abs()));
        let closed = self.report.closed;
        let longest = bounds.size().max_element();
        let flat = bounds.size().min_element() <= THINNEST * longest;
        let empty = if closed { signed <= THINNEST * area * longest } else { strongest < CLEARLY_INSIDE };
        self.report.overlapping = numbers.iter().any(|w| !(-0.5..=1.5).contains(w));
        if flat || empty && !(closed && self.report.overlapping) {
            self.report.refuse_without_inside(strongest);
            return Err(refusal(self.report));
        }
        self.report.volume_is_exact = closed && !self.report.overlapping;
        self.unit_volume = if self.report.volume_is_exact {
            signed
        } else {
            let inside = |w: &f64| w.abs() > 0.5;
            let more = self.sampled(&bounds, first..affordable).filter(inside).count();
            let count = numbers.iter().filter(|w| inside(w)).count() + more;
            bounds.size().element_product() * count as f64 / affordable as f64
        };
        self.report.enclosed_volume = self.frame.volume(self.unit_volume);
        self.report.describe_inside();
        Ok(self)
    }

    /// Winding numbers at points spread over the box.
    fn sampled<'a>(
        &'a self,
        bounds: &'a BoundingBox,
        samples: std::ops::Range<usize>,
    ) -> impl IndexedParallelIterator<Item = f64> + 'a {
        let at = |i| self.unit_winding(bounds.min + spread(i) * bounds.size());
        samples.into_par_iter().with_min_len(256).map(at)
    }

    /// How many samples `WORK` allows. A leaf is summed triangle by triangle for points within `winding::ACCURACY` of
    /// its radii, so its cost per sample is its share of the box.
    fn affordable_samples(&self, bounds: &BoundingBox) -> usize {
        let volume = bounds.size().element_product().max(f64::MIN_POSITIVE);
        let leaves = self.tree.nodes().iter().filter(|node| node.is_leaf());
        let near = |diagonal: f64| 4.0 / 3.0 * PI * (0.5 * winding::ACCURACY * diagonal).powi(3);
        let cost: f64 = leaves.map(|n| n.len() as f64 * (near(n.bounds.diagonal()) / volume).min(1.0)).sum();
        ((WORK / cost.max(1.0)) as usize).clamp(FEWEST, ESTIMATE)
    }

    /// What was found about the surface.
    pub fn report(&self) -> &SurfaceReport {
        &self.report
    }

    /// Volume of the inside (m³): exact if [`SurfaceReport::volume_is_exact`], else an estimate from samples.
    pub fn volume(&self) -> f64 {
        self.report.enclosed_volume
    }

    /// Around the triangles (m).
    pub fn bounds(&self) -> BoundingBox {
        self.report.bounds
    }

    /// How often the surface surrounds the point: 1 inside, 0 outside, in between near holes. Within 0.01 of the exact
    /// sum of solid angles. Zero for points that are not finite.
    pub fn winding_number(&self, point: DVec3) -> f64 {
        let unit = self.frame.to_unit(point);
        if unit.is_finite() { self.unit_winding(unit) } else { 0.0 }
    }

    /// Whether the point is inside: |w| > 1/2.
    pub fn contains(&self, point: DVec3) -> bool {
        self.winding_number(point).abs() > 0.5
    }

    /// Distance from the point to the surface (m), if it is at most `reach` (m).
    pub fn distance(&self, point: DVec3, reach: f64) -> Option<f64> {
        let unit = self.frame.to_unit(point);
        let closest =
            unit.is_finite().then(|| self.tree.closest(unit, self.frame.length_to_unit(reach)))??;
        Some(self.frame.length(closest.distance(unit)))
    }

    /// The surface as it is used: merged, cleaned and oriented. Points and triangles are in an order of their own.
    pub fn cleaned_surface(&self) -> TriangleSurface {
        TriangleSurface {
            points: self.tree.points.iter().map(|&x| self.frame.to_metres(x)).collect(),
            triangles: self.tree.triangles.clone(),
        }
    }

    /// Counts triangles that cut through each other, at most `limit` pairs, and adds that to the report.
    pub fn look_for_self_intersections(&mut self, limit: usize) {
        if self.report.self_intersections.is_none() {
            self.report.self_intersections = Some(intersect::self_intersections(&self.tree, limit));
            self.report.describe_self_intersections();
        }
    }

    pub(crate) fn unit_winding(&self, unit: DVec3) -> f64 {
        self.winding.at(&self.tree, unit)
    }

    pub(crate) fn unit_contains(&self, unit: DVec3) -> bool {
        self.unit_winding(unit).abs() > 0.5
    }
}

/// Point `i` of a sequence that fills the unit cube evenly and is aligned with none of its planes: a grid of samples can
/// miss a thin wall altogether. The additive recurrence of Roberts, "The unreasonable effectiveness of quasirandom
/// sequences" (2018), with the real root of x^4 = x + 1.
fn spread(i: usize) -> DVec3 {
    const ROOT: f64 = 1.220_744_084_605_759_5;
    let step = DVec3::new(1.0 / ROOT, 1.0 / (ROOT * ROOT), 1.0 / (ROOT * ROOT * ROOT));
    (0.5 + i as f64 * step).fract()
}

/// The refusal with the first (worst) remark as its reason.
fn refusal(report: SurfaceReport) -> SurfaceRefusal {
    let reason = report.remarks.first().map(|r| r.text.clone()).unwrap_or_default();
    SurfaceRefusal { reason, report: Box::new(report) }
}
