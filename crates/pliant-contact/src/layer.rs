//! The contact layer: who may touch whom in a step, and what is remembered of it.

use crate::bond::{Births, Bond, Judged, Lag, colliders_of, owners_of};
use crate::collider::Collider;
use crate::filter::Impulses;
use crate::pairs::{Near, Pair};
use crate::passing::Move;
use crate::penalty::Solve;
use crate::search::Search;
use crate::settings::{ContactSettings, ImplicitResponse, InitialOverlap};
use crate::setup::ContactBody;
use crate::slots::Slots;
use crate::surfaces::{Known, Owner, Surfaces, View};
use crate::zones::Zones;
use glam::{DMat3, DVec3};
use pliant_system::{Contact, ContactMemory, Deepest, Drift, Pose, State, TouchMemory};

/// Pairs that overlap at the start are pushed apart at this share of the speed of sound.
const GENTLE: f64 = 0.02;

/// Share of the thinnest skin that may overlap at the end of a step that is projected.
const LEFT: f64 = 0.5;

/// A normal force that changes by more than this, over the largest one, changes friction enough to solve again.
const SETTLED: f64 = 0.02;

/// Pairs are foreseen to move against each other by this multiple of what inertia alone would do,
const FORESIGHT: f64 = 1.5;

/// and by this share of the mean length of edges. Whoever moves farther is looked at again.
const AROUND: f64 = 0.03;

/// Contact of everything in a world.
pub struct ContactLayer {
    pub(crate) surfaces: Surfaces,
    pub(crate) colliders: Vec<Collider>,
    pub(crate) settings: ContactSettings,
    pub(crate) body_names: Vec<String>,
    /// Speed at which overlaps are undone (m/s).
    pub(crate) gentle_speed: f64,
    /// Overlaps below this are left where steps are projected (m).
    pub(crate) tolerance: f64,
    pub(crate) search: Search,
    pub(crate) judged: Judged,
    /// What was judged last, and how pairs lie, while they are looked at anew.
    before: Vec<Bond>,
    fresh: Vec<Option<Near>>,
    slots: Slots,
    pub(crate) start: Moment,
    pub(crate) end: Moment,
    pub(crate) q_start: Vec<DVec3>,
    pub(crate) q_guess: Vec<DVec3>,
    memory: Vec<TouchMemory>,
    is_start: bool,
    /// Pairs farther from each other than this at the start of the step are left out (m).
    pub(crate) horizon: f64,
    pub(crate) impulses: Impulses,
    pub(crate) zones: Zones,
    /// How much farther points can move than the nodes that carry them.
    pub(crate) leverage: f64,
}

/// Where the colliders are at one time.
#[derive(Default)]
pub(crate) struct Moment {
    pub time: f64,
    pub poses: Vec<Pose>,
    pub kinematic: Vec<DVec3>,
}

impl Moment {
    pub fn set(&mut self, time: f64, colliders: &[Collider], surfaces: &Surfaces) {
        self.time = time;
        self.poses.clear();
        self.poses.extend(colliders.iter().map(|c| c.at(time)));
        surfaces.place_kinematic(&self.poses, &mut self.kinematic);
    }

    /// How far points of colliders move from here to another moment (m).
    pub fn farthest(&self, other: &Moment) -> f64 {
        farthest(&self.kinematic, &other.kinematic)
    }

    pub fn view<'a>(&'a self, surfaces: &'a Surfaces, q: &'a [DVec3]) -> View<'a> {
        View { surfaces, q, kinematic: &self.kinematic, poses: &self.poses, known: Known::new(surfaces) }
    }
}

