//! Everything about a factorisation that only depends on the pattern: shapes of fronts, where their numbers are,
//! where the blocks of the matrix go, which subtrees are separate tasks.

use super::kernel::FrontShape;
use super::slots::{Slots, Window};
use crate::sparse::BlockPattern;
use crate::sparse::pattern::BLOCK;
use crate::sparse::symbolic::{Supernode, Symbolic};

/// Estimated cycles below which a subtree is not cut into tasks.
const SMALLEST_TASK: f64 = 300_000.0;
/// A subtree is cut as long as it has more than this share of the whole work.
const LARGEST_SHARE: f64 = 1.0 / 16.0;

/// A front and where its numbers are.
#[derive(Debug, Clone)]
pub struct Front {
    /// Sizes in unknowns.
    pub shape: FrontShape,
    /// First unknown, in elimination order.
    pub first_unknown: usize,
    /// Start of the panel in the factor.
    pub panel: usize,
    /// Start of the update matrix in the workspace.
    pub update: usize,
    /// Start of the panel in the workspace, where the factor is kept in single precision.
    pub working_panel: usize,
    /// Start of the inverse pivots.
    pub pivots: usize,
    /// Start of this front's update vector in solves, and of its `to_parent` entries.
    pub rows: usize,
    /// How many of the rows are eliminated by the parent.
    pub parent_rows: usize,
    /// Fronts whose updates are added here.
    pub children: Vec<u32>,
    /// Whether the work inside the front is cut as well.
    pub wide: bool,
}

/// Where a block of the matrix is added in the column of its front.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockTarget {
    /// Row in the front, in nodes.
    pub row: u32,
    /// Twice the index of the block in the matrix, plus one if it is transposed.
    value: u32,
}

impl BlockTarget {
    fn new(row: u32, block: usize, transposed: bool) -> Self {
        Self { row, value: 2 * block as u32 + u32::from(transposed) }
    }

    /// Index of the block in the matrix.
    pub fn block(self) -> usize {
        (self.value / 2) as usize
    }

    /// Whether the block is transposed.
    pub fn is_transposed(self) -> bool {
        self.value % 2 == 1
    }
}

impl Front {
    /// Moves the places in the workspace.
    fn shift(&mut self, by: usize) {
        self.update += by;
        self.working_panel += by;
    }
}

/// The fixed part of a factorisation.
#[derive(Debug, Clone)]
pub struct Plan {
    /// In an order in which children come before parents.
    pub fronts: Vec<Front>,
    /// Blocks of the matrix, column after column.
    targets: Vec<BlockTarget>,
    /// Where those of each node start, in elimination order, and their number at the end.
    target_starts: Vec<u32>,
    /// For every row of every front: which unknown of the parent's front it is.
    pub to_parent: Vec<u32>,
    /// For every row of every front: its unknown in elimination order.
    pub row_unknowns: Vec<u32>,
    /// Length of the factor.
    pub factor_len: usize,
    /// Length of the workspace for update matrices.
    pub workspace_len: usize,
    /// Length of the array of inverse pivots.
    pub pivots_len: usize,
    /// Ranges of fronts that are done one after the other by one task; all other fronts are above them.
    pub tasks: Vec<std::ops::Range<usize>>,
    /// For every front that is the last of a task, the task; else `u32::MAX`.
    pub task_of_root: Vec<u32>,
    /// Fronts without a parent.
    pub roots: Vec<u32>,
    /// Whether the whole work is too little for several threads.
    pub small: bool,
    /// For a path of fronts: how the window moves.
    pub window: Option<Window>,
}

