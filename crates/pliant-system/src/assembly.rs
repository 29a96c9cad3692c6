//! From tangent blocks to the matrix of a linear solve.
//!
//! Fully held nodes leave the matrix; partially held ones stay, with their rows and columns projected
//! (A_ij -> P_i A_ij P_j) and a stand-in stiffness on the held directions, so that the block structure
//! and positive definiteness survive.
//!
//! The pattern of the terms is found once. Contact couples nodes that come and go: they are added to it, and only
//! then is anything found anew.

use crate::mass::Mass;
use crate::system::{Gather, System};
use crate::term::{At, GroupRows, RowGroups, TangentWeights, Term};
use glam::{DMat3, DVec3};
use pliant_math::sparse::{BlockMatrix, BlockPattern};
use rayon::prelude::*;
use std::sync::Arc;

/// Marks a node that is no unknown.
pub(crate) const HELD: u32 = u32::MAX;

/// Rows of the mass that one task adds.
const MASS_ROWS: usize = 256;

/// The map between the nodes of a [`System`] and the rows of its matrix, with all that can be kept while
/// pattern and holds stay.
pub struct Assembly {
    unknown_of_node: Vec<u32>,
    node_of_unknown: Vec<u32>,
    matrix: BlockMatrix,
    slots: Vec<DMat3>,
    term_starts: Vec<usize>,
    gather: Gather,
    /// Where masses add, if contact has moved the entries.
    moved_masses: Option<Vec<u32>>,
    partial: Vec<PartiallyHeld>,
    /// What the terms and the mass alone need.
    base: Base,
    /// For each term that adds to rows itself: where its rows are.
    groups: Vec<GroupPlaces>,
    /// Node pairs that contact has added.
    couplings: Vec<[u32; 2]>,
    contact_slots: Vec<DMat3>,
}

/// Where the tangent of contact is taken.
#[derive(Clone, Copy, Debug)]
pub struct EndPoint<'a> {
    /// Node positions at the end of the step (m).
    pub q: &'a [DVec3],
    /// See [`crate::Contact::tangent`].
    pub cautious: bool,
}

/// Where the rows of a term's groups are in the matrix.
pub(crate) struct GroupPlaces {
    pub(crate) term: usize,
    pub(crate) row_starts: Vec<usize>,
    pub(crate) places: Vec<u32>,
}

/// The pattern without contact, and where slots and masses add in it.
struct Base {
    pattern: Arc<BlockPattern>,
    owners: Vec<usize>,
    /// For each unknown where its places start in `masses`, and their number at the end.
    mass_starts: Vec<usize>,
    /// Entry of the matrix for each number of [`Mass::lower_row`]; [`HELD`] if its column is held.
    masses: Vec<u32>,
}

/// An unknown some directions of which are held.
struct PartiallyHeld {
    unknown: usize,
    projector: DMat3,
    /// Off-diagonal entries of its row (true: project from the left) and column (false: from the right).
    entries: Vec<(u32, bool)>,
}

impl Assembly {
    /// Finds pattern and maps. Costs a sort; keep it while terms and holds stay.
    pub fn new(system: &System) -> Self {
        let (unknown_of_node, node_of_unknown) = number_unknowns(system);
        let unknown = |node: u32| unknown_of_node[node as usize];
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut term_starts = vec![0];
        for term in system.terms() {
            pairs.extend(term.pair_slots().iter().map(|&(i, j)| (unknown(i), unknown(j))));
            term_starts.push(pairs.len());
        }
        let is_free = |&(i, j): &(u32, u32)| i != HELD && j != HELD;
        let massive = system.mass.lower_entries().map(|(i, j, _)| (unknown(i), unknown(j)));
        let grouped = system.terms().iter().filter_map(|term| term.row_groups());
        let grouped = grouped.flat_map(RowGroups::pairs).map(|(i, j)| (unknown(i), unknown(j)));
        let all = pairs.iter().copied().chain(massive).chain(grouped).filter(is_free);
        let pattern =
            BlockPattern::from_pairs(node_of_unknown.len(), all.map(|(i, j)| (i as usize, j as usize)));
        let entry =
            |(i, j): (u32, u32)| pattern.index(i as usize, j as usize).expect("pair is in the pattern");
        let owners: Vec<usize> =
            pairs.iter().map(|&pair| if is_free(&pair) { entry(pair) } else { usize::MAX }).collect();
        let (mass_starts, masses) = mass_places(system, &unknown_of_node, &pattern);
        let slots = vec![DMat3::ZERO; pairs.len()];
        let mut assembly = Self {
            gather: Gather::new(pattern.block_count(), &owners),
            groups: group_places(system, &unknown_of_node, &pattern, |_| true),
            partial: partially_held(system, &unknown_of_node, &pattern),
            matrix: BlockMatrix::zeros(pattern.clone()),
            unknown_of_node,
            node_of_unknown,
            slots,
            term_starts,
            moved_masses: None,
            base: Base { pattern, owners, mass_starts, masses },
            couplings: Vec::new(),
            contact_slots: Vec::new(),
        };
        assembly.follow_contact(system);
        assembly
    }

