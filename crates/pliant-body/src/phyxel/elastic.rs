//! What the phyxels of one law do.

use super::kernels::{Energy, ForceDifferential, Forces, Loop, Offset, SmallestVolumeRatio};
use super::stencils::Stencils;
use super::tangent::Tangent;
use crate::block_slots::BlockSlots;
use crate::local::with_room;
use crate::pack_term::{LocalChanges, LocalFields, PackPhysics};
use crate::packs::{Chunk, Packs};
use crate::response::Response;
use glam::DMat3;
use pliant_material::Law;
use pliant_math::lanes::{PaddedPoint, dispatch};
use pliant_system::TangentWeights;
use std::cell::RefCell;

/// Phyxels of one law, fitted by B functions.
pub struct PhyxelElastic<L, const B: usize> {
    /// The law, and what damps it.
    pub response: Response<L>,
    /// The phyxels.
    pub stencils: Stencils<B>,
}

thread_local! {
    /// Kept by each thread, so that no step allocates.
    static OFFSETS: RefCell<Vec<Offset>> = const { RefCell::new(Vec::new()) };
}

impl<L: Law, const B: usize> PhyxelElastic<L, B> {
    fn over<'a>(&'a self, chunk: &'a Chunk) -> Loop<'a, L, B> {
        Loop { response: &self.response, stencils: &self.stencils, chunk }
    }

    /// Room for the rows of the longest pack.
    fn with_room<T>(&self, chunk: &Chunk, f: impl FnOnce(&mut [Offset]) -> T) -> T {
        with_room(&OFFSETS, self.stencils.packs.most_rows(chunk), f)
    }
}

impl<L: Law, const B: usize> PackPhysics for PhyxelElastic<L, B> {
    fn packs(&self) -> &Packs {
        &self.stencils.packs
    }

    fn is_damped(&self) -> bool {
        self.response.is_damped()
    }

    fn is_viscous(&self) -> bool {
        self.response.damping.is_viscous()
    }

    fn is_linear(&self) -> bool {
        self.response.law.is_linear() && !self.is_viscous()
    }

    fn needs_positive_volume(&self) -> bool {
        self.response.law.needs_positive_volume()
    }

    fn forces(&self, chunk: &Chunk, at: LocalFields<'_>, forces: &mut [PaddedPoint]) {
        let LocalFields { positions, velocities } = at;
        self.with_room(chunk, |offsets| {
            dispatch(Forces { over: self.over(chunk), positions, velocities, offsets, forces });
        });
    }

    fn differential(
        &self,
        chunk: &Chunk,
        at: LocalFields<'_>,
        d: LocalChanges<'_>,
        forces: &mut [PaddedPoint],
    ) {
        let LocalFields { positions, velocities } = at;
        let (d_positions, d_velocities) = (d.positions, d.velocities);
        let over = self.over(chunk);
        self.with_room(chunk, |offsets| {
            dispatch(ForceDifferential {
                over,
                positions,
                d_positions,
                velocities,
                d_velocities,
                offsets,
                forces,
            });
        });
    }

    fn energy(&self, chunk: &Chunk, positions: &[PaddedPoint]) -> f64 {
        self.with_room(chunk, |offsets| dispatch(Energy { over: self.over(chunk), positions, offsets }))
    }

    fn smallest_volume_ratio(&self, chunk: &Chunk, positions: &[PaddedPoint]) -> f64 {
        dispatch(SmallestVolumeRatio { over: self.over(chunk), positions })
    }

    fn tangent(
        &self,
        chunk: &Chunk,
        at: LocalFields<'_>,
        weights: TangentWeights,
        slots: &BlockSlots,
        blocks: &mut [DMat3],
    ) {
        let LocalFields { positions, velocities } = at;
        dispatch(Tangent { over: self.over(chunk), slots, positions, velocities, weights, blocks });
    }
}
