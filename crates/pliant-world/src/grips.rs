//! Hands: places of bodies that are drawn somewhere by a spring, taken and let go while the world runs.

use crate::world::World;
use glam::DVec3;
use pliant_stepping::StepError;
use pliant_system::load::{HeldPoints, HoldPoint, PenaltyHold};
use pliant_system::{Motion, Term};
use std::sync::Arc;

/// Stiffness of a grip as a share of that of a block of the body's material as large as the body.
const SHARE_OF_BLOCK: f64 = 0.02;
/// Bounds of the frequency at which the whole body would swing on a grip (rad/s): it should follow within a few tenths of a second,
/// and not feel like welded to the hand.
const SWINGS: [f64; 2] = [25.0, 250.0];
/// A hand pulls at most as hard as it takes to give the whole body this acceleration (m/s2), which lifts it easily,
const LIFT: f64 = 30.0;
/// or as its spring does at this share of the body's size. More would tear at a single place, and no step would find its balance.
const SHARE_OF_SIZE: f64 = 0.02;

/// A place of a body that is drawn somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Grip {
    /// The body.
    pub body: usize,
    /// Where it is drawn to (m).
    pub target: DVec3,
    /// How stiffly (N/m).
    pub stiffness: f64,
    /// How long the spring should be at most (m): who wants the place farther away moves the target along with it.
    pub reach: f64,
    /// The nodes that carry the place, with weights.
    row: Vec<(u32, f64)>,
}

impl World {
    /// Takes hold of a triangle of a body's visible surface, at these weights of its corners, and leaves it where it is. None if
    /// there is no such place.
    pub fn grip(&self, body: usize, triangle: usize, weights: [f64; 3]) -> Option<Grip> {
        let world_body = self.bodies.get(body)?;
        let sum: f64 = weights.iter().sum();
        if !(sum.is_finite() && sum > 0.0 && weights.iter().all(|weight| *weight >= 0.0)) {
            return None;
        }
        let mut row: Vec<(u32, f64)> = Vec::new();
        let mut add_point = |point: u32, weight: f64| {
            let carriers = world_body.body.carriers(point);
            row.extend(
                carriers
                    .into_iter()
                    .map(|(node, share)| (node + world_body.first_node as u32, weight * share)),
            );
        };
        let shares = weights.map(|weight| weight / sum);
        match &world_body.shape.skin {
            Some(skin) => {
                for (&corner, share) in skin.triangles.get(triangle)?.iter().zip(shares) {
                    skin.carrier
                        .row(corner as usize)
                        .for_each(|(point, weight)| add_point(point, weight * share));
                }
            }
            None => {
                let corners = world_body.shape.surface.get(triangle)?;
                corners.iter().zip(shares).for_each(|(&corner, share)| add_point(corner, share));
            }
        }
        let row = merged(row);
        let target = row.iter().map(|&(node, weight)| self.state.q[node as usize] * weight).sum();
        let WorldBodyMeasures { mass, modulus, size } = self.measures(body);
        let [least, most] = SWINGS.map(|rate| mass * rate * rate);
        let stiffness = (SHARE_OF_BLOCK * modulus * size).clamp(least, most);
        let reach = (SHARE_OF_SIZE * size).max(LIFT * mass / stiffness);
        Some(Grip { body, target, stiffness, reach, row })
    }

    fn measures(&self, body: usize) -> WorldBodyMeasures {
        let body = &self.bodies[body];
        let modulus =
            |material: &pliant_material::Material| material.density * material.p_wave_speed().powi(2);
        let modulus = body.body.materials().iter().map(modulus).fold(f64::INFINITY, f64::min);
        WorldBodyMeasures { mass: body.body.total_mass(), modulus, size: body.size }
    }

    /// Holds these places from now on, and no others. From then on energy may come from outside.
    ///
    /// # Errors
    /// If the stepper cannot begin with them.
    pub fn set_grips(&mut self, grips: Vec<Grip>) -> Result<(), StepError> {
        let guest = (!grips.is_empty()).then(|| spring_term(&grips, &self.system.x_rest));
        self.grips = grips;
        self.let_energy_in();
        self.known_energies = None;
        if self.system.set_guest(guest) {
            self.stepper.prepare(&mut self.system, &mut self.state)?;
            // Explicit steppers look for their stable step again.
            self.state.dt = 0.0;
            self.secured.state.dt = 0.0;
        }
        Ok(())
    }

    /// Energy may come from outside from now on: a hand, or a number of the scene that was changed. The guard does not take it
    /// for a mistake.
    pub fn let_energy_in(&mut self) {
        self.is_closed = false;
    }

    /// What is held by hand.
    pub fn grips(&self) -> &[Grip] {
        &self.grips
    }

    /// Where a held place is now (m).
    pub fn grip_place(&self, grip: &Grip) -> DVec3 {
        grip.row.iter().map(|&(node, weight)| self.state.q[node as usize] * weight).sum()
    }
}

struct WorldBodyMeasures {
    mass: f64,
    modulus: f64,
    size: f64,
}

fn spring_term(grips: &[Grip], q_rest: &[DVec3]) -> Box<dyn Term> {
    let point =
        |grip: &Grip| HoldPoint { x_rest: grip.target, row: grip.row.clone(), stiffness: grip.stiffness };
    let points: Vec<HoldPoint> = grips.iter().map(point).collect();
    let held = HeldPoints::new(&points, &DVec3::AXES, Motion::still());
    Box::new(PenaltyHold::new("hand".into(), Arc::new(held), q_rest))
}

/// Each node once, ascending.
fn merged(mut row: Vec<(u32, f64)>) -> Vec<(u32, f64)> {
    row.sort_by_key(|&(node, _)| node);
    row.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    row
}
