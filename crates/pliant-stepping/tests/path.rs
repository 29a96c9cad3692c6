//! Paths of equilibria against exact ones: the two-bar truss of von Mises, shallow and steep, and a shallow arch of tetrahedra.

#![allow(clippy::unwrap_used)]

#[path = "support/lattice.rs"]
mod lattice;
mod support;

use glam::DVec3;
use lattice::Bonds;
use pliant_body::Body;
use pliant_geometry::ElementOrder;
use pliant_math::sparse::{Indefinite, Ordering};
use pliant_stepping::*;
use pliant_system::load::{NodalForce, Pressure};
use pliant_system::{At, History, Hold, Holds, Interpolation, Keyframe, Mass, Motion, State, System, Term};
use support::{AXES, Bar};

const STIFFNESS: f64 = 1000.0;
const APEX: u32 = 2;

fn settings() -> PathSettings {
    PathSettings {
        newton: NewtonSettings { tolerance: 1e-10, max_iterations: 30, ..NewtonSettings::default() },
        full: 2.0,
        first_length: 0.02,
        largest_change: f64::INFINITY,
        max_cutbacks: 12,
        max_steps: 300,
        load_range: [-1.0, 1.0],
        switches: false,
    }
}

fn stepper(settings: PathSettings) -> PathFollowing {
    PathFollowing::new(settings, Indefinite::new(Ordering::Auto))
}

fn at_apex(force: DVec3, history: History) -> Box<dyn Term> {
    Box::new(NodalForce::new("load".into(), vec![APEX], vec![force], history))
}

/// Two bars from (-1, 0) and (1, 0) that meet at (0, height): exact load (N, downwards) with the apex at (0, y).
struct Truss {
    height: f64,
}

impl Truss {
    fn rest_length(&self) -> f64 {
        self.height.hypot(1.0)
    }

    fn load(&self, y: f64) -> f64 {
        2.0 * STIFFNESS * (self.rest_length() / y.hypot(1.0) - 1.0) * y
    }

    /// Largest load: d(load)/dy = 0 where l^3 = L b^2, b = 1.
    fn limit(&self) -> f64 {
        let length = self.rest_length().cbrt();
        self.load((length * length - 1.0).sqrt())
    }

    /// Load at which the apex may move sideways: l^3 = L y^2, the first root below rest.
    fn bifurcation(&self) -> f64 {
        let excess = |y: f64| y.hypot(1.0).powi(3) - self.rest_length() * y * y;
        let (mut low, mut high) = (0.85 * self.height, self.height);
        assert!(excess(low) < 0.0 && excess(high) > 0.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if excess(middle) > 0.0 { high = middle } else { low = middle }
        }
        self.load(low)
    }

    /// Pushed down at the apex by `force` (N) at full load, or pulled down by `way` (m).
    fn system(&self, force: f64, history: History, way: Option<f64>) -> System {
        self.loaded(vec![at_apex(DVec3::Y * -force, history)], way)
    }

    fn loaded(&self, loads: Vec<Box<dyn Term>>, way: Option<f64>) -> System {
        let x = vec![DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), DVec3::Y * self.height];
        let hold = |node: u32, direction: DVec3, motion: u32| Hold {
            node,
            direction,
            motion,
            x_rest: x[node as usize],
        };
        let mut holds: Vec<Hold> =
            [0, 1].iter().flat_map(|&node| AXES.map(|axis| hold(node, axis, 0))).collect();
        holds.push(hold(APEX, DVec3::Z, 0));
        let mut motions = vec![Motion::still()];
        if let Some(way) = way {
            holds.push(hold(APEX, DVec3::Y, 1));
            let key = |time, way: f64| Keyframe { time, shift: DVec3::Y * -way, turn: 0.0 };
            let keys = vec![key(0.0, 0.0), key(2.0, way)];
            motions.push(Motion::new(keys, DVec3::Z, DVec3::ZERO, Interpolation::Linear).going_on());
        }
        let bars = Bonds::new(&x, self.rest_length() * 1.01, STIFFNESS, 0.0, 0.0);
        let holds = Holds::new(3, motions, &holds).unwrap();
        let mut terms: Vec<Box<dyn Term>> = vec![Box::new(bars)];
        terms.extend(loads);
        System::new(x, Mass::lumped(vec![1.0; 3]), holds, terms)
    }

    fn pushed(&self, force: f64) -> System {
        self.system(force, History::ramp(2.0).going_on(), None)
    }
}

