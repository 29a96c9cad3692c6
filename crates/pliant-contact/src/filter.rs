//! Velocities of an explicit step, changed so that nothing moves into anything (sifakis2007, 3.3).
//!
//! For every pair that may meet within the step, the relative velocity along the normal must not close more than the gap:
//! gap + dt v_n >= 0. Impulses between the pairs see to that, one after the other, again and again until nothing changes
//! (projected Gauss-Seidel), with tangential impulses within Coulomb's cone. They are equal and opposite, so momentum is
//! kept to rounding; they only ever take energy (see `work`). The mass is lumped, so impulses reach no farther than the nodes of a
//! pair and few rounds do. Overlaps are undone by moving positions, not by velocities, which would stay.

use crate::bond::{Births, Bond};
use crate::conjugate::Conjugate;
use crate::layer::{ContactLayer, carriers};
use crate::pairs::{Near, Pair};
use crate::search::FAST;
use crate::surfaces::View;
use crate::work::Islands;
use glam::{DMat3, DVec3};
use pliant_geometry::{edge_hits_edge_facing, point_hits_triangle_facing};
use pliant_system::{ContactMemory, Drift, TouchMemory};

/// Rounds before what is left is left to the next step.
pub(crate) const MOST_ROUNDS: usize = 60;

/// Rounds in which touches may begin to stick again.
const UNDECIDED: usize = 20;

/// How often ways that were changed are looked at again for fast points.
const DEFLECTIONS: usize = 8;

/// Cosine of the angle between normals that are one.
const SAME_NORMAL: f64 = 1.0 - 1e-9;

/// How often impulses across gaps are looked for: the gaps halve each time.
const LOOSENINGS: usize = 8;

/// Changes of velocity below this share of the fastest approach are none.
const SETTLED: f64 = 1e-6;

/// Share of an overlap that one step undoes at most.
const SOFTLY: f64 = 0.2;

/// Pairs nearer than this share of an edge are watched even when they do not approach: impulses of others may drive them.
const WATCHED: f64 = 0.05;

/// Pairs are watched up to this multiple of what they approach each other in the step.
const REACH: f64 = 2.0;

/// Pairs in this step, and the nodes they act on, in flat arrays.
#[derive(Default)]
pub(crate) struct Impulses {
    pub touches: Vec<Touch>,
    nodes: Vec<Carrier>,
    projectors: Vec<DMat3>,
    row: Vec<(u32, f64)>,
    seen: Vec<(usize, DVec3)>,
    /// Velocities before any impulse (m/s).
    pub v_start: Vec<DVec3>,
    pub conjugate: Conjugate,
    pub islands: Islands,
}

/// A node that feels the impulse of a pair.
#[derive(Clone, Copy)]
struct Carrier {
    node: u32,
    /// Index of its projector, if some of its directions are held.
    projector: u32,
    weight: f64,
    inverse_mass: f64,
}

/// A pair that may meet within the step.
pub(crate) struct Touch {
    pub bond: usize,
    pub weights: [f64; 4],
    pub normal: DVec3,
    /// With the allowance (m).
    pub gap: f64,
    /// How much farther than the gap the two may approach along the normal before they meet (m).
    pub slack: f64,
    first: u32,
    end: u32,
    /// Relative velocity that is not of nodes (m/s).
    driven: DVec3,
    /// Change of the relative velocity along the normal by a unit impulse (1/kg).
    pub mobility: f64,
    /// The same in the direction where it is largest.
    pub looseness: f64,
    /// Impulse along the normal (N s).
    pub push: f64,
    /// Impulse of friction (N s).
    pub drag: DVec3,
    /// It slid when rounds had gone on for a while: it goes on sliding, else some change their mind for ever.
    pub slides: bool,
    /// It is seen as it lies at the end of the step; then the gap is the one without velocities, and may be negative.
    pub at_end: bool,
}

