//! Natural frequencies and shapes of the small motion about a state: K x = omega^2 M x.
//!
//! K = -df/dq is the exact matrix where the state is, so loads and large deformation count: about a loaded
//! equilibrium the lowest omega^2 reaches zero at the critical load and is negative beyond it. Damping is left out,
//! and of loads whose matrix is not symmetric only the symmetric part is taken ([`Term::tangent`]).
//!
//! [`Term::tangent`]: pliant_system::Term::tangent

use glam::DVec3;
use pliant_math::sparse::{BlockMatrix, EigenError, EigenOptions, Mass, lowest_modes};
use pliant_system::{Assembly, At, State, System, TangentWeights};

/// Rounding errors of a product of a row of K, in units of the last place of its largest terms.
const ROUNDINGS: f64 = 64.0;

/// One natural mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// omega^2 [1/s2]; negative if the state is unstable in this mode.
    pub eigenvalue: f64,
    /// Frequency (Hz): zero for motion without any stiffness (rigid motion, or a critical load met exactly), and
    /// minus the rate of growth over 2 pi for an unstable mode.
    pub frequency: f64,
    /// Displacement of every node with x^T M x = 1, its largest component positive; zero where nodes are held.
    pub shape: Vec<DVec3>,
    /// What is left of K x - omega^2 M x, relative to M x and the eigenvalue (or the solver's shift if that is larger).
    pub residual: f64,
    /// An eigenvalue below this cannot be told from zero in the arithmetic used [1/s2].
    pub rounding: f64,
}

/// The lowest natural modes, ascending by eigenvalue.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Modes {
    /// The modes.
    pub modes: Vec<Mode>,
}

impl Modes {
    /// How many move without any stiffness: six for a free body.
    pub fn rigid_count(&self) -> usize {
        self.modes.iter().filter(|m| m.frequency == 0.0).count()
    }

    /// True if small disturbances of the state grow.
    pub fn is_unstable(&self) -> bool {
        self.modes.iter().any(|m| m.frequency < 0.0)
    }
}

/// Why there are no modes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ModesError {
    /// Every node is held in every direction.
    #[error("every node is held, so nothing can vibrate; release some of them")]
    NothingMoves,
    /// The state is no number somewhere.
    #[error("the stiffness of the present state is not finite; it has no modes")]
    NotFinite,
    /// The eigenvalue solver gave up.
    #[error("the natural modes were not found: {0}; ask for fewer of them")]
    Eigen(#[from] EigenError),
}

/// The lowest `count` modes about the positions and the time of `state` (fewer if the system has fewer).
pub fn natural_modes(system: &mut System, state: &State, count: usize) -> Result<Modes, ModesError> {
    let mut assembly = Assembly::new(system);
    let n = assembly.unknown_count();
    if n == 0 {
        return Err(ModesError::NothingMoves);
    }
    assembly.assemble_mass(system);
    let mass = assembly.matrix().clone();
    let still = vec![DVec3::ZERO; system.node_count()];
    let at = At { q: &state.q, v: &still, time: state.time };
    assembly.assemble(system, &at, TangentWeights { position: 1.0, velocity: 0.0, positive: false }, 0.0);
    if !assembly.matrix().values.iter().all(|block| block.is_finite()) {
        return Err(ModesError::NotFinite);
    }
    let places = system.places();
    let positions: Vec<DVec3> = (0..n).map(|u| places[assembly.node(u)]).collect();
    let options = EigenOptions::lowest(count);
    let pairs = lowest_modes(assembly.matrix(), Mass::Consistent(&mass), &positions, &options)?;
    let modes = pairs.into_iter().map(|pair| {
        let rounding = rounding_of(assembly.matrix(), &pair.vector);
        let mut shape = vec![DVec3::ZERO; system.node_count()];
        assembly.extend(&pair.vector, &mut shape);
        system.holds.project(&mut shape);
        make_largest_positive(&mut shape);
        let frequency = if pair.value.abs() <= rounding { 0.0 } else { frequency(pair.value) };
        Mode { eigenvalue: pair.value, frequency, shape, residual: pair.residual, rounding }
    });
    Ok(Modes { modes: modes.collect() })
}

/// sqrt(omega^2) / 2 pi with the sign of omega^2.
fn frequency(eigenvalue: f64) -> f64 {
    eigenvalue.signum() * eigenvalue.abs().sqrt() / std::f64::consts::TAU
}

/// The share of x^T K x (x^T M x being 1) that is rounding: units in the last place of |x|^T |K| |x|.
fn rounding_of(K: &BlockMatrix, x: &[DVec3]) -> f64 {
    let pattern = K.pattern();
    let mut sum = 0.0;
    for row in 0..pattern.node_count() {
        for (entry, &column) in pattern.row_range(row).zip(pattern.row(row)) {
            let work = x[row].abs().dot(K.values[entry].abs() * x[column as usize].abs());
            sum += if column as usize == row { work } else { 2.0 * work };
        }
    }
    ROUNDINGS * f64::EPSILON * sum
}

/// A mode has no sign; this one makes runs comparable.
pub(crate) fn make_largest_positive(shape: &mut [DVec3]) {
    let largest =
        shape.iter().flat_map(|x| x.to_array()).fold(0.0f64, |m, x| if x.abs() > m.abs() { x } else { m });
    if largest < 0.0 {
        shape.iter_mut().for_each(|x| *x = -*x);
    }
}