impl Plan {
    /// Lays out the fronts of `symbolic` for matrices of `pattern`; `single` if panels are worked on outside of the factor.
    ///
    /// # Panics
    /// When the pattern has more than 2^31 blocks (150 GB).
    pub fn new(pattern: &BlockPattern, symbolic: &Symbolic, single: bool) -> Self {
        assert!(pattern.block_count() <= 1 << 31, "blocks are numbered with 31 bits");
        let mut plan = Self {
            fronts: Vec::with_capacity(symbolic.supernodes.len()),
            targets: Vec::new(),
            target_starts: Vec::new(),
            to_parent: Vec::new(),
            row_unknowns: Vec::new(),
            factor_len: 0,
            workspace_len: 0,
            pivots_len: 0,
            tasks: Vec::new(),
            task_of_root: vec![u32::MAX; symbolic.supernodes.len()],
            roots: Vec::new(),
            small: false,
            window: None,
        };
        let slots = symbolic.is_path.then(|| Slots::new(symbolic));
        plan.place_fronts(symbolic, slots.as_ref());
        plan.place_blocks(pattern, symbolic, slots.as_ref());
        if let Some(slots) = slots {
            plan.window = Some(slots.window());
            plan.place_window(symbolic, single);
        } else {
            plan.choose_tasks(symbolic);
            plan.place_updates(symbolic, single);
        }
        plan
    }

    /// All fronts of a path work on one update matrix.
    fn place_window(&mut self, symbolic: &Symbolic, single: bool) {
        let costs = symbolic.supernodes.iter().map(|s| s.cost(true));
        self.small = costs.clone().sum::<f64>() < SMALLEST_TASK;
        let window = self.fronts.iter().map(|front| front.shape.update_len()).max().unwrap_or(0);
        for (front, cost) in self.fronts.iter_mut().zip(costs) {
            front.wide = cost > SMALLEST_TASK;
            (front.update, front.working_panel) = (0, window);
        }
        let panel = self.fronts.iter().map(|front| front.shape.panel_len()).max().unwrap_or(0);
        self.workspace_len = window + if single { panel } else { 0 };
    }

    fn place_fronts(&mut self, symbolic: &Symbolic, slots: Option<&Slots>) {
        for (s, supernode) in symbolic.supernodes.iter().enumerate() {
            let shape = FrontShape { k: BLOCK * supernode.node_count(), r: BLOCK * supernode.rows.len() };
            let mut front = Front {
                shape,
                first_unknown: BLOCK * supernode.first as usize,
                panel: self.factor_len,
                update: 0,
                working_panel: 0,
                pivots: self.pivots_len,
                rows: self.to_parent.len(),
                parent_rows: 0,
                children: supernode.children.clone(),
                wide: false,
            };
            self.factor_len += shape.panel_len();
            self.pivots_len += shape.diagonal_slivers() * super::kernel::SLIVER;
            let unknowns = |node: u32| (0..BLOCK as u32).map(move |axis| BLOCK as u32 * node + axis);
            let rows = slots.map_or(supernode.rows.as_slice(), |slots| slots.rows(s));
            self.row_unknowns.extend(rows.iter().flat_map(|&i| unknowns(i)));
            match supernode.parent {
                None => self.roots.push(s as u32),
                Some(p) => {
                    let parent = &symbolic.supernodes[p as usize];
                    let mut place = Finder::new(parent, slots, p as usize);
                    for &i in rows {
                        self.to_parent.extend(unknowns(place.find(i)));
                    }
                    let eliminated = supernode.rows.partition_point(|&i| i < parent.end);
                    front.parent_rows = BLOCK * eliminated;
                }
            }
            self.fronts.push(front);
        }
    }

