//! The system: nodes, holds, mass and terms in flat arrays, and the one way to sum forces.

use crate::contact::Contact;
use crate::hold::Holds;
use crate::mass::Mass;
use crate::term::{At, StandIn, Term};
use glam::DVec3;
use rayon::prelude::*;

/// Nodes whose slots one task sums.
const NODES_A_TASK: usize = 1024;

/// Everything a stepper needs to know of the bodies.
pub struct System {
    /// Node positions at rest (m).
    pub x_rest: Vec<DVec3>,
    /// Mass of the nodes.
    pub mass: Mass,
    /// Held nodes and their motions.
    pub holds: Holds,
    /// Who touches whom, if anything may.
    pub contact: Option<Box<dyn Contact>>,
    /// What a shift of everything adds to each node: 1 to a position, 0 to a derivative.
    shift_shares: Vec<f64>,
    terms: Vec<Box<dyn Term>>,
    /// The last term is a guest.
    has_guest: bool,
    /// What takes the place of which term while bodies find back from inside out.
    stand_ins: Vec<StandIn>,
    /// Where each term's slots start in `slots`, and their total at the end.
    term_starts: Vec<usize>,
    slots: Vec<DVec3>,
    gather: Gather,
}

impl System {
    /// Puts a system together.
    pub fn new(x_rest: Vec<DVec3>, mass: Mass, holds: Holds, terms: Vec<Box<dyn Term>>) -> Self {
        let mut system = Self {
            slots: Vec::new(),
            shift_shares: vec![1.0; x_rest.len()],
            x_rest,
            mass,
            holds,
            contact: None,
            terms,
            has_guest: false,
            stand_ins: Vec::new(),
            term_starts: Vec::new(),
            gather: Gather::new(0, &[]),
        };
        system.lay_out_slots();
        system
    }

    fn lay_out_slots(&mut self) {
        self.term_starts = vec![0];
        let mut owners = Vec::new();
        for term in &self.terms {
            owners.extend(term.force_slots().iter().map(|&node| node as usize));
            self.term_starts.push(owners.len());
        }
        self.gather = Gather::new(self.x_rest.len(), &owners);
        self.slots = vec![DVec3::ZERO; owners.len()];
    }

    /// Replaces the guest, a term that comes and goes while the others stay: a hand that takes hold of something. True if
    /// it acts on other nodes than the one before, so that matrices have another pattern.
    pub fn set_guest(&mut self, guest: Option<Box<dyn Term>>) -> bool {
        let before = if self.has_guest { self.terms.pop() } else { None };
        let is_alike = |a: &dyn Term, b: &dyn Term| {
            a.force_slots() == b.force_slots() && a.pair_slots() == b.pair_slots()
        };
        let is_other = match (&before, &guest) {
            (Some(before), Some(guest)) => !is_alike(before.as_ref(), guest.as_ref()),
            (None, None) => false,
            _ => true,
        };
        self.has_guest = guest.is_some();
        self.terms.extend(guest);
        if is_other {
            self.lay_out_slots();
        }
        is_other
    }

    /// The same system, some of whose nodes are no places: a shift of everything by d adds d times its share to each
    /// node, which is 1 for positions and 0 for derivatives of the field that they carry.
    #[must_use]
    pub fn with_shift_shares(mut self, shares: Vec<f64>) -> Self {
        debug_assert_eq!(shares.len(), self.x_rest.len());
        self.shift_shares = shares;
        self
    }

    /// The same system with terms that may take the place of others while bodies find back from inside out.
    #[must_use]
    pub fn with_stand_ins(mut self, stand_ins: Vec<StandIn>) -> Self {
        self.stand_ins = stand_ins;
        self
    }

    /// Whether there are any.
    pub fn has_stand_ins(&self) -> bool {
        !self.stand_ins.is_empty()
    }

    /// Lets them take those places, or gives the places back.
    pub fn exchange_stand_ins(&mut self) {
        for (term, stand_in) in &mut self.stand_ins {
            std::mem::swap(&mut self.terms[*term], stand_in);
        }
        self.lay_out_slots();
    }

    /// What a shift of everything adds to each node: 1 to a position, 0 to a derivative.
    pub fn shift_shares(&self) -> &[f64] {
        &self.shift_shares
    }

    /// Where each node belongs at rest (m): of a derivative the place before it, which it is a derivative at. Solvers
    /// divide the nodes by it.
    pub fn places(&self) -> Vec<DVec3> {
        let mut place = DVec3::ZERO;
        let nodes = self.x_rest.iter().zip(&self.shift_shares);
        nodes
            .map(|(x, share)| {
                if *share == 1.0 {
                    place = *x;
                }
                place
            })
            .collect()
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.x_rest.len()
    }

    /// All terms, in the order their forces are summed.
    pub fn terms(&self) -> &[Box<dyn Term>] {
        &self.terms
    }

