//! What is in a soup, told in numbers and in plain sentences.

use std::fmt;

use super::Solid;
use super::clean::{CleanCounts, Cleaned};
use super::edges::{EdgeTable, Sets, passes_upward};
use super::frame::Frame;
use super::intersect::SelfIntersections;
use super::orient::{Orientation, area_vector};
use crate::bounds::BoundingBox;
use crate::triangles::TriangleSurface;

/// Components listed one by one in a report; the rest is only counted.
pub const LISTED_COMPONENTS: usize = 100;

/// Self-intersections [`TriangleSurface::examine`] counts before it stops.
const INTERSECTION_LIMIT: usize = 1000;

/// How much a [`Remark`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkLevel {
    /// Good to know; nothing was guessed.
    Note,
    /// Something was assumed or repaired that may not be what was meant.
    Warning,
    /// The surface cannot become a body.
    Refusal,
}

impl RemarkLevel {
    /// The level in a word: `note`, `warning`, `refused`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Refusal => "refused",
        }
    }
}

/// One sentence about a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// How much it matters.
    pub level: RemarkLevel,
    /// What is the case, what was assumed, and for a refusal what to do.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.level.word(), self.text)
    }
}

/// Triangles connected by shared edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceComponent {
    /// How many triangles.
    pub triangles: usize,
    /// Whether every edge is passed as often one way as the other.
    pub closed: bool,
    /// Signed volume (m³), about the component's own centroid if it is open; negative for a cavity.
    pub volume: f64,
    /// Area (m²).
    pub area: f64,
}

/// What is in a triangle surface. Counts are those of the file, before anything was turned; edges, holes and
/// components are counted after coincident points were merged and unusable triangles dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceReport {
    /// Points in the file.
    pub points: usize,
    /// Triangles in the file.
    pub triangles: usize,
    /// Triangles left after cleaning.
    pub usable_triangles: usize,
    /// Around the points that triangles use (m).
    pub bounds: BoundingBox,
    /// Area (m²).
    pub area: f64,
    /// Signed volume of the triangles as the file winds them (m³); means something only if the surface is closed.
    pub signed_volume: f64,
    /// Volume of the inside, where the winding number exceeds one half (m³).
    pub enclosed_volume: f64,
    /// Whether `enclosed_volume` is exact (closed, no overlaps) or an estimate from samples.
    pub volume_is_exact: bool,
    /// How many components there are.
    pub component_count: usize,
    /// The components with most triangles, at most [`LISTED_COMPONENTS`].
    pub components: Vec<SurfaceComponent>,
    /// Edges with one triangle only.
    pub open_edges: usize,
    /// Connected chains of open edges.
    pub holes: usize,
    /// Edges with more than two triangles.
    pub non_manifold_edges: usize,
    /// Edges whose two triangles face opposite sides.
    pub flipped_edges: usize,
    /// Triangles turned to agree with their neighbours.
    pub turned_triangles: usize,
    /// Edges at which no turning helps, because the surface has one side only.
    pub one_sided_edges: usize,
    /// Triangles over the same points as another one; dropped.
    pub duplicate_triangles: usize,
    /// The file draws both sides of (nearly) every triangle.
    pub two_sided: bool,
    /// Triangles without area. Those that repeat a point were dropped, the others close seams.
    pub degenerate_triangles: usize,
    /// Triangles with a point that does not exist or is not finite; dropped.
    pub unusable_triangles: usize,
    /// Points merged with another one in the same place.
    pub merged_points: usize,
    /// Points no usable triangle uses.
    pub unused_points: usize,
    /// Points whose coordinates are not finite or beyond 1e90 m.
    pub non_finite_points: usize,
    /// Whether the surface, as repaired, has no open edge: the winding number is a whole number everywhere.
    pub closed: bool,
    /// Whether neighbours agree in the file.
    pub oriented: bool,
    /// Whether all normals pointed inward; every triangle was turned.
    pub inside_out: bool,
    /// Whether parts overlap, so that some places are surrounded more than once.
    pub overlapping: bool,
    /// Triangles that cut through each other, if they were looked for.
    pub self_intersections: Option<SelfIntersections>,
    /// Everything worth telling, refusals first, notes last.
    pub remarks: Vec<Remark>,
}