/// Follows a path as a world does; `look` sees every point.
fn follow(
    stepper: &mut PathFollowing,
    system: &mut System,
    state: &mut State,
    mut look: impl FnMut(&State, PathView<'_>),
) -> Result<Vec<StepReport>, StepError> {
    stepper.prepare(system, state)?;
    let mut reports = Vec::new();
    while !stepper.path(state).unwrap().is_at_end {
        let length = stepper.largest_step(system, state).unwrap();
        reports.push(stepper.step(system, state, length, &mut NoPhases)?);
        look(state, stepper.path(state).unwrap());
    }
    Ok(reports)
}

#[test]
fn a_shallow_truss_snaps_through_along_its_exact_curve() {
    let truss = Truss { height: 0.3 };
    let full = 3.0 * truss.limit();
    let mut system = truss.pushed(full);
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = stepper(settings());
    let (mut largest, mut past) = (0.0f64, 0);
    let reports = follow(&mut stepper, &mut system, &mut state, |state, path| {
        let apex = state.q[APEX as usize];
        largest = largest.max((path.load_factor() * full - truss.load(apex.y)).abs() / full);
        assert!(apex.x.abs() < 1e-12, "sideways by {}", apex.x);
        past += usize::from(apex.y.abs() < 0.17);
    })
    .unwrap();
    assert!(largest < 1e-9, "off the curve by {largest:e} of the full load");
    assert!(past > 3, "{past} points between the limits");
    let path = stepper.path(&state).unwrap();
    assert_eq!(path.load_factor(), 1.0);
    assert!(state.q[APEX as usize].y < -0.3);
    let points: Vec<CriticalPoint> = path.critical_points().collect();
    assert_eq!(
        points.iter().map(|p| (p.kind, p.unstable)).collect::<Vec<_>>(),
        [(CriticalKind::Limit, [0, 1]), (CriticalKind::Limit, [1, 0])]
    );
    for (point, sign) in points.iter().zip([1.0, -1.0]) {
        let off = point.load_factor * full / truss.limit() - sign;
        assert!(off.abs() < 1e-8, "limit load off by {off:e}");
    }
    let iterations: usize = reports.iter().map(|report| report.iterations).sum();
    assert!(reports.len() < 60 && iterations < 300, "{} steps, {iterations} iterations", reports.len());
}

#[test]
fn a_steep_truss_goes_straight_on_or_sideways_where_another_path_crosses() {
    let truss = Truss { height: 3.0 };
    let full = 1.2 * truss.limit();
    for switches in [false, true] {
        let mut system = truss.pushed(full);
        let mut state = State::at_rest(system.x_rest.clone());
        let mut stepper = stepper(PathSettings { switches, max_steps: 60, ..settings() });
        let mut sideways = 0.0f64;
        let reports = follow(&mut stepper, &mut system, &mut state, |state, _| {
            sideways = sideways.max(state.q[APEX as usize].x.abs());
        });
        reports.unwrap();
        let path = stepper.path(&state).unwrap();
        let first = path.critical_points().next().unwrap();
        assert_eq!((first.kind, first.unstable), (CriticalKind::Bifurcation, [0, 1]));
        let off = first.load_factor * full / truss.bifurcation() - 1.0;
        assert!(off.abs() < 1e-3, "bifurcation load off by {off:e}");
        if switches {
            assert!(sideways > 0.5, "moved sideways by {sideways} only");
        } else {
            let points: Vec<CriticalPoint> = path.critical_points().collect();
            let limit = points.iter().find(|p| p.kind == CriticalKind::Limit).unwrap();
            let off = limit.load_factor * full / truss.limit() - 1.0;
            assert!(off.abs() < 1e-8 && sideways < 1e-9, "limit off by {off:e}, sideways {sideways:e}");
        }
    }
}

#[test]
fn bifurcations_are_found_where_they_are() {
    for height in [3.0, 4.0, 5.0] {
        let truss = Truss { height };
        let full = 1.2 * truss.limit();
        let mut system = truss.pushed(full);
        let mut state = State::at_rest(system.x_rest.clone());
        let mut stepper = stepper(PathSettings { max_steps: 60, ..settings() });
        follow(&mut stepper, &mut system, &mut state, |_, _| ()).unwrap();
        let first = stepper.path(&state).unwrap().critical_points().next().unwrap();
        assert_eq!((first.kind, first.unstable), (CriticalKind::Bifurcation, [0, 1]));
        let off = first.load_factor * full / truss.bifurcation() - 1.0;
        assert!(off.abs() < 1e-6, "height {height}: off by {off:e}");
    }
}

/// The load down grows, stands still while one sideways grows, and grows again: at either end of that the path turns at once.
#[test]
fn a_path_goes_round_kinks_of_its_schedule() {
    let truss = Truss { height: 0.3 };
    let full = 0.8 * truss.limit();
    let through = |values: [f64; 4]| {
        let pairs: Vec<(f64, f64)> = [0.0, 0.7, 1.3, 2.0].into_iter().zip(values).collect();
        History::through(&pairs, Interpolation::Linear).going_on()
    };
    let down = at_apex(DVec3::Y * -full, through([0.0, 0.6, 0.6, 1.0]));
    let aside = at_apex(DVec3::X * 50.0 * full, through([0.0, 0.0, 1.0, 1.0]));
    let mut system = truss.loaded(vec![down, aside], None);
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = stepper(settings()).with_kinks(vec![0.7, 1.3]);
    let mut times = Vec::new();
    follow(&mut stepper, &mut system, &mut state, |_, view| times.push(view.load_time())).unwrap();
    assert!(times.contains(&0.7) && times.contains(&1.3), "{times:?}");
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]) && times.len() < 100, "{times:?}");
    let path = stepper.path(&state).unwrap();
    assert_eq!((path.load_factor(), path.found()), (1.0, 0));
    let (still, mut force) = (vec![DVec3::ZERO; 3], vec![DVec3::ZERO; 3]);
    system.forces(&At { q: &state.q, v: &still, time: path.load_time() }, &mut force);
    let apex = APEX as usize;
    assert!(
        force[apex].length() < 1e-8 * full && state.q[apex].x > 1e-3,
        "{} {}",
        force[apex],
        state.q[apex]
    );
}

