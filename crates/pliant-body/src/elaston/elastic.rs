//! The elastic term of all elastons of a body.

use super::aligned::{Aligned, CACHE_LINE};
use super::elasticity::{Elasticity, with_vectors};
use super::hessian::{hessian, hessian_numbers};
use super::measure::{Deformed, JET, Jet, Part, StrainMeasure};
use super::rows::{RowKernel, SpreadTo, jet_of};
use super::stencils::Stencils;
use glam::DVec3;
use pliant_math::lanes::{Kernel, Real, dispatch};
use pliant_system::{At, GroupRows, RowGroups, TangentWeights, Term};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Elastons worked on by one task.
const ELASTONS_A_TASK: usize = 16;
/// Samples whose forces or rows one task gathers.
const SAMPLES_A_TASK: usize = 8;
/// Numbers of Hessians that are kept from one matrix to the next (25 MB): more are freed, as the factor needs the memory next.
const KEPT_HESSIANS: usize = 3 << 20;

/// Elastons and what they are made of.
pub struct ElastonElastic {
    name: String,
    measure: StrainMeasure,
    first_node: u32,
    stencils: std::sync::Arc<Stencils>,
    /// D of each elaston.
    stiffness: std::sync::Arc<Vec<Elasticity>>,
    /// The same of its damping, with as many vectors; empty without any.
    damping: std::sync::Arc<Vec<Elasticity>>,
    /// Where the Hessian of each elaston starts, in lines of the cache.
    hessian_starts: Vec<u32>,
    slots: Vec<u32>,
    groups: RowGroups,
    scratch: Mutex<Scratch>,
}

/// Kept so that no step allocates. Whoever evaluates holds it for that long.
#[derive(Default)]
struct Scratch {
    q: Vec<f64>,
    v: Vec<f64>,
    stresses: Vec<Jet<f64>>,
    hessians: Aligned,
    /// States of all elastons where they were last asked for, and the field there: solvers ask for forces, their derivative along many
    /// directions and the matrix at one place.
    states: Vec<Deformed>,
    states_at: Vec<f64>,
    /// States with stresses foreseen, where, and where from.
    foreseen: Vec<Deformed>,
    foreseen_at: [Vec<f64>; 2],
    before: Vec<f64>,
}

impl Scratch {
    /// Brings the states to the field `q`.
    fn follow(&mut self, term: &ElastonElastic, field: &[DVec3]) {
        let Self { q, states, states_at, .. } = self;
        let count = term.stencils.len();
        term.stencils.lay_out(term.own(field), q);
        if q != states_at || states.len() != count {
            let all = (0..count).into_par_iter().with_min_len(ELASTONS_A_TASK);
            all.map(|e| dispatch(StateAt { term, e, q })).collect_into_vec(states);
            states_at.clone_from(q);
        }
    }

    /// Brings the states with stresses foreseen at `before` to the field `q`.
    fn foresee(&mut self, term: &ElastonElastic, before_field: &[DVec3], field: &[DVec3]) {
        let Self { q, before, foreseen, foreseen_at, .. } = self;
        let count = term.stencils.len();
        term.stencils.lay_out(term.own(field), q);
        term.stencils.lay_out(term.own(before_field), before);
        if *before != foreseen_at[0] || *q != foreseen_at[1] || foreseen.len() != count {
            let all = (0..count).into_par_iter().with_min_len(ELASTONS_A_TASK);
            all.map(|e| dispatch(ForeseenAt { term, e, before, q })).collect_into_vec(foreseen);
            foreseen_at[0].clone_from(before);
            foreseen_at[1].clone_from(q);
        }
    }
}

