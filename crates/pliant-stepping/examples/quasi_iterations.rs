//! How many iterations a step takes by Newton, quasi-Newton and L-BFGS, and how long: lattices of bonds with 26 neighbours, as peridynamic
//! bodies have, and bars of tetrahedra.
//!
//!     cargo run --release -p pliant-stepping --example quasi_iterations

#![allow(clippy::unwrap_used)]

#[path = "../tests/support/lattice.rs"]
mod lattice;
#[path = "../tests/support/mod.rs"]
mod support;

use glam::DVec3;
use lattice::Lattice;
use pliant_geometry::ElementOrder::Linear;
use pliant_stepping::*;
use pliant_system::{State, System};
use std::time::Instant;
use support::{Bar, newton};

fn main() {
    println!("| scene | nodes | dt (s) | steps | solve | iterations a step | most | ms a step |");
    println!("|---|---|---|---|---|---|---|---|");
    let lattice = |cells: [usize; 3], stiffness: f64, hardening: f64| {
        move || Lattice { cells, stiffness, hardening, ..Lattice::default() }.build()
    };
    for dt in [0.01, 0.04, 1.0] {
        compare("bonds", &lattice([10, 4, 4], 50.0, 0.0), dt, 20);
    }
    compare("stiffer bonds", &lattice([10, 4, 4], 2000.0, 0.0), 0.01, 20);
    compare("hardening bonds", &lattice([10, 4, 4], 50.0, 30.0), 0.01, 20);
    compare("many bonds", &lattice([26, 25, 18], 2000.0, 0.0), 0.01, 5);
    for law in ["linear", "neo-hookean"] {
        let bar = || {
            let mut bar = Bar::new([10, 3, 3], DVec3::new(1.0, 0.3, 0.3), Linear, law).clamped();
            (bar.young, bar.gravity) = (1000.0, DVec3::new(0.0, 0.0, -9.81));
            bar.build()
        };
        compare(&format!("{law} tetrahedra"), &bar, 0.01, 20);
    }
}

fn compare(name: &str, build: &dyn Fn() -> System, dt: f64, steps: usize) {
    let most = |settings: QuasiSettings| QuasiSettings { max_iterations: 5000, ..settings };
    let solvers: [StageSolver; 3] = [
        newton(1e-6).into(),
        most(QuasiSettings::quasi_newton()).into(),
        most(QuasiSettings::default()).into(),
    ];
    for solver in solvers {
        let mut stepper = ImplicitEuler::new(solver, false);
        let mut system = build();
        let mut state = State::at_rest(system.x_rest.clone());
        stepper.prepare(&mut system, &mut state).unwrap();
        // The first step has the analysis and the first factor.
        stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap();
        let start = Instant::now();
        let step = |_| stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap().iterations;
        let iterations: Vec<usize> = (0..steps).map(step).collect();
        let milliseconds = 1e3 * start.elapsed().as_secs_f64() / steps as f64;
        let (sum, largest) = (iterations.iter().sum::<usize>(), iterations.iter().max().unwrap());
        println!(
            "| {name} | {} | {dt} | {steps} | {} | {:.1} | {largest} | {milliseconds:.1} |",
            system.node_count(),
            stepper.solve_name().unwrap(),
            sum as f64 / steps as f64,
        );
    }
}
