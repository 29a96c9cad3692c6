//! The one [`Term`] of all methods that work by neighbourhoods: what they do with a chunk is their own affair.

use crate::block_slots::BlockSlots;
use crate::local::{each_part, locally, store};
use crate::packs::{Chunk, Packs};
use glam::{DMat3, DVec3};
use pliant_math::lanes::{PaddedPoint, WIDTH};
use pliant_system::{At, TangentWeights, Term};
use rayon::prelude::*;
use std::sync::OnceLock;

/// Fields of the nodes of a chunk; empty where they are not needed.
#[derive(Clone, Copy)]
pub struct LocalFields<'a> {
    /// Positions (m).
    pub positions: &'a [PaddedPoint],
    /// Velocities (m/s).
    pub velocities: &'a [PaddedPoint],
}

/// Changes of them.
#[derive(Clone, Copy)]
pub struct LocalChanges<'a> {
    /// Of positions (m).
    pub positions: &'a [PaddedPoint],
    /// Of velocities (m/s); empty is zero.
    pub velocities: &'a [PaddedPoint],
}

/// Physics of points and their neighbours, chunk by chunk.
pub trait PackPhysics: Send + Sync {
    /// The points, laid out.
    fn packs(&self) -> &Packs;
    /// Whether forces depend on velocities.
    fn is_damped(&self) -> bool;
    /// Whether the derivative of the forces by positions depends on velocities.
    fn is_viscous(&self) -> bool;
    /// Whether forces are linear in positions and velocities.
    fn is_linear(&self) -> bool;
    /// Whether points must not be flat or inside out.
    fn needs_positive_volume(&self) -> bool;
    /// Adds the forces (N).
    fn forces(&self, chunk: &Chunk, at: LocalFields<'_>, forces: &mut [PaddedPoint]);
    /// Adds the change of the forces (N).
    fn differential(
        &self,
        chunk: &Chunk,
        at: LocalFields<'_>,
        d: LocalChanges<'_>,
        forces: &mut [PaddedPoint],
    );
    /// Energy (J) of the chunk.
    fn energy(&self, chunk: &Chunk, positions: &[PaddedPoint]) -> f64;
    /// The smallest det F among its packs.
    fn smallest_volume_ratio(&self, chunk: &Chunk, positions: &[PaddedPoint]) -> f64;
    /// As [`Term::spring_pairs`].
    fn spring_pairs(&self) -> Option<&[(u32, u32)]> {
        None
    }
    /// As [`Term::spring_stiffness`].
    fn spring_stiffness(&self, at: &At<'_>, weights: TangentWeights, out: &mut [f64]) {
        let _ = (at, weights, out);
    }
    /// Overwrites the blocks of the weighted tangent.
    fn tangent(
        &self,
        chunk: &Chunk,
        at: LocalFields<'_>,
        weights: TangentWeights,
        slots: &BlockSlots,
        blocks: &mut [DMat3],
    );
}

/// Points of one material.
pub struct PackTerm<P> {
    name: String,
    physics: P,
    blocks: OnceLock<BlockSlots>,
}

impl<P: PackPhysics> PackTerm<P> {
    /// From what is laid out.
    pub fn new(name: String, physics: P) -> Self {
        Self { name, physics, blocks: OnceLock::new() }
    }

    fn packs(&self) -> &Packs {
        self.physics.packs()
    }

    fn locally<const K: usize, T>(
        &self,
        chunk: &Chunk,
        fields: [&[DVec3]; K],
        f: impl FnOnce([&[PaddedPoint]; K], &mut [PaddedPoint]) -> T,
    ) -> T {
        locally(&self.packs().slot_nodes[chunk.slots.clone()], fields, f)
    }

    fn each_chunk(&self, out: &mut [DVec3], f: impl Fn(&Chunk, &mut [DVec3]) + Sync) {
        each_part(&self.packs().chunks, out, &|chunk| chunk.slots.len(), &f);
    }

    fn blocks(&self) -> &BlockSlots {
        self.blocks.get_or_init(|| BlockSlots::new(self.packs()))
    }