impl ElastonElastic {
    /// A term for nodes that start at `first_node`.
    pub fn new(
        name: String,
        measure: StrainMeasure,
        first_node: u32,
        stencils: std::sync::Arc<Stencils>,
        stiffness: std::sync::Arc<Vec<Elasticity>>,
        damping: std::sync::Arc<Vec<Elasticity>>,
    ) -> Self {
        let mut hessian_starts = vec![0];
        hessian_starts.extend(stencils.vectors.iter().scan(0, |end, &vectors| {
            *end += (hessian_numbers(vectors as usize) / CACHE_LINE) as u32;
            Some(*end)
        }));
        let nodes = (stencils.sample_count * stencils.nodes_a_sample) as u32;
        Self {
            name,
            measure,
            first_node,
            groups: stencils.row_groups(first_node),
            slots: (first_node..first_node + nodes).collect(),
            stencils,
            stiffness,
            damping,
            hessian_starts,
            scratch: Mutex::default(),
        }
    }

    fn scratch(&self) -> MutexGuard<'_, Scratch> {
        // What a thread that panicked left there is overwritten anyway.
        self.scratch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn own<'a>(&self, field: &'a [DVec3]) -> &'a [DVec3] {
        &field[self.first_node as usize..self.first_node as usize + self.slots.len()]
    }

    fn is_damped(&self) -> bool {
        !self.damping.is_empty()
    }

    /// Gathers -(stress of each elaston) at the nodes.
    fn spread(&self, stresses: &[Jet<f64>], out: &mut [DVec3]) {
        let k = self.stencils.nodes_a_sample;
        out.par_chunks_mut(SAMPLES_A_TASK * k).enumerate().for_each(|(task, out)| {
            for (local, nodes) in out.chunks_mut(k).enumerate() {
                let sample = task * SAMPLES_A_TASK + local;
                dispatch(SpreadTo { stencils: &self.stencils, sample, stresses, out: nodes });
            }
        });
    }

    /// Stresses of all elastons by `f`, which gets the elaston.
    fn each_stress(&self, stresses: &mut Vec<Jet<f64>>, f: impl Fn(usize) -> Jet<f64> + Sync) {
        stresses.resize(self.stencils.len(), [[0.0; 3]; JET]);
        stresses.par_chunks_mut(ELASTONS_A_TASK).enumerate().for_each(|(task, stresses)| {
            for (local, stress) in stresses.iter_mut().enumerate() {
                *stress = f(task * ELASTONS_A_TASK + local);
            }
        });
    }

    /// Hessians of some elastons, halving the work among threads. `out` is theirs.
    fn fill_hessians(
        &self,
        elastons: Range<usize>,
        states: &[Deformed],
        weights: TangentWeights,
        out: &mut [f64],
    ) {
        let start = |e: usize| self.hessian_starts[e] as usize * CACHE_LINE;
        let first = start(elastons.start);
        if elastons.len() > ELASTONS_A_TASK {
            let middle = elastons.start + elastons.len() / 2;
            let (left, right) = out.split_at_mut(start(middle) - first);
            rayon::join(
                || self.fill_hessians(elastons.start..middle, states, weights, left),
                || self.fill_hessians(middle..elastons.end, states, weights, right),
            );
            return;
        }
        for e in elastons {
            let out = &mut out[start(e) - first..start(e + 1) - first];
            dispatch(HessianAt { term: self, e, state: &states[e], weights, out });
        }
    }

    /// The change of forces with elastons in these states, by the work arrays given.
    fn differential_in(
        &self,
        states: &[Deformed],
        (v, stresses): (&mut Vec<f64>, &mut Vec<Jet<f64>>),
        dq: &[DVec3],
        dv: Option<&[DVec3]>,
        out: &mut [DVec3],
    ) {
        let mut d_velocities = Vec::new();
        self.stencils.lay_out(self.own(dq), v);
        if let Some(dv) = dv.filter(|_| self.is_damped()) {
            self.stencils.lay_out(self.own(dv), &mut d_velocities);
        }
        let (dq, dv) = (&*v, &*d_velocities);
        self.each_stress(stresses, |e| dispatch(StressChange { term: self, e, state: &states[e], dq, dv }));
        self.spread(stresses, out);
    }

    #[inline(always)]
    fn jet_of<R: Real>(&self, e: usize, field: &[f64]) -> Jet<f64> {
        jet_of::<R>(&self.stencils, e, field)
    }

    #[inline(always)]
    fn deformed<R: Real>(&self, e: usize, field: &[f64]) -> Deformed {
        Deformed::new::<R>(self.measure, &self.stiffness[e], &self.jet_of::<R>(e, field))
    }
}

