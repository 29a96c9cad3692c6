//! From springs and tangent blocks to a matrix with one number a pair of nodes: the stand-in for the stiffness that quasi-Newton methods factor.
//!
//!   A = mu M + L,   L = sum_s k_s a_s a_s^T,   a_s = 1 at node i, -1 at node j of spring s,   the same for x, y and z: A (x) I3
//!
//! [Liu et al. 2017; Xu et al. 2018, (23)]. A term says where its springs are and how stiff ([`Term::spring_pairs`]); of a term that does
//! not, each 3 x 3 block of the tangent, with every element's part made positive semi-definite, adds its trace. If the part of an element is
//! the sum of g g^T, the traces g_i . g_j are a Gram matrix, so that the sum is positive semi-definite too; and for a bond k n n^T the
//! trace is k, so that both kinds are of one measure. Supports hold points in one, two or three directions equally stiffly, k D with a
//! projector D: they add k.
//!
//! Fully held nodes are no unknowns, but their couplings are kept: how the rest follows a motion of the holds is read off them.
//! Partially held nodes count as a whole; directions are projected by whoever uses the matrix.

use crate::assembly::{EndPoint, GroupPlaces, HELD, group_places, number_unknowns};
use crate::system::System;
use crate::term::{At, GroupRows, RowGroups, TangentWeights, Term};
use glam::{DMat3, DVec3};
use pliant_math::sparse::{BlockMatrix, BlockPattern, ScalarMatrix};
use std::sync::Arc;

/// The map between the nodes of a [`System`] and the scalar matrix, kept while pattern and holds stay.
pub struct SpringAssembly {
    unknown_of_node: Vec<u32>,
    node_of_unknown: Vec<u32>,
    /// Over all nodes, held or not.
    whole: ScalarMatrix,
    /// Over the unknowns.
    matrix: ScalarMatrix,
    /// The entry of `whole` behind each entry of `matrix`.
    sources: Vec<u32>,
    parts: Vec<Part>,
    stiffness: Vec<f64>,
    blocks: Vec<DMat3>,
    rows: Option<Rows>,
    /// Where each entry of the mass adds.
    masses: Vec<u32>,
    /// Node pairs that contact has added.
    couplings: Vec<[u32; 2]>,
}

/// Where a term adds in the matrix over all nodes.
enum Part {
    /// For each spring the diagonals of both nodes, and what couples them.
    Springs(Vec<[u32; 3]>),
    /// For each pair slot.
    Blocks(Vec<u32>),
    /// For each pair slot of a support.
    Supports(Vec<u32>),
}

/// Blocks of terms that add to rows of a matrix themselves.
struct Rows {
    matrix: BlockMatrix,
    groups: Vec<GroupPlaces>,
    /// Where the trace of each block adds.
    places: Vec<u32>,
}

/// Whether a term gives its part by blocks in rows.
fn has_rows(term: &dyn Term) -> bool {
    term.spring_pairs().is_none() && term.row_groups().is_some()
}

/// All pairs of nodes that a term couples.
fn pairs_of(term: &dyn Term) -> Box<dyn Iterator<Item = (u32, u32)> + '_> {
    match (term.spring_pairs(), term.row_groups()) {
        (Some(pairs), _) => Box::new(pairs.iter().copied()),
        (None, Some(groups)) => Box::new(groups.pairs().chain(term.pair_slots().iter().copied())),
        (None, None) => Box::new(term.pair_slots().iter().copied()),
    }
}

fn trace(block: &DMat3) -> f64 {
    block.x_axis.x + block.y_axis.y + block.z_axis.z
}

/// k of a block k D with a projector D: tr D^2 = tr D.
fn support_stiffness(block: &DMat3) -> f64 {
    let squares =
        block.x_axis.length_squared() + block.y_axis.length_squared() + block.z_axis.length_squared();
    if squares == 0.0 { 0.0 } else { squares / trace(block) }
}

fn usize_pair((i, j): (u32, u32)) -> (usize, usize) {
    (i as usize, j as usize)
}

