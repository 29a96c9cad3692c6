//! Where parts of different form meet: a rod and a shell, two sheets at an angle, a sheet and a block. There samples shall be closer.
//!
//! How a joint gives way is settled within about the thickness t of the thinnest part that meets there. Supports of samples farther
//! apart than that reach from the thicker part into the thinner one and hold its root. So the wish at a distance d of a joint is
//!
//! ```text
//! h(d) = min(h0, c t + s d),              where sheets meet: c = 0.35, and beyond d = t no less than 0.4 of the own thickness
//! h(d) = min(h0, c t + s max(0, d - z t)), at the end of a rod: c = 0.3, z = 0.7
//! ```
//!
//! with s a growth that supports can follow. Within t, and within z t of the end of a rod, everything is sampled as a solid. Where sheets meet, a joint is long, and c
//! is more if too many samples would go into it; a rod has few at its root. Beyond, what is thin is one sample thick, also where samples are closer than it is
//! thick: its form is looked for at its own scale. If a number of samples is wanted, h0 is such that it comes out.
//!
//! A rod beyond its roots is a *strand*: its row of samples and its elastons, which span its section, are found apart from the rest, so that no cell holds some of
//! both. It keeps the samples it has without joints.
//!
//! The form of a part is that which it has alone. Together with what it grows out of, the root of a rod looks like no rod.

use glam::DVec3;

use crate::cell_list::CellList;
use crate::matter::{MaterialCloud, Matter as Shape, MatterError};

use super::apart::Apart;
use super::form::Form;
use super::links::{Sets, touching};
use super::matter::Matter;
use super::{SamplingOptions, Spacing, look, plan};

/// Samples where sheets meet are this many thicknesses of the thinnest part apart, if there may be so many, and at the end of a rod.
const CLOSEST: f64 = 0.35;
const CLOSEST_AT_ENDS: f64 = 0.3;

/// Thicknesses around a joint that are sampled as a solid, and around the end of a rod.
const ZONE: f64 = 1.0;
const ZONE_OF_ENDS: f64 = 0.7;

/// There is such a zone only if samples may be so many thicknesses apart in it, or closer: else a rod is a row of them up to its end.
const RESOLVED: f64 = 0.6;

/// Beyond, samples of solids, shells and rods are at least this many of their thicknesses apart.
const OWN: [f64; 3] = [0.0, 0.4, 0.3];

/// Thicknesses that the row of a rod is long at least.
const SHORTEST: f64 = 1.0;

/// Forms of what is thin are looked for at this many of its thicknesses at least.
const LOOK_AT: f64 = 1.3;

/// Growth of the spacing with the distance from a joint.
const GROWTH: f64 = 0.4;

/// Samples at a joint are at most so many times as close as elsewhere.
const MOST_CLOSE: f64 = 8.0;

/// Of a wanted number of samples so many may go into joints that those elsewhere are this many times as far apart as without joints.
const WIDER: f64 = 1.4;

/// Spacings without joints that samples far from joints are apart at most.
const MOST_FAR: f64 = 2.0;

/// Where a spacing is wanted, joints may multiply the number of samples by this; those of sheets give way, roots of rods have what they need.
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
    /// Whether a rod ends there.
    is_end: bool,
}

/// A joint as it is seen from some place.
#[derive(Clone, Copy, Debug)]
struct Seen {
    thickness: f64,
    is_end: bool,
    /// How far around it all is sampled as a solid (m).
    zone: f64,
    /// How far away it is (m).
    distance: f64,
}

impl Seen {
    /// How far around it samples are equally close (m): no fewer than three across the end of a rod.
    fn flat(&self) -> f64 {
        if self.is_end { self.zone } else { 0.0 }
    }
}

fn is_in_zone(near: &[Seen]) -> bool {
    near.iter().any(|seen| seen.distance < seen.zone)
}

/// What the form of a part allows (m).
#[derive(Clone, Copy, Debug)]
struct Limits {
    least: f64,
    most: f64,
}

/// A wish for the distance of samples (m).
struct Wish {
    /// Far from joints.
    far: f64,
    /// Where sheets meet, in thicknesses.
    closest: f64,
}

