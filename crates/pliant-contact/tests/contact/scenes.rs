//! Steps in which everything that can touch does, for the tests of forces and tangents.

use crate::common::{Random, block, body, floor, mesh, moving, placed, rough, scene, sheet, spheres, still};
use glam::{DQuat, DVec3};
use pliant_contact::collider::Primitive;
use pliant_contact::{
    Analytic, Collider, ColliderShape, ContactBody, ContactLayer, ContactSettings, InitialOverlap,
};
use pliant_system::{Contact, Embedding, Motion, State};

pub const DT: f64 = 0.01;

/// A step that has begun, with pairs that overlap at its end.
pub struct Scene {
    pub name: String,
    pub layer: ContactLayer,
    /// At the start of the step.
    pub state: State,
    /// At the end of the step (m).
    pub q: Vec<DVec3>,
}

impl Scene {
    /// Begins the step from the state, to `q`.
    fn begin(name: &str, (mut layer, mut state): (ContactLayer, State), q: Vec<DVec3>) -> Self {
        state.v = q.iter().zip(&state.q).map(|(to, from)| (*to - *from) / DT).collect();
        // Not the first step of the run.
        state.step = 1;
        layer.begin_step(&state, DT);
        layer.freeze(&q);
        Self { name: name.to_owned(), layer, state, q }
    }

    /// Friction follows the end, then the nodes go on by up to `by` (m).
    pub fn settled_then_moved(mut self, by: f64, random: &mut Random) -> Self {
        self.layer.settle(&self.q);
        self.layer.freeze(&self.q);
        self.q.iter_mut().for_each(|x| *x += random.vector() * by);
        self
    }

    pub fn forces(&self, q: &[DVec3]) -> Vec<DVec3> {
        let mut out = vec![DVec3::ZERO; q.len()];
        self.layer.add_forces(q, &mut out);
        out
    }
}

/// Rough and damped.
pub fn rough_and_damped() -> ContactSettings {
    ContactSettings { damping: 0.3, ..rough(0.4) }
}

/// One of every analytic kind, in general position, solid and hollow.
pub fn shapes() -> Vec<Analytic> {
    let centre = DVec3::new(0.3, -0.2, 0.5);
    let arm = DVec3::new(0.5, 0.4, -0.3);
    let rotation = DQuat::from_axis_angle(DVec3::new(1.0, -2.0, 0.5).normalize(), 0.8);
    let solids = [
        Primitive::Sphere { centre, radius: 0.7 },
        Primitive::Box { centre, half: DVec3::new(0.3, 0.5, 0.9), rotation },
        Primitive::Cylinder { from: centre - arm, to: centre + arm, radius: 0.4 },
        Primitive::Capsule { from: centre - arm, to: centre + arm, radius: 0.4 },
    ];
    let both = solids.iter().flat_map(|&s| [false, true].map(|hollow| Analytic::new(s, hollow).unwrap()));
    let plane = Primitive::Plane { point: centre, normal: DVec3::new(0.2, -0.3, 0.9) };
    both.chain([Analytic::new(plane, false).unwrap()]).collect()
}

/// Spheres around an analytic shape, 2 mm off it, that move 1 to 5 mm into it.
pub fn on_shape(shape: Analytic, motion: Motion, settings: ContactSettings, random: &mut Random) -> Scene {
    let radius = 0.02;
    let mut centres: Vec<DVec3> = Vec::new();
    while centres.len() < 6 {
        let mut x = DVec3::new(0.3, -0.2, 0.5) + random.vector();
        for _ in 0..60 {
            let found = shape.distance(x);
            x -= found.normal * (found.gap - radius - 0.002);
        }
        // Within, ridges are where distances have kinks; the walk may end on one.
        if (shape.distance(x).gap - radius - 0.002).abs() < 1e-9 {
            centres.push(x);
        }
    }
    let to: Vec<DVec3> = centres
        .iter()
        .map(|&x| x - shape.distance(x).normal * random.within(0.003, 0.007) + random.vector() * 0.001)
        .collect();
    let shape = ColliderShape::Analytic(shape);
    let collider = Collider { name: "shape".to_owned(), shape, motion, friction: None };
    let name = format!("{:?}", collider.shape);
    Scene::begin(&name, scene(vec![spheres("grains", 0, &centres, radius)], vec![collider], settings), to)
}

/// Spheres on a block: above a face, an edge and a corner, and just beside the line between two triangles of a face.
pub fn on_block(settings: ContactSettings, is_collider: bool) -> Scene {
    let (radius, gap, depth) = (0.05, 0.002, 0.004);
    let places = [
        (DVec3::new(0.5, 0.3, 1.0), DVec3::Z),
        (DVec3::new(0.50005, 0.5, 1.0), DVec3::Z),
        (DVec3::new(1.0, 0.4, 1.0), DVec3::new(1.0, 0.0, 1.0)),
        (DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, 0.8, 0.9)),
        (DVec3::new(0.0, 0.4, 0.7), -DVec3::X),
    ];
    let at = |off: f64| places.map(|(x, n)| x + n.normalize() * (radius + off)).to_vec();
    let block = block(DVec3::ZERO, DVec3::ONE);
    let grains = spheres("grains", 0, &at(gap), radius);
    let mut to = at(-depth);
    if is_collider {
        let collider = moving(mesh("block", &block), DVec3::new(0.02, 0.03, 0.01), 0.05);
        return Scene::begin("grains on a collider block", scene(vec![grains], vec![collider], settings), to);
    }
    to.extend(&block.points);
    let all = scene(vec![grains, body("block", places.len() as u32, &block, true)], vec![], settings);
    Scene::begin("grains on a block", all, to)
}