impl ContactLayer {
    /// Of bodies whose points follow nodes with the given masses (kg), and of colliders.
    pub fn new(
        bodies: Vec<ContactBody>,
        colliders: Vec<Collider>,
        settings: ContactSettings,
        node_masses: &[f64],
    ) -> Self {
        let surfaces = Surfaces::new(&bodies, &colliders, node_masses);
        let search = Search::new(&surfaces, settings.between_bodies);
        let slots = Slots::new(&surfaces);
        let leverage = surfaces.leverage();
        let skins = surfaces.surfaces.iter().map(|s| s.skin).filter(|skin| *skin > 0.0);
        let tolerance = LEFT * skins.fold(f64::INFINITY, f64::min);
        let slowest = bodies.iter().map(|b| b.wave_speed).fold(f64::INFINITY, f64::min);
        Self {
            surfaces,
            colliders,
            settings,
            body_names: bodies.into_iter().map(|b| b.name).collect(),
            gentle_speed: if slowest.is_finite() { GENTLE * slowest } else { 0.0 },
            tolerance,
            search,
            judged: Judged::default(),
            before: Vec::new(),
            fresh: Vec::new(),
            slots,
            start: Moment::default(),
            end: Moment::default(),
            q_start: Vec::new(),
            q_guess: Vec::new(),
            memory: Vec::new(),
            is_start: true,
            horizon: 0.0,
            impulses: Impulses::default(),
            zones: Zones::default(),
            leverage,
        }
    }

    /// The colliders.
    pub fn colliders(&self) -> &[Collider] {
        &self.colliders
    }

    /// The name of a body or collider by its number in [`Deepest`].
    pub(crate) fn name_of(&self, number: u32) -> &str {
        match self.body_names.get(number as usize) {
            Some(name) => name,
            None => {
                self.colliders.get(number as usize - self.body_names.len()).map_or("", |c| c.name.as_str())
            }
        }
    }

    pub(crate) fn number(&self, owner: Owner) -> u32 {
        match owner {
            Owner::Body(b) => b,
            Owner::Collider(c) => self.body_names.len() as u32 + c,
        }
    }

    pub(crate) fn solve<'a>(&'a self, q: &'a [DVec3]) -> Solve<'a> {
        Solve {
            start: self.start.view(&self.surfaces, &self.q_start),
            end: self.end.view(&self.surfaces, q),
            colliders: &self.colliders,
            dt: self.end.time - self.start.time,
        }
    }

    /// Pairs that can meet while nodes go from `q_start` to `q_end`, and bonds of them.
    fn find_bonds(&mut self, q_end: &[DVec3]) {
        let start = self.start.view(&self.surfaces, &self.q_start);
        self.search.find(&start, &self.end.view(&self.surfaces, q_end), &self.colliders);
        let births = Births {
            start,
            colliders: &self.colliders,
            settings: &self.settings,
            memory: &self.memory,
            is_start: self.is_start,
            horizon: self.horizon,
            search: &self.search,
        };
        births.judge(&self.search.keys, &mut self.judged);
        self.slots.number(&self.surfaces, &self.judged.bonds);
    }

    pub(crate) fn remember_deepest(
        &self,
        deepest: &mut Vec<Deepest>,
        bond: &Bond,
        near: &Near,
        view: &View<'_>,
        time: f64,
    ) {
        let depth = bond.depth(near.gap);
        if depth <= 0.0 {
            return;
        }
        let pair = bond.pair();
        let (points, count) = pair.points(&self.surfaces);
        let thickness = points[..count]
            .iter()
            .map(|&p| self.surfaces.thickness[p as usize])
            .fold(f64::INFINITY, f64::min);
        let mut numbers = owners_of(&self.surfaces, pair).map(|owner| self.number(owner));
        numbers.sort_unstable();
        let share = depth / thickness;
        let place = view.x(points[0]).to_array();
        let entry = Deepest { pair: numbers, depth, share, time, place };
        match deepest.binary_search_by(|d| d.pair.cmp(&numbers)) {
            Ok(at) if deepest[at].share < share => deepest[at] = entry,
            Ok(_) => {}
            Err(at) => deepest.insert(at, entry),
        }
    }

    /// What is left of an allowance after a step of `dt` (s).
    pub(crate) fn next_allowance(&self, bond: &Bond, gap: f64, dt: f64) -> f64 {
        let needed = bond.allowance.min((-gap).max(0.0));
        // What began within the skin of the other without touching stays where it is.
        if needed <= bond.skin || (bond.is_from_start && self.settings.initial != InitialOverlap::Resolve) {
            return needed;
        }
        (needed - self.gentle_speed * dt).max(bond.skin)
    }
}