impl Touch {
    /// Of a bond, as the two lie, with relative velocity (m/s) that is not of nodes; whom it acts on is not known yet.
    pub fn new(bond: usize, near: &Near, gap: f64, driven: DVec3) -> Self {
        Self {
            bond,
            weights: near.weights,
            normal: near.normal,
            gap,
            slack: 0.0,
            first: 0,
            end: 0,
            driven,
            mobility: 0.0,
            looseness: 0.0,
            push: 0.0,
            drag: DVec3::ZERO,
            slides: false,
            at_end: false,
        }
    }

    /// The relative velocity along the normal that it must have at least (m/s).
    #[inline]
    pub fn slowest(&self, dt: f64) -> f64 {
        let gap = self.gap + self.slack;
        -(if self.at_end { gap } else { gap.max(0.0) }) / dt
    }

    /// Whether there is an impulse.
    pub fn acts(&self) -> bool {
        self.push > 0.0 || self.drag != DVec3::ZERO
    }

    /// Push and drag together (N s).
    pub fn impulse(&self) -> DVec3 {
        self.normal * self.push + self.drag
    }

    /// Makes both smaller by a factor, so that friction stays within its cone.
    pub fn shorten(&mut self, factor: f64) {
        self.push *= factor;
        self.drag *= factor;
    }
}

impl ContactLayer {
    pub(crate) fn filter_velocities(&mut self, drift: &mut Drift<'_>, memory: &mut ContactMemory) {
        self.watch(drift, memory);
        let mut impulses = std::mem::take(&mut self.impulses);
        impulses.v_start.clear();
        impulses.v_start.extend_from_slice(drift.v);
        impulses.conjugate.forget();
        self.collect_touches(drift, &mut impulses);
        self.solve_and_sweep(drift, &mut impulses);
        for _ in 0..LOOSENINGS {
            if !self.loosen(drift, &mut impulses) {
                break;
            }
            self.solve_and_sweep(drift, &mut impulses);
        }
        if drift.response.is_some() {
            self.mend_ends(drift, &mut impulses);
        } else {
            impulses.apply_at_once(drift);
            impulses.give_no_energy(drift);
        }
        impulses.undo_overlaps(drift, self.gentle_speed * drift.dt);
        self.keep_apart(drift);
        self.remember_impulses(drift, &impulses, memory);
        self.remember_zones(drift.kick, memory);
        self.impulses = impulses;
    }

    /// Solves until ways that were changed lead into nothing else.
    fn solve_and_sweep(&mut self, drift: &mut Drift<'_>, impulses: &mut Impulses) {
        impulses.solve(&self.judged.bonds, drift, self.tolerance);
        for _ in 0..DEFLECTIONS {
            if !self.sweep_again(drift, impulses) {
                break;
            }
            impulses.solve(&self.judged.bonds, drift, self.tolerance);
        }
    }

    /// Brings pairs and bonds up to date.
    fn watch(&mut self, drift: &Drift<'_>, memory: &ContactMemory) {
        self.start.set(drift.time, &self.colliders, &self.surfaces);
        self.end.set(drift.time + drift.dt, &self.colliders, &self.surfaces);
        self.q_start.clear();
        self.q_start.extend_from_slice(drift.q);
        self.q_guess.clear();
        self.q_guess.extend(drift.q.iter().zip(&*drift.v).map(|(q, v)| *q + *v * drift.dt));
        let start = self.start.view(&self.surfaces, drift.q);
        let end = self.end.view(&self.surfaces, &self.q_guess);
        if !(self.search.covers(&start) && self.search.covers(&end)) {
            self.search.find(&start, &end, &self.colliders);
        }
        let fastest = drift.v.iter().map(|v| v.length_squared()).fold(0.0, f64::max).sqrt();
        let driven = self.start.kinematic.iter().zip(&self.end.kinematic);
        let farthest = driven.map(|(from, to)| from.distance(*to)).fold(fastest * drift.dt, f64::max);
        let bodies = self.surfaces.surfaces.iter().filter(|s| s.skin > 0.0);
        let longest = bodies.map(|s| s.edge_length).fold(0.0, f64::max);
        self.horizon = 2.0 * REACH * farthest + WATCHED * longest;
        let births = Births {
            start,
            colliders: &self.colliders,
            settings: &self.settings,
            memory: &memory.touches,
            is_start: memory.force.is_empty(),
            horizon: self.horizon,
            search: &self.search,
        };
        births.judge(&self.search.keys, &mut self.judged);
    }

