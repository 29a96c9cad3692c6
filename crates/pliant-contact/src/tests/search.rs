//! The search against looking at every pair.

use crate::collider::{Analytic, Collider, ColliderMesh, ColliderShape, Primitive};
use crate::layer::Moment;
use crate::pairs::{Pair, distance_to_triangle};
use crate::search::{Search, guaranteed_reach};
use crate::setup::ContactBody;
use crate::surfaces::{Owner, Surfaces, View};
use glam::{DQuat, DVec3};
use pliant_geometry::TriangleSurface;
use pliant_system::{Embedding, Interpolation, Keyframe, Motion};
use proptest::prelude::*;

/// SplitMix64 (Steele, Lea, Flood 2014), between -1 and 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}

fn block(random: &mut Random) -> TriangleSurface {
    let rotation = DQuat::from_scaled_axis(random.vector() * 2.0);
    let (middle, size) = (random.vector() * 0.4, 0.2 + 0.1 * random.next());
    let bits = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) - 0.5;
    let points = (0..8).map(|i| middle + rotation * bits(i) * size).collect();
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleSurface { points, triangles }
}

fn body(first: usize, x_rest: Vec<DVec3>, triangles: Vec<[u32; 3]>, radius: f64) -> ContactBody {
    let nodes: Vec<u32> = (first as u32..(first + x_rest.len()) as u32).collect();
    let count = x_rest.len();
    ContactBody {
        name: String::new(),
        points: Embedding::of_nodes(&nodes),
        is_closed: !triangles.is_empty(),
        x_rest,
        triangles,
        radii: vec![radius; count],
        moduli: vec![1e6; count],
        wave_speed: 10.0,
        touches_itself: true,
    }
}

fn moving(shape: ColliderShape, random: &mut Random) -> Collider {
    let key = |time, shift, turn| Keyframe { time, shift, turn };
    let keys = vec![key(0.0, DVec3::ZERO, 0.0), key(1.0, random.vector() * 0.05, 0.1 * random.next())];
    let motion = Motion::new(keys, random.vector(), DVec3::ZERO, Interpolation::Linear);
    Collider { name: String::new(), shape, motion, friction: None }
}

/// Blocks, two clouds of spheres and colliders in a heap.
struct Soup {
    surfaces: Surfaces,
    colliders: Vec<Collider>,
    q: Vec<DVec3>,
}

impl Soup {
    fn new(random: &mut Random) -> Self {
        let mut bodies = Vec::new();
        let mut q: Vec<DVec3> = Vec::new();
        let mut add = |x: Vec<DVec3>, triangles: Vec<[u32; 3]>, radius: f64| {
            bodies.push(body(q.len(), x.clone(), triangles, radius));
            q.extend(x);
        };
        for radius in [0.0, 0.0, 0.01] {
            let block = block(random);
            add(block.points, block.triangles, radius);
        }
        for radius in [0.04, 0.07] {
            add((0..12).map(|_| random.vector() * 0.4).collect(), Vec::new(), radius);
        }
        let sphere = Primitive::Sphere { centre: random.vector() * 0.3, radius: 0.2 };
        let plane = Primitive::Plane { point: DVec3::Z * -0.3, normal: DVec3::Z };
        let analytic = |solid| ColliderShape::Analytic(Analytic::new(solid, false).unwrap());
        let mesh = ColliderShape::Mesh(ColliderMesh::new(&block(random)).unwrap());
        let shapes = [analytic(sphere), analytic(plane), mesh];
        let colliders: Vec<Collider> = shapes.into_iter().map(|shape| moving(shape, random)).collect();
        let surfaces = Surfaces::new(&bodies, &colliders, &vec![1.0; q.len()]);
        Self { surfaces, colliders, q }
    }

    fn moment(&self, time: f64) -> Moment {
        let mut moment = Moment::default();
        moment.set(time, &self.colliders, &self.surfaces);
        moment
    }

