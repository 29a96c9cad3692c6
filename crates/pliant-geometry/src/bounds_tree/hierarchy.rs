//! The boxes of a tree in memory, and the ways to walk them. Knows places in an order, not what is there.
//!
//! The boxes lie in the order of a walk that visits parents before their children, left before right, and every
//! box knows where to go on if nothing below it is wanted: most walks need no stack.

use std::ops::Range;

use glam::DVec3;

use crate::bounds::BoundingBox;

/// Depth no tree exceeds: 63 bits of a Morton code, then halvings of at most 2^32 things.
const DEEPEST: usize = 96;

/// One box of a tree.
#[derive(Clone, Copy, Debug)]
pub struct BoundsNode {
    /// Around everything below.
    pub bounds: BoundingBox,
    /// First place below; all places below one box are consecutive.
    first: u32,
    count: u32,
    /// Index of the right child, or 0 for a leaf; the left child follows its parent.
    right: u32,
    /// The next box that is not below this one.
    skip: u32,
}

impl BoundsNode {
    /// The places below, in the order of the tree.
    #[inline]
    pub fn places(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// How many places are below.
    #[inline]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Always false: every box has something below it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True if no boxes are below, only places.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.right == 0
    }

    /// The index of the right child; the left child follows its parent. 0 for a leaf.
    #[inline]
    pub fn right(&self) -> u32 {
        self.right
    }
}

/// The boxes of a tree; the root is the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    pub nodes: Vec<BoundsNode>,
}

impl Hierarchy {
    /// Builds the tree over `count` places. `cut` gets a run of at least `leaf_size + 1` places, may reorder what is at
    /// them, and returns where to cut it: strictly inside. `bounds` is the box of one place, asked once the
    /// order is final. Cuts must keep the depth below 96.
    pub fn new(
        count: usize,
        leaf_size: usize,
        cut: &mut impl FnMut(Range<usize>) -> usize,
        bounds: &impl Fn(usize) -> BoundingBox,
    ) -> Self {
        let mut hierarchy = Self { nodes: Vec::with_capacity(2 * count / leaf_size.max(1) + 1) };
        if count > 0 {
            hierarchy.build(0..count, leaf_size.max(1), cut, bounds);
        }
        hierarchy.nodes.shrink_to_fit();
        hierarchy
    }

    fn build(
        &mut self,
        range: Range<usize>,
        leaf_size: usize,
        cut: &mut impl FnMut(Range<usize>) -> usize,
        bounds: &impl Fn(usize) -> BoundingBox,
    ) -> BoundingBox {
        let index = self.nodes.len();
        let (first, count) = (range.start as u32, range.len() as u32);
        self.nodes.push(BoundsNode { bounds: BoundingBox::EMPTY, first, count, right: 0, skip: 0 });
        let around = if range.len() <= leaf_size {
            merged(range.map(bounds))
        } else {
            let middle = cut(range.clone());
            let mut around = self.build(range.start..middle, leaf_size, cut, bounds);
            self.nodes[index].right = self.nodes.len() as u32;
            around.merge(&self.build(middle..range.end, leaf_size, cut, bounds));
            around
        };
        self.nodes[index].bounds = around;
        self.nodes[index].skip = self.nodes.len() as u32;
        around
    }

    /// Around everything.
    pub fn bounds(&self) -> BoundingBox {
        self.nodes.first().map_or(BoundingBox::EMPTY, |root| root.bounds)
    }

    /// The boxes above the leaves from those below them. Children follow their parents, so walking backward meets
    /// them first.
    pub fn refit_above_leaves(&mut self) {
        for index in (0..self.nodes.len()).rev() {
            let right = self.nodes[index].right as usize;
            if right != 0 {
                let mut bounds = self.nodes[index + 1].bounds;
                bounds.merge(&self.nodes[right].bounds);
                self.nodes[index].bounds = bounds;
            }
        }
    }