/// Stress of an elaston, with that of its damping.
struct Stress<'a> {
    term: &'a ElastonElastic,
    e: usize,
    state: &'a Deformed,
    v: &'a [f64],
}

impl Kernel for Stress<'_> {
    type Output = Jet<f64>;

    #[inline(always)]
    fn run<R: Real>(self) -> Jet<f64> {
        let Self { term, e, state, v } = self;
        let mut stress = state.stress();
        if let Some(damping) = term.damping.get(e) {
            let rate = term.jet_of::<R>(e, v);
            add(&mut stress, &state.differential::<R>(damping, &rate, Part::Positive));
        }
        stress
    }
}

/// State of an elaston.
struct StateAt<'a> {
    term: &'a ElastonElastic,
    e: usize,
    q: &'a [f64],
}

impl Kernel for StateAt<'_> {
    type Output = Deformed;

    #[inline(always)]
    fn run<R: Real>(self) -> Deformed {
        self.term.deformed::<R>(self.e, self.q)
    }
}

/// State of an elaston, with the stress that was foreseen an iteration before.
struct ForeseenAt<'a> {
    term: &'a ElastonElastic,
    e: usize,
    before: &'a [f64],
    q: &'a [f64],
}

impl Kernel for ForeseenAt<'_> {
    type Output = Deformed;

    #[inline(always)]
    fn run<R: Real>(self) -> Deformed {
        let Self { term, e, before, q } = self;
        let [start, end] = [term.jet_of::<R>(e, before), term.jet_of::<R>(e, q)];
        Deformed::foreseen::<R>(term.measure, &term.stiffness[e], &start, &end)
    }
}

/// Change of the stress of an elaston.
struct StressChange<'a> {
    term: &'a ElastonElastic,
    e: usize,
    state: &'a Deformed,
    dq: &'a [f64],
    /// Empty without a change of velocity.
    dv: &'a [f64],
}

impl Kernel for StressChange<'_> {
    type Output = Jet<f64>;

    #[inline(always)]
    fn run<R: Real>(self) -> Jet<f64> {
        let Self { term, e, state, dq, dv } = self;
        let change = term.jet_of::<R>(e, dq);
        let mut stress = state.differential::<R>(&term.stiffness[e], &change, Part::Whole);
        if !dv.is_empty() {
            let rate = term.jet_of::<R>(e, dv);
            add(&mut stress, &state.differential::<R>(&term.damping[e], &rate, Part::Positive));
        }
        stress
    }
}

/// Hessian of an elaston.
struct HessianAt<'a> {
    term: &'a ElastonElastic,
    e: usize,
    state: &'a Deformed,
    weights: TangentWeights,
    out: &'a mut [f64],
}

impl Kernel for HessianAt<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let Self { term, e, state, weights, out } = self;
        let part = if weights.positive { Part::Positive } else { Part::Whole };
        let damping = term.damping.get(e).map(
            #[inline(always)]
            |of| (weights.velocity, of, Part::Positive),
        );
        let elastic = (weights.position, &term.stiffness[e], part);
        with_vectors!(term.stencils.vectors[e], V => hessian::<R, V>(state, elastic, damping, out));
    }
}

/// The volume ratio of an elaston.
struct VolumeRatio<'a> {
    term: &'a ElastonElastic,
    e: usize,
    q: &'a [f64],
}

