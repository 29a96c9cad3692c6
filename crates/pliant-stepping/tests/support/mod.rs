//! Bars of tetrahedra to try steppers with.

#![allow(dead_code, clippy::unwrap_used)]

use glam::DVec3;
use pliant_body::Body;
use pliant_body::tet::TetBody;
use pliant_geometry::{ElementOrder, Placement, shapes};
use pliant_material::{AnyLaw, Damping, LameParameters, Material};
use pliant_math::sparse::{
    BlockMatrix, BlockPattern, Cholesky, LinearSolver, NotPositiveDefinite, SolveError, SolveReport,
};
use pliant_stepping::*;
use pliant_system::load::Acceleration;
use pliant_system::{History, Hold, Holds, Keyframe, Motion, State, System, Term};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];
pub const DENSITY: f64 = 2.0;

/// A bar along x from the origin, described before it is built.
pub struct Bar {
    pub cells: [usize; 3],
    pub size: DVec3,
    pub order: ElementOrder,
    pub law: &'static str,
    pub young: f64,
    pub poisson: f64,
    pub damping: Damping,
    pub consistent: bool,
    pub placement: Placement,
    pub gravity: DVec3,
    /// Where a point of the straight bar is at rest.
    pub bend: fn(DVec3) -> DVec3,
    pins: Vec<Pin>,
}

struct Pin {
    chosen: fn(DVec3) -> bool,
    directions: Vec<DVec3>,
    motion: Motion,
}

impl Bar {
    pub fn new(cells: [usize; 3], size: DVec3, order: ElementOrder, law: &'static str) -> Self {
        Self {
            cells,
            size,
            order,
            law,
            young: 100.0,
            poisson: 0.3,
            damping: Damping::NONE,
            consistent: false,
            placement: Placement::at(DVec3::ZERO),
            gravity: DVec3::ZERO,
            bend: |x| x,
            pins: Vec::new(),
        }
    }

    /// Holds nodes chosen by their place relative to the bar's size (0 to 1 along each axis).
    pub fn pin(mut self, chosen: fn(DVec3) -> bool, directions: &[DVec3], motion: Motion) -> Self {
        self.pins.push(Pin { chosen, directions: directions.to_vec(), motion });
        self
    }

    pub fn clamped(self) -> Self {
        self.pin(|x| x.x == 0.0, &AXES, Motion::still())
    }

    pub fn lame(&self) -> LameParameters {
        LameParameters::from_young_poisson(self.young, self.poisson).unwrap()
    }

    pub fn build(&self) -> System {
        self.build_with(|_| Vec::new())
    }

    /// With further terms, made from the finished body.
    pub fn build_with(&self, more: impl FnOnce(&TetBody) -> Vec<Box<dyn Term>>) -> System {
        let mut mesh = shapes::unit_box(self.cells);
        if self.order == ElementOrder::Quadratic {
            mesh = mesh.to_quadratic();
        }
        let unit = mesh.nodes.clone();
        mesh.nodes.iter_mut().for_each(|x| *x = (self.bend)(*x * self.size));
        let law = AnyLaw::from_name(self.law, self.lame()).unwrap();
        let material = Material::new(law, DENSITY, self.damping).unwrap();
        let elements = mesh.element_count();
        let body = TetBody::new(mesh, &self.placement, vec![material], vec![0; elements]).unwrap();
        let x = body.x_rest().to_vec();
        let mut requests = Vec::new();
        for (index, pin) in self.pins.iter().enumerate() {
            for node in (0..x.len()).filter(|&i| (pin.chosen)(unit[i])) {
                requests.extend(pin.directions.iter().map(|&direction| Hold {
                    node: node as u32,
                    direction,
                    motion: index as u32,
                    x_rest: x[node],
                }));
            }
        }
        let motions = self.pins.iter().map(|p| p.motion.clone()).collect();
        let holds = Holds::new(x.len(), motions, &requests).unwrap();
        let mass = body.mass().matrix(!self.consistent);
        let mut terms = body.terms("bar", 0, !self.consistent);
        if self.gravity != DVec3::ZERO {
            let nodes = (0..x.len() as u32).collect();
            let g = Acceleration::new("gravity".into(), &mass, nodes, self.gravity, History::constant(1.0));
            terms.push(Box::new(g));
        }
        terms.extend(more(&body));
        System::new(x, mass, holds, terms)
    }
}