    /// Calls `visit` with the places of every leaf below boxes that are all `wanted`, in the order of the tree.
    #[inline]
    pub fn visit_leaves(&self, wanted: impl Fn(&BoundingBox) -> bool, mut visit: impl FnMut(Range<usize>)) {
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            if !wanted(&node.bounds) {
                index = node.skip as usize;
                continue;
            }
            if node.is_leaf() {
                visit(node.places());
            }
            index += 1;
        }
    }

    /// Walks the leaves, near boxes first. `visit` gets the places of a leaf and the squared distance (m²) beyond which
    /// nothing is of interest, and returns a new one: a smaller one to narrow the search, a negative one to end it.
    #[inline]
    pub fn visit_nearest(&self, x: DVec3, limit: f64, mut visit: impl FnMut(Range<usize>, f64) -> f64) {
        let Some(root) = self.nodes.first() else { return };
        let mut limit = limit;
        let mut stack = Stack::new();
        stack.push(0, root.bounds.distance_squared(x));
        while let Some((index, away)) = stack.pop() {
            if away > limit {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                limit = visit(node.places(), limit);
                continue;
            }
            let (left, right) = (index + 1, node.right);
            let l = self.nodes[left as usize].bounds.distance_squared(x);
            let r = self.nodes[right as usize].bounds.distance_squared(x);
            let (near, far) = if l <= r { ((left, l), (right, r)) } else { ((right, r), (left, l)) };
            stack.push(far.0, far.1);
            stack.push(near.0, near.1);
        }
    }

    /// Calls `visit` with the places of every leaf of `self` and every leaf of `other` whose boxes overlap.
    pub fn visit_leaf_pairs(&self, other: &Hierarchy, mut visit: impl FnMut(Range<usize>, Range<usize>)) {
        if !self.nodes.is_empty() && !other.nodes.is_empty() {
            self.descend(0, other, 0, &mut visit);
        }
    }

    /// The same for the pairs of one tree with itself, each once, and each leaf with itself. The first leaf of a pair
    /// comes before the second in the tree.
    pub fn visit_own_leaf_pairs(&self, mut visit: impl FnMut(Range<usize>, Range<usize>)) {
        for (node, index) in self.nodes.iter().zip(0u32..) {
            if node.is_leaf() {
                visit(node.places(), node.places());
            } else {
                self.descend(index + 1, self, node.right, &mut visit);
            }
        }
    }

    /// Recursion is as deep as both trees together.
    fn descend(&self, a: u32, other: &Hierarchy, b: u32, visit: &mut impl FnMut(Range<usize>, Range<usize>)) {
        let (left, right) = (&self.nodes[a as usize], &other.nodes[b as usize]);
        if !left.bounds.overlaps(&right.bounds) {
            return;
        }
        match (left.is_leaf(), right.is_leaf()) {
            (true, true) => visit(left.places(), right.places()),
            (false, whole) if whole || left.count >= right.count => {
                self.descend(a + 1, other, b, visit);
                self.descend(left.right, other, b, visit);
            }
            _ => {
                self.descend(a, other, b + 1, visit);
                self.descend(a, other, right.right, visit);
            }
        }
    }
}

/// Around all the boxes.
pub(super) fn merged(boxes: impl Iterator<Item = BoundingBox>) -> BoundingBox {
    boxes.fold(BoundingBox::EMPTY, |mut all, one| {
        all.merge(&one);
        all
    })
}

/// Boxes still to visit, each with a number. Deep enough for every tree: one entry a level, two at the last.
pub(crate) struct Stack {
    entries: [(u32, f64); DEEPEST + 2],
    len: usize,
}

impl Stack {
    pub fn new() -> Self {
        Self { entries: [(0, 0.0); DEEPEST + 2], len: 0 }
    }

    #[inline]
    pub fn push(&mut self, node: u32, value: f64) {
        self.entries[self.len] = (node, value);
        self.len += 1;
    }

    #[inline]
    pub fn pop(&mut self) -> Option<(u32, f64)> {
        self.len = self.len.checked_sub(1)?;
        Some(self.entries[self.len])
    }
}