/// The longest way of any point (m).
pub(crate) fn farthest(from: &[DVec3], to: &[DVec3]) -> f64 {
    from.iter().zip(to).map(|(from, to)| from.distance_squared(*to)).fold(0.0, f64::max).sqrt()
}

/// Nodes and weights behind a pair.
pub(crate) fn carriers(surfaces: &Surfaces, pair: Pair, weights: &[f64; 4], out: &mut Vec<(u32, f64)>) {
    let (points, count) = pair.points(surfaces);
    out.clear();
    for k in 0..count {
        out.extend(surfaces.row(points[k]).map(|(node, w)| (node, w * weights[k])));
    }
}

/// Adds a force on the first of a pair, and the opposite on the second, to nodes.
pub(crate) fn spread(surfaces: &Surfaces, pair: Pair, weights: &[f64; 4], force: DVec3, out: &mut [DVec3]) {
    let (points, count) = pair.points(surfaces);
    for k in 0..count {
        for (node, w) in surfaces.row(points[k]) {
            out[node as usize] += force * (w * weights[k]);
        }
    }
}

impl Contact for ContactLayer {
    fn begin_step(&mut self, state: &State, dt: f64) {
        self.start.set(state.time, &self.colliders, &self.surfaces);
        self.end.set(state.time + dt, &self.colliders, &self.surfaces);
        self.is_start = state.step == 0;
        self.q_start.clone_from(&state.q);
        self.memory.clone_from(&state.contact.touches);
        self.slots.couplings.clone_from(&state.contact.couplings);
        let mut guess = std::mem::take(&mut self.q_guess);
        guess.clear();
        guess.extend(state.q.iter().zip(&state.v).map(|(q, v)| *q + *v * dt));
        let way = farthest(&state.q, &guess).max(self.start.farthest(&self.end));
        let bodies = self.surfaces.surfaces.iter().filter(|s| s.skin > 0.0);
        let longest = bodies.map(|s| s.edge_length).fold(0.0, f64::max);
        self.horizon = 2.0 * (FORESIGHT * way + AROUND * longest);
        self.find_bonds(&guess);
        self.q_guess = guess;
    }

    fn aim(&mut self, end_time: f64) {
        if end_time != self.end.time {
            self.end.set(end_time, &self.colliders, &self.surfaces);
        }
    }

    fn add_forces(&self, q: &[DVec3], out: &mut [DVec3]) {
        let solve = self.solve(q);
        for bond in &self.judged.bonds {
            let (normal, friction) = solve.forces(bond);
            if let Some((force, weights)) = normal {
                spread(&self.surfaces, bond.pair(), &weights, force, out);
            }
            if friction != DVec3::ZERO {
                spread(&self.surfaces, bond.pair(), &bond.lag.weights, friction, out);
            }
        }
    }

    fn add_differential(&self, q: &[DVec3], dq: &[DVec3], out: &mut [DVec3]) {
        let solve = self.solve(q);
        for bond in &self.judged.bonds {
            let stiffness = solve.stiffness(bond, false);
            let (points, count) = bond.pair().points(&self.surfaces);
            let relative = |weights: &[f64; 4]| -> DVec3 {
                let row =
                    |k: usize| self.surfaces.row(points[k]).map(move |(node, w)| (node, w * weights[k]));
                (0..count).flat_map(row).map(|(node, w)| dq[node as usize] * w).sum()
            };
            for (block, weights) in
                [(stiffness.normal, stiffness.weights), (stiffness.friction, bond.lag.weights)]
            {
                if block != DMat3::ZERO {
                    let change = block * -relative(&weights);
                    spread(&self.surfaces, bond.pair(), &weights, change, out);
                }
            }
        }
    }

    fn potential(&self, q: &[DVec3]) -> f64 {
        let solve = self.solve(q);
        self.judged.bonds.iter().map(|bond| solve.potential(bond)).map(|(stored, rest)| stored + rest).sum()
    }

    fn stored_energy(&self, q: &[DVec3]) -> f64 {
        let solve = self.solve(q);
        self.judged.bonds.iter().map(|bond| solve.potential(bond).0).sum()
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.slots.pairs
    }

