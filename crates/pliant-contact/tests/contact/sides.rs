//! Which side is touched: of thin plates the near one, of sheets the one where it began.

use crate::common::{body, mesh, plate, scene, sheet, skin, spheres};
use crate::filter::Explicit;
use crate::stepper::Stepper;
use glam::DVec3;
use pliant_contact::{Collider, ContactLayer, ContactSettings};
use pliant_geometry::TriangleSurface;
use pliant_system::{Contact, State};

const THICKNESS: f64 = 0.004;

/// A tetrahedron with one corner in front, towards -z, and the mirror image of it below the target.
fn spikes() -> Vec<TriangleSurface> {
    let up = |side: f64| {
        // Not opposite each other: they must not meet through the sheet.
        let corners = [[0.4, 0.45, 0.004], [0.55, 0.45, 0.1], [0.35, 0.6, 0.1], [0.35, 0.35, 0.1]];
        let aside = if side < 0.0 { DVec3::new(0.3, 0.2, 0.0) } else { DVec3::ZERO };
        let points = corners.map(|[x, y, z]| DVec3::new(x, y, z * side) + aside).to_vec();
        // The tip comes first; the base turns the other way.
        let outward = [[1, 2, 3], [0, 2, 1], [0, 3, 2], [0, 1, 3]];
        let turned = |[a, b, c]: [u32; 3]| if side < 0.0 { [a, c, b] } else { [a, b, c] };
        TriangleSurface { points, triangles: outward.map(turned).to_vec() }
    };
    vec![up(1.0), up(-1.0)]
}

fn thin_plate() -> TriangleSurface {
    plate(DVec3::new(0.0, 0.0, -0.5 * THICKNESS), 1.0, 4, THICKNESS)
}

fn targets() -> Vec<Collider> {
    vec![mesh("plate", &thin_plate()), mesh("sheet", &sheet(DVec3::ZERO, 1.0, 4))]
}

/// One spike on each side of a target.
fn between_spikes(target: Collider) -> (ContactLayer, State) {
    let spikes = spikes();
    let bodies = vec![body("above", 0, &spikes[0], true), body("below", 4, &spikes[1], true)];
    scene(bodies, vec![target], ContactSettings::default())
}

/// The nodes in front of both spikes are where they belong, and are pushed that way.
fn is_right(state: &State, what: &str) {
    for (node, side) in [(0, 1.0), (4, -1.0)] {
        let (z, force) = (side * state.q[node].z, side * state.contact.force[node].z);
        assert!(z > 0.0, "{what}: node {node} is at {}", state.q[node]);
        assert!(force >= 0.0, "{what}: node {node} feels {}", state.contact.force[node]);
    }
}

#[test]
fn the_orientation_of_the_spikes_is_outward() {
    for spike in spikes() {
        let volume: f64 = (0..4).map(|t| spike.corners(t)).map(|[a, b, c]| a.dot(b.cross(c))).sum();
        assert!(volume > 0.0);
    }
}

/// Pressed from both sides, in implicit steps, so hard that they sink in by a third of the plate.
#[test]
fn both_sides_hold_in_implicit_steps() {
    for target in targets() {
        let what = target.name.clone();
        let (mut layer, mut state) = between_spikes(target);
        let stepper = Stepper { mass: 1.0, dt: 1e-3 };
        let hard = (0.3 * THICKNESS + skin(&spikes()[0])) * stiffness(&mut layer, &state);
        let mut loads = vec![DVec3::ZERO; 8];
        (loads[0], loads[4]) = (DVec3::Z * -hard, DVec3::Z * hard);
        let mut deepest: f64 = 0.0;
        for _ in 0..150 {
            stepper.step(&mut layer, &mut state, &loads);
            if what == "plate" {
                is_right(&state, &what);
            }
            deepest = deepest.max(state.contact.deepest.iter().map(|d| d.depth).fold(0.0, f64::max));
        }
        assert!(deepest > 0.2 * THICKNESS, "{what}: {deepest} m");
        for (node, side) in [(0, 1.0), (4, -1.0)] {
            let force = state.contact.force[node];
            assert!((force.z * side / hard - 1.0).abs() < 0.02, "{what}: {force} against {hard} N");
        }
    }
}

/// Of the tip of a spike (N/m): the root of twice the energy grows by it with the overlap, wherever contact begins.
fn stiffness(layer: &mut ContactLayer, state: &State) -> f64 {
    const DEPTH: f64 = 1e-5;
    let mut down = state.clone();
    down.step = 1;
    down.v[0] = DVec3::Z * -0.01;
    layer.begin_step(&down, 1.0);
    let top = if layer.colliders()[0].name == "plate" { 0.5 * THICKNESS } else { 0.0 };
    let [shallow, deep] = [1.0, 2.0].map(|times| {
        let mut q = state.q.clone();
        q[0].z = top - times * DEPTH;
        layer.freeze(&q);
        (2.0 * layer.potential(&q)).sqrt()
    });
    ((deep - shallow) / DEPTH).powi(2)
}

