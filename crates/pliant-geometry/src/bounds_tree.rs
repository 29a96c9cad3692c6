//! A binary tree of boxes over boxes of anything: who overlaps whom, who is near. Refitted in place when they move.
//!
//! Cut at the median of the centres along the longest side, so the depth is that of a balanced tree whatever the boxes
//! are. The walks allocate nothing.

mod hierarchy;

#[cfg(test)]
mod tests;

use std::ops::Range;

use glam::DVec3;
use rayon::prelude::*;

use crate::bounds::BoundingBox;
pub use hierarchy::BoundsNode;
pub(crate) use hierarchy::{Hierarchy, Stack};

/// Boxes a leaf holds at most.
const LEAF_SIZE: usize = 4;

/// Boxes below which a refit is not worth splitting among threads.
const WORTH_THREADS: usize = 20_000;

/// A tree over boxes, each known by its id: its index when the tree was made.
#[derive(Clone, Debug, Default)]
pub struct BoundsTree {
    hierarchy: Hierarchy,
    /// Ids, leaf by leaf.
    order: Vec<u32>,
    /// The boxes in that order.
    boxes: Vec<BoundingBox>,
}

impl BoundsTree {
    /// Builds the tree; no boxes and empty boxes are fine, and nothing ever overlaps an empty one.
    pub fn new(boxes: &[BoundingBox]) -> Self {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let centres: Vec<DVec3> = boxes.iter().map(BoundingBox::centre).collect();
        let mut cut = |range: Range<usize>| median_cut(&centres, &mut order, range);
        let nothing = |_| BoundingBox::EMPTY;
        let hierarchy = Hierarchy::new(boxes.len(), LEAF_SIZE, &mut cut, &nothing);
        let mut tree = Self { hierarchy, order, boxes: vec![BoundingBox::EMPTY; boxes.len()] };
        tree.refit(boxes);
        tree
    }

    /// Takes the boxes at their new places, by id; the cuts stay. Slows down the walks if the things have moved far
    /// among each other: then a new tree is better. Allocates nothing.
    ///
    /// # Panics
    /// If the number of boxes is not that of the tree.
    pub fn refit(&mut self, boxes: &[BoundingBox]) {
        assert_eq!(boxes.len(), self.order.len(), "boxes of a tree may move but not come or go");
        let Self { hierarchy, order, boxes: own } = self;
        // A box that holds nothing may have no numbers at all, which would spoil those above it.
        let fetch = |(own, &id): (&mut BoundingBox, &u32)| {
            let given = boxes[id as usize];
            *own = if given.is_empty() { BoundingBox::EMPTY } else { given };
        };
        if order.len() < WORTH_THREADS {
            own.iter_mut().zip(order.iter()).for_each(fetch);
            hierarchy.nodes.iter_mut().for_each(|node| refit_leaf(node, own));
        } else {
            own.par_iter_mut().with_min_len(4096).zip(order.par_iter()).for_each(fetch);
            hierarchy.nodes.par_iter_mut().with_min_len(4096).for_each(|node| refit_leaf(node, own));
        }
        hierarchy.refit_above_leaves();
    }

    /// How many boxes the tree holds.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// True without boxes.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Around everything.
    pub fn bounds(&self) -> BoundingBox {
        self.hierarchy.bounds()
    }

    /// The boxes of the tree: the root first, left children right behind their parents.
    pub fn nodes(&self) -> &[BoundsNode] {
        &self.hierarchy.nodes
    }

    /// The ids at the places the boxes of the tree speak of.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Calls `visit` with the id of every box that overlaps or touches the given one, in the order of the tree.
    #[inline]
    pub fn visit_overlaps(&self, bounds: &BoundingBox, mut visit: impl FnMut(u32)) {
        let wanted = |other: &BoundingBox| other.overlaps(bounds);
        self.hierarchy.visit_leaves(wanted, |places| {
            for place in places {
                if wanted(&self.boxes[place]) {
                    visit(self.order[place]);
                }
            }
        });
    }

    /// Calls `visit` with the ids (of this tree, of the other) of all boxes that overlap or touch.
    pub fn visit_pairs(&self, other: &BoundsTree, mut visit: impl FnMut(u32, u32)) {
        self.hierarchy.visit_leaf_pairs(&other.hierarchy, |mine, theirs| {
            for a in mine {
                for b in theirs.clone() {
                    if self.boxes[a].overlaps(&other.boxes[b]) {
                        visit(self.order[a], other.order[b]);
                    }
                }
            }
        });
    }

    /// Calls `visit` with the ids of all boxes that overlap or touch each other, the smaller first, each pair once.
    pub fn visit_self_pairs(&self, mut visit: impl FnMut(u32, u32)) {
        self.hierarchy.visit_own_leaf_pairs(|first, second| {
            let is_same = first == second;
            for a in first {
                let from = if is_same { a + 1 } else { second.start };
                for b in from..second.end {
                    if self.boxes[a].overlaps(&self.boxes[b]) {
                        let (a, b) = (self.order[a], self.order[b]);
                        visit(a.min(b), a.max(b));
                    }
                }
            }
        });
    }

    /// Walks the boxes, near ones first as far as the tree tells. `visit` gets an id and the squared distance (m²) beyond
    /// which nothing is of interest, and returns a new one: a smaller one narrows the search, a negative one ends
    /// it. At the start it is `limit`.
    #[inline]
    pub fn visit_nearest(&self, point: DVec3, limit: f64, mut visit: impl FnMut(u32, f64) -> f64) {
        self.hierarchy.visit_nearest(point, limit, |places, mut limit| {
            for &id in &self.order[places] {
                limit = visit(id, limit);
            }
            limit
        });
    }
}

fn refit_leaf(node: &mut BoundsNode, boxes: &[BoundingBox]) {
    if node.is_leaf() {
        node.bounds = hierarchy::merged(boxes[node.places()].iter().copied());
    }
}

/// Cuts a run of ids in halves along the longest side of their centres. Equal and missing numbers go by id.
fn median_cut(centres: &[DVec3], order: &mut [u32], range: Range<usize>) -> usize {
    let ids = &mut order[range.clone()];
    let axis = BoundingBox::of_points(ids.iter().map(|&id| &centres[id as usize])).size().max_position();
    let middle = ids.len() / 2;
    ids.select_nth_unstable_by(middle, |&a, &b| {
        let key = |id: u32| centres[id as usize][axis];
        key(a).total_cmp(&key(b)).then(a.cmp(&b))
    });
    range.start + middle
}