    /// Two bodies or a body and a collider; or the same body, for those that are not neighbours.
    fn may_touch(&self, a: u32, b: u32) -> bool {
        let owner = |s: u32| self.surfaces.surfaces[s as usize].owner;
        !matches!((owner(a), owner(b)), (Owner::Collider(_), Owner::Collider(_)))
    }

    fn are_neighbours(&self, p: u32, t: u32) -> bool {
        let corners = self.surfaces.triangles[t as usize];
        let ring = self.surfaces.ring(p).iter().flat_map(|&t| self.surfaces.triangles[t as usize]);
        corners.contains(&p) || ring.into_iter().any(|corner| corners.contains(&corner))
    }

    /// Keys of all pairs nearer to each other than `reach` of both surfaces (m).
    fn near(&self, view: &View<'_>, reach: impl Fn(u32, u32) -> f64) -> Vec<u64> {
        let surfaces = &self.surfaces;
        let mut keys = Vec::new();
        for p in 0..surfaces.point_count() as u32 {
            let of = surfaces.surface_of_point[p as usize];
            for t in 0..surfaces.triangles.len() as u32 {
                let with = surfaces.surface_of_triangle[t as usize];
                let radii = surfaces.radius[p as usize]
                    + surfaces.triangles[t as usize].map(|c| surfaces.radius[c as usize])[0];
                let is_apart = of != with || !self.are_neighbours(p, t);
                if self.may_touch(of, with)
                    && is_apart
                    && distance_to_triangle(view, p, t) - radii <= reach(of, with)
                {
                    keys.push(Pair::PointTriangle(p, t).key());
                }
            }
        }
        self.add_near_shapes(view, &mut keys);
        self.add_near_spheres(view, &mut keys);
        keys
    }

    /// Points that touch analytic shapes.
    fn add_near_shapes(&self, view: &View<'_>, keys: &mut Vec<u64>) {
        for (c, collider) in self.colliders.iter().enumerate() {
            let ColliderShape::Analytic(shape) = &collider.shape else { continue };
            for p in 0..self.surfaces.first_kinematic as u32 {
                let gap = shape.distance(view.poses[c].to_rest(view.x(p))).gap;
                if gap <= self.surfaces.radius[p as usize] {
                    keys.push(Pair::PointCollider(p, c as u32).key());
                }
            }
        }
    }

    /// Spheres that touch; within a body, if they do not at rest.
    fn add_near_spheres(&self, view: &View<'_>, keys: &mut Vec<u64>) {
        let surfaces = &self.surfaces;
        let surface = |p: u32| &surfaces.surfaces[surfaces.surface_of_point[p as usize] as usize];
        let is_sphere = |p: &u32| surface(*p).triangles.is_empty();
        let spheres: Vec<u32> = (0..surfaces.first_kinematic as u32).filter(is_sphere).collect();
        for (i, &p) in spheres.iter().enumerate() {
            for &q in &spheres[i + 1..] {
                let radii = surfaces.radius[p as usize] + surfaces.radius[q as usize];
                let rest = surfaces.x_rest[p as usize].distance(surfaces.x_rest[q as usize]);
                let counts = surface(p).points != surface(q).points || rest > 1.1 * radii;
                if counts && view.x(p).distance(view.x(q)) <= radii {
                    keys.push(Pair::PointPoint(p, q).key());
                }
            }
        }
    }

    fn reach(&self, a: u32, b: u32) -> f64 {
        guaranteed_reach(&self.surfaces.surfaces[a as usize], &self.surfaces.surfaces[b as usize])
    }
}

fn moved(q: &[DVec3], by: f64, random: &mut Random) -> Vec<DVec3> {
    q.iter().map(|x| *x + random.vector() * by).collect()
}

