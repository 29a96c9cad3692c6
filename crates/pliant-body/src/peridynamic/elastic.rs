//! What the bonds of one material do.

use super::bond_law::BondLaw;
use super::kernels::{Energy, ForceDifferential, Forces, KeptBond, Loop, SmallestVolumeRatio};
use super::springs::Springs;
use super::stencils::Stencils;
use super::tangent::Tangent;
use crate::block_slots::BlockSlots;
use crate::local::with_room;
use crate::pack_term::{LocalChanges, LocalFields, PackPhysics};
use crate::packs::{Chunk, Packs};
use glam::DMat3;
use pliant_math::lanes::{PaddedPoint, dispatch};
use pliant_system::{At, TangentWeights};
use std::cell::RefCell;

/// Bonds of one material, all in solids, or in layers, or in fibres.
pub struct BondElastic {
    /// What bonds do.
    pub law: BondLaw,
    /// Which there are.
    pub stencils: Stencils,
    /// The same as springs, for quasi-Newton methods.
    pub springs: Springs,
}

thread_local! {
    /// Kept by each thread, so that no step allocates.
    static KEPT: RefCell<Vec<KeptBond>> = const { RefCell::new(Vec::new()) };
}

impl BondElastic {
    fn over<'a>(&'a self, chunk: &'a Chunk) -> Loop<'a> {
        Loop { law: &self.law, stencils: &self.stencils, chunk }
    }
}

impl PackPhysics for BondElastic {
    fn packs(&self) -> &Packs {
        &self.stencils.packs
    }

    fn is_damped(&self) -> bool {
        self.law.is_damped()
    }

    fn is_viscous(&self) -> bool {
        false
    }

    fn is_linear(&self) -> bool {
        false
    }

    fn needs_positive_volume(&self) -> bool {
        false
    }

    fn forces(&self, chunk: &Chunk, at: LocalFields<'_>, forces: &mut [PaddedPoint]) {
        let LocalFields { positions, velocities } = at;
        with_room(&KEPT, self.stencils.packs.most_rows(chunk), |kept| {
            dispatch(Forces { over: self.over(chunk), positions, velocities, kept, forces });
        });
    }

    fn differential(
        &self,
        chunk: &Chunk,
        at: LocalFields<'_>,
        d: LocalChanges<'_>,
        forces: &mut [PaddedPoint],
    ) {
        let (d_positions, d_velocities) = (d.positions, d.velocities);
        let over = self.over(chunk);
        dispatch(ForceDifferential { over, positions: at.positions, d_positions, d_velocities, forces });
    }

    fn energy(&self, chunk: &Chunk, positions: &[PaddedPoint]) -> f64 {
        dispatch(Energy { over: self.over(chunk), positions })
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
        dispatch(Tangent { over: self.over(chunk), slots, positions: at.positions, weights, blocks });
    }

    fn spring_pairs(&self) -> Option<&[(u32, u32)]> {
        Some(self.springs.pairs(&self.stencils))
    }

    fn spring_stiffness(&self, at: &At<'_>, weights: TangentWeights, out: &mut [f64]) {
        self.springs.stiffness(&self.stencils, &self.law, at.q, weights, out);
    }
}
