//! Pairs that are judged worth watching in a step, with all that stays the same during it.
//!
//! A pair is *born* where it is seen first. From outside is simple: it may then overlap as the step goes on, and is pushed
//! back. A pair that already overlaps when it is born is let alone as deep as it is (its *allowance*), so that nothing ever
//! jumps apart; overlapping pairs are only born where the point is nearest to the surface it is in, so that the far side
//! of a thin plate does not count.

use crate::collider::Collider;
use crate::pairs::{
    Facing, Near, Pair, can_meet, distance_of_edges, distance_to_triangle, edge_cross, edge_side,
    edges_cross_over, look,
};
use crate::search::{Search, guaranteed_reach};
use crate::settings::{ContactSettings, Friction};
use crate::surfaces::{Owner, STIFFER, Surfaces, View};
use crate::winding::is_inside;
use glam::DVec3;
use pliant_system::TouchMemory;

/// Flag of [`TouchMemory`]: the pair slides.
const SLIDES: u64 = 1;
/// Flag of [`TouchMemory`]: the back of a sheet is touched.
const BACK: u64 = 2;

/// Flag of [`TouchMemory`]: the allowance is from the start of the run.
const FROM_START: u64 = 4;
/// Flag of [`TouchMemory`]: two edges push each other against the direction of their cross product.
const TURNED: u64 = 8;

/// Overlaps of pairs that touched before and are not exactly remembered, over the depth at which the other side is as
/// near.
const A_LITTLE: f64 = 0.05;

/// A pair in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bond {
    pub key: u64,
    pub facing: Facing,
    pub friction: Friction,
    /// N/m.
    pub stiffness: f64,
    /// Of the springs of friction (N/m): as stiff as the material, so that they neither add much to its give nor make
    /// it hard to find out who slides.
    pub grip: f64,
    /// N s/m.
    pub damping: f64,
    /// Overlap that is not pushed back (m).
    pub allowance: f64,
    /// The allowance is from the start of the run.
    pub is_from_start: bool,
    /// Gap at the start of the step (m), with the allowance.
    pub start_gap: f64,
    /// Where contact of the two begins (m).
    pub skin: f64,
    /// Distance at the start of the step (m), whatever is nearest.
    pub clearance: f64,
    /// Stretch of the elastic part of friction at the start of the step (m).
    pub stretch: DVec3,
    pub slides: bool,
    /// What friction follows.
    pub lag: Lag,
    /// Which features are nearest, while an implicit step is being solved.
    pub frozen: Option<Near>,
}

/// Normal force, direction and weights that friction follows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lag {
    pub force: f64,
    pub normal: DVec3,
    pub weights: [f64; 4],
}

impl Bond {
    pub fn pair(&self) -> Pair {
        Pair::of_key(self.key)
    }

    /// Overlap (m) at a gap (m) that was not there from the start.
    pub fn depth(&self, gap: f64) -> f64 {
        let kept = if self.is_from_start { (self.allowance - self.skin).max(0.0) } else { 0.0 };
        -(gap + self.skin + kept)
    }

    /// What is kept in the flags of a [`TouchMemory`].
    pub fn flags(&self, slides: bool, view: &View<'_>) -> u64 {
        let flag = |is_set: bool, flag: u64| if is_set { flag } else { 0 };
        let is_turned = match self.pair() {
            Pair::EdgeEdge(a, b) => edge_cross(view, a, b).is_some_and(|c| c.dot(self.facing.along) < 0.0),
            _ => false,
        };
        flag(slides, SLIDES)
            | flag(self.facing.side < 0.0, BACK)
            | flag(self.is_from_start, FROM_START)
            | flag(is_turned, TURNED)
    }

    /// Coefficient of friction in this step.
    pub fn coefficient(&self) -> f64 {
        if self.slides { self.friction.sliding } else { self.friction.sticking }
    }
}

