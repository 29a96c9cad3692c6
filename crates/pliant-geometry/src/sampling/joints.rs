//! Where parts of different form meet: a rod and a shell, two sheets at an angle, a sheet and a block. There samples shall be closer.
//!
//! How a joint gives way is settled within about the thickness t of the thinnest part that meets there. Supports of samples farther
//! apart than that reach from the thicker part into the thinner one and hold its root. So the wish at a distance d of a joint is
//!
//! ```text
//! h(d) = min(h0, c t + s d),   and no less than 1.2 thicknesses of the part itself
//! ```
//!
//! with s a growth that supports can follow, and c = 0.35, or more if samples would be much closer than elsewhere or too
//! many of them would go into joints. What is thin stays one sample thick. If a number of samples is wanted, h0 is such that it comes out.
//!
//! Joints are looked for in cells about as wide as the spacing, so that their places are known no better than that. With the
//! spacing found, the next look is a finer one around them.

use glam::DVec3;

use crate::cell_list::CellList;
use crate::matter::{Matter as Shape, MatterError};

use super::apart::Apart;
use super::form::Form;
use super::matter::Matter;
use super::{Plan, SamplingOptions, Spacing, plan};

/// Looks at joints.
const LOOKS: usize = 3;

/// Samples at a joint are this many thicknesses of the thinnest part apart, if there may be so many.
const CLOSEST: f64 = 0.35;

/// Samples of what is thin are at least this many of its thicknesses apart: closer ones would not be in one layer.
const OWN: f64 = 1.2;

/// Growth of the spacing with the distance from a joint.
const GROWTH: f64 = 0.5;

/// Samples at a joint are at most so many times as close as elsewhere.
const MOST_CLOSE: f64 = 4.0;

/// Of a wanted number of samples so many may go into joints that those elsewhere are this many times as far apart as without joints.
const WIDER: f64 = 1.4;

/// Spacings without joints that samples far from joints are apart at most.
const MOST_FAR: f64 = 2.0;

/// Where a spacing is wanted, joints may multiply the number of samples by this.
const MORE: f64 = 1.5;

/// Directions that differ by more than this (cosine) belong to different parts; what is bent turns less from cell to cell.
const TURNED: f64 = 0.6;

/// Joints nearer to each other than this part of the spacing are one.
const SAME_PLACE: f64 = 0.1;

/// Times the closest spacing is made larger, and by how much, until there are not too many samples.
const TRIALS: usize = 40;
const TRIAL: f64 = 1.1;

/// Parts of the spacing that pieces are long where samples are closer than elsewhere.
const PIECE: f64 = 0.25;

/// A place where parts meet.
#[derive(Clone, Copy, Debug)]
struct Joint {
    place: DVec3,
    /// Thickness of the thinnest part there (m).
    thickness: f64,
}

/// A wish for the distance of samples (m).
struct Wish {
    /// Far from joints.
    far: f64,
    /// At joints, in thicknesses.
    closest: f64,
}

impl Wish {
    fn at(&self, nearest: &[(f64, f64)], own: f64) -> f64 {
        let near = nearest.iter().map(|near| self.near(*near)).fold(self.far, f64::min);
        near.max(OWN * own).min(self.far)
    }

    /// At a distance from a joint of parts so thick.
    fn near(&self, (thickness, distance): (f64, f64)) -> f64 {
        let closest = (self.closest * thickness).max(self.far / MOST_CLOSE);
        closest + GROWTH * distance
    }
}

