//! Blocks of the tangent of contact, and the couplings of nodes they need.

use crate::bond::Bond;
use crate::layer::carriers;
use crate::merged;
use crate::penalty::Stiffness;
use crate::surfaces::Surfaces;
use glam::DMat3;
use std::sync::Mutex;

/// Nodes that carry the points of a pair, if each has few.
const MOST: usize = 4 * merged::FEW;

/// Which pair of nodes each block belongs to.
pub(crate) struct Slots {
    /// (i, j), i >= j, of each block.
    pub pairs: Vec<(u32, u32)>,
    /// Different nodes that are coupled, ascending; perhaps more than the pairs need.
    pub couplings: Vec<[u32; 2]>,
    /// Where the blocks of each bond begin, if each has its own.
    starts: Vec<usize>,
    /// Points are carried by so many nodes that bonds share their blocks.
    is_merged: bool,
    scratch: merged::Scratch,
    /// Nodes of one bond while its blocks are made; only ever used by one thread, which has to be said.
    carried: Mutex<Vec<merged::Carried>>,
}

impl Slots {
    pub fn new(surfaces: &Surfaces) -> Self {
        Self {
            pairs: Vec::new(),
            couplings: Vec::new(),
            starts: vec![0],
            is_merged: surfaces.is_carried_by_many,
            scratch: merged::Scratch::default(),
            carried: Mutex::default(),
        }
    }

    /// Numbers the blocks of all bonds.
    pub fn number(&mut self, surfaces: &Surfaces, bonds: &[Bond]) {
        if self.is_merged {
            merged::pairs(surfaces, bonds, &mut self.scratch, &mut self.pairs);
        } else {
            self.number_each(surfaces, bonds);
        }
        let known = &self.couplings;
        let is_known = |&(i, j): &(u32, u32)| i == j || known.binary_search(&[i, j]).is_ok();
        if !self.pairs.iter().all(is_known) {
            self.couplings.clear();
            self.couplings.extend(self.pairs.iter().filter(|(i, j)| i != j).map(|&(i, j)| [i, j]));
            self.couplings.sort_unstable();
            self.couplings.dedup();
        }
    }

    /// Blocks of each bond for itself.
    fn number_each(&mut self, surfaces: &Surfaces, bonds: &[Bond]) {
        self.pairs.clear();
        self.starts.clear();
        self.starts.push(0);
        for bond in bonds {
            carriers(surfaces, bond.pair(), &[1.0; 4], &mut self.scratch.row);
            for (i, &(a, _)) in self.scratch.row.iter().enumerate() {
                self.pairs.extend(self.scratch.row[..=i].iter().map(|&(b, _)| (a.max(b), a.min(b))));
            }
            self.starts.push(self.pairs.len());
        }
    }

    /// Overwrites all blocks with what bonds add to them.
    pub fn fill(
        &self,
        surfaces: &Surfaces,
        bonds: &[Bond],
        stiffness: impl Fn(&Bond) -> Stiffness,
        out: &mut [DMat3],
    ) {
        if self.is_merged {
            return self.fill_merged(surfaces, bonds, stiffness, out);
        }
        for (bond, slots) in bonds.iter().zip(self.starts.windows(2)) {
            fill_own(surfaces, bond, &stiffness(bond), &mut out[slots[0]..slots[1]]);
        }
    }

    fn fill_merged(
        &self,
        surfaces: &Surfaces,
        bonds: &[Bond],
        stiffness: impl Fn(&Bond) -> Stiffness,
        out: &mut [DMat3],
    ) {
        let mut carried = self.carried.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        out.fill(DMat3::ZERO);
        for bond in bonds {
            let stiffness = stiffness(bond);
            if !stiffness.is_zero() {
                merged::add(surfaces, bond, &stiffness, &self.pairs, &mut carried, out);
            }
        }
    }
}

fn fill_own(surfaces: &Surfaces, bond: &Bond, stiffness: &Stiffness, out: &mut [DMat3]) {
    if stiffness.is_zero() {
        return out.fill(DMat3::ZERO);
    }
    let (points, count) = bond.pair().points(surfaces);
    // Nodes, and their weights for normal force and friction.
    let mut own = [(0, 0.0, 0.0); MOST];
    let mut length = 0;
    for k in 0..count {
        for (node, w) in surfaces.row(points[k]) {
            own[length] = (node, w * stiffness.weights[k], w * bond.lag.weights[k]);
            length += 1;
        }
    }
    let mut slot = 0;
    for i in 0..length {
        for j in 0..=i {
            let ((a, normal_a, friction_a), (b, normal_b, friction_b)) = (own[i], own[j]);
            let block =
                stiffness.normal * (normal_a * normal_b) + stiffness.friction * (friction_a * friction_b);
            // A node that carries two of the points stands for both (i, j) and (j, i).
            let twice = i != j && a == b;
            out[slot] = if twice { block * 2.0 } else { block };
            slot += 1;
        }
    }
}
