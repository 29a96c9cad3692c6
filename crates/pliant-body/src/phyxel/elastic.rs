//! The elastic term of the phyxels of one law.

use super::kernels::{Energy, ForceDifferential, Forces, Loop, SmallestVolumeRatio};
use super::stencils::{Chunk, Stencils};
use super::tangent::{BlockSlots, Tangent};
use crate::local::{each_part, locally, store};
use crate::response::Response;
use glam::{DMat3, DVec3};
use pliant_material::Law;
use pliant_math::lanes::{PaddedPoint, WIDTH, dispatch};
use pliant_system::{At, TangentWeights, Term};
use rayon::prelude::*;
use std::sync::OnceLock;

/// Phyxels of one law, fitted by B functions.
pub struct PhyxelElastic<L, const B: usize> {
    name: String,
    response: Response<L>,
    stencils: Stencils<B>,
    blocks: OnceLock<BlockSlots>,
}

impl<L: Law, const B: usize> PhyxelElastic<L, B> {
    /// From what is laid out.
    pub fn new(name: String, response: Response<L>, stencils: Stencils<B>) -> Self {
        Self { name, response, stencils, blocks: OnceLock::new() }
    }

    fn over<'a>(&'a self, chunk: &'a Chunk) -> Loop<'a, L, B> {
        Loop { response: &self.response, stencils: &self.stencils, chunk }
    }

    fn locally<const K: usize, T>(
        &self,
        chunk: &Chunk,
        fields: [&[DVec3]; K],
        f: impl FnOnce([&[PaddedPoint]; K], &mut [PaddedPoint]) -> T,
    ) -> T {
        locally(&self.stencils.slot_nodes[chunk.slots.clone()], fields, f)
    }

    fn each_chunk(&self, out: &mut [DVec3], f: impl Fn(&Chunk, &mut [DVec3]) + Sync) {
        each_part(&self.stencils.chunks, out, &|chunk| chunk.slots.len(), &f);
    }

    fn blocks(&self) -> &BlockSlots {
        self.blocks.get_or_init(|| BlockSlots::new(&self.stencils))
    }

    fn is_chunk_upright(&self, chunk: &Chunk, q: &[DVec3]) -> bool {
        self.locally(chunk, [q], |[positions], _| {
            dispatch(SmallestVolumeRatio { over: self.over(chunk), positions }) > 0.0
        })
    }

    /// Packs of a chunk in which somebody is flat or inside out.
    fn packs_inverted<'a>(&'a self, chunk: &'a Chunk, q: &'a [DVec3]) -> impl Iterator<Item = usize> + 'a {
        let upright = self.is_chunk_upright(chunk, q);
        let one = |pack: usize| Chunk { packs: pack..pack + 1, ..chunk.clone() };
        let packs = if upright { 0..0 } else { chunk.packs.clone() };
        packs.filter(move |&pack| !self.is_chunk_upright(&one(pack), q))
    }
}

impl<L: Law, const B: usize> Term for PhyxelElastic<L, B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.stencils.slot_nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        // Fields that are not looked at are not copied either.
        let v: &[DVec3] = if self.response.is_damped() { at.v } else { &[] };
        self.each_chunk(out, |chunk, out| {
            let over = self.over(chunk);
            self.locally(chunk, [at.q, v], |[positions, velocities], forces| {
                dispatch(Forces { over, positions, velocities, forces: &mut *forces });
                store(forces, out);
            });
        });
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let in_chunk = |chunk: &Chunk| {
            self.locally(chunk, [at.q], |[positions], _| {
                dispatch(Energy { over: self.over(chunk), positions })
            })
        };
        let parts: Vec<f64> = self.stencils.chunks.par_iter().map(in_chunk).collect();
        Some(parts.into_iter().sum())
    }

    fn is_elastic(&self) -> bool {
        true
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let v: &[DVec3] = if self.response.damping.is_viscous() { at.v } else { &[] };
        let dv = dv.filter(|_| self.response.is_damped()).unwrap_or(&[]);
        self.each_chunk(out, |chunk, out| {
            let over = self.over(chunk);
            self.locally(
                chunk,
                [at.q, dq, v, dv],
                |[positions, d_positions, velocities, d_velocities], forces| {
                    dispatch(ForceDifferential {
                        over,
                        positions,
                        d_positions,
                        velocities,
                        d_velocities,
                        forces: &mut *forces,
                    });
                    store(forces, out);
                },
            );
        });
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.blocks().pair_nodes
    }

    fn tangent(&self, at: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        let slots = self.blocks();
        let v: &[DVec3] = if self.response.damping.is_viscous() { at.v } else { &[] };
        let chunks: Vec<usize> = (0..self.stencils.chunks.len()).collect();
        let fill = |&index: &usize, blocks: &mut [DMat3]| {
            let chunk = &self.stencils.chunks[index];
            let over = self.over(chunk);
            self.locally(chunk, [at.q, v], |[positions, velocities], _| {
                dispatch(Tangent { over, slots, positions, velocities, weights, blocks });
            });
        };
        each_part(&chunks, out, &|&index| slots.chunks[index].len(), &fill);
    }

    fn is_linear(&self) -> bool {
        self.response.law.is_linear() && !self.response.damping.is_viscous()
    }

    fn has_damping(&self) -> bool {
        self.response.is_damped()
    }

    fn admissible(&self, q: &[DVec3]) -> bool {
        !self.response.law.needs_positive_volume()
            || self.stencils.chunks.par_iter().all(|chunk| self.is_chunk_upright(chunk, q))
    }

    fn inverted_count(&self, q: &[DVec3]) -> (usize, usize) {
        let in_chunk = |chunk: &Chunk| self.packs_inverted(chunk, q).count();
        let inverted: usize = self.stencils.chunks.par_iter().map(in_chunk).sum();
        (WIDTH * inverted, WIDTH * self.stencils.packs())
    }

    fn inadmissible_node(&self, q: &[DVec3]) -> Option<u32> {
        if !self.response.law.needs_positive_volume() {
            return None;
        }
        self.stencils.chunks.iter().find_map(|chunk| {
            let pack = self.packs_inverted(chunk, q).next()?;
            let local = self.stencils.own[pack * WIDTH];
            Some(self.stencils.slot_nodes[chunk.slots.start + usize::from(local)])
        })
    }
}