/// The matter and the spacing of its samples, which are closer where parts of different form meet; the pieces are then finer
/// there. Nothing changes where there are no joints, and where the spacing is graded already.
///
/// # Errors
/// If there would be too many pieces.
pub fn graded_at_joints(
    mut shape: Shape,
    options: &SamplingOptions,
) -> Result<(Shape, Spacing), MatterError> {
    let mut spacing = options.spacing.clone();
    let is_even = matches!(spacing, Spacing::Uniform(_) | Spacing::Count(_));
    if !is_even {
        return Ok((shape, spacing));
    }
    let apart = Apart::new(&shape.cloud, options);
    if let Some(apart) = &apart {
        apart.spread(&mut shape.cloud.points);
    }
    let mut even: Option<f64> = None;
    for _ in 0..LOOKS {
        let now = SamplingOptions { spacing: spacing.clone(), ..options.clone() };
        let Ok((plan, matter)) = plan(Matter::new(&shape.cloud, &spacing), &now) else { break };
        let far = *even.get_or_insert(matter.h[0]);
        let joints = joints(&matter, &plan, far);
        if joints.is_empty() {
            break;
        }
        let grading = Grading::new(joints, far);
        let wish = grading.affordable(&matter, &plan, options.spacing.count(), far);
        let mut own = vec![0.0; matter.len()];
        for (place, &id) in matter.id.iter().enumerate() {
            own[id as usize] = own_thickness(&plan, place);
        }
        let wanted = grading.wishes(&wish, &shape.cloud.points, &own);
        if wanted.iter().all(|h| *h >= wish.far) {
            break;
        }
        let sizes: Vec<f64> =
            wanted.iter().map(|h| if *h < wish.far { PIECE * h } else { f64::MAX }).collect();
        let (finer, parents) = shape.split_with_parents(&sizes)?;
        shape = finer;
        let own: Vec<f64> = parents.iter().map(|&p| own[p as usize]).collect();
        let factors = grading.wishes(&wish, &shape.cloud.points, &own);
        spacing = match options.spacing.count() {
            Some(count) => Spacing::GradedCount { count, factors },
            None => Spacing::PerPoint(factors),
        };
    }
    if let Some(apart) = &apart {
        shape.cloud.points.iter_mut().for_each(|x| *x = apart.back(*x));
    }
    Ok((shape, spacing))
}

/// Where pieces touch whose cells have different forms.
fn joints(matter: &Matter, plan: &Plan, far: f64) -> Vec<Joint> {
    let form = |place: u32| &plan.forms[plan.cell[place as usize] as usize];
    let joint = |&(a, b): &(u32, u32)| {
        let (thickness_a, thickness_b) = (thickness(form(a)), thickness(form(b)));
        let thickness = thickness_a.min(thickness_b);
        let (a_x, b_x) = (matter.x()[a as usize], matter.x()[b as usize]);
        let is_thin = thickness < far;
        (is_thin && do_differ(form(a), form(b))).then(|| Joint { place: 0.5 * (a_x + b_x), thickness })
    };
    plan.links.iter().filter_map(joint).collect()
}

fn do_differ(a: &Form, b: &Form) -> bool {
    let direction = |form: &Form| form.axes.col(if form.thin == 2 { 0 } else { 2 });
    a.thin != b.thin || (a.thin > 0 && direction(a).dot(direction(b)).abs() < TURNED)
}

fn own_thickness(plan: &Plan, place: usize) -> f64 {
    let t = thickness(&plan.forms[plan.cell[place] as usize]);
    if t.is_finite() { t } else { 0.0 }
}

/// How thick a part is (m).
fn thickness(form: &Form) -> f64 {
    match form.thin {
        2 => form.section.sqrt(),
        1 => form.section,
        _ => f64::INFINITY,
    }
}

/// Joints, and what is near them.
struct Grading {
    joints: Vec<Joint>,
    cells: CellList,
    reach: f64,
}

impl Grading {
    /// `even` is the spacing without joints (m).
    fn new(joints: Vec<Joint>, even: f64) -> Self {
        let reach = MOST_FAR * even / GROWTH;
        // Joints in the same place, as far as samples can tell, count once: the thinnest.
        let side = SAME_PLACE * even;
        let mut sorted: Vec<([i64; 3], f64, usize)> = joints
            .iter()
            .enumerate()
            .map(|(i, joint)| ((joint.place / side).to_array().map(|c| c.floor() as i64), joint.thickness, i))
            .collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        sorted.dedup_by(|b, a| a.0 == b.0);
        let joints: Vec<Joint> = sorted.iter().map(|(_, _, i)| joints[*i]).collect();
        let mut cells = CellList::default();
        let places: Vec<DVec3> = joints.iter().map(|joint| joint.place).collect();
        cells.rebuild(&places, reach);
        Self { joints, cells, reach }
    }

    /// Thickness and distance of the joints near a place that may decide there.
    fn near(&self, x: DVec3) -> Vec<(f64, f64)> {
        let mut near: Vec<(f64, f64)> = Vec::new();
        self.cells.neighbours_of(x, self.reach, |i| {
            let joint = &self.joints[i as usize];
            near.push((joint.thickness, joint.place.distance(x)));
        });
        near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        // A joint farther off and not of thinner parts never decides.
        let mut thinnest = f64::INFINITY;
        near.retain(|(thickness, _)| {
            let decides = *thickness < thinnest;
            thinnest = thinnest.min(*thickness);
            decides
        });
        near
    }

