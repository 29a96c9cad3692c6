//! How far a correction may go: nothing ends up on the wrong side of anything.

use crate::common::{Random, block, body, mesh, placed, plate, scene, sheet, spheres, still};
use glam::DVec3;
use pliant_contact::collider::Primitive;
use pliant_contact::{Collider, ContactBody, ContactLayer, ContactSettings};
use pliant_geometry::TriangleSurface;
use pliant_system::{Contact, State};
use proptest::prelude::*;

const DT: f64 = 0.01;
const THICKNESS: f64 = 0.01;

/// The thing that is hit: around the plane z = 0, from -1 to 1.
#[derive(Clone, Copy, Debug)]
enum Target {
    PlateCollider,
    SheetCollider,
    BoxCollider,
    PlateBody,
    SheetBody,
}

impl Target {
    fn surface(self) -> TriangleSurface {
        let corner = DVec3::new(-1.0, -1.0, -0.5 * THICKNESS);
        match self {
            Target::SheetCollider | Target::SheetBody => sheet(corner.with_z(0.0), 2.0, 5),
            _ => plate(corner, 2.0, 5, THICKNESS),
        }
    }

    fn collider(self) -> Option<Collider> {
        match self {
            Target::PlateCollider | Target::SheetCollider => Some(mesh("target", &self.surface())),
            Target::BoxCollider => {
                let half = DVec3::new(1.0, 1.0, 0.5 * THICKNESS);
                let centre = DVec3::ZERO;
                Some(still("target", Primitive::Box { centre, half, rotation: glam::DQuat::IDENTITY }))
            }
            _ => None,
        }
    }

    fn body(self, first_node: u32) -> Option<ContactBody> {
        match self {
            Target::PlateBody => Some(body("target", first_node, &self.surface(), true)),
            Target::SheetBody => Some(body("target", first_node, &self.surface(), false)),
            _ => None,
        }
    }
}

fn meshes() -> impl Strategy<Value = Target> {
    prop::sample::select(vec![
        Target::PlateCollider,
        Target::SheetCollider,
        Target::PlateBody,
        Target::SheetBody,
    ])
}

fn targets() -> impl Strategy<Value = Target> {
    prop_oneof![meshes(), Just(Target::BoxCollider)]
}

/// A block over the target, and a random move of its nodes: as one, and each by up to `scatter` (m).
fn shot(target: Target, random: &mut Random, scatter: f64) -> (ContactLayer, State, Vec<DVec3>) {
    let size = random.within(0.05, 0.4);
    let any = block(DVec3::splat(-0.5 * size), DVec3::splat(size));
    let rotation = random.rotation();
    let off = DVec3::new(0.3 * random.unit(), 0.3 * random.unit(), 0.9 * size + random.within(0.01, 0.2));
    let mut bodies = vec![body("shot", 0, &placed(&any, rotation, off), true)];
    bodies.extend(target.body(8));
    let (layer, state) = scene(bodies, target.collider().into_iter().collect(), ContactSettings::default());
    let together = random.vector() * DVec3::new(0.3, 0.3, 3.0);
    let mut direction: Vec<DVec3> = (0..8).map(|_| together + random.vector() * scatter).collect();
    direction.resize(state.q.len(), DVec3::ZERO);
    (layer, state, direction)
}

/// Nodes that have passed the target, coming from above, at a share of the move. What is still within the thickness has
/// not passed.
fn passed(state: &State, direction: &[DVec3], share: f64, depth: f64) -> Option<(usize, DVec3)> {
    let at = |i: usize| state.q[i] + direction[i] * share;
    (0..8).map(|i| (i, at(i))).find(|(_, x)| x.x.abs() < 0.999 && x.y.abs() < 0.999 && x.z < depth)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Held against many small parts of the move.
    #[test]
    fn no_node_passes_a_thin_plate(seed: u64, target in targets()) {
        let mut random = Random(seed);
        let (mut layer, mut state, direction) = shot(target, &mut random, 0.3);
        state.v = direction.iter().map(|d| *d / DT).collect();
        layer.begin_step(&state, DT);
        let share = layer.largest_share(&state.q, &direction);
        prop_assert!((0.0..=1.0).contains(&share), "{share}");
        // Not behind the middle of a plate. A sheet has no inside: a little behind it, by its edges.
        let depth = if matches!(target, Target::SheetBody | Target::SheetCollider) { -0.11 } else { 0.0 };
        for k in 1..=1000 {
            let part = share * f64::from(k) / 1000.0;
            let found = passed(&state, &direction, part, depth);
            prop_assert!(found.is_none(), "{target:?}, at {part} of {share}: {found:?}");
        }
    }

    /// Moves that pass nothing are not cut short.
    #[test]
    fn free_moves_are_whole(seed: u64, target in targets()) {
        let mut random = Random(seed);
        let (mut layer, mut state, mut direction) = shot(target, &mut random, 0.3);
        direction.iter_mut().for_each(|d| d.z = d.z.abs());
        state.v = direction.iter().map(|d| *d / DT).collect();
        layer.begin_step(&state, DT);
        prop_assert_eq!(layer.largest_share(&state.q, &direction), 1.0);
    }

    /// Corrections nobody foresaw: settling finds them, and the forces lead back to the side they came from.
    #[test]
    fn what_was_not_foreseen_is_found_when_it_settles(seed: u64, target in meshes()) {
        settles_back(seed, target)?;
    }

    #[test]
    fn the_same_with_thin_analytic_shapes(seed: u64) {
        settles_back(seed, Target::BoxCollider)?;
    }
}

fn settles_back(seed: u64, target: Target) -> Result<(), TestCaseError> {
    let mut random = Random(seed);
    let (mut layer, mut state, direction) = shot(target, &mut random, 0.0);
    state.step = 1;
    layer.begin_step(&state, DT);
    let q: Vec<DVec3> = state.q.iter().zip(&direction).map(|(x, d)| *x + *d).collect();
    let is_through = |&i: &usize| {
        let on = state.q[i] + direction[i] * (state.q[i].z / (state.q[i].z - q[i].z));
        let is_over = |x: DVec3| x.x.abs() < 0.95 && x.y.abs() < 0.95;
        direction[i].z < 0.0 && q[i].z < -0.02 && is_over(on) && is_over(q[i])
    };
    let through: Vec<usize> = (0..8).filter(is_through).collect();
    // Hanging half in the plate, edges push to all sides.
    if through.len() < 8 {
        return Ok(());
    }
    prop_assert!(layer.settle(&q), "{target:?}: {through:?} are through");
    let mut forces = vec![DVec3::ZERO; q.len()];
    layer.add_forces(&q, &mut forces);
    let back: DVec3 = forces[..8].iter().sum();
    prop_assert!(back.z > 0.0, "{target:?}: {through:?} are through, {back} N");
    Ok(())
}

/// Grains do not swap places.
#[test]
fn spheres_do_not_pass_each_other() {
    let centres = [DVec3::ZERO, DVec3::new(0.5, 0.01, 0.0)];
    let bodies = vec![spheres("left", 0, &centres[..1], 0.1), spheres("right", 1, &centres[1..], 0.1)];
    let (mut layer, mut state) = scene(bodies, vec![], ContactSettings::default());
    let direction = [DVec3::X, -DVec3::X * 2.0];
    state.v = direction.iter().map(|d| *d / DT).collect();
    layer.begin_step(&state, DT);
    let share = layer.largest_share(&state.q, &direction);
    let gap = 0.5 - 3.0 * share - 0.2;
    assert!(gap > -0.1 && gap < 0.01, "share {share} leaves {gap} m");
}
