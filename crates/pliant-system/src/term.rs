//! The trait behind every force.
//!
//! A term is a homogeneous batch of force elements. It never scatters into shared arrays: it overwrites its own
//! *slots*, each of which belongs to one node (or one pair of nodes), and the [`System`](crate::System) sums the
//! slots of a node in a fixed order. That makes every result independent of the number of threads, without
//! atomics and without colouring.

use glam::{DMat3, DVec3};

/// Where and when a term is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// Node positions (m).
    pub q: &'a [DVec3],
    /// Node velocities [m/s].
    pub v: &'a [DVec3],
    /// Time (s); loads with a history read it.
    pub time: f64,
}

/// How much of each derivative goes into a tangent: `-(position df/dq + velocity df/dv)`.
#[derive(Clone, Copy, Debug)]
pub struct TangentWeights {
    /// Factor of -df/dq.
    pub position: f64,
    /// Factor of -df/dv.
    pub velocity: f64,
    /// Replace each element's contribution by a positive semi-definite one.
    pub positive: bool,
}

/// Groups of nodes, all of which are coupled with all nodes of other groups: unknowns that come several to a sample, each sample
/// coupled with many. No node of a group may be held.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowGroups {
    /// The first node of the first group; the others follow without gaps.
    pub first_node: u32,
    /// Nodes of a group.
    pub nodes_a_group: usize,
    /// Where the columns of each group start in `columns`, and their number at the end.
    pub starts: Vec<u32>,
    /// Groups that a group is coupled with, itself the last: ascending, none above it.
    pub columns: Vec<u32>,
}

impl RowGroups {
    /// How many groups.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// True without groups.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The groups that group `i` is coupled with.
    pub fn columns_of(&self, i: usize) -> &[u32] {
        &self.columns[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// All pairs of nodes that are coupled, the larger first.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let k = self.nodes_a_group as u32;
        let node = move |group: u32, local: u32| self.first_node + group * k + local;
        (0..self.len()).flat_map(move |i| {
            self.columns_of(i).iter().flat_map(move |&j| {
                (0..k).flat_map(move |a| {
                    let end = if i as u32 == j { a + 1 } else { k };
                    (0..end).map(move |b| (node(i as u32, a), node(j, b)))
                })
            })
        })
    }
}

/// The rows of a matrix that belong to the groups of a term.
pub struct GroupRows<'a> {
    /// All blocks of the matrix, row after row.
    pub values: &'a mut [DMat3],
    /// Where the rows of each group start in `values`, and where those of the last one end.
    pub row_starts: &'a [usize],
    /// For each entry of [`RowGroups::columns`] and each node of its group: where in `values` the blocks with the nodes of the column
    /// begin; they follow each other.
    pub places: &'a [u32],
}

/// A term that takes the place of another for a while: of which, in the list of all, and what.
pub type StandIn = (usize, Box<dyn Term>);

/// A homogeneous batch of force elements. Evaluation is pure: it changes nothing.
pub trait Term: Send + Sync {
    /// For messages: which body and what kind of force.
    fn name(&self) -> &str;

    /// The node each force slot adds to.
    fn force_slots(&self) -> &[u32];

