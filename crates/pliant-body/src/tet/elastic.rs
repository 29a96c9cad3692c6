//! The elastic term of a batch of tetrahedra of one law.

use super::chunks::{BadElement, Batch, Chunk, Chunks};
use super::family::Family;
use super::kernels::{Energy, ForceDifferential, Forces, Loop, SmallestVolumeRatio, Tangent};
use crate::local::{each_part, locally, store};
use crate::response::Response;
use glam::{DMat3, DVec3};
use pliant_material::{Damping, Law};
use pliant_math::lanes::{PaddedPoint, WIDTH, dispatch};
use pliant_system::{At, TangentWeights, Term};
use rayon::prelude::*;

/// Tetrahedra of one family under one law.
pub struct TetElastic<L, F, const N: usize, const Q: usize> {
    name: String,
    family: F,
    response: Response<L>,
    chunks: Chunks,
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> TetElastic<L, F, N, Q> {
    /// Lays out a batch.
    pub fn new(name: String, law: L, damping: Damping, batch: &Batch<'_>) -> Result<Self, BadElement> {
        let family = F::new();
        let chunks = Chunks::new(&family, batch)?;
        Ok(Self { name, family, response: Response { law, damping }, chunks })
    }

    fn over<'a>(&'a self, chunk: &'a Chunk) -> Loop<'a, L, F, N, Q> {
        Loop { family: &self.family, response: &self.response, chunks: &self.chunks, chunk }
    }

    /// True if no element of the chunk is flat or inside out.
    fn is_chunk_upright(&self, chunk: &Chunk, q: &[DVec3]) -> bool {
        self.locally(chunk, [q], |[positions], _| {
            dispatch(SmallestVolumeRatio { over: self.over(chunk), positions }) > 0.0
        })
    }

    /// Works on copies of the chunk's nodes.
    fn locally<const K: usize, T>(
        &self,
        chunk: &Chunk,
        fields: [&[DVec3]; K],
        f: impl FnOnce([&[PaddedPoint]; K], &mut [PaddedPoint]) -> T,
    ) -> T {
        locally(&self.chunks.slot_nodes[chunk.slots.clone()], fields, f)
    }

    /// Runs `f` for every chunk with the chunk's part of the force slots.
    fn each_chunk(&self, out: &mut [DVec3], f: impl Fn(&Chunk, &mut [DVec3]) + Sync) {
        each_part(&self.chunks.chunks, out, &|chunk| chunk.slots.len(), &f);
    }

    fn ordered_sum(&self, f: impl Fn(&Chunk) -> f64 + Send + Sync) -> f64 {
        let parts: Vec<f64> = self.chunks.chunks.par_iter().map(f).collect();
        parts.into_iter().sum()
    }
}

impl<L: Law, F: Family<N, Q>, const N: usize, const Q: usize> Term for TetElastic<L, F, N, Q> {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.chunks.slot_nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        let damped = self.response.is_damped();
        self.each_chunk(out, |chunk, out| {
            let over = self.over(chunk);
            if damped {
                self.locally(chunk, [at.q, at.v], |[positions, velocities], forces| {
                    let velocities = Some(velocities);
                    dispatch(Forces { over, positions, velocities, forces: &mut *forces });
                    store(forces, out);
                });
            } else {
                self.locally(chunk, [at.q], |[positions], forces| {
                    dispatch(Forces { over, positions, velocities: None, forces: &mut *forces });
                    store(forces, out);
                });
            }
        });
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        Some(self.ordered_sum(|chunk| {
            self.locally(chunk, [at.q], |[positions], _| {
                dispatch(Energy { over: self.over(chunk), positions })
            })
        }))
    }

    fn is_elastic(&self) -> bool {
        true
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let is_viscous = self.response.damping.is_viscous();
        let dv = dv.filter(|_| self.response.is_damped());
        self.each_chunk(out, |chunk, out| {
            let over = self.over(chunk);
            // Fields that are not looked at are not copied either.
            let (v, dv_or_none) = (if is_viscous { at.v } else { &[] }, dv.unwrap_or(&[]));
            self.locally(
                chunk,
                [at.q, dq, v, dv_or_none],
                |[positions, d_positions, v, local_dv], forces| {
                    dispatch(ForceDifferential {
                        over,
                        positions,
                        d_positions,
                        velocities: is_viscous.then_some(v),
                        d_velocities: dv.map(|_| local_dv),
                        forces: &mut *forces,
                    });
                    store(forces, out);
                },
            );
        });
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.chunks.pair_nodes
    }

    fn tangent(&self, at: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        let viscous = self.response.damping.is_viscous();
        let fill = |chunk: &Chunk, blocks: &mut [DMat3]| {
            let over = self.over(chunk);
            self.locally(chunk, [at.q, at.v], |[positions, velocities], _| {
                let velocities = viscous.then_some(velocities);
                dispatch(Tangent { over, positions, velocities, weights, blocks });
            });
        };
        each_part(&self.chunks.chunks, out, &|chunk| chunk.pairs.len(), &fill);
    }

    fn is_linear(&self) -> bool {
        self.response.law.is_linear() && !self.response.damping.is_viscous()
    }

    fn has_damping(&self) -> bool {
        self.response.is_damped()
    }

    fn admissible(&self, q: &[DVec3]) -> bool {
        !self.response.law.needs_positive_volume()
            || self.chunks.chunks.par_iter().all(|chunk| self.is_chunk_upright(chunk, q))
    }

    fn inverted_count(&self, q: &[DVec3]) -> (usize, usize) {
        let in_chunk = |chunk: &Chunk| {
            if self.is_chunk_upright(chunk, q) {
                return 0;
            }
            let pack = |pack: usize| Chunk { packs: pack..pack + 1, ..chunk.clone() };
            chunk.packs.clone().filter(|&p| !self.is_chunk_upright(&pack(p), q)).count()
        };
        let inverted: usize = self.chunks.chunks.par_iter().map(in_chunk).sum();
        let all = self.chunks.elements.len() / WIDTH;
        (WIDTH * inverted, WIDTH * all)
    }

    fn inadmissible_node(&self, q: &[DVec3]) -> Option<u32> {
        if !self.response.law.needs_positive_volume() {
            return None;
        }
        let chunk = self.chunks.chunks.iter().find(|chunk| !self.is_chunk_upright(chunk, q))?;
        let pack = |pack: usize| Chunk { packs: pack..pack + 1, ..chunk.clone() };
        let found = chunk.packs.clone().find(|&p| !self.is_chunk_upright(&pack(p), q))?;
        let local = self.chunks.local_nodes[found * N * WIDTH];
        Some(self.chunks.slot_nodes[chunk.slots.start + local as usize])
    }
}
