//! Matter in the order of a space-filling curve, in blocks of points that are near each other.

use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;

use crate::bounds::BoundingBox;
use crate::matter::{MaterialCloud, OnLine};
use crate::spatial_order::hilbert_order;

use super::{SamplingOptions, Spacing};

/// Points of a small block.
pub(super) const BLOCK: usize = 32;

/// Large blocks at most, unless the small ones are fewer.
const MOST_LARGE: usize = 4096;

/// Pieces are alike if sides and volumes differ by no more than this part.
const ALIKE: f64 = 0.01;

/// With graded spacing, dense places keep their sites if matter there weighs more: h to this power less, the one that is right for
/// surfaces and nearly so for lines and solids.
const GRADING_POWER: i32 = 4;

/// Points with the boxes around runs of them.
pub(super) struct Blocks {
    pub x: Vec<DVec3>,
    /// Boxes around runs of [`BLOCK`] points; the last may have fewer.
    pub small: Vec<BoundingBox>,
    /// The same for longer runs in large bodies, for what looks at all of them each time.
    pub large: Vec<BoundingBox>,
    /// Points of a longer run.
    pub large_size: usize,
}

impl Blocks {
    pub fn new(x: Vec<DVec3>) -> Self {
        let large_size = BLOCK.max(x.len().div_ceil(MOST_LARGE));
        let boxes = |size: usize| x.chunks(size).map(BoundingBox::of_points).collect();
        Self { small: boxes(BLOCK), large: boxes(large_size), large_size, x }
    }
}

/// The cloud, sorted: lists by place along the curve.
pub(super) struct Matter {
    /// Id in the cloud at each place.
    pub id: Vec<u32>,
    pub blocks: Blocks,
    pub volume: Vec<f64>,
    /// What pieces count for when sites are relaxed.
    pub weight: Vec<f64>,
    pub moment: Vec<DMat3>,
    pub radius: Vec<f64>,
    /// Wanted spacing (m).
    pub h: Vec<f64>,
    /// Longest side of the piece (m).
    pub length: Vec<f64>,
    /// Shortest side of the piece (m).
    pub shortest: Vec<f64>,
    /// Whether all pieces are of one size.
    pub are_alike: bool,
    /// The least spacing at which forms are looked for (m); empty if there is none.
    least_form: Vec<f64>,
    /// Whether pieces lie at a corner of a rod; empty if none does.
    is_corner: Vec<bool>,
    /// Where pieces lie on lines; empty if they lie on none.
    on_line: Vec<OnLine>,
    /// Whether all pieces also touch where their spheres do.
    pub by_spheres: bool,
}

impl Matter {
    /// If a number of samples is wanted, the spacing is a first guess.
    pub fn new(cloud: &MaterialCloud, spacing: &Spacing) -> Self {
        let id = hilbert_order(&cloud.points);
        let pick = |values: &[f64]| id.iter().map(|&i| values[i as usize]).collect::<Vec<f64>>();
        let moment: Vec<DMat3> = id.iter().map(|&i| cloud.moments[i as usize]).collect();
        let side = |m: f64| (12.0 * m.max(0.0)).sqrt();
        let sides = moment.iter().map(|m| symmetric_eigen(m).values).map(|m| (side(m.x), side(m.z)));
        let (length, shortest) = sides.unzip();
        let mut matter = Self {
            blocks: Blocks::new(id.iter().map(|&i| cloud.points[i as usize]).collect()),
            volume: pick(&cloud.volumes),
            weight: Vec::new(),
            radius: pick(&cloud.radii),
            h: id.iter().map(|&i| spacing.at(i as usize)).collect(),
            moment,
            are_alike: false,
            length,
            shortest,
            least_form: Vec::new(),
            is_corner: Vec::new(),
            on_line: if cloud.lines.is_empty() {
                Vec::new()
            } else {
                id.iter().map(|&i| cloud.on_line(i as usize)).collect()
            },
            by_spheres: false,
            id,
        };
        if let Some(count) = spacing.count() {
            // The side of a cube with a sample's share of the volume, and no less than the pieces allow.
            let cube = (matter.volume.iter().sum::<f64>() / count as f64).cbrt();
            let pieces = 2.0 * matter.length.iter().sum::<f64>() / matter.len() as f64;
            matter.scale_h(cube.max(pieces) / matter.mean_h());
        }
        matter.weight = matter.weights();
        matter.are_alike = (0..matter.len()).all(|place| !matter.are_unlike(0, place));
        matter
    }