/// From rest to `shift` and `turn` about `axis` through the origin in `time`.
pub fn motion(time: f64, shift: DVec3, axis: DVec3, turn: f64, how: pliant_system::Interpolation) -> Motion {
    let start = Keyframe { time: 0.0, shift: DVec3::ZERO, turn: 0.0 };
    Motion::new(vec![start, Keyframe { time, shift, turn }], axis, DVec3::ZERO, how)
}

pub fn newton(tolerance: f64) -> Newton {
    let settings = NewtonSettings { tolerance, ..NewtonSettings::default() };
    Newton::new(settings, Box::new(Cholesky::default()))
}

/// Every stepper for dynamics.
pub fn dynamic_steppers(tolerance: f64) -> Vec<(String, Box<dyn Stepper>)> {
    let mut all: Vec<Box<dyn Stepper>> = vec![
        Box::new(Explicit::new(ExplicitScheme::Leapfrog, 0.9)),
        Box::new(Explicit::new(ExplicitScheme::Verlet, 0.9)),
        Box::new(Explicit::new(ExplicitScheme::SymplecticEuler, 0.9)),
        Box::new(ImplicitEuler::new(newton(tolerance), false)),
        Box::new(ImplicitEuler::new(newton(tolerance), true)),
    ];
    for rho in [1.0, 0.8, 0.5, 0.0] {
        all.push(Box::new(GeneralizedAlpha::new(newton(tolerance), rho)));
    }
    let names = ["", "", "", "", " linearised", " rho 1", " rho 0.8", " rho 0.5", " rho 0"];
    all.into_iter().zip(names).map(|(s, more)| (format!("{}{more}", s.name()), s)).collect()
}

/// Takes `steps` equal steps to `time`.
pub fn run(stepper: &mut dyn Stepper, system: &mut System, state: &mut State, time: f64, steps: usize) {
    stepper.prepare(system, state).unwrap();
    let dt = time / steps as f64;
    for _ in 0..steps {
        stepper.step(system, state, dt, &mut NoPhases).unwrap();
    }
}

/// Quasi-static to pseudo time 1, as a world would do it.
pub fn equilibrate(stepper: &mut dyn Stepper, system: &mut System, state: &mut State) -> Vec<StepReport> {
    stepper.prepare(system, state).unwrap();
    let mut reports = Vec::new();
    while state.time < 1.0 {
        let dt = stepper.largest_step(system, state).unwrap().min(1.0 - state.time);
        reports.push(stepper.step(system, state, dt, &mut NoPhases).unwrap());
        assert!(reports.len() < 1000);
    }
    reports
}

pub fn distance(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)).sum::<f64>().sqrt()
}

pub fn largest_distance(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

/// A Cholesky solver that tells from outside how often it factored.
#[derive(Default)]
pub struct Counting {
    inner: Cholesky,
    pub factored: Arc<AtomicUsize>,
}

impl LinearSolver for Counting {
    fn name(&self) -> String {
        self.inner.name()
    }
    fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]) {
        self.inner.analyze(pattern, positions);
    }
    fn factor(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        self.factored.fetch_add(1, Ordering::Relaxed);
        self.inner.factor(matrix)
    }
    fn solve(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        tolerance: f64,
    ) -> Result<SolveReport, SolveError> {
        self.inner.solve(matrix, rhs, x, tolerance)
    }
    fn memory_bytes(&self) -> usize {
        self.inner.memory_bytes()
    }
    fn is_direct(&self) -> bool {
        self.inner.is_direct()
    }
}