    /// Overwrites `out(s)` with the force (N) of slot `s` on its node.
    fn forces(&self, at: &At<'_>, out: &mut [DVec3]);

    /// Potential energy (J), if the force is (at this instant) a gradient.
    fn energy(&self, at: &At<'_>) -> Option<f64>;

    /// Is [`Term::energy`] stored elastic energy (and not the potential of a load)?
    fn is_elastic(&self) -> bool {
        false
    }

    /// Overwrites `out(s)` with the change of force for a change `dq` of all positions and `dv` of all velocities.
    /// `None` as `dv` means zero. Terms whose force depends on neither leave the default, which writes zeros.
    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let _ = (at, dq, dv);
        out.fill(DVec3::ZERO);
    }

    /// The node pairs (i, j), i >= j, of the blocks that [`Term::tangent`] fills. Empty if the force is constant.
    fn pair_slots(&self) -> &[(u32, u32)] {
        &[]
    }

    /// Overwrites `out(s)` with the block of the weighted tangent at pair slot `s`. The matrix is symmetric: a
    /// block with i > j stands for its transpose at (j, i) too.
    fn tangent(&self, at: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        let _ = (at, weights);
        out.fill(DMat3::ZERO);
    }

    /// For terms whose elements couple so many nodes that a slot for each pair would not fit into memory: the groups whose rows
    /// [`Term::add_rows`] adds to.
    fn row_groups(&self) -> Option<&RowGroups> {
        None
    }

    /// Adds the weighted tangent to the rows of the matrix itself. Every block is added to by one task, in a fixed order. With `came_from`,
    /// positions of the iteration before, the stresses in it may be those that were foreseen there ([`Term::can_foresee`]).
    fn add_rows(
        &self,
        at: &At<'_>,
        weights: TangentWeights,
        came_from: Option<&[DVec3]>,
        rows: GroupRows<'_>,
    ) {
        let _ = (at, weights, came_from, rows);
    }

    /// Can the tangent have the stresses that the linearised strains of the last iteration foresaw, in place of those of the positions that
    /// came of it? In thin bodies these are far off until the iterations have converged.
    fn can_foresee(&self) -> bool {
        false
    }

    /// [`Term::force_differential`] with the stresses that [`Term::add_rows`] takes.
    fn foreseen_differential(
        &self,
        at: &At<'_>,
        came_from: &[DVec3],
        dq: &[DVec3],
        dv: Option<&[DVec3]>,
        out: &mut [DVec3],
    ) {
        let _ = came_from;
        self.force_differential(at, dq, dv, out);
    }

    /// Blocks that the elements behind [`Term::add_rows`] bring, one for each pair of their nodes: what its cost is measured by.
    fn element_blocks(&self) -> usize {
        0
    }

    /// Pairs (i > j) of nodes joined by the springs of the scalar stand-in for this term's stiffness (quasi-Newton methods); `None`: it is made
    /// of the traces of the blocks of [`Term::tangent`].
    fn spring_pairs(&self) -> Option<&[(u32, u32)]> {
        None
    }

    /// Overwrites `out(s)` with the stiffness (N/m, not negative) of the spring at pair `s`, `position` of -df/dq and `velocity` of -df/dv
    /// as in [`TangentWeights`].
    fn spring_stiffness(&self, at: &At<'_>, weights: TangentWeights, out: &mut [f64]) {
        let _ = (at, weights);
        out.fill(0.0);
    }

    /// True if the force is that of a support, which answers to what else acts: what is in balance is measured by it.
    fn is_support(&self) -> bool {
        false
    }

    /// True if the force is an affine function of positions and velocities.
    fn is_linear(&self) -> bool {
        false
    }

    /// True if [`Term::tangent`] is the whole derivative. Loads that follow the body have an unsymmetric one, of which
    /// the tangent holds the symmetric part at most.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// True if the force of a term with [`Term::energy`] also has a part that is no gradient (damping).
    fn has_damping(&self) -> bool {
        false
    }

    /// True if all elements are in a state the law can take (no element turned inside out where the energy is
    /// infinite). Trial states that are not are cut back.
    fn admissible(&self, q: &[DVec3]) -> bool {
        let _ = q;
        true
    }

    /// How many elements are inside out, whether or not the law can take it, and how many there are. Elements that are
    /// worked on together may be counted together.
    fn inverted_count(&self, q: &[DVec3]) -> (usize, usize) {
        let _ = q;
        (0, 0)
    }

    /// A node of the first element that is not [`Term::admissible`], for messages.
    fn inadmissible_node(&self, q: &[DVec3]) -> Option<u32> {
        let _ = q;
        None
    }
}