    fn place_blocks(&mut self, pattern: &BlockPattern, symbolic: &Symbolic, slots: Option<&Slots>) {
        let n = pattern.node_count();
        let mut starts = vec![0u32; n + 1];
        for_each_block(pattern, symbolic, |column, _, _, _| starts[column + 1] += 1);
        for column in 0..n {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut targets = vec![BlockTarget::default(); pattern.block_count()];
        for_each_block(pattern, symbolic, |column, row, block, transposed| {
            targets[next[column] as usize] = BlockTarget::new(row, block, transposed);
            next[column] += 1;
        });
        for (s, supernode) in symbolic.supernodes.iter().enumerate() {
            let mut place = Finder::new(supernode, slots, s);
            for j in supernode.first as usize..supernode.end as usize {
                let column = &mut targets[starts[j] as usize..starts[j + 1] as usize];
                column.sort_unstable();
                place.restart();
                column.iter_mut().for_each(|target| target.row = place.find(target.row));
            }
        }
        (self.targets, self.target_starts) = (targets, starts);
    }

    /// The blocks that are added to the column of a node (in elimination order).
    pub fn targets_of(&self, node: usize) -> &[BlockTarget] {
        &self.targets[self.target_starts[node] as usize..self.target_starts[node + 1] as usize]
    }

    /// Cuts the forest into subtrees of moderate work. Depends on the pattern only, not on the threads.
    fn choose_tasks(&mut self, symbolic: &Symbolic) {
        let mut work: Vec<f64> = symbolic.supernodes.iter().map(|s| s.cost(false)).collect();
        let mut size = vec![1usize; work.len()];
        for s in 0..work.len() {
            if let Some(p) = symbolic.supernodes[s].parent {
                work[p as usize] += work[s];
                size[p as usize] += size[s];
            }
        }
        let total: f64 = self.roots.iter().map(|&r| work[r as usize]).sum();
        self.small = total < SMALLEST_TASK;
        let largest = (total * LARGEST_SHARE).max(SMALLEST_TASK);
        let mut open = self.roots.clone();
        while let Some(s) = open.pop() {
            let s = s as usize;
            if work[s] > largest {
                self.fronts[s].wide = symbolic.supernodes[s].cost(false) > SMALLEST_TASK;
                open.extend_from_slice(&symbolic.supernodes[s].children);
            } else {
                self.tasks.push(s + 1 - size[s]..s + 1);
            }
        }
        self.tasks.sort_by_key(|t| t.start);
        for (t, range) in self.tasks.iter().enumerate() {
            self.task_of_root[range.end - 1] = t as u32;
        }
    }

    /// Gives every update matrix (and with `single` every panel) a place in the workspace. Subtrees that may run side by side
    /// have regions of their own; once a front's children are finished, their regions are free except for their updates.
    fn place_updates(&mut self, symbolic: &Symbolic, single: bool) {
        let mut region = vec![0usize; self.fronts.len()];
        for task in self.tasks.clone() {
            let mut places = Places::default();
            for s in task.clone() {
                self.place_front(s, &mut places, single);
                for &c in &symbolic.supernodes[s].children {
                    let child = &self.fronts[c as usize];
                    places.give_back(child.update, child.shape.update_len());
                }
            }
            region[task.end - 1] = places.end;
        }
        let mut start_in_parent = vec![0usize; self.fronts.len()];
        let above = self.above_tasks();
        for &s in &above {
            let mut places = Places::default();
            for &c in &symbolic.supernodes[s].children {
                let (c, child) = (c as usize, &self.fronts[c as usize]);
                let start = places.end;
                start_in_parent[c] = start;
                places.end += region[c];
                let update_end = child.update + child.shape.update_len();
                places.give_back(start, child.update);
                places.give_back(start + update_end, region[c] - update_end);
            }
            self.place_front(s, &mut places, single);
            region[s] = places.end;
        }
        let mut start = vec![0usize; self.fronts.len()];
        for &root in &self.roots {
            start[root as usize] = self.workspace_len;
            self.workspace_len += region[root as usize];
        }
        for &s in above.iter().rev() {
            for &c in &symbolic.supernodes[s].children {
                start[c as usize] = start[s] + start_in_parent[c as usize];
            }
        }
        above.iter().for_each(|&s| self.fronts[s].shift(start[s]));
        for task in &self.tasks {
            self.fronts[task.clone()].iter_mut().for_each(|front| front.shift(start[task.end - 1]));
        }
    }

    /// Takes what a front needs; its panel is free again when it is done.
    fn place_front(&mut self, s: usize, places: &mut Places, single: bool) {
        let front = &mut self.fronts[s];
        front.update = places.take(front.shape.update_len());
        if single {
            front.working_panel = places.take(front.shape.panel_len());
            places.give_back(front.working_panel, front.shape.panel_len());
        }
    }

    /// Fronts that are in no task, ascending.
    fn above_tasks(&self) -> Vec<usize> {
        let mut in_task = vec![false; self.fronts.len()];
        self.tasks.iter().for_each(|task| in_task[task.clone()].fill(true));
        (0..self.fronts.len()).filter(|&s| !in_task[s]).collect()
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        size_of_val(self.fronts.as_slice())
            + size_of_val(self.targets.as_slice())
            + 4 * (self.to_parent.len() + self.row_unknowns.len() + self.target_starts.len())
            + self.window.as_ref().map_or(0, Window::memory_bytes)
    }
}

/// Calls `visit(column, row, block, transposed)` for every block of a pattern, with the nodes in elimination order.
fn for_each_block(
    pattern: &BlockPattern,
    symbolic: &Symbolic,
    mut visit: impl FnMut(usize, u32, usize, bool),
) {
    for i in 0..pattern.node_count() {
        for (block, &j) in pattern.row_range(i).zip(pattern.row(i)) {
            let (ri, rj) = (symbolic.rank[i], symbolic.rank[j as usize]);
            visit(ri.min(rj) as usize, ri.max(rj), block, ri < rj);
        }
    }
}

/// Finds nodes in a front: ascending ones by walking along its rows, any by their slots in a window.
struct Finder<'a> {
    supernode: &'a Supernode,
    /// Nodes with their slots, by node; empty if rows are ascending.
    slots: Vec<(u32, u32)>,
    cursor: usize,
}