#[test]
fn pins_that_move_drive_a_path_too() {
    let truss = Truss { height: 0.3 };
    let mut system = truss.system(0.0, History::constant(0.0), Some(0.7));
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = stepper(settings());
    let mut force = vec![DVec3::ZERO; 3];
    follow(&mut stepper, &mut system, &mut state, |_, _| ()).unwrap();
    let path = stepper.path(&state).unwrap();
    assert_eq!((path.load_factor(), path.found()), (1.0, 0));
    assert!((state.q[APEX as usize].y + 0.4).abs() < 1e-12);
    let still = vec![DVec3::ZERO; 3];
    system.forces(&At { q: &state.q, v: &still, time: path.load_time() }, &mut force);
    let reaction = force[APEX as usize].y;
    assert!((reaction - truss.load(-0.4)).abs() < 1e-9 * truss.limit(), "{reaction}");
}

#[test]
fn a_path_that_nothing_drives_is_refused_and_ranges_of_loads_are_kept() {
    let truss = Truss { height: 0.3 };
    let mut system = truss.system(1.0, History::constant(1.0), None);
    let mut state = State::at_rest(system.x_rest.clone());
    let failed = follow(&mut stepper(settings()), &mut system, &mut state, |_, _| ());
    assert_eq!(failed.unwrap_err(), StepError::NothingDriven);

    // A load that is there from the beginning, and the range ends below the limit.
    let full = 2.0 * truss.limit();
    let mut system = truss.system(
        full,
        History::through(&[(0.0, 0.1), (2.0, 1.1)], Interpolation::Linear).going_on(),
        None,
    );
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = stepper(PathSettings { load_range: [-0.3, 0.25], ..settings() });
    follow(&mut stepper, &mut system, &mut state, |_, _| ()).unwrap();
    assert_eq!(stepper.path(&state).unwrap().load_factor(), 0.25);
    assert!((truss.load(state.q[APEX as usize].y) / full - 0.35).abs() < 1e-9);
}

/// A flat arch with clamped ends, pushed down at its crown or by pressure from above.
fn arch(by_pressure: bool) -> (System, u32) {
    let mut bar = Bar::new([12, 1, 1], DVec3::new(1.0, 0.1, 0.04), ElementOrder::Quadratic, "stvk").pin(
        |x| x.x == 0.0 || x.x == 1.0,
        &AXES,
        Motion::still(),
    );
    bar.young = 1e6;
    bar.bend = |x| x + DVec3::Z * (0.12 * (std::f64::consts::PI * x.x).sin());
    let mut crown = 0;
    let system = bar.build_with(|body| {
        let x = body.x_rest();
        crown = (0..x.len()).max_by(|&a, &b| x[a].z.total_cmp(&x[b].z)).unwrap() as u32;
        let history = History::ramp(2.0).going_on();
        if by_pressure {
            let faces = body.surface();
            let up = |face: &&pliant_body::Face| {
                let [a, b, c] = [0, 1, 2].map(|k| x[face.nodes[k] as usize]);
                (b - a).cross(c - a).normalize().z > 0.8
            };
            let nodes: Vec<u32> = faces.iter().filter(up).flat_map(|face| face.nodes.clone()).collect();
            let term: Box<dyn Term> =
                Box::new(Pressure::new("air".into(), nodes, 6, body.face_points(), 600.0, history));
            return vec![term];
        }
        let middle: Vec<u32> =
            (0..x.len() as u32).filter(|&i| (x[i as usize].x - 0.5).abs() < 1e-9).collect();
        let each = DVec3::Z * (-30.0 / middle.len() as f64);
        let forces = vec![each; middle.len()];
        vec![Box::new(NodalForce::new("push".into(), middle, forces, history))]
    });
    (system, crown)
}

