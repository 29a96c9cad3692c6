//! Whether matter is a rod, a shell or a solid around a place, from its points alone.
//!
//! Balls of nine radii around the place, from about a piece of matter to twice the spacing, give eigenvalues
//! l1 >= l2 >= l3 of the second moment of the matter inside. If l2 < 0.2 l1 in one of up to 1.25 spacings, two directions are thin; else,
//! if l3 < 0.25 l1 in any, one is; else none. (At the end of a rod half of the ball is empty; so larger ones count for rods that are
//! thinner than the spacing.) Only matter that hangs together with the place inside the
//! largest ball counts: the next turn of a spring does not make it a tube.
//!
//! In doubt fewer directions are thin: a thin one that is missed costs some stiffness, one too many in the plane of a shell
//! takes away its bending.

use glam::{DMat3, DVec3};
use pliant_math::decompose::{SymmetricEigen, symmetric_eigen};
use rayon::prelude::*;

use super::links::Cells;
use super::matter::Matter;
use super::reach::Paths;

const BALLS: usize = 9;
/// Radii in pieces and spacings: the smallest at least, the largest, and the largest that can show a rod.
const SMALLEST_IN_PIECES: f64 = 1.5;
const SMALLEST: f64 = 0.3;
const LARGEST: f64 = 2.0;
const LARGEST_FOR_RODS: f64 = 1.25;
/// Ratios of eigenvalues below which a direction is thin.
const ROD: f64 = 0.2;
const SHELL: f64 = 0.25;
/// Where the two smaller eigenvalues differ by less, as at the root of a rod in a sheet, the ball does not tell which way the sheet is thin.
const PLAIN: f64 = 0.6;
/// In bodies with close parts, matter counts to which the way is no longer than so many times the largest ball: ways from centre to centre are rough.
const LONGER: f64 = 1.5;
/// If there are more points than this around a place, cells farther off than this many spacings count by lumps.
const MANY_POINTS: usize = 2000;
const POINTWISE: f64 = 1.25;
/// Lumps of a cell.
const LUMPS: usize = 8;
/// Shells are at most this many spacings thick. More is a large ball at the edge of a solid.
const THICKEST: f64 = 1.4;
/// Balls that are too large for rods show one all the same if it is no wider than this many spacings: near its end, where half the ball
/// is empty.
const WIDEST_END: f64 = 1.4;
/// What a shell weighs per area tells its thickness if it is less than this part of what its moment tells.
const CURVED: f64 = 0.85;

/// Matter is as wide as elsewhere if its second moment is at most this many times as large.
const SAME_WIDTH: f64 = 1.1;
/// Cells between the end of a thin part and where it is seen to be thin: elastons of rods are a third of a spacing long.
const END_ROUNDS: usize = 5;

/// What matter is like around a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// How many directions are thin.
    pub thin: usize,
    /// Columns: extended directions, then thin ones; a rotation.
    pub axes: DMat3,
    /// Of a rod the area (m²), of a shell the thickness (m), of a solid 1: volume divided by it has the dimension of the
    /// extended directions.
    pub section: f64,
    /// A place in the middle of the thin directions: the centroid of the ball that showed them (m).
    pub middle: DVec3,
    /// Second moment of the matter in the largest ball about its centroid, per volume (m²), if it was looked at.
    around: Option<DMat3>,
}

impl Form {
    /// Deep inside a solid, or where nothing may count as thin.
    pub fn solid(middle: DVec3) -> Self {
        Self::known(middle, 0, DMat3::IDENTITY)
    }

    /// With these axes, whose last ones are thin.
    pub fn known(middle: DVec3, thin: usize, axes: DMat3) -> Self {
        Self { thin, axes, section: 1.0, middle, around: None }
    }
}

/// Matter inside a ball, about its centre.
#[derive(Clone, Copy)]
struct Ball {
    volume: f64,
    first: DVec3,
    second: DMat3,
}

const NOTHING: Ball = Ball { volume: 0.0, first: DVec3::ZERO, second: DMat3::ZERO };

impl Ball {
    fn add(&mut self, other: &Ball) {
        self.volume += other.volume;
        self.first += other.first;
        self.second += other.second;
    }

    /// Second moment about the centroid, per volume.
    fn moment(&self) -> DMat3 {
        let mean = self.first / self.volume;
        self.second * (1.0 / self.volume) - outer(mean)
    }

    fn eigen(&self) -> SymmetricEigen {
        symmetric_eigen(&self.moment())
    }
}

pub(super) fn outer(x: DVec3) -> DMat3 {
    DMat3::from_cols(x * x.x, x * x.y, x * x.z)
}

/// The forms around the centres of cells.
pub(super) fn forms(matter: &Matter, cells: &Cells, spacings: &[f64]) -> Vec<Form> {
    forms_but(matter, cells, spacings, |_| false)
}

