//! The last resort of the filter: whoever would still pass through something moves together with it.
//!
//! Impulses are found along normals of the start of the step, in rounds, and a way that was changed is looked at again only
//! so often. So the ways that are about to be gone, from the start of the step to its end, are swept once more against
//! all that is near, whether it was worth an impulse or not. Two that would meet become one *impact zone*, which moves as
//! if it were rigid: with the mean velocity of its masses, or with the collider in it. Zones that meet grow together, until
//! nothing meets (Provot 1997; Bridson, Fedkiw, Anderson 2002, 7.4; here without rotation, which keeps linear momentum and
//! takes energy, never gives any). Within a zone all distances stay, so nothing in it can pass; each round joins some that were
//! apart, so the rounds end.

use crate::bond::distance;
use crate::groups::Groups;
use crate::layer::{ContactLayer, farthest};
use crate::pairs::Pair;
use crate::surfaces::{NONE, Owner, View};
use crate::sweep::Sweep;
use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;
use pliant_system::{ContactMemory, Drift};

/// Directions with a smaller share of some held one are free.
const HELD: f64 = 1e-6;

/// Who moves together, with the arrays that are kept.
#[derive(Default)]
pub(crate) struct Zones {
    /// Nodes, and colliders behind the nodes.
    groups: Groups,
    /// All that are in zones, by zone.
    members: Vec<(u32, u32)>,
    /// Nodes, what they were given (N s), and the collider that gave it.
    kicks: Vec<(u32, DVec3, u32)>,
}

impl Zones {
    fn clear(&mut self, count: usize) {
        self.groups.clear(count);
        self.kicks.clear();
    }

    fn sort_members(&mut self) {
        self.members.clear();
        for at in 0..self.groups.joined.len() {
            let i = self.groups.joined[at];
            self.members.push((self.groups.root(i), i));
        }
        self.members.sort_unstable();
        self.members.dedup();
    }
}

impl ContactLayer {
    /// Makes sure that nothing passes through anything on its way to the end of the step.
    pub(crate) fn keep_apart(&mut self, drift: &mut Drift<'_>) {
        let mut zones = std::mem::take(&mut self.zones);
        zones.clear(drift.q.len() + self.colliders.len());
        while self.join_those_that_meet(drift, &mut zones) {
            zones.sort_members();
            let members = std::mem::take(&mut zones.members);
            for zone in members.chunk_by(|a, b| a.0 == b.0) {
                self.move_together(zone, drift, &mut zones.kicks);
            }
            zones.members = members;
        }
        self.zones = zones;
    }

    /// Adds what zones did to what impulses did.
    pub(crate) fn remember_zones(&self, kick: f64, memory: &mut ContactMemory) {
        for &(node, impulse, collider) in &self.zones.kicks {
            memory.force[node as usize] += impulse / kick;
            if let Some(sum) = memory.on_colliders.get_mut(collider as usize) {
                *sum -= impulse / kick;
            }
        }
    }

    /// True if there are new ones.
    fn join_those_that_meet(&mut self, drift: &Drift<'_>, zones: &mut Zones) -> bool {
        self.q_guess.clear();
        self.q_guess.extend(drift.q.iter().zip(&*drift.v).map(|(q, v)| *q + *v * drift.dt));
        let way = farthest(&self.q_start, &self.q_guess).max(self.start.farthest(&self.end));
        let most = 2.0 * Sweep::LONGER * self.leverage * way;
        let start = self.start.view(&self.surfaces, &self.q_start);
        let end = self.end.view(&self.surfaces, &self.q_guess);
        let is_covered = self.search.covers(&end);
        if !is_covered {
            self.search.find(&start, &end, &self.colliders);
        }
        let sweep = Sweep { start: start.clone(), end, colliders: &self.colliders, search: &self.search };
        let mut changed = false;
        let mut look = |pair: Pair, clearance: f64, toward: Option<f64>| {
            if clearance <= most && sweep.meets(pair, clearance, toward) {
                changed |= self.join(pair, &start, zones);
            }
        };
        if is_covered && most <= self.horizon {
            self.judged
                .bonds
                .iter()
                .for_each(|bond| look(bond.pair(), bond.clearance, Some(bond.facing.side)));
            self.judged.aside.iter().for_each(|&(key, clearance)| look(Pair::of_key(key), clearance, None));
        } else {
            let pairs = self.search.keys.iter().map(|&key| Pair::of_key(key));
            pairs.for_each(|pair| look(pair, distance(&start, pair), self.known_side(pair)));
        }
        changed
    }