impl SpringAssembly {
    /// Finds pattern and maps. Costs a sort; keep it while terms and holds stay.
    pub fn new(system: &System) -> Self {
        let (unknown_of_node, node_of_unknown) = number_unknowns(system);
        let couplings = system.contact.as_ref().map_or_else(Vec::new, |contact| contact.couplings().to_vec());
        let of_terms = system.terms().iter().flat_map(|term| pairs_of(term.as_ref()));
        let of_mass = system.mass.lower_entries().map(|(i, j, _)| (i, j));
        let of_contact = couplings.iter().map(|&[i, j]| (i, j));
        let all = of_terms.chain(of_mass).chain(of_contact).map(usize_pair);
        let whole = BlockPattern::from_pairs(system.node_count(), all);
        let (pattern, sources) = restricted(&whole, &unknown_of_node, node_of_unknown.len());
        let entry =
            |i: u32, j: u32| whole.index(i as usize, j as usize).expect("pair is in the pattern") as u32;
        let part = |term: &dyn Term| match term.spring_pairs() {
            Some(pairs) => {
                Part::Springs(pairs.iter().map(|&(i, j)| [entry(i, i), entry(j, j), entry(i, j)]).collect())
            }
            None => {
                let places = term.pair_slots().iter().map(|&(i, j)| entry(i, j)).collect();
                if term.is_support() { Part::Supports(places) } else { Part::Blocks(places) }
            }
        };
        Self {
            parts: system.terms().iter().map(|term| part(term.as_ref())).collect(),
            masses: system.mass.lower_entries().map(|(i, j, _)| entry(i, j)).collect(),
            rows: rows(system, &whole),
            whole: ScalarMatrix::zeros(whole),
            matrix: ScalarMatrix::zeros(pattern),
            sources,
            unknown_of_node,
            node_of_unknown,
            stiffness: Vec::new(),
            blocks: Vec::new(),
            couplings,
        }
    }

    /// Takes the couplings of contact into the pattern; true if the pattern is another one now.
    pub fn follow_contact(&mut self, system: &System) -> bool {
        let couplings: &[[u32; 2]] = system.contact.as_ref().map_or(&[], |c| c.couplings());
        let is_other = self.couplings != couplings;
        if is_other {
            *self = Self::new(system);
        }
        is_other
    }

    /// A = mass_factor M + L at a state, plus contact at the end positions given.
    pub fn assemble(
        &mut self,
        system: &System,
        at: &At<'_>,
        weights: TangentWeights,
        mass_factor: f64,
        end: Option<EndPoint<'_>>,
    ) {
        let weights = TangentWeights { positive: true, ..weights };
        self.whole.values.fill(0.0);
        for (term, part) in system.terms().iter().zip(&self.parts) {
            match part {
                Part::Springs(places) => {
                    self.stiffness.resize(places.len(), 0.0);
                    term.spring_stiffness(at, weights, &mut self.stiffness);
                    add_springs(&mut self.whole.values, places, &self.stiffness);
                }
                Part::Blocks(places) | Part::Supports(places) => {
                    self.blocks.resize(places.len(), DMat3::ZERO);
                    term.tangent(at, weights, &mut self.blocks);
                    let measure = if matches!(part, Part::Blocks(_)) { trace } else { support_stiffness };
                    add_blocks(&mut self.whole.values, places, &self.blocks, measure);
                }
            }
        }
        if let Some(rows) = &mut self.rows {
            rows.fill(system, at, weights);
            add_blocks(&mut self.whole.values, &rows.places, &rows.matrix.values, trace);
        }
        for (&place, (_, _, m)) in self.masses.iter().zip(system.mass.lower_entries()) {
            self.whole.values[place as usize] += mass_factor * m;
        }
        if let Some(end) = end {
            self.add_contact(system, end);
        }
        for (value, &source) in self.matrix.values.iter_mut().zip(&self.sources) {
            *value = self.whole.values[source as usize];
        }
    }