    fn is_chunk_upright(&self, chunk: &Chunk, q: &[DVec3]) -> bool {
        self.locally(chunk, [q], |[positions], _| self.physics.smallest_volume_ratio(chunk, positions) > 0.0)
    }

    /// Packs of a chunk in which somebody is flat or inside out.
    fn packs_inverted<'a>(&'a self, chunk: &'a Chunk, q: &'a [DVec3]) -> impl Iterator<Item = usize> + 'a {
        let upright = self.is_chunk_upright(chunk, q);
        let one = |pack: usize| Chunk { packs: pack..pack + 1, ..chunk.clone() };
        let packs = if upright { 0..0 } else { chunk.packs.clone() };
        packs.filter(move |&pack| !self.is_chunk_upright(&one(pack), q))
    }
}

impl<P: PackPhysics> Term for PackTerm<P> {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.packs().slot_nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        // Fields that are not looked at are not copied either.
        let v: &[DVec3] = if self.physics.is_damped() { at.v } else { &[] };
        self.each_chunk(out, |chunk, out| {
            self.locally(chunk, [at.q, v], |[positions, velocities], forces| {
                self.physics.forces(chunk, LocalFields { positions, velocities }, forces);
                store(forces, out);
            });
        });
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let in_chunk = |chunk: &Chunk| {
            self.locally(chunk, [at.q], |[positions], _| self.physics.energy(chunk, positions))
        };
        let parts: Vec<f64> = self.packs().chunks.par_iter().map(in_chunk).collect();
        Some(parts.into_iter().sum())
    }

    fn is_elastic(&self) -> bool {
        true
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        let v: &[DVec3] = if self.physics.is_viscous() { at.v } else { &[] };
        let dv = dv.filter(|_| self.physics.is_damped()).unwrap_or(&[]);
        self.each_chunk(out, |chunk, out| {
            self.locally(
                chunk,
                [at.q, dq, v, dv],
                |[positions, d_positions, velocities, d_velocities], forces| {
                    let at = LocalFields { positions, velocities };
                    let d = LocalChanges { positions: d_positions, velocities: d_velocities };
                    self.physics.differential(chunk, at, d, forces);
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
        let v: &[DVec3] = if self.physics.is_viscous() { at.v } else { &[] };
        let chunks: Vec<usize> = (0..self.packs().chunks.len()).collect();
        let fill = |&index: &usize, blocks: &mut [DMat3]| {
            let chunk = &self.packs().chunks[index];
            self.locally(chunk, [at.q, v], |[positions, velocities], _| {
                self.physics.tangent(chunk, LocalFields { positions, velocities }, weights, slots, blocks);
            });
        };
        each_part(&chunks, out, &|&index| slots.chunks[index].len(), &fill);
    }

    fn spring_pairs(&self) -> Option<&[(u32, u32)]> {
        self.physics.spring_pairs()
    }

    fn spring_stiffness(&self, at: &At<'_>, weights: TangentWeights, out: &mut [f64]) {
        self.physics.spring_stiffness(at, weights, out);
    }

    fn is_linear(&self) -> bool {
        self.physics.is_linear()
    }

    fn has_damping(&self) -> bool {
        self.physics.is_damped()
    }

    fn admissible(&self, q: &[DVec3]) -> bool {
        !self.physics.needs_positive_volume()
            || self.packs().chunks.par_iter().all(|chunk| self.is_chunk_upright(chunk, q))
    }

    fn inverted_count(&self, q: &[DVec3]) -> (usize, usize) {
        let in_chunk = |chunk: &Chunk| self.packs_inverted(chunk, q).count();
        let inverted: usize = self.packs().chunks.par_iter().map(in_chunk).sum();
        (WIDTH * inverted, WIDTH * self.packs().packs())
    }

    fn inadmissible_node(&self, q: &[DVec3]) -> Option<u32> {
        if !self.physics.needs_positive_volume() {
            return None;
        }
        self.packs().chunks.iter().find_map(|chunk| {
            let pack = self.packs_inverted(chunk, q).next()?;
            let local = self.packs().own[pack * WIDTH];
            Some(self.packs().slot_nodes[chunk.slots.start + usize::from(local)])
        })
    }
}