impl Kernel for VolumeRatio<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real>(self) -> f64 {
        let jet = self.term.jet_of::<R>(self.e, self.q);
        let [a, b, c] = [DVec3::from_array(jet[0]), DVec3::from_array(jet[1]), DVec3::from_array(jet[2])];
        a.dot(b.cross(c))
    }
}

#[inline(always)]
fn add(a: &mut Jet<f64>, b: &Jet<f64>) {
    for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
        *a += b;
    }
}

impl Term for ElastonElastic {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.slots
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        let mut scratch = self.scratch();
        scratch.follow(self, at.q);
        let Scratch { v, stresses, states, .. } = &mut *scratch;
        if self.is_damped() {
            self.stencils.lay_out(self.own(at.v), v);
        }
        self.each_stress(stresses, |e| dispatch(Stress { term: self, e, state: &states[e], v }));
        self.spread(stresses, out);
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let mut scratch = self.scratch();
        scratch.follow(self, at.q);
        Some(scratch.states.iter().map(Deformed::energy).sum())
    }

    fn is_elastic(&self) -> bool {
        true
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let mut scratch = self.scratch();
        scratch.follow(self, at.q);
        let Scratch { v, stresses, states, .. } = &mut *scratch;
        self.differential_in(states, (v, stresses), dq, dv, out);
    }

    fn foreseen_differential(
        &self,
        at: &At<'_>,
        came_from: &[DVec3],
        dq: &[DVec3],
        dv: Option<&[DVec3]>,
        out: &mut [DVec3],
    ) {
        if !self.can_foresee() {
            return self.force_differential(at, dq, dv, out);
        }
        let mut scratch = self.scratch();
        scratch.foresee(self, came_from, at.q);
        let Scratch { v, stresses, foreseen, .. } = &mut *scratch;
        self.differential_in(foreseen, (v, stresses), dq, dv, out);
    }

    fn row_groups(&self) -> Option<&RowGroups> {
        Some(&self.groups)
    }

    fn can_foresee(&self) -> bool {
        self.measure != StrainMeasure::CorotationalLagged
    }

    fn add_rows(
        &self,
        at: &At<'_>,
        weights: TangentWeights,
        came_from: Option<&[DVec3]>,
        rows: GroupRows<'_>,
    ) {
        let mut scratch = self.scratch();
        // The part that is never negative has no stresses in it.
        let came_from = came_from.filter(|_| self.can_foresee() && !weights.positive);
        match came_from {
            Some(before) => scratch.foresee(self, before, at.q),
            None => scratch.follow(self, at.q),
        }
        let Scratch { foreseen, states, hessians, .. } = &mut *scratch;
        let states = if came_from.is_some() { foreseen } else { states };
        let count = self.hessian_starts.last().map_or(0, |&lines| lines as usize * CACHE_LINE);
        if hessians.len() != count {
            *hessians = Aligned::passing_zeros(count);
        }
        self.fill_hessians(0..self.stencils.len(), states, weights, hessians);
        let kernel = RowKernel {
            stencils: &self.stencils,
            groups: &self.groups,
            hessians,
            hessian_starts: &self.hessian_starts,
        };
        kernel.add_all(rows);
        if count > KEPT_HESSIANS {
            *hessians = Aligned::default();
        }
    }

    fn element_blocks(&self) -> usize {
        self.stencils.element_blocks()
    }

    fn has_damping(&self) -> bool {
        // The lagged form has an energy that its force is not the gradient of.
        self.is_damped() || self.measure == StrainMeasure::CorotationalLagged
    }

    fn inverted_count(&self, q: &[DVec3]) -> (usize, usize) {
        let mut scratch = self.scratch();
        let laid_out = &mut scratch.q;
        self.stencils.lay_out(self.own(q), laid_out);
        let inverted = (0..self.stencils.len())
            .into_par_iter()
            .filter(|&e| dispatch(VolumeRatio { term: self, e, q: laid_out }) <= 0.0)
            .count();
        (inverted, self.stencils.len())
    }
}
