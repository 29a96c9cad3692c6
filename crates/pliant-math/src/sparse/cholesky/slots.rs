//! Where the rows of a path of fronts are in the window, the one update matrix that they work on.
//!
//! A row keeps its slot from the front that touches it first to the one that eliminates it. New rows take the slots of
//! eliminated ones. Where fewer come than go, the last rows move into the slots that are left, so that there are never any holes.

use crate::sparse::pattern::BLOCK;
use crate::sparse::symbolic::Symbolic;

/// No slot.
pub const NONE: u32 = u32::MAX;

/// The rows of each front of a path, slot after slot.
pub struct Slots {
    starts: Vec<usize>,
    /// Nodes in elimination order.
    rows: Vec<u32>,
    /// For each slot of each front: where that row was in the window before, or [`NONE`].
    sources: Vec<u32>,
    /// For each node: where its row was in the window when it was eliminated, or [`NONE`].
    column_sources: Vec<u32>,
}

/// How the window changes from front to front, by unknowns.
#[derive(Debug, Clone)]
pub struct Window {
    starts: Vec<usize>,
    sources: Vec<u32>,
    column_sources: Vec<u32>,
}

impl Slots {
    /// Follows the window along the path.
    pub fn new(symbolic: &Symbolic) -> Self {
        let mut slots = Self {
            starts: vec![0],
            rows: Vec::new(),
            sources: Vec::new(),
            column_sources: vec![NONE; symbolic.order.len()],
        };
        let mut is_in_window = vec![false; symbolic.order.len()];
        let mut window: Vec<u32> = Vec::new();
        for supernode in &symbolic.supernodes {
            let mut sources: Vec<u32> = (0..window.len() as u32).collect();
            for (slot, &row) in window.iter().enumerate().filter(|(_, row)| **row < supernode.end) {
                slots.column_sources[row as usize] = slot as u32;
                sources[slot] = NONE;
            }
            let mut new = supernode.rows.iter().copied().filter(|&row| !is_in_window[row as usize]);
            let mut gone =
                (0..window.len()).filter(|&slot| sources[slot] == NONE).collect::<Vec<_>>().into_iter();
            for row in new.by_ref() {
                match gone.next() {
                    Some(slot) => window[slot] = row,
                    None => {
                        window.push(row);
                        sources.push(NONE);
                    }
                }
            }
            fill_holes(&mut window, &mut sources, &gone.collect::<Vec<_>>());
            supernode.rows.iter().for_each(|&row| is_in_window[row as usize] = true);
            debug_assert_eq!(window.len(), supernode.rows.len());
            slots.rows.extend_from_slice(&window);
            slots.sources.extend_from_slice(&sources);
            slots.starts.push(slots.rows.len());
        }
        slots
    }

    /// The rows of front `s` in the order of their slots.
    pub fn rows(&self, s: usize) -> &[u32] {
        &self.rows[self.starts[s]..self.starts[s + 1]]
    }

    /// The same for unknowns, without the rows.
    pub fn window(self) -> Window {
        let unknowns = |slots: Vec<u32>| -> Vec<u32> {
            let of_node = |slot: u32| {
                (0..BLOCK as u32)
                    .map(move |axis| if slot == NONE { NONE } else { BLOCK as u32 * slot + axis })
            };
            slots.into_iter().flat_map(of_node).collect()
        };
        Window {
            starts: self.starts.iter().map(|start| BLOCK * start).collect(),
            sources: unknowns(self.sources),
            column_sources: unknowns(self.column_sources),
        }
    }
}

/// Moves the last rows into `holes` (ascending slots without a row).
fn fill_holes(window: &mut Vec<u32>, sources: &mut Vec<u32>, holes: &[usize]) {
    let (mut lowest, mut highest) = (0, holes.len());
    while lowest < highest {
        let last = window.len() - 1;
        if holes[highest - 1] == last {
            highest -= 1;
        } else {
            (window[holes[lowest]], sources[holes[lowest]]) = (window[last], sources[last]);
            lowest += 1;
        }
        window.pop();
        sources.pop();
    }
}

impl Window {
    /// For each slot of front `s`: where the row was in the window before, or [`NONE`].
    pub fn sources(&self, s: usize) -> &[u32] {
        &self.sources[self.starts[s]..self.starts[s + 1]]
    }

    /// For unknowns in elimination order: where they were in the window when they were eliminated, or [`NONE`].
    pub fn column_sources(&self, unknowns: std::ops::Range<usize>) -> &[u32] {
        &self.column_sources[unknowns]
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        8 * self.starts.len() + 4 * (self.sources.len() + self.column_sources.len())
    }
}