impl<'a> Finder<'a> {
    fn new(supernode: &'a Supernode, slots: Option<&Slots>, s: usize) -> Self {
        let rows = slots.map_or(&[][..], |slots| slots.rows(s)).iter();
        let mut slots: Vec<(u32, u32)> = rows.enumerate().map(|(slot, &row)| (row, slot as u32)).collect();
        slots.sort_unstable();
        Self { supernode, slots, cursor: 0 }
    }

    /// Nodes ascend from the first again.
    fn restart(&mut self) {
        self.cursor = 0;
    }

    fn find(&mut self, node: u32) -> u32 {
        let supernode = self.supernode;
        if node < supernode.end {
            return node - supernode.first;
        }
        let row = if self.slots.is_empty() {
            while supernode.rows[self.cursor] != node {
                self.cursor += 1;
            }
            self.cursor as u32
        } else {
            self.slots[self.slots.partition_point(|&(row, _)| row < node)].1
        };
        supernode.node_count() as u32 + row
    }
}

/// First-fit places in an array that grows.
#[derive(Default)]
struct Places {
    end: usize,
    /// Free ranges `(start, length)`, ascending and never touching.
    free: Vec<(usize, usize)>,
}

impl Places {
    fn take(&mut self, length: usize) -> usize {
        if let Some(slot) = self.free.iter().position(|&(_, free)| free >= length) {
            let (start, free) = self.free[slot];
            if free == length {
                self.free.remove(slot);
            } else {
                self.free[slot] = (start + length, free - length);
            }
            return start;
        }
        // A free range at the very end can be extended.
        let at_end = self.free.last().is_some_and(|&(start, free)| start + free == self.end);
        let start = if at_end { self.free.pop().map_or(self.end, |(start, _)| start) } else { self.end };
        self.end = start + length;
        start
    }

    fn give_back(&mut self, start: usize, length: usize) {
        if length == 0 {
            return;
        }
        debug_assert!(start + length <= self.end);
        let slot = self.free.partition_point(|&(s, _)| s < start);
        self.free.insert(slot, (start, length));
        if slot + 1 < self.free.len() && start + length == self.free[slot + 1].0 {
            self.free[slot].1 += self.free.remove(slot + 1).1;
        }
        if slot > 0 && self.free[slot - 1].0 + self.free[slot - 1].1 == start {
            self.free[slot - 1].1 += self.free.remove(slot).1;
        }
    }
}