impl Wish {
    /// With joints near, and what the own form allows.
    fn at(&self, near: &[Seen], own: Limits) -> f64 {
        let far = self.far.min(own.most);
        let wish = near.iter().map(|seen| self.near(seen)).fold(far, f64::min);
        let least = if is_in_zone(near) { 0.0 } else { own.least };
        wish.max(least).min(far)
    }

    fn near(&self, seen: &Seen) -> f64 {
        let closest = if seen.is_end { CLOSEST_AT_ENDS } else { self.closest };
        (closest * seen.thickness).max(self.far / MOST_CLOSE)
            + GROWTH * (seen.distance - seen.flat()).max(0.0)
    }
}

/// The matter and how to sample it: samples are closer where parts of different form meet, and the pieces finer there. Nothing changes where there
/// are no joints, and where the spacing is graded already.
///
/// # Errors
/// If there would be too many pieces.
pub fn graded_at_joints(
    mut shape: Shape,
    options: &SamplingOptions,
) -> Result<(Shape, SamplingOptions), MatterError> {
    let is_even = matches!(options.spacing, Spacing::Uniform(_) | Spacing::Count(_));
    if !is_even || shape.parts.len() < 2 {
        return Ok((shape, options.clone()));
    }
    let apart = Apart::new(&shape.cloud, options);
    if let Some(apart) = &apart {
        apart.spread(&mut shape.cloud.points);
    }
    let (mut shape, options) = graded(shape, options)?;
    if let Some(apart) = &apart {
        shape.cloud.points.iter_mut().for_each(|x| *x = apart.back(*x));
    }
    Ok((shape, options))
}

fn graded(shape: Shape, options: &SamplingOptions) -> Result<(Shape, SamplingOptions), MatterError> {
    let unchanged = options.clone();
    let Ok((_, mut matter)) = plan(Matter::new(&shape.cloud, &options.spacing), options) else {
        return Ok((shape, unchanged));
    };
    let even = matter.h[0];
    let parts = PartForms::new(&shape, options, even);
    // A joint begins where pieces are nearly in touch: with those that are alone, L-shaped sheets are a little too stiff.
    matter.by_spheres = true;
    let joints = joints(&matter, &parts, even);
    if joints.is_empty() {
        return Ok((shape, unchanged));
    }
    let grading = Grading::new(joints, even);
    let wish = grading.affordable(&shape.cloud, &parts, options.spacing.count(), even);
    let limits: Vec<Limits> = (0..shape.cloud.len()).map(|point| parts.limits(point, even)).collect();
    let wanted = grading.wishes(&wish, &shape.cloud.points, &limits);
    let size = |h: &f64| if *h < wish.far { PIECE * h } else { f64::MAX };
    let (shape, parents) = shape.split_with_parents(&wanted.iter().map(size).collect::<Vec<f64>>())?;
    let limits: Vec<Limits> = parents.iter().map(|&parent| limits[parent as usize]).collect();
    let factors = grading.wishes(&wish, &shape.cloud.points, &limits);
    let spacing = match options.spacing.count() {
        Some(count) => Spacing::GradedCount { count, factors },
        None => Spacing::PerPoint(factors),
    };
    let strands = strands(&shape.cloud, &options.spacing, |point| {
        let (parent, x) = (parents[point] as usize, shape.cloud.points[point]);
        let form = parts.form(parent).filter(|form| form.thin == 2 && !is_in_zone(&grading.near(x)));
        (parts.part[parent], form.map(|form| form.section))
    });
    let look_at = |point: usize| {
        let parent = parents[point] as usize;
        let is_root = match parts.form(parent) {
            Some(form) if form.thin == 2 => strands[point] == 0,
            _ => is_in_zone(&grading.near(shape.cloud.points[point])),
        };
        if is_root { 0.0 } else { LOOK_AT * parts.own_thickness(parent) }
    };
    let form_spacings = Some((0..shape.cloud.len()).map(look_at).collect());
    let strands = strands.iter().any(|strand| *strand > 0).then_some(strands);
    Ok((shape, SamplingOptions { spacing, form_spacings, strands, ..unchanged }))
}

