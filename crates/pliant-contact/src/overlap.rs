//! What overlaps before the first step, and how near things are.

use crate::bond::{Births, Bond, Judged};
use crate::collider::ColliderShape;
use crate::layer::{ContactLayer, carriers};
use crate::surfaces::{Owner, Surface, View};
use glam::DVec3;
use pliant_system::Deepest;

/// Two things that overlap at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// Their names.
    pub names: [String; 2],
    /// The deepest point (m); `None` for a thing that is wholly inside the other.
    pub depth: Option<f64>,
    /// That over the local thickness of the thinner one.
    pub share: f64,
    /// Where (m).
    pub place: DVec3,
}

impl ContactLayer {
    /// What overlaps at node positions `q` (m) and a time (s), by pairs.
    pub fn overlaps(&mut self, q: &[DVec3], time: f64) -> Vec<Overlap> {
        let bonds = self.bonds_at(q, time);
        let view = self.start.view(&self.surfaces, q);
        let mut deepest: Vec<Deepest> = Vec::new();
        for bond in &bonds {
            if let Some(near) = crate::pairs::look(&view, &self.colliders, bond.pair(), bond.facing) {
                let bare = Bond { allowance: 0.0, ..*bond };
                self.remember_deepest(&mut deepest, &bare, &near, &view, time);
            }
        }
        let named = |d: &Deepest| Overlap {
            names: d.pair.map(|number| self.name_of(number).to_owned()),
            depth: Some(d.depth),
            share: d.share,
            place: DVec3::from_array(d.place),
        };
        let mut found: Vec<Overlap> = deepest.iter().map(named).collect();
        let met: Vec<[u32; 2]> = deepest.iter().map(|d| d.pair).collect();
        found.extend(self.swallowed(&view, &met));
        for overlap in &mut found {
            if self.is_within_shape(&view, &overlap.names) {
                overlap.depth = None;
            }
        }
        found
    }

    /// Whether every point of the body of a pair is inside the analytic collider of the pair.
    fn is_within_shape(&self, view: &View<'_>, names: &[String; 2]) -> bool {
        let Some(c) = self.colliders.iter().position(|c| names.contains(&c.name)) else { return false };
        let ColliderShape::Analytic(shape) = &self.colliders[c].shape else { return false };
        let of_body = |s: &&Surface| match s.owner {
            Owner::Body(b) => names.contains(&self.body_names[b as usize]),
            Owner::Collider(_) => false,
        };
        let Some(surface) = self.surfaces.surfaces.iter().find(of_body) else { return false };
        let pose = &view.poses[c];
        surface.points.clone().all(|p| shape.distance(pose.to_rest(view.x(p))).gap < 0.0)
    }

    /// Things that are wholly inside a body or a closed mesh; pairs that meet at their surfaces are known.
    fn swallowed(&self, view: &View<'_>, met: &[[u32; 2]]) -> Vec<Overlap> {
        let mut found = Vec::new();
        for inner in &self.surfaces.surfaces {
            for outer in &self.surfaces.surfaces {
                let is_pair = inner.owner != outer.owner
                    && outer.is_closed
                    && !outer.triangles.is_empty()
                    && !inner.points.is_empty()
                    && (self.settings.between_bodies || is_with_collider(inner, outer))
                    && !matches!((inner.owner, outer.owner), (Owner::Collider(_), Owner::Collider(_)));
                if !is_pair {
                    continue;
                }
                let numbers = [inner, outer].map(|s| self.number(s.owner));
                let place = view.x(inner.points.start);
                let sorted = [numbers[0].min(numbers[1]), numbers[0].max(numbers[1])];
                if met.binary_search(&sorted).is_err() && is_swallowed(view, inner, outer) {
                    let names = numbers.map(|number| self.name_of(number).to_owned());
                    found.push(Overlap { names, depth: None, share: f64::INFINITY, place });
                }
            }
        }
        found
    }

    /// The gap (m) of each node to what is nearest to it, as far as a search sees; not a number where nothing is near.
    pub(crate) fn find_node_gaps(&mut self, q: &[DVec3], time: f64, out: &mut [f64]) {
        out.fill(f64::NAN);
        let bonds = self.bonds_at(q, time);
        let mut row = Vec::new();
        for bond in bonds.iter().filter(|bond| bond.start_gap.is_finite()) {
            let gap = bond.start_gap - bond.allowance + bond.skin;
            carriers(&self.surfaces, bond.pair(), &bond.lag.weights, &mut row);
            for &(node, weight) in row.iter().filter(|(_, weight)| *weight != 0.0) {
                let known = &mut out[node as usize];
                // A corner that carries little of the place says little about it.
                if weight.abs() > 0.1 && (known.is_nan() || gap < *known) {
                    *known = gap;
                }
            }
        }
    }

    pub(crate) fn bonds_at(&mut self, q: &[DVec3], time: f64) -> Vec<Bond> {
        self.start.set(time, &self.colliders, &self.surfaces);
        let view = self.start.view(&self.surfaces, q);
        self.search.find(&view, &view, &self.colliders);
        let mut judged = Judged::default();
        let births = Births {
            start: view,
            colliders: &self.colliders,
            settings: &self.settings,
            memory: &[],
            is_start: true,
            horizon: f64::INFINITY,
            search: &self.search,
        };
        births.judge(&self.search.keys, &mut judged);
        judged.bonds
    }
}

fn is_with_collider(a: &Surface, b: &Surface) -> bool {
    [a, b].iter().any(|s| matches!(s.owner, Owner::Collider(_)))
}

/// The winding number of a closed surface around a point is one inside (van Oosterom & Strackee 1983 for the angles).
fn is_inside(view: &View<'_>, surface: &Surface, x: DVec3) -> bool {
    let angle: f64 = surface
        .triangles
        .clone()
        .map(|t| {
            let [a, b, c] = view.corners(t).map(|corner| corner - x);
            let (la, lb, lc) = (a.length(), b.length(), c.length());
            let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
            2.0 * a.dot(b.cross(c)).atan2(below)
        })
        .sum();
    // On the surface it is one half.
    angle > 0.75 * 4.0 * std::f64::consts::PI
}

/// Whether some points of a surface, spread over it, are all inside another.
fn is_swallowed(view: &View<'_>, inner: &Surface, outer: &Surface) -> bool {
    const SOME: usize = 16;
    let every = (inner.points.len() / SOME).max(1);
    inner.points.clone().step_by(every).all(|p| is_inside(view, outer, view.x(p)))
}