    fn couplings(&self) -> &[[u32; 2]] {
        &self.slots.couplings
    }

    fn tangent(&self, q: &[DVec3], cautious: bool, out: &mut [DMat3]) {
        let solve = self.solve(q);
        self.slots.fill(&self.surfaces, &self.judged.bonds, |bond| solve.stiffness(bond, cautious), out);
    }

    fn largest_share(&self, q: &[DVec3], direction: &[DVec3]) -> f64 {
        let from = self.end.view(&self.surfaces, q);
        let ways = Known::new(&self.surfaces);
        let step = Move { from, colliders: &self.colliders, direction, ways };
        self.judged.bonds.iter().map(|bond| step.allowed(bond)).fold(1.0, f64::min)
    }

    fn freeze(&mut self, q: &[DVec3]) {
        let mut bonds = std::mem::take(&mut self.judged.bonds);
        let solve = self.solve(q);
        bonds.iter_mut().for_each(|bond| bond.frozen = solve.look_afresh(bond));
        self.judged.bonds = bonds;
    }

    fn foresee(&mut self, q: &[DVec3], direction: &[DVec3]) {
        let mut end = std::mem::take(&mut self.q_guess);
        end.clear();
        end.extend(q.iter().zip(direction).map(|(q, d)| *q + *d));
        if !self.is_foreseen(&end) {
            self.add_bonds(&end);
            let mut bonds = std::mem::take(&mut self.judged.bonds);
            let solve = self.solve(q);
            let unseen = bonds.iter_mut().filter(|bond| bond.frozen.is_none());
            unseen.for_each(|bond| bond.frozen = solve.look_afresh(bond));
            self.judged.bonds = bonds;
        }
        self.q_guess = end;
    }

    fn settle(&mut self, q: &[DVec3]) -> bool {
        let mut changed = !self.is_foreseen(q) && self.add_missed(q);
        let mut bonds = std::mem::take(&mut self.judged.bonds);
        let mut fresh = std::mem::take(&mut self.fresh);
        let solve = self.solve(q);
        fresh.clear();
        fresh.extend(bonds.iter().map(|bond| solve.look_afresh(bond)));
        let force = |bond: &Bond, near: &Option<Near>| near.map_or(0.0, |near| solve.pressing(bond, &near));
        let largest = bonds.iter().zip(&fresh).map(|(bond, near)| force(bond, near)).fold(0.0, f64::max);
        for (bond, near) in bonds.iter().zip(&fresh) {
            let now = force(bond, near);
            let follows = bond.friction.sticking > 0.0 || bond.damping > 0.0;
            let used = if follows { bond.lag.force } else { force(bond, &solve.look(bond)) };
            let is_other = |before: f64| (now - before).abs() > SETTLED * largest;
            changed |= is_other(used) || is_other(force(bond, &solve.look(bond)));
        }
        if changed {
            for (bond, near) in bonds.iter_mut().zip(&fresh) {
                let force = force(bond, near);
                bond.lag =
                    near.map_or(Lag::default(), |n| Lag { force, normal: n.normal, weights: n.weights });
                bond.frozen = *near;
            }
        }
        self.judged.bonds = bonds;
        self.fresh = fresh;
        changed
    }

    fn commit(&mut self, state: &mut State) {
        let dt = self.end.time - self.start.time;
        let q = &state.q;
        let solve = self.solve(q);
        let memory = &mut state.contact;
        memory.touches.clear();
        memory.couplings.clone_from(&self.slots.couplings);
        memory.force.clear();
        memory.force.resize(q.len(), DVec3::ZERO);
        memory.on_colliders.clear();
        memory.on_colliders.resize(self.colliders.len(), DVec3::ZERO);
        for bond in &self.judged.bonds {
            let Some(near) = solve.look(bond) else { continue };
            let (normal, friction) = solve.forces(bond);
            let force = normal.map_or(DVec3::ZERO, |(force, weights)| {
                spread(&self.surfaces, bond.pair(), &weights, force, &mut memory.force);
                force
            });
            spread(&self.surfaces, bond.pair(), &bond.lag.weights, friction, &mut memory.force);
            self.add_on_colliders(bond, force + friction, &mut memory.on_colliders);
            if let Some(fresh) = solve.look_afresh(bond) {
                self.remember_deepest(&mut memory.deepest, bond, &fresh, &solve.end, self.end.time);
            }
            memory.touches.extend(self.remember(&solve, bond, &near, dt));
        }
    }