    /// Takes the couplings of contact into the pattern; true if the pattern is another one now.
    pub fn follow_contact(&mut self, system: &System) -> bool {
        let couplings: &[[u32; 2]] = system.contact.as_ref().map_or(&[], |c| c.couplings());
        if self.couplings == couplings {
            return false;
        }
        self.couplings.clear();
        self.couplings.extend_from_slice(couplings);
        self.extend_pattern(system);
        true
    }

    fn extend_pattern(&mut self, system: &System) {
        let base = &self.base;
        let unknown = |node: u32| self.unknown_of_node[node as usize];
        let added = self.couplings.iter().map(|&[i, j]| (unknown(i), unknown(j)));
        let added = added.filter(|&(i, j)| i != HELD && j != HELD).map(|(i, j)| (i as usize, j as usize));
        let rows = 0..base.pattern.node_count();
        let known = rows.flat_map(|i| base.pattern.row(i).iter().map(move |&j| (i, j as usize)));
        let pattern = BlockPattern::from_pairs(base.pattern.node_count(), known.chain(added));
        // Rows have kept the order of their columns: where each old entry is now.
        let mut moved = vec![0usize; base.pattern.block_count()];
        for i in 0..base.pattern.node_count() {
            let mut now = pattern.row_range(i).zip(pattern.row(i));
            for (old, column) in base.pattern.row_range(i).zip(base.pattern.row(i)) {
                moved[old] = now.find(|(_, c)| *c == column).map_or(0, |(entry, _)| entry);
            }
        }
        let owners: Vec<usize> =
            base.owners.iter().map(|&o| if o == usize::MAX { o } else { moved[o] }).collect();
        self.gather = Gather::new(pattern.block_count(), &owners);
        let place = |&entry: &u32| if entry == HELD { HELD } else { moved[entry as usize] as u32 };
        self.moved_masses = Some(base.masses.iter().map(place).collect());
        self.groups = group_places(system, &self.unknown_of_node, &pattern, |_| true);
        self.partial = partially_held(system, &self.unknown_of_node, &pattern);
        self.matrix = BlockMatrix::zeros(pattern);
    }

    /// Number of unknown nodes.
    pub fn unknown_count(&self) -> usize {
        self.node_of_unknown.len()
    }

    /// The pattern of the matrix.
    pub fn pattern(&self) -> &Arc<BlockPattern> {
        self.matrix.pattern()
    }

    /// The matrix as last assembled.
    pub fn matrix(&self) -> &BlockMatrix {
        &self.matrix
    }

    /// The node behind row `unknown`.
    pub fn node(&self, unknown: usize) -> usize {
        self.node_of_unknown[unknown] as usize
    }

    /// Restricts a node field to the unknowns.
    pub fn restrict(&self, field: &[DVec3], out: &mut [DVec3]) {
        for (out, &node) in out.iter_mut().zip(&self.node_of_unknown) {
            *out = field[node as usize];
        }
    }

    /// Extends unknowns to a node field, zero at held nodes.
    pub fn extend(&self, unknowns: &[DVec3], out: &mut [DVec3]) {
        for (out, &unknown) in out.iter_mut().zip(&self.unknown_of_node) {
            *out = if unknown == HELD { DVec3::ZERO } else { unknowns[unknown as usize] };
        }
    }

    /// Matrix = mass_factor M - (weights.position df/dq + weights.velocity df/dv), projected for held directions,
    /// without contact.
    pub fn assemble(&mut self, system: &System, at: &At<'_>, weights: TangentWeights, mass_factor: f64) {
        self.assemble_on_the_way(system, at, weights, mass_factor, None, None);
    }