    fn wishes(&self, wish: &Wish, places: &[DVec3], own: &[f64]) -> Vec<f64> {
        places.iter().zip(own).map(|(x, own)| wish.at(&self.near(*x), *own)).collect()
    }

    /// The closest samples that are not too many.
    fn affordable(&self, matter: &Matter, plan: &Plan, count: Option<usize>, even: f64) -> Wish {
        let near: Vec<Vec<(f64, f64)>> = matter.x().iter().map(|x| self.near(*x)).collect();
        // Samples a piece is worth, times the spacing to the power of its dimensions.
        let worth: Vec<f64> = (0..matter.len())
            .map(|place| plan.shares[place] * matter.h[place].powi(i32::from(plan.dimensions[place])))
            .collect();
        let samples = |wish: &Wish| -> f64 {
            let of = |place: usize| {
                worth[place]
                    / wish
                        .at(&near[place], own_thickness(plan, place))
                        .powi(i32::from(plan.dimensions[place]))
            };
            (0..matter.len()).map(of).sum()
        };
        let mut wish = Wish { far: even, closest: CLOSEST };
        for _ in 0..TRIALS {
            let (limit, most) = match count {
                Some(count) => (WIDER * even, count as f64),
                None => (even, MORE * samples(&Wish { far: even, closest: f64::INFINITY })),
            };
            if samples(&Wish { far: limit, ..wish }) <= most {
                break;
            }
            wish.closest *= TRIAL;
        }
        if let Some(count) = count {
            let (mut low, mut high) = (0.5 * even, MOST_FAR * even);
            for _ in 0..60 {
                wish.far = 0.5 * (low + high);
                *(if samples(&wish) > count as f64 { &mut low } else { &mut high }) = wish.far;
            }
        }
        wish
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::matter::{BlockShape, MatterSpacing, union};
    use crate::sampling::sample;

    fn boxes(boxes: &[([f64; 3], [f64; 3])], h: f64) -> Shape {
        let part = |(origin, size): &([f64; 3], [f64; 3])| {
            BlockShape::Box { origin: (*origin).into(), size: (*size).into(), twist: 0.0 }
                .matter(MatterSpacing::for_samples(h))
                .unwrap()
        };
        union(boxes.iter().map(part).collect())
    }

    #[test]
    fn samples_are_closer_where_a_rod_grows_out_of_a_block_and_as_many_as_wanted() {
        let shape = boxes(&[([-0.5, -0.5, -1.0], [1.0; 3]), ([-0.05, -0.05, 0.0], [0.1, 0.1, 1.0])], 0.15);
        let volume = shape.cloud.volume();
        let options = SamplingOptions::new(Spacing::Count(250));
        let (shape, spacing) = graded_at_joints(shape, &options).unwrap();
        assert!((shape.cloud.volume() / volume - 1.0).abs() < 1e-12);
        let sampling = sample(&shape.cloud, &SamplingOptions { spacing, ..options }).unwrap();
        assert_eq!(sampling.samples.len(), 250);
        let spacing_at = |x: DVec3| {
            let distance = |i: &usize| sampling.samples[*i].distance(x);
            let nearest = (0..250).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
            sampling.spacings[nearest]
        };
        let (root, far) = (spacing_at(DVec3::new(0.0, 0.0, -0.03)), spacing_at(DVec3::new(0.4, 0.4, -0.9)));
        assert!(root < 0.6 * far, "{root} {far}");
        assert!(spacing_at(DVec3::new(0.0, 0.0, 0.5)) > 0.12, "the rod stays one sample thick");
    }

    #[test]
    fn what_is_one_part_or_graded_by_hand_stays_as_it_is() {
        let plate = boxes(&[([0.0; 3], [1.0, 1.0, 0.02])], 0.1);
        let options = SamplingOptions::new(Spacing::Count(100));
        let graded = graded_at_joints(plate.clone(), &options).unwrap();
        assert_eq!(graded, (plate.clone(), Spacing::Count(100)));
        let by_hand = Spacing::PerPoint(vec![0.1; plate.cloud.len()]);
        let options = SamplingOptions::new(by_hand.clone());
        assert_eq!(graded_at_joints(plate.clone(), &options).unwrap(), (plate, by_hand));
    }
}