    /// Fast points that were deflected may meet others on their new way, or what they touch already from another direction; true if
    /// there are any.
    fn sweep_again(&mut self, drift: &Drift<'_>, impulses: &mut Impulses) -> bool {
        let slowest_edge = self.surfaces.surfaces.iter().map(|s| s.edge_length).fold(f64::INFINITY, f64::min);
        let fast = FAST * slowest_edge / drift.dt;
        if impulses.touches.is_empty() || drift.v.iter().all(|v| v.length_squared() <= fast * fast) {
            return false;
        }
        self.q_guess.clear();
        self.q_guess.extend(drift.q.iter().zip(&*drift.v).map(|(q, v)| *q + *v * drift.dt));
        let known = impulses.touches.len();
        // The normals along which each bond is seen to already; the order of those of one bond does not matter.
        let mut seen = std::mem::take(&mut impulses.seen);
        seen.clear();
        seen.extend(impulses.touches.iter().map(|t| (t.bond, t.normal)));
        seen.sort_unstable_by_key(|(bond, _)| *bond);
        let start = self.start.view(&self.surfaces, drift.q);
        let end = self.end.view(&self.surfaces, &self.q_guess);
        for (index, bond) in self.judged.bonds.iter().enumerate() {
            let own = &seen[seen.partition_point(|s| s.0 < index)..];
            let mut own = own.iter().take_while(|s| s.0 == index);
            if let Some(touch) = self.touch(index, bond, &start, &end, drift.dt)
                && own.all(|(_, normal)| normal.dot(touch.normal) < SAME_NORMAL)
            {
                impulses.push(touch, &self.surfaces, bond.pair(), drift);
            }
        }
        impulses.seen = seen;
        impulses.touches.len() > known
    }

    fn collect_touches(&self, drift: &Drift<'_>, out: &mut Impulses) {
        out.touches.clear();
        out.nodes.clear();
        out.projectors.clear();
        let start = self.start.view(&self.surfaces, drift.q);
        let end = self.end.view(&self.surfaces, &self.q_guess);
        for (index, bond) in self.judged.bonds.iter().enumerate() {
            if let Some(touch) = self.touch(index, bond, &start, &end, drift.dt) {
                out.push(touch, &self.surfaces, bond.pair(), drift);
            }
        }
    }

    /// How a pair will meet in this step, if it may.
    fn touch(&self, index: usize, bond: &Bond, start: &View<'_>, end: &View<'_>, dt: f64) -> Option<Touch> {
        let pair = bond.pair();
        let (points, count) = pair.points(&self.surfaces);
        let moved: [DVec3; 4] =
            std::array::from_fn(
                |k| {
                    if k < count { end.x(points[k]) - start.x(points[k]) } else { DVec3::ZERO }
                },
            );
        let way =
            moved[..count].iter().map(|d| (*d - moved[count - 1]).length()).fold(moved[0].length(), f64::max);
        let (mut weights, mut normal, mut gap) = (bond.lag.weights, bond.lag.normal, bond.start_gap);
        let surface = &self.surfaces.surfaces[self.surfaces.surface_of_point[points[0] as usize] as usize];
        if gap.is_infinite() && bond.clearance > REACH * way + WATCHED * surface.edge_length {
            return None;
        }
        if gap.is_infinite() || way > FAST * surface.edge_length {
            // Fast: where it is hit may be far from where it is nearest now.
            if let Some((hit_weights, toward)) = swept(bond, start, points, moved) {
                let relative: DVec3 = (0..count).map(|k| start.x(points[k]) * hit_weights[k]).sum();
                let thick: f64 =
                    (0..count).map(|k| self.surfaces.radius[points[k] as usize] * hit_weights[k].abs()).sum();
                (weights, normal) = (hit_weights, toward);
                gap = normal.dot(relative) - thick - bond.skin + bond.allowance;
            } else if gap.is_infinite() {
                return None;
            }
        }
        let approach: DVec3 = (0..count).map(|k| moved[k] * weights[k]).sum();
        let reach = REACH * (approach - carried(pair, start, end)).length() + WATCHED * surface.edge_length;
        if gap > reach {
            return None;
        }
        let near = Near { gap, normal, weights };
        Some(Touch::new(index, &near, gap, driven(pair, &weights, start, end) / dt))
    }