    /// Total force on each node (N), held or not.
    pub fn forces(&mut self, at: &At<'_>, out: &mut [DVec3]) {
        self.each_term(|term, slots| term.forces(at, slots));
        self.gather.sum(DVec3::ZERO, &self.slots, out);
    }

    /// Norm of the forces of supports (N), as they were in the last [`System::forces`].
    pub fn support_norm(&self) -> f64 {
        let supports = self.terms.iter().enumerate().filter(|(_, term)| term.is_support());
        let slots = supports.flat_map(|(i, _)| &self.slots[self.term_starts[i]..self.term_starts[i + 1]]);
        slots.map(|force| force.length_squared()).sum::<f64>().sqrt()
    }

    /// f(node, total force) for each node, in one pass: what explicit steps do with forces needs no array of them.
    pub fn map_forces(&mut self, at: &At<'_>, out: &mut [DVec3], f: impl Fn(usize, DVec3) -> DVec3 + Sync) {
        self.each_term(|term, slots| term.forces(at, slots));
        self.gather.sum_map(DVec3::ZERO, &self.slots, out, f);
    }

    /// Change of the total force for a change of positions (and velocities).
    pub fn force_differential(&mut self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        self.each_term(|term, slots| term.force_differential(at, dq, dv, slots));
        self.gather.sum(DVec3::ZERO, &self.slots, out);
    }

    /// The same with the stresses that were foreseen where an iteration came from ([`Term::can_foresee`]).
    pub fn foreseen_differential(
        &mut self,
        at: &At<'_>,
        came_from: Option<&[DVec3]>,
        dq: &[DVec3],
        dv: Option<&[DVec3]>,
        out: &mut [DVec3],
    ) {
        let Some(came_from) = came_from else { return self.force_differential(at, dq, dv, out) };
        self.each_term(|term, slots| term.foreseen_differential(at, came_from, dq, dv, slots));
        self.gather.sum(DVec3::ZERO, &self.slots, out);
    }

    fn each_term(&mut self, f: impl Fn(&dyn Term, &mut [DVec3])) {
        for (i, term) in self.terms.iter().enumerate() {
            f(term.as_ref(), &mut self.slots[self.term_starts[i]..self.term_starts[i + 1]]);
        }
    }

    /// Total potential energy (J); `None` if some force has none.
    pub fn potential_energy(&self, at: &At<'_>) -> Option<f64> {
        self.terms.iter().map(|t| t.energy(at)).sum()
    }

    /// Stored elastic energy (J).
    pub fn elastic_energy(&self, at: &At<'_>) -> f64 {
        self.terms.iter().filter(|t| t.is_elastic()).filter_map(|t| t.energy(at)).sum()
    }

    /// Kinetic energy (J).
    pub fn kinetic_energy(&self, v: &[DVec3]) -> f64 {
        0.5 * self.ordered_sum(|i| v[i].dot(self.mass.row_times(i, v)))
    }

    /// Linear momentum [kg m/s]: the field that nodes carry is 1 everywhere for nodes that are their shift shares.
    pub fn momentum(&self, v: &[DVec3]) -> DVec3 {
        self.ordered_sum(|i| self.mass.row_times(i, v) * self.shift_shares[i])
    }

    /// Angular momentum about the origin [kg m2/s]; exact whether nodes are positions or derivatives, because the
    /// field is linear in them.
    pub fn angular_momentum(&self, q: &[DVec3], v: &[DVec3]) -> DVec3 {
        self.ordered_sum(|i| q[i].cross(self.mass.row_times(i, v)))
    }

    /// Sum over nodes in node order.
    fn ordered_sum<T: std::iter::Sum<T> + Send>(&self, f: impl Fn(usize) -> T + Sync) -> T {
        let tasks = self.node_count().div_ceil(NODES_A_TASK);
        let parts: Vec<T> = (0..tasks)
            .into_par_iter()
            .map(|task| {
                let end = ((task + 1) * NODES_A_TASK).min(self.node_count());
                (task * NODES_A_TASK..end).map(&f).sum()
            })
            .collect();
        parts.into_iter().sum()
    }

    /// True if every term takes these positions.
    pub fn admissible(&self, q: &[DVec3]) -> bool {
        self.terms.iter().all(|t| t.admissible(q))
    }

    /// Elements that are inside out, and all of them.
    pub fn inverted_count(&self, q: &[DVec3]) -> (usize, usize) {
        self.terms.iter().map(|t| t.inverted_count(q)).fold((0, 0), |sum, (a, b)| (sum.0 + a, sum.1 + b))
    }

    /// A node of an element that some term does not take, if there is one.
    pub fn inadmissible_node(&self, q: &[DVec3]) -> Option<usize> {
        self.terms.iter().find_map(|t| t.inadmissible_node(q)).map(|node| node as usize)
    }