fn arch_settings() -> PathSettings {
    PathSettings { newton: NewtonSettings { tolerance: 1e-8, ..settings().newton }, ..settings() }
}

#[test]
fn an_arch_of_tetrahedra_snaps_through_and_its_energy_is_the_work_done() {
    let (mut system, crown) = arch(false);
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = stepper(arch_settings());
    let still = vec![DVec3::ZERO; system.node_count()];
    // All of the load: what the forces change by.
    let (mut force, mut unloaded) = (still.clone(), still.clone());
    system.forces(&At { q: &state.q, v: &still, time: 2.0 }, &mut force);
    system.forces(&At { q: &state.q, v: &still, time: 0.0 }, &mut unloaded);
    force.iter_mut().zip(&unloaded).for_each(|(force, none)| *force -= *none);
    let (mut work, mut before, mut snaps_back) = (0.0, (state.q.clone(), 0.0), false);
    follow(&mut stepper, &mut system, &mut state, |state, path| {
        let factor = path.load_factor();
        let way: f64 = (0..force.len()).map(|i| force[i].dot(state.q[i] - before.0[i])).sum();
        work += 0.5 * (factor + before.1) * way;
        let rises = state.q[crown as usize].z > before.0[crown as usize].z;
        snaps_back |= rises && path.unstable_count() == 2;
        before = (state.q.clone(), factor);
    })
    .unwrap();
    let path = stepper.path(&state).unwrap();
    let points: Vec<CriticalPoint> = path.critical_points().collect();
    assert_eq!((path.load_factor(), path.unstable_count()), (1.0, 0));
    // The mesh is not quite symmetric, so the arch tilts over: it would jump back and forth, were it not followed.
    assert!(snaps_back && points.iter().all(|point| point.kind == CriticalKind::Limit), "{points:?}");
    assert_eq!(points.iter().map(|p| p.unstable).collect::<Vec<_>>(), [[0, 1], [1, 2], [2, 1], [1, 0]]);
    let energy = system.elastic_energy(&At { q: &state.q, v: &still, time: 0.0 });
    assert!((work / energy - 1.0).abs() < 5e-3, "work {work} against energy {energy}");
}

#[test]
fn a_path_taken_up_again_goes_on_to_the_same_bits_at_any_number_of_threads() {
    let run = |threads: usize, cut: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut system, _) = arch(false);
            let mut state = State::at_rest(system.x_rest.clone());
            let settings = PathSettings { max_steps: cut, ..arch_settings() };
            follow(&mut stepper(settings), &mut system, &mut state, |_, _| ()).unwrap();
            let mut taken_up = state.clone();
            let settings = PathSettings { max_steps: 20, ..arch_settings() };
            follow(&mut stepper(settings), &mut system, &mut taken_up, |_, _| ()).unwrap();
            taken_up.hash()
        })
    };
    let whole = run(1, 20);
    assert_eq!(whole, run(2, 7));
    assert_eq!(whole, run(1, 13));
}

#[test]
fn a_load_that_follows_the_body_is_followed_past_its_limit() {
    let (mut system, crown) = arch(true);
    assert!(!system.is_symmetric());
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = stepper(arch_settings());
    let reports = follow(&mut stepper, &mut system, &mut state, |_, _| ()).unwrap();
    let path = stepper.path(&state).unwrap();
    let points: Vec<CriticalPoint> = path.critical_points().collect();
    let iterations: usize = reports.iter().map(|report| report.iterations).sum();
    assert!(iterations < 6 * reports.len(), "{iterations} iterations in {} steps", reports.len());
    let limits = points.iter().filter(|p| p.kind == CriticalKind::Limit).count();
    assert!(limits == 2 && path.load_factor() == 1.0, "{points:?}, {}", path.load_factor());
    assert!(state.q[crown as usize].z < 0.0);
}