    /// Whether two pieces are of different size or form.
    pub fn are_unlike(&self, a: usize, b: usize) -> bool {
        let differ = |values: &[f64]| (values[a] - values[b]).abs() > ALIKE * values[a].max(values[b]);
        differ(&self.length) || differ(&self.shortest) || differ(&self.volume)
    }

    /// Whether two pieces are of the same line and farther apart along it than they are long and broad.
    pub fn are_far_along(&self, a: usize, b: usize) -> bool {
        if self.on_line.is_empty() {
            return false;
        }
        self.on_line[a].apart(&self.on_line[b]) > self.length[a] + self.length[b]
    }

    /// The same with what is known of forms: the least spacings at which they are looked for, and where nothing is thin.
    pub fn with_forms(mut self, options: &SamplingOptions) -> Self {
        if let Some(least) = &options.form_spacings {
            self.least_form = self.id.iter().map(|&i| least[i as usize]).collect();
        }
        if let Some(is_corner) = &options.corners {
            self.is_corner = self.id.iter().map(|&i| is_corner[i as usize]).collect();
        }
        self
    }

    /// Whether most of these pieces lie at a corner of a rod.
    pub fn are_corner(&self, places: &[u32]) -> bool {
        let is_corner = |place: &&u32| self.is_corner.get(**place as usize).is_some_and(|corner| *corner);
        2 * places.iter().filter(is_corner).count() > places.len()
    }

    /// The same in the same order, with points somewhere else.
    pub fn moved(self, move_to: impl Fn(DVec3) -> DVec3) -> Self {
        let x = self.x().iter().map(|x| move_to(*x)).collect();
        Self { blocks: Blocks::new(x), ..self }
    }

    /// The spacing at which the form of each cell is looked for, with the spacings of the samples there.
    pub fn form_spacings(&self, owner: &[u32], spacings: Vec<f64>) -> Vec<f64> {
        if self.least_form.is_empty() {
            return spacings;
        }
        let mut sums = vec![(0.0, 0.0); spacings.len()];
        for (&cell, least) in owner.iter().zip(&self.least_form) {
            let (count, sum) = &mut sums[cell as usize];
            *count += 1.0;
            *sum += least;
        }
        let larger = |(h, (count, sum)): (f64, (f64, f64))| if count > 0.0 { h.max(sum / count) } else { h };
        spacings.into_iter().zip(sums).map(larger).collect()
    }

    /// Weighs pieces so that sites come to lie as far apart as wanted, `shares` being the samples that each is worth. Relaxed sites all bring the same to
    /// the sum of weight times squared distance: a piece that is worth n samples h apart weighs n/h².
    pub fn weigh(&mut self, shares: &[f64]) {
        if self.h.iter().any(|h| *h != self.h[0]) {
            self.weight = shares.iter().zip(&self.h).map(|(share, h)| share / (h * h)).collect();
        }
    }

    fn weights(&self) -> Vec<f64> {
        let is_graded = self.h.iter().any(|h| *h != self.h[0]);
        let scale = self.mean_h();
        let grade = |h: f64| if is_graded { (scale / h).powi(GRADING_POWER) } else { 1.0 };
        self.volume.iter().zip(&self.h).map(|(volume, h)| volume * grade(*h)).collect()
    }

    pub fn len(&self) -> usize {
        self.id.len()
    }

    pub fn x(&self) -> &[DVec3] {
        &self.blocks.x
    }

    pub fn scale_h(&mut self, factor: f64) {
        self.h.iter_mut().for_each(|h| *h *= factor);
    }

    /// Mean of the wanted spacing (m).
    pub fn mean_h(&self) -> f64 {
        self.h.iter().sum::<f64>() / self.len() as f64
    }

    /// The longest side of the box around the pieces (m).
    pub fn extent(&self) -> f64 {
        let half = |place: usize| {
            let m = &self.moment[place];
            DVec3::new(m.x_axis.x, m.y_axis.y, m.z_axis.z).max(DVec3::ZERO).map(|m| (3.0 * m).sqrt())
        };
        let ends =
            (0..self.len()).flat_map(|place| [self.x()[place] - half(place), self.x()[place] + half(place)]);
        BoundingBox::of_points(&ends.collect::<Vec<DVec3>>()).size().max_element()
    }

    /// How many points are exactly where another one is.
    pub fn duplicates(&self) -> usize {
        let mut places: Vec<[u64; 3]> =
            self.x().iter().map(|x| x.to_array().map(|c| (c + 0.0).to_bits())).collect();
        places.sort_unstable();
        places.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }
}
