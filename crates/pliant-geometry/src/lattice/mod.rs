//! A tetrahedral lattice that fills any surface: body-centred cubic inside, fitted to the surface at the boundary.
//!
//! Isosurface stuffing (Labelle and Shewchuk 2007): sites of the lattice are told inside from outside by the winding
//! number (`sides`), edges between the two are cut at the surface (`cuts`), the tetrahedra are built from stencils
//! (`stencils`), and the boundary is moved a little so that the volume is right (`fit`). The spacing is the mean edge
//! length of the inner tetrahedra. Features thinner than about one spacing are lost, and reported.

mod cuts;
mod embed;
mod fill;
mod fit;
pub(crate) mod grid;
mod quality;
pub(crate) mod sides;
pub(crate) mod spacing;
mod stencils;

use glam::DVec3;

pub use embed::LatticeEmbedding;
pub use fill::{SpacingWish, fill};
pub use spacing::{DEFAULT_LATTICE_NODES, LatticeError, MAX_CELLS};

use crate::bounds::BoundingBox;
use crate::measure::QualitySummary;
use crate::mesh::{ElementOrder, TetMesh};
use crate::soup::{Remark, RemarkLevel, Solid, counted, figures};
use cuts::Cuts;
use grid::Grid;
use sides::inside_sites;
use spacing::{CELL_PER_SPACING, checked_grid, too_coarse};
use stencils::Stuffing;

/// How a lattice is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatticeOptions {
    /// Whether boundary nodes move a little off the surface so that the volume is right. Without, they lie on it.
    pub fit_volume: bool,
}

impl Default for LatticeOptions {
    fn default() -> Self {
        Self { fit_volume: true }
    }
}

/// A lattice and what became of the surface in it.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Linear tetrahedra, positively oriented (m).
    pub mesh: TetMesh,
    /// The spacing asked for (m): mean edge length of the inner tetrahedra.
    pub spacing: f64,
    /// What there is to tell.
    pub report: LatticeReport,
}

/// What a lattice is like.
#[derive(Clone, Debug, PartialEq)]
pub struct LatticeReport {
    /// How many nodes.
    pub nodes: usize,
    /// How many tetrahedra.
    pub elements: usize,
    /// Volume of the lattice (m³).
    pub volume: f64,
    /// Volume of the inside of the surface (m³).
    pub surface_volume: f64,
    /// Whether `surface_volume` is exact or an estimate from samples (holes, overlaps).
    pub volume_is_exact: bool,
    /// Shape quality of the elements.
    pub quality: QualitySummary,
    /// Smallest dihedral angle (degrees).
    pub min_dihedral: f64,
    /// Largest dihedral angle (degrees).
    pub max_dihedral: f64,
    /// Pieces that share no node.
    pub pieces: usize,
    /// How far boundary nodes were moved off the surface to fit the volume, at most (m).
    pub largest_offset: f64,
    /// Points of the surface farther than about one spacing from the lattice: features too thin for the spacing.
    pub lost_points: usize,
    /// Everything worth telling.
    pub remarks: Vec<Remark>,
}

impl LatticeReport {
    /// Volume of the lattice over that of the surface, minus one.
    pub fn volume_error(&self) -> f64 {
        self.volume / self.surface_volume - 1.0
    }
}

/// Fills a solid with tetrahedra of a spacing (m).
///
/// # Errors
/// When the spacing is no length, needs too many cells, or is too coarse for any site to lie inside.
pub fn lattice(solid: &Solid, spacing: f64, options: &LatticeOptions) -> Result<Lattice, LatticeError> {
    let grid = checked_grid(solid, spacing, CELL_PER_SPACING)?;
    let cuts = Cuts::new(solid, &grid, inside_sites(solid, &grid));
    let stuffing = Stuffing::new(solid, &grid, &cuts);
    let (mut nodes, on_surface, tets) = (stuffing.nodes, stuffing.on_surface, stuffing.tets);
    drop(cuts);
    if tets.is_empty() {
        return Err(too_coarse(solid, spacing));
    }
    let mut offset = 0.0;
    if options.fit_volume {
        let faces = fit::boundary_faces(&tets, &on_surface);
        offset = fit::fit(solid, grid.cell, &mut nodes, &tets, &faces);
    }
    let lost_points = lost_points(solid, &grid, &nodes);
    let nodes = nodes.iter().map(|&x| solid.frame.to_metres(x)).collect();
    let mesh = TetMesh::new(ElementOrder::Linear, nodes, tets.into_flattened());
    let report = describe(solid, spacing, &mesh, solid.frame.length(offset), lost_points);
    Ok(Lattice { mesh, spacing, report })
}