/// The same, but for cells that are known to be deep inside a solid.
pub(super) fn forms_but(
    matter: &Matter,
    cells: &Cells,
    spacings: &[f64],
    is_deep: impl Fn(usize) -> bool + Sync,
) -> Vec<Form> {
    let scratch = || Around::new(spacings.len());
    let all_deep = (0..spacings.len()).all(&is_deep);
    let lumped = if all_deep { 0 } else { spacings.len() };
    let lumps: Vec<Vec<Lump>> =
        (0..lumped).into_par_iter().map(|cell| lumps(matter, cells.points(cell))).collect();
    let look = |cell: usize, around: &mut Around| {
        if is_deep(cell) {
            return Form::solid(cells.centres[cell]);
        }
        form(matter, cells, &lumps, cell, spacings[cell], around)
    };
    let chunks: Vec<Vec<Form>> = (0..spacings.len().div_ceil(64))
        .into_par_iter()
        .map_init(scratch, |around, chunk| {
            let own = 64 * chunk..spacings.len().min(64 * (chunk + 1));
            own.map(|cell| look(cell, around)).collect()
        })
        .collect();
    let mut forms: Vec<Form> = chunks.into_iter().flatten().collect();
    for _ in 0..END_ROUNDS {
        forms = continued(cells, spacings, &forms);
    }
    forms
}

/// Where a thin part ends, half of each ball is empty, and a part as thick as the spacing looks like a solid there. Cells
/// take over the form of a neighbour with more thin directions if matter around them reaches no farther along these than around it.
fn continued(cells: &Cells, spacings: &[f64], forms: &[Form]) -> Vec<Form> {
    let form = |own: usize| {
        let thinner = |other: &&u32| forms[**other as usize].thin > forms[own].thin;
        let fits = |other: &&u32| {
            let other = &forms[**other as usize];
            let width = |form: &Form, axis: DVec3| {
                form.around.map_or(f64::INFINITY, |around| axis.dot(around * axis))
            };
            (3 - other.thin..3).map(|k| other.axes.col(k)).all(|axis| {
                let (here, there) = (width(&forms[own], axis), width(other, axis));
                here <= SAME_WIDTH * there && 12.0 * here < (THICKEST * spacings[own]).powi(2)
            })
        };
        let best = cells.neighbours(own).iter().filter(thinner).find(fits);
        best.map_or(forms[own], |&other| Form { around: forms[own].around, ..forms[other as usize] })
    };
    (0..forms.len()).into_par_iter().map(form).collect()
}

/// Cells that hang together around a place.
struct Around {
    /// The place for which each cell was last seen.
    seen: Vec<u32>,
    cells: Vec<u32>,
    paths: Paths,
}

impl Around {
    fn new(cells: usize) -> Self {
        Self { seen: vec![u32::MAX; cells], cells: Vec::new(), paths: Paths::new(cells) }
    }

    /// The cells that meet the ball and to which the way is not much longer: of a coil the own turn.
    fn gather_along(&mut self, cells: &Cells, own: usize, radius: f64) {
        self.cells = self.paths.reached_from(cells, own as u32, LONGER * radius + cells.sizes[own]);
        self.paths.forget(&self.cells);
        let own = cells.centres[own];
        self.cells.retain(|&cell| {
            let reach = radius + cells.sizes[cell as usize];
            own.distance_squared(cells.centres[cell as usize]) <= reach * reach
        });
    }

    /// Walks from cell to cell as far as they meet the ball.
    fn gather(&mut self, cells: &Cells, own: usize, radius: f64) {
        if cells.has_gaps {
            return self.gather_along(cells, own, radius);
        }
        self.cells.clear();
        self.cells.push(own as u32);
        self.seen[own] = own as u32;
        let mut next = 0;
        while let Some(&cell) = self.cells.get(next) {
            next += 1;
            for &other in cells.neighbours(cell as usize) {
                let place = other as usize;
                let reach = radius + cells.sizes[place];
                let is_near = cells.centres[own].distance_squared(cells.centres[place]) <= reach * reach;
                if is_near && self.seen[place] != own as u32 {
                    self.seen[place] = own as u32;
                    self.cells.push(other);
                }
            }
        }
    }
}

/// Some points of a cell together.
struct Lump {
    centre: DVec3,
    volume: f64,
    /// Second moment about the centre (m⁵).
    second: DMat3,
}

/// Points that follow each other along the curve are near each other.
fn lumps(matter: &Matter, places: &[u32]) -> Vec<Lump> {
    let lump = |places: &[u32]| {
        let origin = matter.x()[places[0] as usize];
        let mut sum = NOTHING;
        for &place in places {
            let x = matter.x()[place as usize] - origin;
            sum.add(&at(x, matter.volume[place as usize], matter.moment[place as usize]));
        }
        let mean = sum.first / sum.volume;
        let second = sum.second - outer(mean) * sum.volume;
        Lump { centre: origin + mean, volume: sum.volume, second }
    };
    places.chunks(places.len().div_ceil(LUMPS).max(1)).map(lump).collect()
}

