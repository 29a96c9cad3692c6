//! Who is whose neighbour.

use super::SharedLists;

/// Neighbours of all points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbours {
    /// Where those of each point start in the lists, and their number at the end.
    pub starts: Vec<u32>,
    /// Which they are, by where they lie: the same order for all points of a lattice.
    pub ids: Vec<u32>,
    /// Their weights.
    pub(crate) weights: SharedLists,
}

impl Neighbours {
    /// The weight of the neighbour of a point at a place of the lists.
    pub fn weight(&self, i: usize, at: usize) -> f64 {
        self.weights.of(i)[at - self.starts[i] as usize]
    }

    /// Where those of a point are in the lists.
    pub fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    /// For each point the smallest of those it is joined with, by neighbours of neighbours.
    pub fn joined(&self) -> Vec<u32> {
        let mut root: Vec<u32> = (0..self.starts.len() as u32 - 1).collect();
        fn find(root: &mut [u32], mut i: u32) -> u32 {
            while root[i as usize] != i {
                root[i as usize] = root[root[i as usize] as usize];
                i = root[i as usize];
            }
            i
        }
        for i in 0..root.len() {
            for at in self.starts[i] as usize..self.starts[i + 1] as usize {
                let (a, b) = (find(&mut root, i as u32), find(&mut root, self.ids[at]));
                root[a.max(b) as usize] = a.min(b);
            }
        }
        (0..root.len() as u32).map(|i| find(&mut root, i)).collect()
    }
}