    fn remember_impulses(&self, drift: &Drift<'_>, impulses: &Impulses, memory: &mut ContactMemory) {
        memory.force.clear();
        memory.force.resize(drift.q.len(), DVec3::ZERO);
        memory.on_colliders.clear();
        memory.on_colliders.resize(self.colliders.len(), DVec3::ZERO);
        memory.touches.clear();
        for touch in &impulses.touches {
            let bond = &self.judged.bonds[touch.bond];
            let force = touch.impulse() / drift.kick;
            for carrier in &impulses.nodes[touch.first as usize..touch.end as usize] {
                memory.force[carrier.node as usize] += force * carrier.weight;
            }
            self.add_on_colliders(bond, force, &mut memory.on_colliders);
            let gap = if touch.at_end { bond.start_gap } else { touch.gap };
            let near = Near { gap: gap - bond.allowance, normal: touch.normal, weights: touch.weights };
            let view = self.start.view(&self.surfaces, drift.q);
            self.remember_deepest(&mut memory.deepest, bond, &near, &view, drift.time);
            let allowance = self.next_allowance(bond, near.gap, drift.dt);
            if touch.push > 0.0 || allowance > 0.0 {
                let flags = bond.flags(false, &view);
                let force = touch.push / drift.kick;
                memory.touches.push(TouchMemory {
                    key: bond.key,
                    flags,
                    stretch: [0.0; 3],
                    force,
                    allowance,
                });
            }
        }
        // Those found when ways were looked at again stand last, but memories are looked up by their keys.
        memory.touches.sort_unstable_by_key(|touch| touch.key);
        memory.touches.dedup_by(|next, first| {
            let is_same = next.key == first.key;
            if is_same {
                first.force += next.force;
                first.allowance = first.allowance.max(next.allowance);
            }
            is_same
        });
    }
}

/// How far an analytic collider carries the point of a pair in the step (m).
fn carried(pair: Pair, start: &View<'_>, end: &View<'_>) -> DVec3 {
    let Pair::PointCollider(p, c) = pair else { return DVec3::ZERO };
    let x = start.x(p);
    end.poses[c as usize].to_world(start.poses[c as usize].to_rest(x)) - x
}

/// How far the two of a pair move against each other in the step without nodes that move (m).
pub(crate) fn driven(pair: Pair, weights: &[f64; 4], start: &View<'_>, end: &View<'_>) -> DVec3 {
    let (points, count) = pair.points(start.surfaces);
    let of_points = (0..count).filter(|&k| start.surfaces.is_kinematic(points[k]));
    let moved = of_points.map(|k| (end.x(points[k]) - start.x(points[k])) * weights[k]);
    moved.sum::<DVec3>() - carried(pair, start, end)
}