#[test]
fn both_sides_hold_in_explicit_steps() {
    for target in targets() {
        let what = target.name.clone();
        let (mut layer, mut state) = between_spikes(target);
        let explicit = Explicit::free(8, 1e-3);
        for _ in 0..300 {
            for (node, push) in [(0, -20.0), (4, 20.0)] {
                state.v[node].z += push * explicit.dt;
            }
            explicit.step(&mut layer, &mut state, DVec3::ZERO);
            if what == "plate" {
                is_right(&state, &what);
            }
        }
        let top = if what == "plate" { 0.5 * THICKNESS } else { 0.0 };
        let skin = skin(&spikes()[0]);
        let is_at = |height: f64| (height - top - skin).abs() < 1e-6;
        assert!(is_at(state.q[0].z) && is_at(-state.q[4].z), "{what}: {} and {}", state.q[0].z, state.q[4].z);
        assert!((state.contact.force[0].z - 20.0).abs() < 1e-6, "{what}: {}", state.contact.force[0]);
    }
}

/// A grain that lies on a sheet keeps its side even when it has been pressed through its middle plane.
#[test]
fn sheets_remember_the_side() {
    let (radius, half) = (0.05, 0.005);
    for side in [1.0, -1.0] {
        let cloth = sheet(DVec3::ZERO, 1.0, 2);
        let grain = spheres("grain", 0, &[DVec3::new(0.3, 0.4, side * (radius + half + 1e-4))], radius);
        let mut thick = body("cloth", 1, &cloth, false);
        thick.radii = vec![half; cloth.points.len()];
        let (mut layer, mut state) = scene(vec![grain, thick], vec![], ContactSettings::default());
        state.step = 1;
        // Pressed in, a little more in each step, until its middle is 3 mm behind the sheet.
        for step in 0..60 {
            let z = side * (radius + half - 0.001 * f64::from(step));
            state.v[0] = DVec3::Z * (z - state.q[0].z) / 1e-3;
            layer.begin_step(&state, 1e-3);
            state.q[0].z = z;
            layer.freeze(&state.q);
            layer.settle(&state.q);
            state.time += 1e-3;
            layer.commit(&mut state);
            let force = state.contact.force[0].z * side;
            assert!(step == 0 || force > 0.0, "side {side}, step {step}: {force} N");
        }
    }
}

/// A body that touches itself does not feel its own neighbours, flat or bent.
#[test]
fn neighbours_within_a_body_do_not_touch() {
    let flat = sheet(DVec3::ZERO, 1.0, 4);
    let mut cloth = body("cloth", 0, &flat, false);
    cloth.touches_itself = true;
    let mut block = body("plate", flat.points.len() as u32, &plate(DVec3::X * 3.0, 1.0, 4, 0.3), true);
    block.touches_itself = true;
    let (mut layer, mut state) = scene(vec![cloth, block], vec![], ContactSettings::default());
    state.step = 1;
    // Bent to an arc, and shaken.
    for x in &mut state.q {
        x.z += 0.2 * (x.x * 2.0).sin() + 0.01 * (x.y * 50.0).sin();
    }
    layer.begin_step(&state, 1e-3);
    layer.freeze(&state.q);
    let mut forces = vec![DVec3::ZERO; state.q.len()];
    layer.add_forces(&state.q, &mut forces);
    assert!(forces.iter().all(|f| *f == DVec3::ZERO));
    for step in 0..20 {
        state.q.iter_mut().enumerate().for_each(|(i, x)| x.z += 1e-4 * ((i * 7 + step) as f64).sin());
        layer.begin_step(&state, 1e-3);
        layer.freeze(&state.q);
        layer.settle(&state.q);
        layer.commit(&mut state);
        assert!(state.contact.force.iter().all(|f| *f == DVec3::ZERO), "step {step}");
    }
}

/// A hairpin: the ends of a strip lie on each other.
#[test]
fn folds_of_a_sheet_touch() {
    let mut strip = sheet(DVec3::ZERO, 2.0, 12);
    let (radius, half) = (0.1, 0.004);
    let fold = |x: f64, r: f64| {
        let (straight, arc) = (0.6, std::f64::consts::PI * r);
        if x < straight {
            (x, r)
        } else if x < straight + arc {
            let angle = (x - straight) / r;
            (straight + r * angle.sin(), r * angle.cos())
        } else {
            (straight - (x - straight - arc), -r)
        }
    };
    let rest = strip.points.clone();
    let folded = |r: f64| -> Vec<DVec3> {
        rest.iter().map(|x| fold(x.x, r)).zip(&rest).map(|((x, z), rest)| DVec3::new(x, rest.y, z)).collect()
    };
    strip.points = folded(radius);
    let mut cloth = body("cloth", 0, &strip, false);
    cloth.radii = vec![half; rest.len()];
    for touches in [true, false] {
        let mut cloth = cloth.clone();
        cloth.touches_itself = touches;
        let (mut layer, mut state) = scene(vec![cloth], vec![], ContactSettings::default());
        state.step = 1;
        state.q = folded(half + 1e-4);
        // The round end is as narrow as it is: only what lies flat is looked at.
        let flat: Vec<usize> = (0..rest.len()).filter(|&i| state.q[i].x < 0.45).collect();
        layer.begin_step(&state, 1e-3);
        for &i in &flat {
            state.q[i].z -= 5e-4 * state.q[i].z.signum();
        }
        layer.freeze(&state.q);
        layer.settle(&state.q);
        layer.commit(&mut state);
        let pushed = flat.iter().filter(|&&i| state.contact.force[i].z * state.q[i].z > 0.0).count();
        let pulled = flat.iter().filter(|&&i| state.contact.force[i].z * state.q[i].z < 0.0).count();
        assert_eq!(pulled, 0, "{pulled} of {} nodes are pulled together", flat.len());
        assert_eq!(pushed > flat.len() / 2, touches, "{pushed} of {} nodes are pushed", flat.len());
    }
}
