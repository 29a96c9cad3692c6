//! Rods, wires and tubes: a section swept along a curve.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use super::curve::{Chain, ChainOptions, Curve};
use super::kinks::Turn;
use super::pieces::{GAUSS, PieceSum};
use super::section::{Section, SectionCell};
use super::spacing::{MatterError, MatterSpacing, limit_points, limit_triangles};
use super::{Kink, MaterialCloud, Matter, OnLine, piece_radius};
use crate::triangles::TriangleSurface;

/// A section swept along a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The line of the section's centres.
    pub curve: Curve,
    /// What is swept.
    pub section: Section,
    /// Where the section's second direction points; if it is not given, along z at the start, and not twisted from there.
    pub up: Option<DVec3>,
}

impl Swept {
    /// A straight cylinder or tube.
    pub fn cylinder(from: DVec3, to: DVec3, section: Section) -> Self {
        Self { curve: Curve { points: vec![from, to], closed: false, smooth: false }, section, up: None }
    }

    /// The matter in it: volume is area times length. Groups `start` and `end` are the two ends of an open one.
    ///
    /// # Errors
    /// When the curve or the section is none, or there would be too many pieces.
    pub fn matter(&self, spacing: MatterSpacing) -> Result<Matter, MatterError> {
        spacing.check()?;
        self.section.check()?;
        let [width, height] = self.section.extents();
        let length = self.curve.length();
        let [size, across] = spacing.sizes([width, height, length]);
        let cells = self.section.cells(&spacing, across)?;
        let options = ChainOptions {
            cell: if spacing.pieces.is_none() && spacing.is_thin(length) { f64::MAX } else { size },
            ring: spacing.edge(),
            reach: self.section.reach(),
            up: self.up,
            samples: spacing.samples,
        };
        let chain = self.curve.chain(&options)?;
        limit_points(size, (chain.cells * cells.len()) as f64)?;
        let (cloud, parts, kinks) = cloud(&chain, &cells);
        let mut tube = Tube::new(&self.section, &spacing);
        limit_triangles(spacing.edge(), (4 * (chain.rings.len() + 1) * tube.outline.len()) as f64)?;
        tube.sweep(&chain);
        let point_groups = tube.groups;
        Ok(Matter { cloud, surface: Some(tube.surface), point_groups, parts, kinks, ..Matter::default() })
    }
}

/// The matter, the first point of each part between two kinks (nothing if there are none), and the kinks.
fn cloud(chain: &Chain, cells: &[SectionCell]) -> (MaterialCloud, Vec<u32>, Vec<Kink>) {
    let mut cloud = MaterialCloud::default();
    let mut parts = if chain.kinks.is_empty() { Vec::new() } else { vec![0] };
    let mut kinks = Vec::new();
    let whole: f64 = chain.links.iter().map(|link| link.length).sum();
    let round = if chain.closed { whole } else { f64::INFINITY };
    let mut so_far = 0.0;
    for links in chain.links.chunk_by(|a, b| a.cell == b.cell) {
        let turn = chain.kinks.binary_search_by_key(&links[0].cell, |turn| turn.cell);
        if let (true, Ok(turn)) = (links[0].cell > 0, turn) {
            let Turn { place, radius, .. } = chain.kinks[turn];
            kinks.push(Kink { part: parts.len() as u32, place, radius });
            parts.push(cloud.len() as u32);
        }
        let along: f64 = links.iter().map(|link| link.length).sum();
        for cell in cells {
            let mut sum = PieceSum::around(links[0].from);
            for link in links {
                for (area, place) in &cell.points {
                    let offset = link.offset(*place);
                    let [start, end] = link.ends(offset);
                    for (share, weight) in GAUSS {
                        sum.add(link.point(offset, share), weight * area * (end - start));
                    }
                }
            }
            if let Some(piece) = sum.finish() {
                let on_line = OnLine::between(so_far, so_far + along, round);
                cloud.push_on_line(&piece, piece_radius(cell.extent.max(along)), on_line);
            }
        }
        so_far += along;
    }
    (cloud, parts, kinks)
}