impl TriangleSurface {
    /// Looks at everything, self-intersections included. Safe on any content.
    pub fn examine(&self) -> SurfaceReport {
        match Solid::new(self) {
            Ok(mut solid) => {
                solid.look_for_self_intersections(INTERSECTION_LIMIT);
                solid.report
            }
            Err(refusal) => *refusal.report,
        }
    }
}

impl SurfaceReport {
    /// True if the surface cannot become a body.
    pub fn is_refused(&self) -> bool {
        self.remarks.iter().any(|r| r.level == RemarkLevel::Refusal)
    }

    /// What topology says, before anything about the inside is known.
    pub(super) fn new(surface: &TriangleSurface, cleaned: &Cleaned, edges: &EdgeTable) -> Self {
        let frame = cleaned.frame;
        let (mut area, mut volume) = (0.0, 0.0);
        for ids in &cleaned.triangles {
            let [a, b, c] = ids.map(|id| cleaned.points[id as usize]);
            area += area_vector([a, b, c]).length();
            volume += a.dot(b.cross(c)) / 6.0;
        }
        let CleanCounts {
            non_finite_points,
            unused_points,
            merged_points,
            unusable_triangles,
            degenerate_triangles,
            duplicate_triangles,
            two_sided,
        } = cleaned.counts;
        let mut report = Self {
            points: surface.points.len(),
            triangles: surface.triangles.len(),
            usable_triangles: cleaned.triangles.len(),
            bounds: cleaned.bounds,
            area: frame.area(area),
            signed_volume: frame.volume(volume),
            enclosed_volume: 0.0,
            volume_is_exact: false,
            component_count: 0,
            components: vec![],
            open_edges: 0,
            holes: 0,
            non_manifold_edges: 0,
            flipped_edges: 0,
            turned_triangles: 0,
            one_sided_edges: 0,
            duplicate_triangles,
            two_sided,
            degenerate_triangles,
            unusable_triangles,
            merged_points,
            unused_points,
            non_finite_points,
            closed: false,
            oriented: false,
            inside_out: false,
            overlapping: false,
            self_intersections: None,
            remarks: vec![],
        };
        report.count_edges(cleaned, edges);
        report
    }

    fn count_edges(&mut self, cleaned: &Cleaned, edges: &EdgeTable) {
        let mut chains = Sets::new(cleaned.points.len());
        let mut on_border = vec![false; cleaned.points.len()];
        for (pair, run) in edges.edges() {
            match run {
                [_] => {
                    self.open_edges += 1;
                    chains.join(pair[0], pair[1]);
                    pair.iter().for_each(|&p| on_border[p as usize] = true);
                }
                [(_, a), (_, b)] => {
                    let upward = |half: u32| passes_upward(cleaned.triangles[half as usize / 3], pair);
                    self.flipped_edges += (upward(*a) == upward(*b)) as usize;
                }
                _ => self.non_manifold_edges += 1,
            }
        }
        let is_chain = |p: u32, chains: &mut Sets| on_border[p as usize] && chains.root(p) == p;
        self.holes = (0..cleaned.points.len() as u32).filter(|&p| is_chain(p, &mut chains)).count();
        self.oriented = self.flipped_edges == 0;
    }

    pub(super) fn add_orientation(&mut self, orientation: &Orientation, frame: Frame) {
        self.turned_triangles = orientation.turned;
        self.one_sided_edges = orientation.one_sided_edges;
        self.inside_out = orientation.inside_out;
        self.closed = orientation.closed;
        self.component_count = orientation.components.len();
        let listed = orientation.components.iter().take(LISTED_COMPONENTS);
        self.components = listed
            .map(|c| SurfaceComponent {
                triangles: c.triangles,
                closed: c.closed,
                volume: frame.volume(c.volume),
                area: frame.area(c.area),
            })
            .collect();
    }

    /// Adds a remark and keeps the worst first.
    pub(super) fn remark(&mut self, level: RemarkLevel, text: String) {
        let at = self.remarks.partition_point(|r| r.level >= level);
        self.remarks.insert(at, Remark { level, text });
    }
}