    fn is_projected(&self) -> bool {
        self.settings.response == ImplicitResponse::Projection
    }

    fn calm(&mut self, v: &mut [DVec3]) {
        self.bring_to_rest(v);
    }

    fn filter(&mut self, drift: &mut Drift<'_>, memory: &mut ContactMemory) {
        self.filter_velocities(drift, memory);
    }

    fn node_gaps(&mut self, q: &[DVec3], time: f64, out: &mut [f64]) {
        self.find_node_gaps(q, time, out);
    }

    fn point_forces(&self, q: &[DVec3], out: &mut Vec<DVec3>) {
        self.find_point_forces(q, out);
    }

    fn point_gaps(&mut self, q: &[DVec3], time: f64, out: &mut Vec<f64>) {
        self.find_point_gaps(q, time, out);
    }

    fn name(&self, number: u32) -> &str {
        self.name_of(number)
    }
}

impl ContactLayer {
    /// Whether all pairs that can meet on the way from the start of the step to `q` are known.
    fn is_foreseen(&self, q: &[DVec3]) -> bool {
        self.way_to(q) <= self.horizon && self.search.covers(&self.end.view(&self.surfaces, q))
    }

    /// How far two points can have moved against each other (m).
    fn way_to(&self, q: &[DVec3]) -> f64 {
        2.0 * farthest(&self.q_start, q).max(self.start.farthest(&self.end))
    }

    /// Pairs that can meet on the way to `q`; those that were there, `before` from now on, keep what they have learnt.
    fn add_bonds(&mut self, q: &[DVec3]) {
        self.horizon = self.horizon.max(FORESIGHT * self.way_to(q));
        std::mem::swap(&mut self.before, &mut self.judged.bonds);
        self.find_bonds(q);
        let mut known = self.before.iter().peekable();
        for bond in &mut self.judged.bonds {
            while known.peek().is_some_and(|b| b.key < bond.key) {
                known.next();
            }
            if let Some(old) = known.peek().filter(|b| b.key == bond.key) {
                *bond = **old;
            }
        }
    }

    /// Adds pairs that nobody foresaw; true if some of them overlap.
    fn add_missed(&mut self, q: &[DVec3]) -> bool {
        self.add_bonds(q);
        let solve = self.solve(q);
        let is_new = |bond: &&Bond| self.before.binary_search_by_key(&bond.key, |b| b.key).is_err();
        let overlaps =
            |bond: &Bond| solve.look_afresh(bond).is_some_and(|near| near.gap + bond.allowance < 0.0);
        self.judged.bonds.iter().filter(is_new).any(overlaps)
    }

    pub(crate) fn add_on_colliders(&self, bond: &Bond, force: DVec3, out: &mut [DVec3]) {
        let [first, second] = colliders_of(&self.surfaces, bond.pair());
        if let Some(c) = first {
            out[c as usize] += force;
        }
        if let Some(c) = second {
            out[c as usize] -= force;
        }
    }

    /// What the next step must know of a pair, if anything.
    fn remember(&self, solve: &Solve<'_>, bond: &Bond, near: &Near, dt: f64) -> Option<TouchMemory> {
        let force = solve.pressing(bond, near);
        let allowance = self.next_allowance(bond, near.gap, dt);
        if force == 0.0 && allowance == 0.0 {
            return None;
        }
        let mut stretch = solve.stretch(bond);
        let most = bond.coefficient() * bond.lag.force / bond.grip;
        let slides = stretch.length() > most && bond.lag.force > 0.0;
        if stretch.length() > most {
            stretch *= most / stretch.length();
        }
        let flags = bond.flags(slides, &solve.end);
        Some(TouchMemory { key: bond.key, flags, stretch: stretch.to_array(), force, allowance })
    }
}