/// Rods beyond their roots: the number of its strand at each point, 0 for none. `rod` tells the part of a point, and the section (m²) if it is of a rod. What is
/// left between two roots is one with them if it is short; a rod without roots is one strand, also where slanted pieces at its ends hardly touch.
fn strands(cloud: &MaterialCloud, spacing: &Spacing, rod: impl Fn(usize) -> (u32, Option<f64>)) -> Vec<u32> {
    let matter = Matter::new(cloud, spacing);
    let rods: Vec<(u32, Option<f64>)> = matter.id.iter().map(|&id| rod(id as usize)).collect();
    let parts = rods.iter().map(|(part, _)| *part as usize + 1).max().unwrap_or(0);
    let mut firsts: Vec<Option<u32>> = vec![None; parts];
    let mut is_rod = vec![true; parts];
    rods.iter().for_each(|(part, section)| is_rod[*part as usize] &= section.is_some());
    let mut sets = Sets::new(matter.len());
    for (place, (part, _)) in rods.iter().enumerate().filter(|(_, rod)| is_rod[rod.0 as usize]) {
        sets.merge(*firsts[*part as usize].get_or_insert(place as u32), place as u32);
    }
    for &(a, b) in &touching(&matter) {
        let ((part_a, section_a), (part_b, section_b)) = (rods[a as usize], rods[b as usize]);
        if part_a == part_b && section_a.is_some() && section_b.is_some() {
            sets.merge(a, b);
        }
    }
    let roots: Vec<usize> = (0..matter.len() as u32).map(|place| sets.root(place) as usize).collect();
    let mut lengths = vec![0.0; matter.len()];
    for (place, (_, section)) in rods.iter().enumerate() {
        lengths[roots[place]] += section.map_or(0.0, |section| matter.volume[place] / section);
    }
    let mut number_of_root = vec![0; matter.len()];
    let mut strands = vec![0; matter.len()];
    let mut count = 0;
    for (place, (_, section)) in rods.iter().enumerate() {
        let Some(section) = section else { continue };
        let root = roots[place];
        if number_of_root[root] == 0 && lengths[root] > SHORTEST * section.sqrt() {
            count += 1;
            number_of_root[root] = count;
        }
        strands[matter.id[place] as usize] = number_of_root[root];
    }
    strands
}

/// What each part of a body is like alone.
struct PartForms {
    forms: Vec<Form>,
    /// The form around each point of the cloud; none where it could not be told.
    of_point: Vec<Option<u32>>,
    part: Vec<u32>,
    /// Parts that begin at a kink of the one before, ascending.
    kinks: Vec<u32>,
}

impl PartForms {
    fn new(shape: &Shape, options: &SamplingOptions, spacing: f64) -> Self {
        let points = shape.cloud.len();
        let kinks = shape.kinks.clone();
        let mut all = Self { forms: Vec::new(), of_point: vec![None; points], part: vec![0; points], kinks };
        for (part, &first) in shape.parts.iter().enumerate() {
            let first = first as usize;
            let end = shape.parts.get(part + 1).map_or(points, |next| *next as usize);
            all.part[first..end].fill(part as u32);
            all.look_at(&shape.cloud, first..end, options, spacing);
        }
        all
    }

    fn look_at(
        &mut self,
        cloud: &MaterialCloud,
        own: std::ops::Range<usize>,
        options: &SamplingOptions,
        spacing: f64,
    ) {
        let alone = MaterialCloud {
            points: cloud.points[own.clone()].to_vec(),
            volumes: cloud.volumes[own.clone()].to_vec(),
            moments: cloud.moments[own.clone()].to_vec(),
            radii: cloud.radii[own.clone()].to_vec(),
        };
        if alone.points.is_empty() {
            return;
        }
        let matter = Matter::new(&alone, &Spacing::Uniform(spacing));
        let Ok(seen) = look(&matter, options) else { return };
        let known = self.forms.len() as u32;
        for (place, &cell) in seen.cell.iter().enumerate() {
            self.of_point[own.start + matter.id[place] as usize] = Some(known + cell);
        }
        self.forms.extend(seen.forms);
    }

    fn form(&self, point: usize) -> Option<&Form> {
        self.of_point[point].map(|form| &self.forms[form as usize])
    }

    /// Whether one part is what goes on after a kink of the other; how far it turns does not show in their directions, which have no sign.
    fn meet_at_kink(&self, a: u32, b: u32) -> bool {
        a.abs_diff(b) == 1 && self.kinks.binary_search(&a.max(b)).is_ok()
    }