/// Spheres over the middle, the border and the corner of a thick sheet, from both sides.
pub fn on_sheet(settings: ContactSettings) -> Scene {
    let (radius, gap, depth, half) = (0.05, 0.002, 0.004, 0.01);
    let places = [
        (DVec3::new(0.3, 0.4, 0.0), DVec3::Z),
        (DVec3::new(0.6, 0.45, 0.0), -DVec3::Z),
        (DVec3::new(1.0, 0.4, 0.0), DVec3::new(1.0, 0.0, 0.5)),
        (DVec3::new(1.0, 0.6, 0.0), DVec3::new(1.0, 0.0, -0.5)),
        (DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 0.8, 0.3)),
    ];
    let at = |off: f64| places.map(|(x, n)| x + n.normalize() * (radius + half + off)).to_vec();
    let cloth = sheet(DVec3::ZERO, 1.0, 2);
    let mut thick = body("cloth", places.len() as u32, &cloth, false);
    thick.radii = vec![half; cloth.points.len()];
    let mut to = at(-depth);
    to.extend(&cloth.points);
    Scene::begin(
        "grains on a sheet",
        scene(vec![spheres("grains", 0, &at(gap), radius), thick], vec![], settings),
        to,
    )
}

/// A block with an edge across the edge of another.
pub fn edge_on_edge(settings: ContactSettings) -> Scene {
    let below = placed(
        &block(DVec3::ZERO, DVec3::ONE),
        DQuat::from_axis_angle(DVec3::X, std::f64::consts::FRAC_PI_4),
        DVec3::ZERO,
    );
    let turned = DQuat::from_axis_angle(DVec3::Y, std::f64::consts::FRAC_PI_4);
    let high = 2.0 * 0.5f64.sqrt();
    let at = |off: f64| {
        let above = block(DVec3::ZERO, DVec3::ONE);
        placed(&above, DQuat::from_axis_angle(DVec3::Z, 0.2) * turned, DVec3::Z * (high + off))
    };
    let (from, to) = (at(0.003), at(-0.004));
    let mut q = below.points.clone();
    q.extend(&to.points);
    let bodies = vec![body("below", 0, &below, true), body("above", 8, &from, true)];
    Scene::begin("edge on edge", scene(bodies, vec![], settings), q)
}

/// Spheres in a heap.
pub fn grains(settings: ContactSettings) -> Scene {
    let centres = [DVec3::ZERO, DVec3::X * 0.202, DVec3::new(0.1, 0.176, 0.02), DVec3::new(0.1, 0.06, 0.17)];
    let to = centres.map(|x| x * 0.96).to_vec();
    let mut all = spheres("grains", 0, &centres[..2], 0.1);
    all.touches_itself = true;
    // What touches at rest never counts within a body.
    all.x_rest[1] = DVec3::X;
    let others = spheres("others", 2, &centres[2..], 0.1);
    let layer = ContactLayer::new(vec![all, others], vec![], settings, &[1.0; 4]);
    Scene::begin("grains", (layer, State::at_rest(centres.to_vec())), to)
}

/// A small block whose points are carried by several nodes, partly by the same, on the floor and on a fixed block.
pub fn embedded(settings: ContactSettings) -> Scene {
    let small = block(DVec3::new(0.2, 0.3, 0.0), DVec3::splat(0.2));
    let cage: Vec<DVec3> = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let mut points = Embedding::new();
    for x in &small.points {
        points.push([(0, 1.0 - x.element_sum()), (1, x.x), (2, x.y), (3, x.z)]);
    }
    let tool = placed(
        &block(DVec3::new(0.25, 0.35, 0.2), DVec3::splat(0.1)),
        DQuat::from_rotation_z(0.3),
        DVec3::new(0.03, 0.02, 0.0),
    );
    let soft = ContactBody { points, ..body("cage", 0, &small, true) };
    let hand = body("tool", 4, &tool, true);
    let rise = DVec3::Z * 0.002;
    let mut q: Vec<DVec3> = cage.iter().map(|x| *x + rise).collect();
    q.extend(tool.points.iter().map(|x| *x + rise * 2.0));
    let layer = ContactLayer::new(vec![soft, hand], vec![floor()], settings, &vec![1.0; q.len()]);
    let mut to: Vec<DVec3> = q.clone();
    to[..4].iter_mut().for_each(|x| *x -= DVec3::Z * 0.005);
    to[4..].iter_mut().for_each(|x| *x -= DVec3::Z * 0.012);
    Scene::begin("embedded", (layer, State::at_rest(q)), to)
}

/// Spheres that are too deep in a ball from the start and go deeper.
pub fn allowed(settings: ContactSettings) -> Scene {
    let settings = ContactSettings { initial: InitialOverlap::Keep, ..settings };
    let ball = still("ball", Primitive::Sphere { centre: DVec3::ZERO, radius: 0.5 });
    let centres = [DVec3::Z * 0.51, DVec3::X * 0.505, DVec3::new(0.3, 0.3, -0.29)];
    let to = centres.map(|x| x * 0.99).to_vec();
    let (layer, mut state) = scene(vec![spheres("grains", 0, &centres, 0.02)], vec![ball], settings);
    state.step = 0;
    Scene::begin("allowances", (layer, state), to)
}

/// All of them.
pub fn all(settings: ContactSettings) -> Vec<Scene> {
    let mut random = Random(3);
    let mut scenes: Vec<Scene> =
        shapes().into_iter().map(|s| on_shape(s, Motion::still(), settings, &mut random)).collect();
    scenes.extend([
        on_block(settings, false),
        on_block(settings, true),
        on_sheet(settings),
        edge_on_edge(settings),
        grains(settings),
        embedded(settings),
        allowed(settings),
    ]);
    scenes
}