fn missing(keys: &[u64], expected: &[u64]) -> Vec<Pair> {
    expected.iter().filter(|key| keys.binary_search(key).is_err()).map(|&key| Pair::of_key(key)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_pair_within_reach_is_found(seed: u64, by in 0.0..0.2f64) {
        let mut random = Random(seed);
        let soup = Soup::new(&mut random);
        let q_end = moved(&soup.q, by, &mut random);
        let (from, to) = (soup.moment(0.2), soup.moment(0.3));
        let (start, end) = (from.view(&soup.surfaces, &soup.q), to.view(&soup.surfaces, &q_end));
        let mut search = Search::new(&soup.surfaces, true);
        search.find(&start, &end, &soup.colliders);
        let keys = search.keys.clone();
        prop_assert!(keys.windows(2).all(|w| w[0] < w[1]), "not ascending, or twice");
        let at_start = soup.near(&start, |a, b| soup.reach(a, b));
        prop_assert!(!at_start.is_empty());
        prop_assert!(missing(&keys, &at_start).is_empty(), "start: {:?}", missing(&keys, &at_start));
        let at_end = soup.near(&end, |a, b| soup.reach(a, b));
        prop_assert!(missing(&keys, &at_end).is_empty(), "end: {:?}", missing(&keys, &at_end));
        // Half way, straight: what touches there is known too.
        let half: Vec<DVec3> = soup.q.iter().zip(&q_end).map(|(a, b)| a.midpoint(*b)).collect();
        let middle = soup.moment(0.25);
        let between = soup.near(&middle.view(&soup.surfaces, &half), |_, _| 0.0);
        prop_assert!(missing(&keys, &between).is_empty(), "half way: {:?}", missing(&keys, &between));
    }

    /// While it says that nothing new can be near, nothing is.
    #[test]
    fn covering_never_lies(seed: u64, by in 0.0..0.03f64, later in 0.0..0.3f64) {
        let mut random = Random(seed);
        let soup = Soup::new(&mut random);
        let q_end = moved(&soup.q, 0.02, &mut random);
        let (from, to, then) = (soup.moment(0.2), soup.moment(0.3), soup.moment(0.3 + later));
        let mut search = Search::new(&soup.surfaces, true);
        search.find(
            &from.view(&soup.surfaces, &soup.q),
            &to.view(&soup.surfaces, &q_end),
            &soup.colliders,
        );
        prop_assert!(search.covers(&to.view(&soup.surfaces, &q_end)));
        let q = moved(&q_end, by, &mut random);
        let view = then.view(&soup.surfaces, &q);
        if search.covers(&view) {
            let touching = soup.near(&view, |_, _| 0.0);
            let lost = missing(&search.keys, &touching);
            prop_assert!(lost.is_empty(), "{lost:?}");
        }
    }

    #[test]
    fn threads_change_nothing(seed: u64) {
        let found = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut random = Random(seed);
                let soup = Soup::new(&mut random);
                let q_end = moved(&soup.q, 0.05, &mut random);
                let (from, to) = (soup.moment(0.2), soup.moment(0.3));
                let mut search = Search::new(&soup.surfaces, true);
                search.find(&from.view(&soup.surfaces, &soup.q), &to.view(&soup.surfaces, &q_end), &soup.colliders);
                search.keys
            })
        };
        prop_assert_eq!(found(1), found(4));
    }

    /// Within a body, triangles around a point are never its partners.
    #[test]
    fn neighbours_are_left_out(seed: u64) {
        let mut random = Random(seed);
        let soup = Soup::new(&mut random);
        let from = soup.moment(0.0);
        let view = from.view(&soup.surfaces, &soup.q);
        let mut search = Search::new(&soup.surfaces, true);
        search.find(&view, &view, &soup.colliders);
        for &key in &search.keys {
            match Pair::of_key(key) {
                Pair::PointTriangle(p, t) => {
                    let with = soup.surfaces.surface_of_triangle[t as usize];
                    let is_own = soup.surfaces.surface_of_point[p as usize] == with;
                    prop_assert!(!is_own || !soup.are_neighbours(p, t), "{p} and {t}");
                }
                Pair::EdgeEdge(a, b) => {
                    let [a, b] = [a, b].map(|e| soup.surfaces.edges[e as usize].points);
                    prop_assert!(!a.iter().any(|p| b.contains(p)), "{a:?} and {b:?}");
                }
                _ => {}
            }
        }
    }
}
