//! Steps with a factor that is kept allocate nothing. Alone in its program: the counter sees what all threads do.

#![allow(clippy::unwrap_used)]

#[path = "../../pliant-geometry/tests/support/counting.rs"]
mod counting;
#[path = "support/lattice.rs"]
mod lattice;
mod support;

use counting::allocations_of;
use lattice::Lattice;
use pliant_stepping::*;
use pliant_system::State;
use support::run;

#[test]
fn steps_with_a_kept_factor_allocate_nothing() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let solver = || StageSolver::from(QuasiSettings::default());
        let steppers: [Box<dyn Stepper>; 2] =
            [Box::new(ImplicitEuler::new(solver(), false)), Box::new(GeneralizedAlpha::new(solver(), 0.7))];
        for mut stepper in steppers {
            let mut system = Lattice::default().build();
            let mut state = State::at_rest(system.x_rest.clone());
            run(stepper.as_mut(), &mut system, &mut state, 0.2, 20);
            for k in 0..20 {
                let allocations = allocations_of(|| {
                    stepper.step(&mut system, &mut state, 0.01, &mut NoPhases).unwrap();
                });
                assert_eq!(allocations, 0, "{}: step {k}", stepper.name());
            }
        }
    });
}
