//! What a path keeps in [`State::stepper`](pliant_system::State::stepper), and what is told of it.

/// Where the numbers are. Time of the loads (s) and its rate along the path.
pub(super) const LOAD_TIME: usize = 0;
pub(super) const LOAD_RATE: usize = 1;
/// Length of the next step along the path.
pub(super) const LENGTH: usize = 2;
/// c^2 of the metric; zero before it is known.
pub(super) const SCALE: usize = 3;
/// Unstable motions at the last point; not a number if it shall not be compared.
pub(super) const NEGATIVE: usize = 4;
/// 1 once the branch has been switched.
pub(super) const SWITCHED: usize = 5;
/// Length of a path along which everything moves by the radius of gyration, as far as it moves on the average.
pub(super) const REACH: usize = 6;
/// Critical points found so far; those that are kept follow.
const FOUND: usize = 7;
const FIRST_POINT: usize = 8;

/// Numbers of a critical point: kind, time of the loads, step, unstable motions before and after.
const NUMBERS_A_POINT: usize = 5;

/// Critical points that are kept; of further ones only their number is known. Room for all of them is made at the beginning, because the length
/// of the memory tells steppers apart.
const MOST_POINTS: usize = 32;

/// The memory at the beginning of a path whose first step has this length.
pub(super) fn begin(length: f64) -> Vec<f64> {
    let mut memory = vec![0.0; FIRST_POINT + MOST_POINTS * NUMBERS_A_POINT];
    memory[LENGTH] = length;
    memory
}

/// What happens at a critical point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticalKind {
    /// The load is largest or smallest here: it turns round.
    Limit,
    /// Another path crosses this one.
    Bifurcation,
}

impl CriticalKind {
    /// Its name in summaries.
    pub fn word(self) -> &'static str {
        match self {
            CriticalKind::Limit => "limit point",
            CriticalKind::Bifurcation => "bifurcation",
        }
    }
}

/// A point of a path where the stiffness is singular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriticalPoint {
    /// What happens.
    pub kind: CriticalKind,
    /// Share of the full load.
    pub load_factor: f64,
    /// The step that found it.
    pub step: u64,
    /// Unstable motions (negative eigenvalues of the stiffness) before and after it.
    pub unstable: [usize; 2],
}

/// Keeps a critical point, its load given as a time (s).
pub(super) fn record(memory: &mut [f64], kind: CriticalKind, load_time: f64, step: u64, unstable: [f64; 2]) {
    let found = memory[FOUND] as usize;
    memory[FOUND] += 1.0;
    if found < MOST_POINTS {
        let kind = f64::from(u8::from(kind == CriticalKind::Bifurcation));
        let numbers = [kind, load_time, step as f64, unstable[0], unstable[1]];
        let place = FIRST_POINT + NUMBERS_A_POINT * found;
        memory[place..place + NUMBERS_A_POINT].copy_from_slice(&numbers);
    }
}

/// Where on a path a state is.
#[derive(Clone, Copy, Debug)]
pub struct PathView<'a> {
    pub(super) memory: &'a [f64],
    /// Time at which the load is full (s).
    pub(super) full: f64,
    /// The end that was asked for is reached.
    pub is_at_end: bool,
    /// How far it is, as a share: of the steps that are allowed, or of the load if that is more.
    pub share_done: f64,
}

impl PathView<'_> {
    /// Time of loads and prescribed motions (s).
    pub fn load_time(&self) -> f64 {
        self.memory[LOAD_TIME]
    }

    /// Share of the full load: 1 at the end of the schedule.
    pub fn load_factor(&self) -> f64 {
        self.load_time() / self.full
    }

    /// Motions that are unstable here (negative eigenvalues of the stiffness).
    pub fn unstable_count(&self) -> usize {
        // Casts take what is no number to zero.
        self.memory[NEGATIVE] as usize
    }

    /// Critical points found so far, also those that are not kept.
    pub fn found(&self) -> usize {
        self.memory[FOUND] as usize
    }

    /// The first critical points found, in order.
    pub fn critical_points(&self) -> impl Iterator<Item = CriticalPoint> + '_ {
        let points = self.memory[FIRST_POINT..].chunks_exact(NUMBERS_A_POINT);
        points.take(self.found()).map(|numbers| CriticalPoint {
            kind: if numbers[0] == 0.0 { CriticalKind::Limit } else { CriticalKind::Bifurcation },
            load_factor: numbers[1] / self.full,
            step: numbers[2] as u64,
            unstable: [numbers[3] as usize, numbers[4] as usize],
        })
    }
}