/// Matter with its centre at x, with its second moment per volume.
#[inline]
fn at(x: DVec3, volume: f64, moment: DMat3) -> Ball {
    Ball { volume, first: volume * x, second: (outer(x) + moment) * volume }
}

fn form(
    matter: &Matter,
    cells: &Cells,
    lumps: &[Vec<Lump>],
    own: usize,
    h: f64,
    around: &mut Around,
) -> Form {
    let (radii, centre) = (ball_radii(matter, cells, own, h), cells.centres[own]);
    around.gather(cells, own, radii[BALLS - 1]);
    let points: usize = around.cells.iter().map(|&cell| cells.points(cell as usize).len()).sum();
    let lumps_beyond = if points > MANY_POINTS { POINTWISE * h } else { f64::INFINITY };
    let mut balls = [NOTHING; BALLS];
    for &cell in &around.cells {
        let cell = cell as usize;
        if cells.centres[cell].distance(centre) - cells.sizes[cell] > lumps_beyond {
            for lump in &lumps[cell] {
                let x = lump.centre - centre;
                add_at(x, &radii, &mut balls, || Ball {
                    volume: lump.volume,
                    first: lump.volume * x,
                    second: lump.second + outer(x) * lump.volume,
                });
            }
        } else {
            for &place in cells.points(cell) {
                let place = place as usize;
                let x = matter.x()[place] - centre;
                add_at(x, &radii, &mut balls, || at(x, matter.volume[place], matter.moment[place]));
            }
        }
    }
    for k in 1..BALLS {
        let inner = balls[k - 1];
        balls[k].add(&inner);
    }
    decide(centre, &balls, &radii, h)
}

/// Geometric steps.
fn ball_radii(matter: &Matter, cells: &Cells, own: usize, h: f64) -> [f64; BALLS] {
    let points = cells.points(own);
    let length: f64 = points.iter().map(|&place| matter.length[place as usize]).sum();
    let piece = length / points.len().max(1) as f64;
    let largest = LARGEST * h;
    let smallest = (SMALLEST_IN_PIECES * piece).max(SMALLEST * h).min(largest);
    std::array::from_fn(|k| smallest * (largest / smallest).powf(k as f64 / (BALLS - 1) as f64))
}

/// Adds matter at x to the smallest ball that holds it.
#[inline]
fn add_at(x: DVec3, radii: &[f64; BALLS], balls: &mut [Ball; BALLS], matter: impl FnOnce() -> Ball) {
    // A hair less, so that points just on a ball's surface are inside on all sides of it.
    let distance = x.length_squared() * (1.0 - 1e-9);
    let k = radii.iter().map(|radius| usize::from(distance > radius * radius)).sum::<usize>();
    if k < BALLS {
        balls[k].add(&matter());
    }
}

fn decide(centre: DVec3, balls: &[Ball; BALLS], radii: &[f64; BALLS], h: f64) -> Form {
    let eigens = balls.map(|ball| (ball.volume > 0.0).then(|| ball.eigen()));
    // The first and the last ball that shows a rod, and the first that shows a shell; rather one that tells which way it is thin.
    let (mut rod, mut shell, mut is_plain) = (None, None, false);
    for k in 0..BALLS {
        let Some(eigen) = eigens[k] else { continue };
        let [l1, l2, l3] = eigen.values.to_array();
        let is_small = radii[k] <= LARGEST_FOR_RODS * h;
        let is_end = rod.is_none() && 12.0 * l2 < (WIDEST_END * h).powi(2);
        if l2 < ROD * l1 && (is_small || is_end) {
            rod = Some((rod.map_or(eigen, |(first, _)| first), k));
        }
        let is_shell = l3 < SHELL * l1 && 12.0 * l3 < (THICKEST * h).powi(2);
        let tells = l3 < PLAIN * l2;
        if is_shell && (shell.is_none() || (tells && !is_plain)) {
            shell = Some((eigen, k));
            is_plain = tells;
        }
    }
    let around = Some(balls[BALLS - 1].moment());
    let middle = |k: usize| centre + balls[k].first / balls[k].volume;
    // Points on a line or in a plane may come without an extent of their own.
    let length = |eigenvalue: f64| (12.0 * eigenvalue.max(1e-24 * h * h)).sqrt();
    match (rod, shell) {
        // Axes from the smallest ball, which the bend of a rod turns least; the area from the largest, which cuts least off.
        (Some((first, k)), _) => {
            let along = balls[k].eigen().values.x;
            Form {
                thin: 2,
                axes: first.vectors,
                section: balls[k].volume / length(along),
                middle: middle(k),
                around,
            }
        }
        (None, Some((eigen, k))) => {
            let [l1, l2, thickness] = eigen.values.to_array().map(length);
            let per_area = balls[k].volume / (l1 * l2);
            let section = if per_area < CURVED * thickness { per_area } else { thickness };
            Form { thin: 1, axes: eigen.vectors, section, middle: middle(k), around }
        }
        (None, None) => Form { thin: 0, axes: DMat3::IDENTITY, section: 1.0, middle: centre, around },
    }
}