/// What became of candidate pairs, in arrays that are kept.
#[derive(Default)]
pub(crate) struct Judged {
    pub bonds: Vec<Bond>,
    /// Those that are near and have no bond, and how far apart they are (m).
    pub aside: Vec<(u64, f64)>,
    group: Vec<Candidate>,
}

/// Makes bonds of candidate pairs.
pub(crate) struct Births<'a> {
    pub start: View<'a>,
    pub colliders: &'a [Collider],
    pub settings: &'a ContactSettings,
    /// Touches of the last step, by ascending key.
    pub memory: &'a [TouchMemory],
    /// The run begins.
    pub is_start: bool,
    /// Pairs farther from each other than this (m) are left out.
    pub horizon: f64,
    /// Where surfaces are.
    pub search: &'a Search,
}

/// What is known of a candidate before it is judged.
#[derive(Clone, Copy)]
struct Candidate {
    key: u64,
    memory: Option<TouchMemory>,
    near: Option<Near>,
    facing: Facing,
    /// Seen from outside.
    is_front: bool,
    /// How much of the way into the surface (m), if it is inside.
    depth: f64,
    /// Between the points and the surface (m), whoever the nearest feature belongs to.
    distance: f64,
}

/// How far a point is behind what is nearest on its triangle (m), without radii and skin.
fn distance_behind(surfaces: &Surfaces, pair: Pair, near: &Near) -> f64 {
    let (points, count) = pair.points(surfaces);
    let thick = (0..count).map(|k| surfaces.radius[points[k] as usize] * near.weights[k].abs());
    -(near.gap + thick.sum::<f64>() + pair.skin(surfaces))
}