/// Weights and normal of where a fast pair is hit, if it is.
fn swept(bond: &Bond, start: &View<'_>, points: [u32; 4], moved: [DVec3; 4]) -> Option<([f64; 4], DVec3)> {
    match bond.pair() {
        Pair::PointTriangle(_, t) => {
            let toward = start.normal(t) * bond.facing.side;
            let hit = point_hits_triangle_facing(points.map(|p| start.x(p)), moved, toward)?;
            let [u, v, w] = hit.weights;
            Some(([1.0, -u, -v, -w], toward))
        }
        Pair::EdgeEdge(..) => {
            let from = points.map(|p| start.x(p));
            let hit = edge_hits_edge_facing(from, moved, bond.facing.along)?;
            let [a, b, c, d]: [DVec3; 4] = std::array::from_fn(|k| from[k] + moved[k] * hit.share);
            let across = (b - a).cross(d - c).normalize_or_zero();
            let weights = [1.0 - hit.s, hit.s, hit.t - 1.0, -hit.t];
            // They come from where they are now.
            let apart: DVec3 = (0..4).map(|k| from[k] * weights[k]).sum();
            let normal = if across.dot(apart) < 0.0 { -across } else { across };
            (normal != DVec3::ZERO).then_some((weights, normal))
        }
        _ => None,
    }
}

impl Impulses {
    pub fn push(
        &mut self,
        mut touch: Touch,
        surfaces: &crate::surfaces::Surfaces,
        pair: Pair,
        drift: &Drift<'_>,
    ) {
        carriers(surfaces, pair, &touch.weights, &mut self.row);
        touch.first = self.nodes.len() as u32;
        for i in 0..self.row.len() {
            let (node, weight) = self.row[i];
            // A node that carries several of the points feels the sum.
            let own = &mut self.nodes[touch.first as usize..];
            if let Some(known) = own.iter_mut().find(|c| c.node == node) {
                known.weight += weight;
                continue;
            }
            let mut carrier = Carrier {
                node,
                projector: u32::MAX,
                weight,
                inverse_mass: drift.inverse_mass[node as usize],
            };
            if drift.holds.is_fully_held(node as usize) {
                carrier.inverse_mass = 0.0;
            } else if let Some(held) = drift.holds.get(node as usize) {
                carrier.projector = self.projectors.len() as u32;
                self.projectors.push(held.projector());
            }
            self.nodes.push(carrier);
        }
        touch.end = self.nodes.len() as u32;
        let n = touch.normal;
        touch.mobility = self.nodes[touch.first as usize..]
            .iter()
            .map(|c| c.weight * c.weight * c.inverse_mass * n.dot(self.freely(c, n)))
            .sum();
        let own = &self.nodes[touch.first as usize..];
        touch.looseness = own.iter().map(|c| c.weight * c.weight * c.inverse_mass).sum();
        // Two held points cannot be moved.
        if touch.mobility > 1e-12 * touch.looseness {
            self.touches.push(touch);
        }
    }

    #[inline]
    fn freely(&self, carrier: &Carrier, change: DVec3) -> DVec3 {
        if carrier.projector == u32::MAX {
            change
        } else {
            self.projectors[carrier.projector as usize] * change
        }
    }

    #[inline]
    pub fn velocity(&self, touch: &Touch, v: &[DVec3]) -> DVec3 {
        let nodes = &self.nodes[touch.first as usize..touch.end as usize];
        nodes.iter().fold(touch.driven, |sum, c| sum + v[c.node as usize] * c.weight)
    }

    #[inline]
    pub fn apply(&self, touch: &Touch, impulse: DVec3, v: &mut [DVec3]) {
        for c in &self.nodes[touch.first as usize..touch.end as usize] {
            v[c.node as usize] += self.freely(c, impulse * (c.weight * c.inverse_mass));
        }
    }

    /// Velocities from the whole impulse of each touch: what rounding adds in hundreds of rounds is left behind.
    pub fn apply_at_once(&self, drift: &mut Drift<'_>) {
        drift.v.copy_from_slice(&self.v_start);
        for touch in self.touches.iter().filter(|touch| touch.acts()) {
            self.apply(touch, touch.impulse(), drift.v);
        }
    }