    /// As [`Assembly::assemble`], plus the tangent of contact at the end positions given, and with stresses foreseen where the iteration
    /// came from ([`Term::can_foresee`]).
    pub fn assemble_on_the_way(
        &mut self,
        system: &System,
        at: &At<'_>,
        weights: TangentWeights,
        mass_factor: f64,
        end: Option<EndPoint<'_>>,
        came_from: Option<&[DVec3]>,
    ) {
        self.sum_terms(system, at, weights, came_from);
        if let Some(end) = end {
            self.add_contact(system, end);
        }
        if mass_factor != 0.0 {
            self.add_mass(&system.mass, mass_factor);
        }
        self.project_held(stand_in);
    }

    /// Matrix = M, without mass on held directions.
    pub fn assemble_mass(&mut self, system: &System) {
        self.matrix.values.fill(DMat3::ZERO);
        self.add_mass(&system.mass, 1.0);
        self.project_held(|_| 0.0);
    }

    /// Adds factor M, some rows a task: unknowns are numbered as nodes are, so that a row of M adds to one row of the matrix.
    fn add_mass(&mut self, mass: &Mass, factor: f64) {
        let pattern = self.matrix.pattern().clone();
        let places = self.moved_masses.as_ref().unwrap_or(&self.base.masses);
        let (starts, nodes) = (&self.base.mass_starts, &self.node_of_unknown);
        let count = nodes.len();
        let mut rest = self.matrix.values.as_mut_slice();
        let mut tasks = Vec::with_capacity(count.div_ceil(MASS_ROWS));
        for first in (0..count).step_by(MASS_ROWS) {
            let rows = first..count.min(first + MASS_ROWS);
            let offset = pattern.row_range(first).start;
            let (own, others) = rest.split_at_mut(pattern.row_range(rows.end - 1).end - offset);
            rest = others;
            tasks.push((rows, offset, own));
        }
        tasks.into_par_iter().for_each(|(rows, offset, values)| {
            for row in rows {
                let masses = mass.lower_row(nodes[row] as usize);
                for (&place, m) in places[starts[row]..starts[row + 1]].iter().zip(masses) {
                    if place != HELD {
                        values[place as usize - offset] += DMat3::from_diagonal(DVec3::splat(factor * m));
                    }
                }
            }
        });
    }

    fn sum_terms(
        &mut self,
        system: &System,
        at: &At<'_>,
        weights: TangentWeights,
        came_from: Option<&[DVec3]>,
    ) {
        for (i, term) in system.terms().iter().enumerate() {
            let range = self.term_starts[i]..self.term_starts[i + 1];
            if !range.is_empty() {
                term.tangent(at, weights, &mut self.slots[range]);
            }
        }
        self.gather.sum(DMat3::ZERO, &self.slots, &mut self.matrix.values);
        for group in &self.groups {
            let values = &mut self.matrix.values[..];
            let rows = GroupRows { values, row_starts: &group.row_starts, places: &group.places };
            system.terms()[group.term].add_rows(at, weights, came_from, rows);
        }
        let pattern = self.matrix.pattern().clone();
        // Slots of a diagonal block may hold an unsymmetric rounding; the solver wants exact symmetry.
        let diagonals: Vec<usize> = (0..pattern.node_count()).map(|i| pattern.diagonal_index(i)).collect();
        for entry in diagonals {
            let block = self.matrix.values[entry];
            self.matrix.values[entry] = (block + block.transpose()) * 0.5;
        }
    }

    fn add_contact(&mut self, system: &System, end: EndPoint<'_>) {
        let Some(contact) = &system.contact else { return };
        let pairs = contact.pair_slots();
        self.contact_slots.resize(pairs.len(), DMat3::ZERO);
        contact.tangent(end.q, end.cautious, &mut self.contact_slots);
        for (&(i, j), block) in pairs.iter().zip(&self.contact_slots) {
            let (i, j) = (self.unknown_of_node[i as usize], self.unknown_of_node[j as usize]);
            if i == HELD || j == HELD || *block == DMat3::ZERO {
                continue;
            }
            if let Some(entry) = self.matrix.pattern().index(i as usize, j as usize) {
                self.matrix.values[entry] += *block;
            }
        }
    }

    /// `stand_in` says what a held direction gets on the diagonal, given the diagonal block.
    fn project_held(&mut self, stand_in: impl Fn(&DMat3) -> f64) {
        for held in &self.partial {
            let P = held.projector;
            for &(entry, left) in &held.entries {
                let block = &mut self.matrix.values[entry as usize];
                *block = if left { P * *block } else { *block * P };
            }
            let diagonal = self.matrix.diagonal_mut(held.unknown);
            *diagonal = P * *diagonal * P + (DMat3::IDENTITY - P) * stand_in(diagonal);
        }
    }
}