impl Births<'_> {
    /// Bonds of the pairs of `keys` (ascending) that pass, instead of those in `out`.
    pub fn judge(&self, keys: &[u64], out: &mut Judged) {
        out.bonds.clear();
        out.aside.clear();
        let mut at = 0;
        while at < keys.len() {
            let same = self.group(keys[at]);
            let end = at + keys[at..].iter().take_while(|&&key| self.group(key) == same).count();
            out.group.clear();
            for &key in &keys[at..end] {
                let distance = distance(&self.start, Pair::of_key(key));
                if distance > self.horizon {
                    continue;
                }
                match self.candidate(key, distance) {
                    Some(candidate) => out.group.push(candidate),
                    None => out.aside.push((key, distance)),
                }
            }
            self.judge_group(out);
            at = end;
        }
    }

    /// Pairs of one point with triangles of one surface are judged together.
    fn group(&self, key: u64) -> (u64, u32) {
        match Pair::of_key(key) {
            Pair::PointTriangle(p, t) => (u64::from(p), self.start.surfaces.surface_of_triangle[t as usize]),
            _ => (key, u32::MAX),
        }
    }

    fn judge_group(&self, out: &mut Judged) {
        let Judged { bonds, aside, group } = out;
        let nearest = group.iter().map(|c| c.distance).fold(f64::INFINITY, f64::min);
        for candidate in group.iter() {
            let memory = candidate.memory;
            let is_nearest = candidate.distance <= nearest + 1e-9 * nearest.abs();
            let passes = candidate.is_front
                || memory.is_some_and(|m| candidate.depth <= self.known_depth(candidate.key, &m))
                || (is_nearest && self.may_be_born_inside(candidate));
            if passes && !self.is_false_overlap(candidate) {
                bonds.push(self.bond(candidate, memory));
            } else {
                aside.push((candidate.key, candidate.distance));
            }
        }
    }

    /// Not within one body, where opposite sides may be near each other; and not deeper than all that is near is known.
    fn may_be_born_inside(&self, candidate: &Candidate) -> bool {
        let surfaces = self.start.surfaces;
        let (p, t) = match Pair::of_key(candidate.key) {
            Pair::PointTriangle(p, t) => (p, t),
            // Edges are on one side of each other or on the other; see `facing`.
            _ => return true,
        };
        let (of, with) = (surfaces.surface_of_point[p as usize], surfaces.surface_of_triangle[t as usize]);
        let reach = guaranteed_reach(&surfaces.surfaces[of as usize], &surfaces.surfaces[with as usize]);
        // Once a run goes on, points are held before they get far in: what seems to be deep inside is beside an element that
        // is inside out.
        let anywhere = self.is_start || !surfaces.surfaces[with as usize].is_closed;
        let most = if anywhere { reach } else { reach.min(0.5 * self.a_little(Pair::PointTriangle(p, t))) };
        of != with && candidate.distance <= most
    }

    /// Whether a point seems to be behind a triangle but is outside all the same: beside elements that are inside out, the
    /// surface is folded and shows its back.
    fn is_false_overlap(&self, candidate: &Candidate) -> bool {
        let surfaces = self.start.surfaces;
        let (Pair::PointTriangle(p, t), Some(near)) = (Pair::of_key(candidate.key), candidate.near) else {
            return false;
        };
        let (of, with) = (surfaces.surface_of_point[p as usize], surfaces.surface_of_triangle[t as usize]);
        let is_behind = distance_behind(surfaces, Pair::of_key(candidate.key), &near) > 0.0;
        let can_tell = of != with && surfaces.surfaces[with as usize].is_closed;
        is_behind && can_tell && !is_inside(self.search, &self.start, with, self.start.x(p))
    }

    /// How deep a pair that is remembered may be: about as its force and allowance say, or until the other side is near if
    /// it is remembered itself and not only a neighbour of its.
    fn known_depth(&self, key: u64, memory: &TouchMemory) -> f64 {
        let (pair, surfaces) = (Pair::of_key(key), self.start.surfaces);
        let pressed = memory.force / (self.settings.stiffness * self.stiffness(Pair::of_key(memory.key)));
        let about = 2.0 * (memory.allowance + pressed + self.a_little(pair));
        let limit =
            0.4 / A_LITTLE * self.a_little(pair) + surfaces.radius[pair.points(surfaces).0[0] as usize];
        if memory.key == key { about.max(limit) } else { about.min(limit) }
    }

    /// A depth (m) that is small for what is entered.
    fn a_little(&self, pair: Pair) -> f64 {
        let surfaces = self.start.surfaces;
        let (points, count) = pair.points(surfaces);
        let entered =
            if matches!(pair, Pair::PointTriangle(..)) { &points[1..count] } else { &points[..count] };
        let limit = |p: &u32| surfaces.depth_limit[*p as usize];
        A_LITTLE * entered.iter().map(limit).fold(f64::INFINITY, f64::min)
    }

    /// None for edges that are parallel or in a valley.
    fn candidate(&self, key: u64, distance: f64) -> Option<Candidate> {
        let pair = Pair::of_key(key);
        let memory = self.recall(key);
        let facing = self.facing(pair, memory.as_ref())?;
        let near = if facing.only_swept { None } else { look(&self.start, self.colliders, pair, facing) };
        let allowance = memory.map_or(0.0, |m| m.allowance);
        let (is_front, depth) = match (pair, near) {
            (Pair::PointTriangle(p, t), None) => (self.height(p, t) * facing.side >= 0.0, f64::INFINITY),
            (Pair::EdgeEdge(..), None) => (facing.only_swept, f64::INFINITY),
            (_, None) => (false, f64::INFINITY),
            (Pair::PointTriangle(..) | Pair::EdgeEdge(..), Some(near)) => {
                (near.gap + allowance >= 0.0 || self.is_only_thick(pair, &near), -near.gap)
            }
            // Spheres and analytic shapes have one side only.
            (_, Some(near)) => (true, -near.gap),
        };
        Some(Candidate { key, memory, near, facing, is_front, depth, distance })
    }

    /// Whether a point is in front of a triangle of another surface, though nearer than its radius and skin: then it is held
    /// off all triangles around, not only the nearest, else it slips through the next one.
    fn is_only_thick(&self, pair: Pair, near: &Near) -> bool {
        let surfaces = self.start.surfaces;
        let Pair::PointTriangle(p, t) = pair else { return false };
        let (of, with) = (surfaces.surface_of_point[p as usize], surfaces.surface_of_triangle[t as usize]);
        of != with && distance_behind(surfaces, pair, near) < 0.0
    }

    /// Whether a point is behind a sheet: by the normal of what is nearest on the triangle or, where that belongs to
    /// another triangle, by its plane.
    fn is_behind(&self, p: u32, t: u32) -> bool {
        let pair = Pair::PointTriangle(p, t);
        let back = Facing { side: -1.0, ..Facing::FRONT };
        let front = look(&self.start, self.colliders, pair, Facing::FRONT);
        match (front, look(&self.start, self.colliders, pair, back)) {
            (Some(front), Some(back)) => front.gap < back.gap,
            _ => self.height(p, t) < 0.0,
        }
    }

    /// How far a point is in front of the plane of a triangle (m).
    fn height(&self, p: u32, t: u32) -> f64 {
        (self.start.x(p) - self.start.corners(t)[0]).dot(self.start.normal(t))
    }

    fn facing(&self, pair: Pair, memory: Option<&TouchMemory>) -> Option<Facing> {
        match pair {
            Pair::PointTriangle(p, t) => {
                let surfaces = self.start.surfaces;
                let surface = &surfaces.surfaces[surfaces.surface_of_triangle[t as usize] as usize];
                if surface.is_closed {
                    return Some(Facing::FRONT);
                }
                let is_back = match memory {
                    Some(memory) => memory.flags & BACK != 0,
                    None => self.is_behind(p, t),
                };
                Some(Facing { side: if is_back { -1.0 } else { 1.0 }, ..Facing::FRONT })
            }
            Pair::EdgeEdge(a, b) => {
                if !(can_meet(&self.start, a) && can_meet(&self.start, b)) {
                    return None;
                }
                let known = memory.and_then(|memory| self.edge_push(memory));
                let touching = 2.0 * pair.skin(self.start.surfaces);
                let along = edge_side(&self.start, a, b, known, touching)?;
                let only_swept = !edges_cross_over(&self.start, a, b);
                Some(Facing { along, only_swept, ..Facing::FRONT })
            }
            _ => Some(Facing::FRONT),
        }
    }

    /// What is remembered of a pair; of a point that went on to another triangle of the same surface, what it did on the
    /// one it pressed on most.
    fn recall(&self, key: u64) -> Option<TouchMemory> {
        let memory = self.memory;
        let at = memory.partition_point(|m| m.key < key);
        if let Some(found) = memory.get(at).filter(|m| m.key == key) {
            return Some(*found);
        }
        let (p, t) = match Pair::of_key(key) {
            Pair::PointTriangle(p, t) => (p, t),
            _ => return None,
        };
        let normal = self.start.normal(t);
        let is_like = |m: &&TouchMemory| match Pair::of_key(m.key) {
            // The opposite side of a thin body is another matter.
            Pair::PointTriangle(_, other) => self.start.normal(other).dot(normal) > 0.0,
            _ => false,
        };
        let first = Pair::PointTriangle(p, 0).key();
        let from = memory.partition_point(|m| m.key < first);
        let group = self.group(key);
        memory[from..]
            .iter()
            .take_while(|m| matches!(Pair::of_key(m.key), Pair::PointTriangle(other, _) if other == p))
            .filter(|m| self.group(m.key) == group)
            .filter(is_like)
            .max_by(|a, b| a.force.total_cmp(&b.force))
            .copied()
    }

    /// The direction along which two remembered edges push the first.
    fn edge_push(&self, memory: &TouchMemory) -> Option<DVec3> {
        let Pair::EdgeEdge(a, b) = Pair::of_key(memory.key) else { return None };
        let across = edge_cross(&self.start, a, b)?;
        Some(if memory.flags & TURNED != 0 { -across } else { across })
    }

    fn bond(&self, candidate: &Candidate, memory: Option<TouchMemory>) -> Bond {
        let pair = Pair::of_key(candidate.key);
        let gap = candidate.near.map_or(f64::INFINITY, |near| near.gap);
        let allowance = match memory {
            Some(memory) => memory.allowance,
            None => (-gap).max(0.0),
        };
        let force = memory.map_or(0.0, |m| m.force);
        let lag = candidate.near.map_or(Lag::default(), |near| Lag {
            force,
            normal: near.normal,
            weights: near.weights,
        });
        let stretch = memory.map_or(DVec3::ZERO, |m| DVec3::from_array(m.stretch));
        let stiffness = self.settings.stiffness * self.stiffness(pair);
        let mass = in_series(self.sides(pair, &self.start.surfaces.mass));
        Bond {
            key: candidate.key,
            facing: candidate.facing,
            friction: self.friction(pair),
            stiffness,
            grip: stiffness / STIFFER,
            damping: 2.0 * self.settings.damping * (stiffness * mass).sqrt(),
            allowance,
            is_from_start: memory.map_or(self.is_start, |m| m.flags & FROM_START != 0),
            start_gap: gap + allowance,
            skin: pair.skin(self.start.surfaces),
            clearance: candidate.distance,
            stretch: stretch - lag.normal * lag.normal.dot(stretch),
            slides: memory.is_some_and(|m| m.flags & SLIDES != 0),
            lag,
            frozen: None,
        }
    }

    /// Both sides one after the other, like springs.
    fn stiffness(&self, pair: Pair) -> f64 {
        in_series(self.sides(pair, &self.start.surfaces.stiffness))
    }

    /// A figure of the points, averaged on each side; infinite for colliders.
    fn sides(&self, pair: Pair, of_points: &[f64]) -> [f64; 2] {
        let (points, count) = pair.points(self.start.surfaces);
        let mean =
            |points: &[u32]| points.iter().map(|&p| of_points[p as usize]).sum::<f64>() / points.len() as f64;
        match pair {
            Pair::PointCollider(..) => [mean(&points[..1]), f64::INFINITY],
            Pair::PointTriangle(..) | Pair::PointPoint(..) => [mean(&points[..1]), mean(&points[1..count])],
            Pair::EdgeEdge(..) => [mean(&points[..2]), mean(&points[2..])],
        }
    }

    fn friction(&self, pair: Pair) -> Friction {
        let own = colliders_of(self.start.surfaces, pair)
            .into_iter()
            .flatten()
            .find_map(|c| self.colliders[c as usize].friction);
        own.unwrap_or(self.settings.friction)
    }
}

/// How far the two of a pair are from each other (m), whatever is nearest; not known of shapes and spheres.
pub(crate) fn distance(view: &View<'_>, pair: Pair) -> f64 {
    match pair {
        Pair::PointTriangle(p, t) => distance_to_triangle(view, p, t) - view.surfaces.radius[p as usize],
        Pair::EdgeEdge(a, b) => distance_of_edges(view, a, b),
        _ => 0.0,
    }
}

/// The collider on each side of a pair.
pub(crate) fn colliders_of(surfaces: &Surfaces, pair: Pair) -> [Option<u32>; 2] {
    owners_of(surfaces, pair).map(|owner| match owner {
        Owner::Collider(c) => Some(c),
        Owner::Body(_) => None,
    })
}

/// Who is on each side of a pair.
pub(crate) fn owners_of(surfaces: &Surfaces, pair: Pair) -> [Owner; 2] {
    let (points, count) = pair.points(surfaces);
    match pair {
        Pair::PointCollider(p, c) => [surfaces.owner(p), Owner::Collider(c)],
        _ => [surfaces.owner(points[0]), surfaces.owner(points[count - 1])],
    }
}

fn in_series([a, b]: [f64; 2]) -> f64 {
    1.0 / (1.0 / a + 1.0 / b)
}