/// Points of the surface without a node in their own or a neighbouring cube.
fn lost_points(solid: &Solid, grid: &Grid, nodes: &[DVec3]) -> usize {
    let mut filled = vec![false; grid.cell_count()];
    for &x in nodes {
        filled[grid.cell_index(grid.cell_of(x))] = true;
    }
    let around = |cell: [usize; 3]| {
        let low = cell.map(|x| x.saturating_sub(1));
        let high = [0, 1, 2].map(|i| (cell[i] + 1).min(grid.counts[i] - 1));
        (low[2]..=high[2]).any(|z| {
            (low[1]..=high[1]).any(|y| (low[0]..=high[0]).any(|x| filled[grid.cell_index([x, y, z])]))
        })
    };
    solid.tree.points.iter().filter(|&&x| !around(grid.cell_of(x))).count()
}

fn describe(solid: &Solid, spacing: f64, mesh: &TetMesh, offset: f64, lost_points: usize) -> LatticeReport {
    let (mut most, mut least) = (-1.0f64, 1.0f64);
    for element in 0..mesh.element_count() {
        // In the unit frame: areas squared of the largest bodies have no f64.
        let corners = mesh.corners(element).map(|x| solid.frame.to_unit(x));
        let (high, low) = quality::extreme_cosines(corners);
        (most, least) = (most.max(high), least.min(low));
    }
    let nothing = QualitySummary { min: 0.0, worst_element: 0, mean: 0.0 };
    let mut report = LatticeReport {
        nodes: mesh.node_count(),
        elements: mesh.element_count(),
        volume: mesh.volume(),
        surface_volume: solid.volume(),
        volume_is_exact: solid.report().volume_is_exact,
        quality: mesh.quality_summary().unwrap_or(nothing),
        min_dihedral: quality::angle(most),
        max_dihedral: quality::angle(least),
        pieces: crate::check::piece_count(mesh),
        largest_offset: offset,
        lost_points,
        remarks: vec![],
    };
    report.remarks = remarks(solid, spacing, &report, &mesh.bounds());
    report
}

fn remarks(solid: &Solid, spacing: f64, report: &LatticeReport, bounds: &BoundingBox) -> Vec<Remark> {
    let mut remarks = vec![];
    let mut add = |level, text| remarks.push(Remark { level, text });
    if report.lost_points > 0 {
        add(
            RemarkLevel::Warning,
            format!(
                "{} farther than one spacing from the lattice: parts thinner than {} m are lost; use a smaller \
                 spacing to keep them",
                counted(report.lost_points, "point of the surface lies", "points of the surface lie"),
                figures(spacing)
            ),
        );
    }
    if report.pieces > 1 {
        add(
            RemarkLevel::Warning,
            format!("the lattice consists of {} pieces that share no node: they move apart", report.pieces),
        );
    }
    if bounds.size().min_element() < 2.0 * spacing || solid.mean_thickness() < spacing {
        let remedy = (0.5 * solid.mean_thickness()).min(0.5 * spacing);
        add(
            RemarkLevel::Warning,
            format!(
                "the body is less than two cells thick and will be too stiff in bending; a spacing of {} m is better",
                figures(remedy)
            ),
        );
    }
    let error = 100.0 * report.volume_error();
    if report.volume_is_exact && error.abs() > 5.0 {
        add(
            RemarkLevel::Warning,
            format!(
                "the lattice's volume differs from the surface's by {error:+.1} %; use a smaller spacing"
            ),
        );
    }
    let about = if report.volume_is_exact { "" } else { "about " };
    add(
        RemarkLevel::Note,
        format!(
            "lattice of {} nodes and {} elements, dihedral angles {:.1} to {:.1} degrees, volume {about}{error:+.2} %",
            report.nodes, report.elements, report.min_dihedral, report.max_dihedral
        ),
    );
    remarks
}