    fn add_contact(&mut self, system: &System, end: EndPoint<'_>) {
        let Some(contact) = &system.contact else { return };
        let pairs = contact.pair_slots();
        self.blocks.resize(pairs.len(), DMat3::ZERO);
        contact.tangent(end.q, end.cautious, &mut self.blocks);
        for (&(i, j), block) in pairs.iter().zip(&self.blocks) {
            if let Some(entry) = self.whole.pattern().index(i as usize, j as usize) {
                self.whole.values[entry] += trace(block);
            }
        }
    }

    /// True if something touches at end positions `q`, so that contact has a stiffness.
    pub fn is_touching(&mut self, system: &System, q: &[DVec3]) -> bool {
        let Some(contact) = &system.contact else { return false };
        self.blocks.resize(contact.pair_slots().len(), DMat3::ZERO);
        contact.tangent(q, false, &mut self.blocks);
        self.blocks.iter().any(|block| *block != DMat3::ZERO)
    }

    /// The matrix over the unknowns, as last assembled.
    pub fn matrix(&self) -> &ScalarMatrix {
        &self.matrix
    }

    /// Number of unknown nodes.
    pub fn unknown_count(&self) -> usize {
        self.node_of_unknown.len()
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

    /// `out = A field` over all nodes, held or not.
    pub fn multiply(&self, field: &[DVec3], out: &mut [DVec3]) {
        self.whole.multiply(field, out);
    }
}

/// The pattern of the unknowns, and the entry of the whole pattern behind each of its entries: unknowns are numbered as nodes are.
fn restricted(
    whole: &BlockPattern,
    unknown_of_node: &[u32],
    unknown_count: usize,
) -> (Arc<BlockPattern>, Vec<u32>) {
    let (mut pairs, mut sources) = (Vec::new(), Vec::new());
    for i in 0..whole.node_count() {
        for (entry, &j) in whole.row_range(i).zip(whole.row(i)) {
            let (row, column) = (unknown_of_node[i], unknown_of_node[j as usize]);
            if row != HELD && column != HELD {
                pairs.push((row as usize, column as usize));
                sources.push(entry as u32);
            }
        }
    }
    (BlockPattern::from_pairs(unknown_count, pairs), sources)
}

fn rows(system: &System, whole: &BlockPattern) -> Option<Rows> {
    let with_rows = || system.terms().iter().filter(|term| has_rows(term.as_ref()));
    let groups = with_rows().filter_map(|term| term.row_groups());
    let pairs: Vec<(usize, usize)> = groups.flat_map(RowGroups::pairs).map(usize_pair).collect();
    if pairs.is_empty() {
        return None;
    }
    let pattern = BlockPattern::from_pairs(system.node_count(), pairs);
    let every_node: Vec<u32> = (0..system.node_count() as u32).collect();
    let groups = group_places(system, &every_node, &pattern, has_rows);
    let places = (0..pattern.node_count())
        .flat_map(|i| pattern.row(i).iter().map(move |&j| (i, j as usize)))
        .map(|(i, j)| whole.index(i, j).expect("pair is in the pattern") as u32)
        .collect();
    Some(Rows { matrix: BlockMatrix::zeros(pattern), groups, places })
}

impl Rows {
    fn fill(&mut self, system: &System, at: &At<'_>, weights: TangentWeights) {
        self.matrix.values.fill(DMat3::ZERO);
        for group in &self.groups {
            let values = &mut self.matrix.values[..];
            let rows = GroupRows { values, row_starts: &group.row_starts, places: &group.places };
            system.terms()[group.term].add_rows(at, weights, None, rows);
        }
    }
}

fn add_springs(values: &mut [f64], places: &[[u32; 3]], stiffness: &[f64]) {
    for (&[i, j, ij], k) in places.iter().zip(stiffness) {
        values[i as usize] += k;
        values[j as usize] += k;
        values[ij as usize] -= k;
    }
}

fn add_blocks(values: &mut [f64], places: &[u32], blocks: &[DMat3], measure: fn(&DMat3) -> f64) {
    for (&place, block) in places.iter().zip(blocks) {
        values[place as usize] += measure(block);
    }
}