    /// True if all forces are affine in positions and velocities.
    pub fn is_linear(&self) -> bool {
        self.contact.is_none() && self.terms.iter().all(|t| t.is_linear())
    }

    /// True if the assembled tangent is the whole derivative of the forces.
    pub fn is_symmetric(&self) -> bool {
        self.terms.iter().all(|t| t.is_symmetric())
    }

    /// True if some force depends on velocity.
    pub fn has_damping(&self) -> bool {
        self.terms.iter().any(|t| t.has_damping())
    }
}

/// Sums slots into their owners in slot order: for each owner the list of its slots.
#[derive(Clone, Debug)]
pub(crate) struct Gather {
    /// Owners with slots, ascending, where few have any: the blocks of a matrix whose terms add to rows themselves.
    few: Option<Vec<u32>>,
    /// Where the slots of each owner (of each of the few) start, and their number at the end.
    starts: Vec<u32>,
    slots: Vec<u32>,
}

/// Owners to each one with slots, from where on they are few.
const FEW: usize = 8;

impl Gather {
    /// `owner(s)` is where slot `s` adds; owners that are `usize::MAX` are dropped.
    pub(crate) fn new(owner_count: usize, owner: &[usize]) -> Self {
        let mut starts = vec![0u32; owner_count + 1];
        for &o in owner.iter().filter(|&&o| o != usize::MAX) {
            starts[o + 1] += 1;
        }
        for i in 0..owner_count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut slots = vec![0u32; starts[owner_count] as usize];
        for (slot, &o) in owner.iter().enumerate().filter(|&(_, &o)| o != usize::MAX) {
            slots[next[o] as usize] = slot as u32;
            next[o] += 1;
        }
        let has_slots = |&i: &usize| starts[i + 1] > starts[i];
        if (0..owner_count).filter(has_slots).count() * FEW > owner_count {
            return Self { few: None, starts, slots };
        }
        let few: Vec<usize> = (0..owner_count).filter(has_slots).collect();
        let few_starts = few.iter().map(|&i| starts[i]).chain([slots.len() as u32]).collect();
        Self { few: Some(few.iter().map(|&i| i as u32).collect()), starts: few_starts, slots }
    }

    /// out[i] = sum of the slots of i, `zero` without any (glam's default matrix is the identity).
    pub(crate) fn sum<T>(&self, zero: T, values: &[T], out: &mut [T])
    where
        T: Copy + std::ops::AddAssign + Send + Sync,
    {
        self.sum_map(zero, values, out, |_, sum| sum);
    }

    /// out[i] = f(i, sum of the slots of i).
    fn sum_map<T>(&self, zero: T, values: &[T], out: &mut [T], f: impl Fn(usize, T) -> T + Sync)
    where
        T: Copy + std::ops::AddAssign + Send + Sync,
    {
        out.par_chunks_mut(NODES_A_TASK).enumerate().for_each(|(task, out)| {
            let first = task * NODES_A_TASK;
            let Some(few) = &self.few else {
                for (local, out) in out.iter_mut().enumerate() {
                    *out = f(first + local, self.sum_of(first + local, zero, values));
                }
                return;
            };
            for (local, out) in out.iter_mut().enumerate() {
                *out = f(first + local, zero);
            }
            let of_task = few.partition_point(|&i| (i as usize) < first);
            for (n, &i) in few.iter().enumerate().skip(of_task) {
                let Some(out) = out.get_mut(i as usize - first) else { break };
                *out = f(i as usize, self.sum_of(n, zero, values));
            }
        });
    }

    /// Sum of the n-th list of slots.
    #[inline(always)]
    fn sum_of<T: Copy + std::ops::AddAssign>(&self, n: usize, zero: T, values: &[T]) -> T {
        let slots = &self.slots[self.starts[n] as usize..self.starts[n + 1] as usize];
        let Some((first, rest)) = slots.split_first() else { return zero };
        let mut sum = values[*first as usize];
        for &slot in rest {
            sum += values[slot as usize];
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::Gather;

    #[test]
    fn few_owners_with_slots_are_summed_as_many_are() {
        let values: Vec<f64> = (1..=6).map(f64::from).collect();
        for count in [3000, 10] {
            let owners = [8, 2, usize::MAX, 8, 9, 2].map(|o| if o == 9 { count - 1 } else { o });
            let gather = Gather::new(count, &owners);
            assert_eq!(gather.few.is_some(), count == 3000);
            let mut out = vec![-1.0; count];
            gather.sum(0.0, &values, &mut out);
            assert_eq!([out[8], out[2], out[count - 1]], [1.0 + 4.0, 2.0 + 6.0, 5.0]);
            assert_eq!(out.iter().sum::<f64>(), 18.0);
        }
    }
}