    /// How thick the part is (m); 0 where nothing is thin.
    fn own_thickness(&self, point: usize) -> f64 {
        self.form(point).map(thickness).filter(|t| t.is_finite()).unwrap_or(0.0)
    }

    /// The spacings of samples in the part. Those of a rod are few, and joints elsewhere take none of them.
    fn limits(&self, point: usize, even: f64) -> Limits {
        let thin = self.form(point).map_or(0, |form| form.thin);
        Limits {
            least: OWN[thin] * self.own_thickness(point),
            most: if thin == 2 { even } else { f64::INFINITY },
        }
    }
}

/// Where pieces of different parts touch that have different forms.
fn joints(matter: &Matter, parts: &PartForms, even: f64) -> Vec<Joint> {
    let joint = |&(a, b): &(u32, u32)| {
        let (a, b) = (a as usize, b as usize);
        let (id_a, id_b) = (matter.id[a] as usize, matter.id[b] as usize);
        let (part_a, part_b) = (parts.part[id_a], parts.part[id_b]);
        if part_a == part_b {
            return None;
        }
        let (form_a, form_b) = (parts.form(id_a)?, parts.form(id_b)?);
        let thickness = thickness(form_a).min(thickness(form_b));
        let place = 0.5 * (matter.x()[a] + matter.x()[b]);
        let is_end = form_a.thin == 2 || form_b.thin == 2;
        let is_joint = do_differ(form_a, form_b) || parts.meet_at_kink(part_a, part_b);
        (thickness < even && is_joint).then_some(Joint { place, thickness, is_end })
    };
    touching(matter).iter().filter_map(joint).collect()
}

fn do_differ(a: &Form, b: &Form) -> bool {
    let direction = |form: &Form| form.axes.col(if form.thin == 2 { 0 } else { 2 });
    a.thin != b.thin || (a.thin > 0 && direction(a).dot(direction(b)).abs() < TURNED)
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
    /// How close samples may be (m).
    closest: f64,
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
        Self { joints, cells, reach, closest: even / MOST_CLOSE }
    }

    /// How far around a joint all is sampled as a solid (m): nothing if samples may not be close enough for that.
    fn zone(&self, thickness: f64, is_end: bool) -> f64 {
        match is_end {
            _ if self.closest > RESOLVED * thickness => 0.0,
            true => ZONE_OF_ENDS * thickness,
            false => ZONE * thickness,
        }
    }

    /// The joints near a place that may decide there.
    fn near(&self, x: DVec3) -> Vec<Seen> {
        let mut near: Vec<Seen> = Vec::new();
        self.cells.neighbours_of(x, self.reach, |i| {
            let Joint { place, thickness, is_end } = self.joints[i as usize];
            near.push(Seen {
                thickness,
                is_end,
                zone: self.zone(thickness, is_end),
                distance: place.distance(x),
            });
        });
        let order = |seen: &Seen| (seen.distance, seen.thickness);
        near.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
        // A joint of its kind that is farther off and not of thinner parts never decides.
        let mut thinnest = [f64::INFINITY; 2];
        near.retain(|seen| {
            let thinnest = &mut thinnest[usize::from(seen.is_end)];
            let decides = seen.thickness < *thinnest;
            *thinnest = thinnest.min(seen.thickness);
            decides
        });
        near
    }

    fn wishes(&self, wish: &Wish, places: &[DVec3], limits: &[Limits]) -> Vec<f64> {
        places.iter().zip(limits).map(|(x, limits)| wish.at(&self.near(*x), *limits)).collect()
    }

    /// The closest samples that are not too many.
    fn affordable(&self, cloud: &MaterialCloud, parts: &PartForms, count: Option<usize>, even: f64) -> Wish {
        let near: Vec<Vec<Seen>> = cloud.points.iter().map(|x| self.near(*x)).collect();
        let samples = |wish: &Wish| -> f64 {
            let of = |point: usize| {
                let (thin, section) = parts.form(point).map_or((0, 1.0), |form| (form.thin, form.section));
                let h = wish.at(&near[point], parts.limits(point, even));
                cloud.volumes[point] / (section * h.powi(3 - thin as i32))
            };
            (0..cloud.len()).map(of).sum()
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
