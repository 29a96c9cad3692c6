//! Impulses across gaps, and how they are taken back.
//!
//! The filter sees a pair along the normal of the start of the step. By its end the two may have turned, or slid off each
//! other sideways, and are far apart although they were held where their planes would have met. What such a pair was kept
//! from is given back, in parts: the surfaces may come nearer to each other by half of what is between them. The nodes of a
//! pair move by less than that against each other, so nothing that was apart can cross (conservative advancement).

use crate::bond::distance;
use crate::filter::Impulses;
use crate::layer::ContactLayer;
use crate::pairs::Pair;
use crate::surfaces::{Surfaces, View};
use glam::DVec3;
use pliant_geometry::{BoundingBox, closest_between_segments, closest_point_of_triangle};
use pliant_system::Drift;

/// Pairs that end up farther apart than this, over the skin, did not touch.
const SKINS: f64 = 2.0;

/// Share of the way between surfaces that is given back at once. For three equal masses, a corner moves by no more than 1.37
/// of what the place between them does, whatever the weights are: max w / sum w^2.
const PART: f64 = 0.5;

impl ContactLayer {
    /// Gives room to pairs that are held apart farther than they touch; true if there are any.
    pub(crate) fn loosen(&mut self, drift: &Drift<'_>, impulses: &mut Impulses) -> bool {
        self.q_guess.clear();
        self.q_guess.extend(drift.q.iter().zip(&*drift.v).map(|(q, v)| *q + *v * drift.dt));
        let end = self.end.view(&self.surfaces, &self.q_guess);
        let mut is_covered = None;
        let mut changed = false;
        for touch in impulses.touches.iter_mut().filter(|touch| touch.push > 0.0) {
            let bond = &self.bonds[touch.bond];
            let is_far = |apart: f64| apart > SKINS * bond.skin;
            if !is_far(distance(&end, bond.pair())) {
                continue;
            }
            // What is near is only known while everything is where the search looked.
            if !*is_covered.get_or_insert_with(|| self.search.covers(&end)) {
                return false;
            }
            let Some(apart) = self.surroundings_apart(&end, bond.pair(), SKINS * bond.skin) else { continue };
            if is_far(apart) {
                touch.slack += PART * (apart - bond.skin);
                changed = true;
            }
        }
        changed
    }

    /// Distance (m) of the triangles around each side of a pair from all of the other's surface, as far as it matters
    /// whether it is above `least`; none for sides without triangles.
    fn surroundings_apart(&self, view: &View<'_>, pair: Pair, least: f64) -> Option<f64> {
        let surfaces = &self.surfaces;
        let (points, first) = match pair {
            Pair::PointTriangle(..) => (pair.points(surfaces).0, 1),
            Pair::EdgeEdge(..) => (pair.points(surfaces).0, 2),
            Pair::PointCollider(..) | Pair::PointPoint(..) => return None,
        };
        let (ours, theirs) = points.split_at(first);
        let radius = |side: &[u32]| side.iter().map(|&p| surfaces.radius[p as usize]).fold(0.0, f64::max);
        let thick = radius(ours) + radius(theirs);
        let mut apart = distance(view, pair) + thick;
        for (side, other) in [(ours, theirs), (theirs, ours)] {
            let around = triangles_around(surfaces, side);
            let with = surfaces.surface_of_point[other[0] as usize];
            if around.is_empty() {
                return None;
            }
            for t in around {
                let corners = view.corners(t);
                let bounds = BoundingBox::of_points(&corners).grown(apart);
                self.search.visit_triangles(surfaces, with, &bounds, |other| {
                    if apart > least {
                        apart = apart.min(between_triangles(corners, view.corners(other)));
                    }
                });
            }
        }
        Some(apart - thick)
    }
}

fn triangles_around(surfaces: &Surfaces, points: &[u32]) -> Vec<u32> {
    let mut around: Vec<u32> = points.iter().flat_map(|&p| surfaces.ring(p)).copied().collect();
    around.sort_unstable();
    around.dedup();
    around
}

/// Distance of two triangles (m), zero if they cross.
fn between_triangles(a: [DVec3; 3], b: [DVec3; 3]) -> f64 {
    let sides = |t: [DVec3; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    if sides(a).iter().any(|side| pierces(*side, b)) || sides(b).iter().any(|side| pierces(*side, a)) {
        return 0.0;
    }
    let corner = |p: &DVec3, t: [DVec3; 3]| closest_point_of_triangle(*p, t).distance(*p);
    let corners = a.iter().map(|p| corner(p, b)).chain(b.iter().map(|p| corner(p, a)));
    let edges = sides(a).into_iter().flat_map(|p| sides(b).map(|q| (p, q))).map(|(p, q)| {
        let [x, y] = closest_between_segments(p, q).points(p, q);
        x.distance(y)
    });
    corners.chain(edges).fold(f64::INFINITY, f64::min)
}

/// Whether a line between two points goes through a triangle.
fn pierces([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let height = |p: DVec3| (b - a).cross(c - a).dot(p - a);
    let turn = |p: DVec3, q: DVec3| (p - from).cross(q - from).dot(to - from);
    let turns = [turn(a, b), turn(b, c), turn(c, a)];
    let is_around = turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0);
    height(from) * height(to) < 0.0 && is_around
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    #[test]
    fn triangles_are_as_far_apart_as_they_are() {
        let moved = |by: DVec3| FLAT.map(|x| x + by);
        assert_eq!(between_triangles(FLAT, moved(DVec3::Z * 0.5)), 0.5);
        assert_eq!(between_triangles(FLAT, moved(DVec3::X * 3.0)), 2.0);
        // Two edges cross over each other, and no corner is above the other triangle.
        let across = [DVec3::new(-1.0, -0.5, 0.2), DVec3::new(2.0, 0.25, 0.2), DVec3::new(0.5, -3.0, 0.2)];
        assert!((between_triangles(FLAT, across) - 0.2).abs() < 1e-15);
    }

    #[test]
    fn triangles_that_cross_are_not_apart() {
        let needle = [DVec3::new(0.2, 0.2, -5.0), DVec3::new(0.25, 0.2, 5.0), DVec3::new(0.2, 0.25, 5.0)];
        assert_eq!(between_triangles(FLAT, needle), 0.0);
    }
}
