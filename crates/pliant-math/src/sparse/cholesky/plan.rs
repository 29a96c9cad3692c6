//! Everything about a factorisation that only depends on the pattern: shapes of fronts, where their numbers are,
//! where the blocks of the matrix go, which subtrees are separate tasks.

use super::kernel::FrontShape;
use crate::sparse::BlockPattern;
use crate::sparse::pattern::BLOCK;
use crate::sparse::symbolic::Symbolic;

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
    /// Start of the inverse pivots.
    pub pivots: usize,
    /// Start of this front's update vector in solves, and of its `to_parent` entries.
    pub rows: usize,
    /// How many of the rows are eliminated by the parent.
    pub parent_rows: usize,
    /// Range of matrix blocks that are assembled here.
    pub blocks: std::ops::Range<usize>,
    /// Fronts whose updates are added here.
    pub children: Vec<u32>,
    /// Whether the work inside the front is cut as well.
    pub wide: bool,
}

/// Where a block of the matrix is added.
#[derive(Debug, Clone, Copy)]
pub struct BlockTarget {
    /// Index of the block in the matrix.
    pub value: u32,
    /// Row in the front, in nodes.
    pub row: u32,
    /// Column in the front, in nodes.
    pub column: u32,
    /// Whether the block is transposed.
    pub transposed: bool,
}

/// The fixed part of a factorisation.
#[derive(Debug, Clone)]
pub struct Plan {
    /// In an order in which children come before parents.
    pub fronts: Vec<Front>,
    /// Blocks of the matrix, front after front.
    pub targets: Vec<BlockTarget>,
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
}

impl Plan {
    /// Lays out the fronts of `symbolic` for matrices of `pattern`.
    pub fn new(pattern: &BlockPattern, symbolic: &Symbolic) -> Self {
        let mut plan = Self {
            fronts: Vec::with_capacity(symbolic.supernodes.len()),
            targets: Vec::with_capacity(pattern.block_count()),
            to_parent: Vec::new(),
            row_unknowns: Vec::new(),
            factor_len: 0,
            workspace_len: 0,
            pivots_len: 0,
            tasks: Vec::new(),
            task_of_root: vec![u32::MAX; symbolic.supernodes.len()],
            roots: Vec::new(),
            small: false,
        };
        plan.place_fronts(symbolic);
        plan.place_blocks(pattern, symbolic);
        plan.choose_tasks(symbolic);
        plan.place_updates(symbolic);
        plan
    }

    fn place_fronts(&mut self, symbolic: &Symbolic) {
        for (s, supernode) in symbolic.supernodes.iter().enumerate() {
            let shape = FrontShape { k: BLOCK * supernode.node_count(), r: BLOCK * supernode.rows.len() };
            let mut front = Front {
                shape,
                first_unknown: BLOCK * supernode.first as usize,
                panel: self.factor_len,
                update: 0,
                pivots: self.pivots_len,
                rows: self.to_parent.len(),
                parent_rows: 0,
                blocks: 0..0,
                children: supernode.children.clone(),
                wide: false,
            };
            self.factor_len += shape.panel_len();
            self.pivots_len += shape.diagonal_slivers() * super::kernel::SLIVER;
            let unknowns = |node: u32| (0..BLOCK as u32).map(move |axis| BLOCK as u32 * node + axis);
            self.row_unknowns.extend(supernode.rows.iter().flat_map(|&i| unknowns(i)));
            match supernode.parent {
                None => self.roots.push(s as u32),
                Some(p) => {
                    let parent = &symbolic.supernodes[p as usize];
                    let mut place = PlaceInFront { supernode: parent, cursor: 0 };
                    for &i in &supernode.rows {
                        self.to_parent.extend(unknowns(place.find(i)));
                    }
                    let eliminated = supernode.rows.partition_point(|&i| i < parent.end);
                    front.parent_rows = BLOCK * eliminated;
                }
            }
            self.fronts.push(front);
        }
    }

    fn place_blocks(&mut self, pattern: &BlockPattern, symbolic: &Symbolic) {
        let n = pattern.node_count();
        let mut by_column: Vec<Vec<(u32, u32, bool)>> = vec![Vec::new(); n];
        for i in 0..n {
            for (index, &j) in pattern.row_range(i).zip(pattern.row(i)) {
                let (ri, rj) = (symbolic.rank[i], symbolic.rank[j as usize]);
                by_column[ri.min(rj) as usize].push((ri.max(rj), index as u32, ri < rj));
            }
        }
        for (front, supernode) in self.fronts.iter_mut().zip(&symbolic.supernodes) {
            let start = self.targets.len();
            for j in supernode.first..supernode.end {
                let column = &mut by_column[j as usize];
                column.sort_unstable();
                let mut place = PlaceInFront { supernode, cursor: 0 };
                for &(i, value, transposed) in column.iter() {
                    let row = place.find(i);
                    self.targets.push(BlockTarget { value, row, column: j - supernode.first, transposed });
                }
            }
            front.blocks = start..self.targets.len();
        }
    }

    /// Cuts the forest into subtrees of moderate work. Depends on the pattern only, not on the threads.
    fn choose_tasks(&mut self, symbolic: &Symbolic) {
        let mut work: Vec<f64> = symbolic.supernodes.iter().map(|s| s.cost()).collect();
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
                self.fronts[s].wide = symbolic.supernodes[s].cost() > SMALLEST_TASK;
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

    /// Gives every update matrix a place in the workspace. Subtrees that may run side by side have regions of
    /// their own; once a front's children are finished, their regions are free except for their updates.
    fn place_updates(&mut self, symbolic: &Symbolic) {
        let mut region = vec![0usize; self.fronts.len()];
        for task in self.tasks.clone() {
            let mut places = Places::default();
            for s in task.clone() {
                self.fronts[s].update = places.take(self.fronts[s].shape.update_len());
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
            self.fronts[s].update = places.take(self.fronts[s].shape.update_len());
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
        above.iter().for_each(|&s| self.fronts[s].update += start[s]);
        for task in &self.tasks {
            self.fronts[task.clone()].iter_mut().for_each(|front| front.update += start[task.end - 1]);
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
            + 4 * (self.to_parent.len() + self.row_unknowns.len())
    }
}

/// Finds ascending nodes in a front by walking along its rows.
struct PlaceInFront<'a> {
    supernode: &'a crate::sparse::symbolic::Supernode,
    cursor: usize,
}

impl PlaceInFront<'_> {
    fn find(&mut self, node: u32) -> u32 {
        if node < self.supernode.end {
            return node - self.supernode.first;
        }
        while self.supernode.rows[self.cursor] != node {
            self.cursor += 1;
        }
        (self.supernode.node_count() + self.cursor) as u32
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