/// A stiffness of the size of its neighbours.
fn stand_in(diagonal: &DMat3) -> f64 {
    let mean = (diagonal.x_axis.x + diagonal.y_axis.y + diagonal.z_axis.z).abs() / 3.0;
    if mean > 0.0 { mean } else { 1.0 }
}

pub(crate) fn number_unknowns(system: &System) -> (Vec<u32>, Vec<u32>) {
    let mut nodes = Vec::new();
    let unknowns = (0..system.node_count())
        .map(|node| {
            if system.holds.is_fully_held(node) {
                return HELD;
            }
            nodes.push(node as u32);
            nodes.len() as u32 - 1
        })
        .collect();
    (unknowns, nodes)
}

/// For each unknown where its places start, and where each number of its row of the mass adds.
fn mass_places(system: &System, unknown_of_node: &[u32], pattern: &BlockPattern) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0; pattern.node_count() + 1];
    let mut places = Vec::with_capacity(system.mass.lower_count());
    for (i, j, _) in system.mass.lower_entries() {
        let (row, column) = (unknown_of_node[i as usize], unknown_of_node[j as usize]);
        if row == HELD {
            continue;
        }
        places.push(match column {
            HELD => HELD,
            _ => pattern.index(row as usize, column as usize).expect("pair is in the pattern") as u32,
        });
        starts[row as usize + 1] += 1;
    }
    for row in 0..pattern.node_count() {
        starts[row + 1] += starts[row];
    }
    (starts, places)
}

/// Finds the rows of all terms meant that add to them.
pub(crate) fn group_places(
    system: &System,
    unknown_of_node: &[u32],
    pattern: &BlockPattern,
    is_meant: impl Fn(&dyn Term) -> bool,
) -> Vec<GroupPlaces> {
    let meant = system.terms().iter().enumerate().filter(|(_, term)| is_meant(term.as_ref()));
    let with_groups = meant.filter_map(|(t, term)| Some((t, term.row_groups()?)));
    with_groups
        .map(|(term, groups)| {
            let k = groups.nodes_a_group;
            let unknown = |node: usize| {
                let unknown = unknown_of_node[groups.first_node as usize + node];
                assert!(unknown != HELD, "nodes that come in groups are held by springs only");
                unknown as usize
            };
            let mut row_starts: Vec<usize> =
                (0..groups.len()).map(|i| pattern.row_range(unknown(k * i)).start).collect();
            row_starts.push(match groups.len() {
                0 => 0,
                n => pattern.row_range(unknown(k * n - 1)).end,
            });
            let places = (0..groups.len())
                .flat_map(|i| groups.columns_of(i).iter().map(move |&j| (i, j as usize)))
                .flat_map(|(i, j)| (0..k).map(move |a| (k * i + a, k * j)))
                .map(|(row, column)| pattern.index(unknown(row), unknown(column)))
                .map(|place| place.expect("groups are in the pattern") as u32)
                .collect();
            GroupPlaces { term, row_starts, places }
        })
        .collect()
}

fn partially_held(system: &System, unknown_of_node: &[u32], pattern: &BlockPattern) -> Vec<PartiallyHeld> {
    let mut partial: Vec<PartiallyHeld> = system
        .holds
        .held()
        .iter()
        .filter(|held| held.count < 3)
        .map(|held| PartiallyHeld {
            unknown: unknown_of_node[held.node as usize] as usize,
            projector: held.projector(),
            entries: Vec::new(),
        })
        .collect();
    let mut index = vec![usize::MAX; pattern.node_count()];
    for (k, held) in partial.iter().enumerate() {
        index[held.unknown] = k;
    }
    for row in 0..pattern.node_count() {
        let range = pattern.row_range(row);
        for (entry, &column) in range.clone().zip(pattern.row(row)) {
            if column as usize == row {
                continue;
            }
            if index[row] != usize::MAX {
                partial[index[row]].entries.push((entry as u32, true));
            }
            if index[column as usize] != usize::MAX {
                partial[index[column as usize]].entries.push((entry as u32, false));
            }
        }
    }
    partial
}

/// Vectors of unknowns, chunk by chunk: out += factor x.
pub fn add_scaled(out: &mut [DVec3], factor: f64, x: &[DVec3]) {
    out.par_chunks_mut(4096).zip(x.par_chunks(4096)).for_each(|(out, x)| {
        for (out, x) in out.iter_mut().zip(x) {
            *out += *x * factor;
        }
    });
}