/// The surface of a swept section under way.
struct Tube {
    outline: Vec<DVec2>,
    /// Share of the outline at which the hole begins; zero if there is none.
    hole: f64,
    /// Steps from the outline to the hole or the centre on a cap.
    steps: usize,
    surface: TriangleSurface,
    groups: BTreeMap<String, Vec<u32>>,
}

/// Where a ring of points sits: a link, and which of its ends.
type Spot = (usize, bool);

impl Tube {
    fn new(section: &Section, spacing: &MatterSpacing) -> Self {
        let hole = section.hole();
        let steps = spacing.edges_along((1.0 - hole) * section.extents()[0].min(2.0 * section.reach()) * 0.5);
        Self {
            outline: section.outline(spacing),
            hole,
            steps,
            surface: TriangleSurface::default(),
            groups: BTreeMap::new(),
        }
    }

    fn sweep(&mut self, chain: &Chain) {
        let mut spots: Vec<Spot> = chain.rings.iter().map(|&link| (link, false)).collect();
        if !chain.closed {
            spots.push((chain.links.len() - 1, true));
        }
        let outer = self.wall(chain, &spots, 1.0, true);
        let inner = if self.hole > 0.0 { self.wall(chain, &spots, self.hole, false) } else { vec![] };
        if !chain.closed {
            let ends = [("start", 0, false), ("end", spots.len() - 1, true)];
            for (name, ring, outward) in ends {
                let rims = (outer[ring], inner.get(ring).copied());
                let ids = self.cap(chain, spots[ring], rims, outward);
                self.groups.insert(name.into(), ids);
            }
        }
    }

    fn ring(&mut self, chain: &Chain, (link, at_end): Spot, share: f64) -> u32 {
        let link = &chain.links[link];
        let first = self.surface.points.len() as u32;
        let at = |place: &DVec2| link.point(link.offset(*place * share), f64::from(u8::from(at_end)));
        self.surface.points.extend(self.outline.iter().map(at));
        first
    }

    /// The wall around all spots; the first points of its rings.
    fn wall(&mut self, chain: &Chain, spots: &[Spot], share: f64, outward: bool) -> Vec<u32> {
        let mut firsts: Vec<u32> = spots.iter().map(|spot| self.ring(chain, *spot, share)).collect();
        if chain.closed {
            firsts.push(firsts[0]);
        }
        for pair in firsts.windows(2) {
            self.band(pair[0], pair[1], outward);
        }
        firsts
    }

    /// Triangles between two rings; with `forward` they face outward when the second ring is farther along.
    fn band(&mut self, low: u32, high: u32, forward: bool) {
        let count = self.outline.len() as u32;
        for side in 0..count {
            let next = (side + 1) % count;
            let [a, b, c, d] = [low + side, low + next, high + next, high + side];
            let halves = if side % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            self.surface
                .triangles
                .extend(halves.map(|[a, b, c]| if forward { [a, b, c] } else { [a, c, b] }));
        }
    }

    /// Closes an end, from the rim to the rim of the hole or to the centre; all its points.
    fn cap(&mut self, chain: &Chain, spot: Spot, (rim, hole): (u32, Option<u32>), outward: bool) -> Vec<u32> {
        let count = self.outline.len() as u32;
        let mut ids: Vec<u32> = (rim..rim + count).collect();
        let mut outer = rim;
        for step in 1..self.steps {
            let share = 1.0 - (1.0 - self.hole) * step as f64 / self.steps as f64;
            let ring = self.ring(chain, spot, share);
            ids.extend(ring..ring + count);
            self.band(outer, ring, outward);
            outer = ring;
        }
        if let Some(hole) = hole {
            ids.extend(hole..hole + count);
            self.band(outer, hole, outward);
        } else {
            let centre = self.surface.points.len() as u32;
            let link = &chain.links[spot.0];
            self.surface.points.push(link.point(DVec3::ZERO, f64::from(u8::from(spot.1))));
            ids.push(centre);
            for side in 0..count {
                let [a, b] = [outer + side, outer + (side + 1) % count];
                self.surface.triangles.push(if outward { [a, b, centre] } else { [b, a, centre] });
            }
        }
        ids.sort_unstable();
        ids
    }
}