    /// The nodes that an impulse of a pair moves.
    pub fn moved(&self, touch: &Touch) -> impl Iterator<Item = u32> {
        let nodes = &self.nodes[touch.first as usize..touch.end as usize];
        nodes.iter().filter(|c| c.weight != 0.0 && c.inverse_mass > 0.0).map(|c| c.node)
    }

    /// Adds an impulse of a pair (N s) to its nodes.
    pub fn spread(&self, touch: &Touch, impulse: DVec3, out: &mut [DVec3]) {
        for c in &self.nodes[touch.first as usize..touch.end as usize] {
            out[c.node as usize] += impulse * c.weight;
        }
    }

    /// Finds impulses, for elastic nodes until they would move by much less than `tolerance` (m).
    pub fn solve(&mut self, bonds: &[Bond], drift: &mut Drift<'_>, tolerance: f64) {
        match drift.response.take() {
            None => self.rounds(bonds, drift, MOST_ROUNDS),
            Some(response) => {
                self.solve_with(response, bonds, drift, tolerance);
                drift.response = Some(response);
            }
        }
    }

    /// Rounds over all touches until velocities change no more, `most` at most; nodes answer by their masses alone.
    pub fn rounds(&mut self, bonds: &[Bond], drift: &mut Drift<'_>, most: usize) {
        let mut touches = std::mem::take(&mut self.touches);
        let mut fastest: f64 = 0.0;
        for round in 0..most {
            let mut change: f64 = 0.0;
            for touch in &mut touches {
                change = change.max(self.relax(touch, &bonds[touch.bond], drift, round >= UNDECIDED));
            }
            fastest = fastest.max(change);
            if change <= SETTLED * fastest {
                break;
            }
        }
        self.touches = touches;
    }

    /// Brings one touch in order; returns by how much relative velocity has changed (m/s).
    #[inline]
    fn relax(&self, touch: &mut Touch, bond: &Bond, drift: &mut Drift<'_>, is_late: bool) -> f64 {
        let velocity = self.velocity(touch, drift.v);
        let wanted = touch.push + (touch.slowest(drift.dt) - velocity.dot(touch.normal)) / touch.mobility;
        let push = wanted.max(0.0);
        let impulse = touch.normal * (push - touch.push);
        touch.push = push;
        let mut change = impulse.length();
        if impulse != DVec3::ZERO {
            self.apply(touch, impulse, drift.v);
        }
        if bond.friction.sticking > 0.0 && (push > 0.0 || touch.drag != DVec3::ZERO) {
            // Anew: what is partly held is driven sideways by a push.
            let velocity = self.velocity(touch, drift.v);
            let across = velocity - touch.normal * velocity.dot(touch.normal);
            let mut drag = touch.drag - across / touch.looseness;
            let length = drag.length();
            let most = if touch.slides { bond.friction.sliding } else { bond.friction.sticking };
            if length > most * push {
                touch.slides |= is_late;
                drag *= bond.friction.sliding * push / length;
            }
            let impulse = drag - touch.drag;
            touch.drag = drag;
            self.apply(touch, impulse, drift.v);
            change = change.hypot(impulse.length());
        }
        change * touch.looseness
    }

    /// Moves what overlaps apart, by no more than `most` (m).
    fn undo_overlaps(&self, drift: &mut Drift<'_>, most: f64) {
        for touch in self.touches.iter().filter(|t| t.gap < 0.0 && !t.at_end) {
            let by = (SOFTLY * -touch.gap).min(most);
            for c in &self.nodes[touch.first as usize..touch.end as usize] {
                let change = touch.normal * (by * c.weight * c.inverse_mass / touch.mobility);
                drift.q[c.node as usize] += self.freely(c, change);
            }
        }
    }
}