    /// The side of a sheet on which a point is known to be.
    fn known_side(&self, pair: Pair) -> Option<f64> {
        let found = self.judged.bonds.binary_search_by_key(&pair.key(), |bond| bond.key).ok()?;
        Some(self.judged.bonds[found].facing.side)
    }

    /// True if the two were not of one zone before.
    fn join(&self, pair: Pair, view: &View<'_>, zones: &mut Zones) -> bool {
        let surfaces = view.surfaces;
        let (points, count) = pair.points(surfaces);
        let collider = |c: u32| view.q.len() as u32 + c;
        let mut first = NONE;
        let mut changed = false;
        let mut add = |i: u32| {
            if first == NONE {
                first = i;
            }
            changed |= zones.groups.join(first, i);
        };
        for &p in &points[..count] {
            match surfaces.owner(p) {
                Owner::Collider(c) => add(collider(c)),
                Owner::Body(_) => surfaces.row(p).for_each(|(node, _)| add(node)),
            }
        }
        if let Pair::PointCollider(_, c) = pair {
            add(collider(c));
        }
        changed
    }

    /// Gives one velocity to a zone; overlaps that were being undone in it stay.
    fn move_together(&self, zone: &[(u32, u32)], drift: &mut Drift<'_>, kicks: &mut Vec<(u32, DVec3, u32)>) {
        let count = drift.q.len();
        let nodes = || zone.iter().map(|&(_, i)| i as usize).filter(|&i| i < count);
        let collider = zone.iter().map(|&(_, i)| i as usize).find(|&i| i >= count).map(|i| i - count);
        nodes().for_each(|i| drift.q[i] = self.q_start[i]);
        let mean = mean_velocity(nodes(), drift);
        for i in nodes() {
            let wanted = collider.map_or(mean, |c| self.carried_by(c, drift.q[i]) / drift.dt);
            let change = free_part(drift, i) * (wanted - drift.v[i]);
            if drift.inverse_mass[i] > 0.0 && change != DVec3::ZERO {
                drift.v[i] += change;
                let giver = collider.map_or(NONE, |c| c as u32);
                kicks.push((i as u32, change / drift.inverse_mass[i], giver));
            }
        }
    }

    /// How far a collider carries a place in the step (m).
    fn carried_by(&self, collider: usize, x: DVec3) -> DVec3 {
        self.end.poses[collider].to_world(self.start.poses[collider].to_rest(x)) - x
    }
}

/// What of a change of velocity a node can follow.
fn free_part(drift: &Drift<'_>, node: usize) -> DMat3 {
    if drift.holds.is_fully_held(node) || drift.inverse_mass[node] <= 0.0 {
        return DMat3::ZERO;
    }
    drift.holds.get(node).map_or(DMat3::IDENTITY, |held| held.projector())
}

/// The mean by mass (m/s); along directions in which nodes of the zone are held, the velocity that they are held at.
fn mean_velocity(nodes: impl Iterator<Item = usize> + Clone, drift: &Drift<'_>) -> DVec3 {
    let mass = |i: usize| if drift.inverse_mass[i] > 0.0 { 1.0 / drift.inverse_mass[i] } else { 0.0 };
    let (mut total, mut momentum) = (0.0, DVec3::ZERO);
    let (mut held, mut driven) = (DMat3::ZERO, DVec3::ZERO);
    for i in nodes {
        let fixed = DMat3::IDENTITY - free_part(drift, i);
        total += mass(i);
        momentum += drift.v[i] * mass(i);
        held += fixed;
        driven += fixed * drift.v[i];
    }
    let mean = if total > 0.0 { momentum / total } else { DVec3::ZERO };
    if held == DMat3::ZERO {
        return mean;
    }
    // Held directions of several nodes need not be orthogonal: what they span together, and in it the best velocity for all.
    let eigen = symmetric_eigen(&held);
    let along = |k: usize| {
        let (axis, value) = (eigen.vectors.col(k), eigen.values[k]);
        axis * if value > HELD { axis.dot(driven) / value } else { axis.dot(mean) }
    };
    along(0) + along(1) + along(2)
}
