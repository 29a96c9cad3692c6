//! Where parts of different form meet: a rod and a shell, two sheets at an angle, a sheet and a block. There samples shall be closer.
//!
//! How a joint gives way is settled within about the thickness t of the thinnest part that meets there. Supports of samples farther
//! apart than that reach from the thicker part into the thinner one and hold its root. So the wish at a distance d of a joint is
//!
//! ```text
//! h(d) = min(h0, c t + s d),              where sheets meet: c = 0.35, and beyond d = t no less than 0.4 of the own thickness
//! h(d) = min(h0, c t + s max(0, d - z t)), at the end of a rod: c = 0.3, z = 0.7
//! h(d) = min(h0, max(c t, R/2) + s d),    at a kink of a rod: c = 0.7, R the radius of a tight bend, s half as large where it is a corner
//! ```
//!
//! with s a growth that supports can follow. Within t, and within z t of the end of a rod, everything is sampled as a solid. Where sheets meet, a joint is long, and c
//! is more if too many samples would go into it; a rod has few at its root, and in the row around a kink. Beyond, what is thin is one sample thick, also where samples are closer than it is
//! thick: its form is looked for at its own scale. If a number of samples is wanted, h0 is such that it comes out.
//!
//! A rod beyond its roots is a *strand*: its row of samples and its elastons, which span its section, are found apart from the rest, so that no cell holds some of
//! both. It keeps the samples it has without joints.
//!
//! The form of a part is that which it has alone. Together with what it grows out of, the root of a rod looks like no rod.

use glam::DVec3;

use crate::cell_list::CellList;
use crate::matter::{Crease, Kink, MaterialCloud, Matter as Shape, MatterError};

use super::apart::Apart;
use super::form::Form;
use super::links::{Sets, touching};
use super::matter::Matter;
use super::part_forms::{Limits, PartForms, thickness};
use super::plan::plan;
use super::{SamplingOptions, Spacing};

/// Samples where sheets meet are this many thicknesses of the thinnest part apart, if there may be so many, and at the end of a rod.
const CLOSEST: f64 = 0.35;
const CLOSEST_AT_ENDS: f64 = 0.3;

/// And at a kink of a rod, which stays a row: a smooth field that turns by an angle within h stretches h/t times as much as it bends, however thin the rod is.
const CLOSEST_AT_KINKS: f64 = 0.7;

/// In tight bends they are so many radii apart, if that is more: turns are then farther from each other than supports reach along the line.
const CLOSEST_IN_BENDS: f64 = 0.5;

/// Thicknesses around a joint that are sampled as a solid, and around the end of a rod.
const ZONE: f64 = 1.0;
const ZONE_OF_ENDS: f64 = 0.7;

/// There is such a zone only if samples may be so many thicknesses apart in it, or closer: else a rod is a row of them up to its end.
const RESOLVED: f64 = 0.6;

/// Where sheets meet, samples closer than so many thicknesses are close enough to say nothing.
const RESOLVED_SHEETS: f64 = 1.2;

/// What bends at a joint that is not resolved lacks so many spacings of its length, as measured with sheets that meet in a Y or stand on a
/// block, and with a rod out of a block, which is held as far as supports of the block reach.
const LOST: f64 = 6.0;
const LOST_AT_ENDS: f64 = 15.0;

/// Where samples do not close up, sheets lack this many times the square of the spacing over their length, as measured with a Y and a T.
const LOST_AT_CREASES: f64 = 12.0;

/// Thicknesses around a corner of a rod in which nothing is thin.
const CORNER: f64 = 0.75;

/// Points of a part that tell how far it reaches.
const LOOKED_AT: usize = 200;

/// Thicknesses that the row of a rod is long at least.
const SHORTEST: f64 = 1.0;

/// Forms of what is thin are looked for at this many of its thicknesses at least.
const LOOK_AT: f64 = 1.3;

/// Growth of the spacing with the distance from a joint, and from a corner: beside a sharp one supports would reach across to the other leg.
const GROWTH: f64 = 0.4;
const GROWTH_AT_CORNERS: f64 = 0.2;

/// Samples at a joint are at most so many times as close as elsewhere.
const MOST_CLOSE: f64 = 8.0;

/// Of a wanted number of samples so many may go into joints that those elsewhere are this many times as far apart as without joints.
const WIDER: f64 = 1.4;

/// Spacings without joints that samples far from joints are apart at most.
const MOST_FAR: f64 = 2.0;

/// Where a spacing is wanted, joints may multiply the number of samples by this; those of sheets give way, roots of rods have what they need.
const MORE: f64 = 3.0;

/// Directions that differ by more than this (cosine) belong to different parts; what is bent turns less from cell to cell.
const TURNED: f64 = 0.6;

/// Parts of one form and direction meet at a joint if one is more than so many times as thick as the other: it is to the thinner one what a block is.
const THICKER: f64 = 2.0;

/// Joints nearer to each other than this part of the spacing are one.
const SAME_PLACE: f64 = 0.1;

/// Times the closest spacing is made larger, and by how much, until there are not too many samples.
const TRIALS: usize = 40;
const TRIAL: f64 = 1.1;

/// Parts of the spacing that pieces are long where samples are closer than elsewhere.
const PIECE: f64 = 0.25;

/// What meets at a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Sheets, or a sheet and a block.
    Sheets,
    /// A rod and what it grows out of.
    End,
    /// A rod with itself.
    Kink,
}

/// A place where parts meet.
#[derive(Clone, Copy, Debug)]
struct Joint {
    place: DVec3,
    /// Thickness of the thinnest part there (m).
    thickness: f64,
    /// The radius of the bend, at a kink that is one (m).
    radius: f64,
    kind: Kind,
    /// The part that is the thinnest.
    part: u32,
}

/// A joint as it is seen from some place.
#[derive(Clone, Copy, Debug)]
struct Seen {
    thickness: f64,
    radius: f64,
    kind: Kind,
    /// How far around it all is sampled as a solid (m).
    zone: f64,
    /// How far away it is (m).
    distance: f64,
}

impl Seen {
    fn is_corner(&self) -> bool {
        self.kind == Kind::Kink && self.radius == 0.0
    }

    /// Whether stress turns here: nothing is thin then.
    fn is_at_corner(&self) -> bool {
        self.kind == Kind::Kink && self.radius < self.thickness && self.distance < CORNER * self.thickness
    }

    /// How far around it samples are equally close (m): no fewer than three across the end of a rod.
    fn flat(&self) -> f64 {
        if self.kind == Kind::End { self.zone } else { 0.0 }
    }
}

fn is_in_zone(near: &[Seen]) -> bool {
    near.iter().any(|seen| seen.distance < seen.zone)
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
        let counts = |seen: &&Seen| own.is_rod || seen.kind != Kind::Kink;
        let wish = near.iter().filter(counts).map(|seen| self.near(seen)).fold(far, f64::min);
        let least = if is_in_zone(near) { 0.0 } else { own.least };
        wish.max(least).min(far)
    }

    fn near(&self, seen: &Seen) -> f64 {
        let most_close = self.far / MOST_CLOSE;
        let closest = match seen.kind {
            Kind::Sheets => (self.closest * seen.thickness).max(most_close),
            Kind::End => (CLOSEST_AT_ENDS * seen.thickness).max(most_close),
            Kind::Kink => (CLOSEST_AT_KINKS * seen.thickness).max(CLOSEST_IN_BENDS * seen.radius),
        };
        let growth = if seen.is_corner() { GROWTH_AT_CORNERS } else { GROWTH };
        closest + growth * (seen.distance - seen.flat()).max(0.0)
    }
}

/// Matter with finer pieces where samples shall be closer.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// The matter.
    pub matter: Shape,
    /// How to sample it.
    pub options: SamplingOptions,
    /// The joint with the fewest samples for what meets there.
    pub coarsest: Option<CoarseJoint>,
}

/// A joint as its samples see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoarseJoint {
    /// Where it is (m).
    pub place: DVec3,
    /// How far samples are apart there (m).
    pub spacing: f64,
    /// How thick the thinner part is (m).
    pub thickness: f64,
    /// How far that reaches from its joints (m).
    pub length: f64,
    /// The share of its deflection that it lacks, roughly: nothing if its thickness is resolved.
    pub shortfall: f64,
}

/// The matter and how to sample it: samples are closer where parts of different form meet, and the pieces finer there. Nothing changes where there
/// are no joints, and where the spacing is graded already.
///
/// # Errors
/// If there would be too many pieces.
pub fn graded_at_joints(mut shape: Shape, options: &SamplingOptions) -> Result<Graded, MatterError> {
    let is_even = matches!(options.spacing, Spacing::Uniform(_) | Spacing::Count(_));
    if !is_even || shape.parts.len() < 2 {
        let coarsest = coarsest_crease(&shape, options);
        return Ok(Graded { matter: shape, options: options.clone(), coarsest });
    }
    let apart = Apart::new(&shape.cloud, options);
    if let Some(apart) = &apart {
        spread(&mut shape, apart);
    }
    let mut found = graded(shape, options)?;
    if let Some(apart) = &apart {
        found.matter.cloud.points.iter_mut().for_each(|x| *x = apart.back(*x));
        found.matter.kinks.iter_mut().for_each(|kink| kink.place = apart.back(kink.place));
        found.coarsest.iter_mut().for_each(|joint| joint.place = apart.back(joint.place));
    }
    Ok(found)
}

/// The crease of a surface, and what its sheets lack with the spacing there is.
fn coarsest_crease(shape: &Shape, options: &SamplingOptions) -> Option<CoarseJoint> {
    let Crease { place, thickness } = *shape.creases.first()?;
    let (_, matter) = plan(Matter::new(&shape.cloud, &options.spacing), options).ok()?;
    let from_crease = |x: &DVec3| {
        let nearest = shape.creases.iter().map(|crease| crease.place.distance_squared(*x));
        nearest.fold(f64::INFINITY, f64::min).sqrt()
    };
    let some = shape.cloud.points.iter().step_by(shape.cloud.len().div_ceil(LOOKED_AT));
    let length = some.map(from_crease).fold(0.0, f64::max);
    let spacing = matter.h[0];
    let is_resolved = spacing <= RESOLVED_SHEETS * thickness;
    let shortfall = if is_resolved { 0.0 } else { LOST_AT_CREASES * (spacing / length).powi(2) };
    Some(CoarseJoint { place, spacing, thickness, length, shortfall })
}

/// Lays pieces apart, and kinks with the parts that begin there.
fn spread(shape: &mut Shape, apart: &Apart) {
    let first = |shape: &Shape, kink: &Kink| {
        let point =
            shape.parts.get(kink.part as usize).and_then(|first| shape.cloud.points.get(*first as usize));
        point.copied().unwrap_or(kink.place)
    };
    let before: Vec<DVec3> = shape.kinks.iter().map(|kink| first(shape, kink)).collect();
    apart.spread(&mut shape.cloud.points);
    let after: Vec<DVec3> = shape.kinks.iter().map(|kink| first(shape, kink)).collect();
    for (kink, (before, after)) in shape.kinks.iter_mut().zip(before.iter().zip(&after)) {
        kink.place += *after - *before;
    }
}

fn graded(shape: Shape, options: &SamplingOptions) -> Result<Graded, MatterError> {
    let unchanged = options.clone();
    let Ok((_, mut matter)) = plan(Matter::new(&shape.cloud, &options.spacing), options) else {
        return Ok(Graded { matter: shape, options: unchanged, coarsest: None });
    };
    let even = matter.h[0];
    let parts = PartForms::new(&shape, options, even);
    // A joint begins where pieces are nearly in touch: with those that are alone, L-shaped sheets are a little too stiff.
    matter.by_spheres = true;
    let joints = joints(&matter, &parts, even);
    if joints.is_empty() {
        return Ok(Graded { matter: shape, options: unchanged, coarsest: None });
    }
    let grading = Grading::new(joints, even);
    let wish = grading.affordable(&shape.cloud, &parts, options.spacing.count(), even);
    let limits: Vec<Limits> = (0..shape.cloud.len()).map(|point| parts.limits(point, even)).collect();
    let wanted = grading.wishes(&wish, &shape.cloud.points, &limits);
    let coarsest = grading.coarsest(&wish, &shape.cloud, &parts);
    let size = |h: &f64| if *h < wish.far { PIECE * h } else { f64::MAX };
    let (shape, parents) = shape.split_with_parents(&wanted.iter().map(size).collect::<Vec<f64>>())?;
    let limits: Vec<Limits> = parents.iter().map(|&parent| limits[parent as usize]).collect();
    let factors = grading.wishes(&wish, &shape.cloud.points, &limits);
    let spacing = match options.spacing.count() {
        Some(count) => Spacing::GradedCount { count, factors },
        None => Spacing::PerPoint(factors),
    };
    let rod = |point: usize| {
        let (parent, x) = (parents[point] as usize, shape.cloud.points[point]);
        let form = parts.form(parent).filter(|form| form.thin == 2 && !is_in_zone(&grading.near(x)));
        (parts.part[parent], form.map(|form| form.section))
    };
    let is_bend = |a: u32, b: u32| parts.kink(a, b).is_some_and(|kink| kink.radius > 0.0);
    let strands = strands(&shape.cloud, &options.spacing, rod, is_bend);
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
    let is_at_corner = |point: usize| {
        let is_rod = limits[point].is_rod;
        is_rod && grading.near(shape.cloud.points[point]).iter().any(Seen::is_at_corner)
    };
    let corners: Vec<bool> = (0..shape.cloud.len()).map(is_at_corner).collect();
    let corners = corners.contains(&true).then_some(corners);
    let options = SamplingOptions { spacing, form_spacings, strands, corners, ..unchanged };
    Ok(Graded { matter: shape, options, coarsest })
}

/// Rods beyond their roots: the number of its strand at each point, 0 for none. `rod` tells the part of a point, and the section (m²) if it is of a rod. What is
/// left between two roots is one with them if it is short; a rod without roots is one strand, also where slanted pieces at its ends hardly touch; and so is what goes on
/// after a bend.
fn strands(
    cloud: &MaterialCloud,
    spacing: &Spacing,
    rod: impl Fn(usize) -> (u32, Option<f64>),
    is_bend: impl Fn(u32, u32) -> bool,
) -> Vec<u32> {
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
        let is_one = part_a == part_b || is_bend(part_a, part_b);
        if is_one && section_a.is_some() && section_b.is_some() {
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
        let part = if thickness(form_a) < thickness(form_b) { part_a } else { part_b };
        let thickness = thickness(form_a).min(thickness(form_b));
        let between = 0.5 * (matter.x()[a] + matter.x()[b]);
        let kink = parts.kink(part_a, part_b);
        let kind = match (form_a.thin, form_b.thin) {
            (2, 2) if kink.is_some() => Kind::Kink,
            (2, _) | (_, 2) => Kind::End,
            _ => Kind::Sheets,
        };
        // Around a sharp corner pieces also touch far from it.
        let place = kink.filter(|_| kind == Kind::Kink).map_or(between, |kink| kink.place);
        let is_joint = do_differ(form_a, form_b) || kink.is_some();
        let radius = kink.map_or(0.0, |kink| kink.radius);
        (thickness < even && is_joint).then_some(Joint { place, thickness, radius, kind, part })
    };
    touching(matter).iter().filter_map(joint).collect()
}

fn do_differ(a: &Form, b: &Form) -> bool {
    let direction = |form: &Form| form.axes.col(if form.thin == 2 { 0 } else { 2 });
    let is_turned = || direction(a).dot(direction(b)).abs() < TURNED;
    let is_thicker = || thickness(a).max(thickness(b)) > THICKER * thickness(a).min(thickness(b));
    a.thin != b.thin || (a.thin > 0 && (is_turned() || is_thicker()))
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
        let place = |joint: &Joint| (joint.place / side).to_array().map(|c| c.floor() as i64);
        let mut sorted: Vec<(bool, [i64; 3], f64, usize)> = joints
            .iter()
            .enumerate()
            .map(|(i, joint)| (joint.kind == Kind::Kink, place(joint), joint.thickness, i))
            .collect();
        sorted.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3)));
        sorted.dedup_by(|b, a| (a.0, a.1) == (b.0, b.1));
        let joints: Vec<Joint> = sorted.iter().map(|(_, _, _, i)| joints[*i]).collect();
        let mut cells = CellList::default();
        let places: Vec<DVec3> = joints.iter().map(|joint| joint.place).collect();
        cells.rebuild(&places, reach);
        Self { joints, cells, reach, closest: even / MOST_CLOSE }
    }

    /// How far around a joint all is sampled as a solid (m): nothing if samples may not be close enough for that.
    fn zone(&self, thickness: f64, kind: Kind) -> f64 {
        match kind {
            _ if self.closest > RESOLVED * thickness => 0.0,
            Kind::Sheets => ZONE * thickness,
            Kind::End => ZONE_OF_ENDS * thickness,
            Kind::Kink => 0.0,
        }
    }

    /// The joints near a place that may decide there.
    fn near(&self, x: DVec3) -> Vec<Seen> {
        let mut near: Vec<Seen> = Vec::new();
        self.cells.neighbours_of(x, self.reach, |i| {
            let Joint { place, thickness, radius, kind, .. } = self.joints[i as usize];
            let zone = self.zone(thickness, kind);
            near.push(Seen { thickness, radius, kind, zone, distance: place.distance(x) });
        });
        let order = |seen: &Seen| (seen.distance, seen.thickness);
        near.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
        // A joint of its kind that is farther off and not of thinner parts never decides.
        let mut thinnest = [f64::INFINITY; 3];
        near.retain(|seen| {
            let thinnest = &mut thinnest[seen.kind as usize];
            let size = seen.thickness.max(seen.radius);
            let decides = size < *thinnest;
            *thinnest = thinnest.min(size);
            decides
        });
        near
    }

    fn wishes(&self, wish: &Wish, places: &[DVec3], limits: &[Limits]) -> Vec<f64> {
        places.iter().zip(limits).map(|(x, limits)| wish.at(&self.near(*x), *limits)).collect()
    }

    /// The joint with the fewest samples for how far its thinner part reaches from joints.
    fn coarsest(&self, wish: &Wish, cloud: &MaterialCloud, parts: &PartForms) -> Option<CoarseJoint> {
        let from_joints = |x: &DVec3| {
            let nearest = self.joints.iter().map(|joint| joint.place.distance_squared(*x));
            nearest.fold(f64::INFINITY, f64::min).sqrt()
        };
        let places: Vec<(u32, DVec3)> =
            parts.part.iter().copied().zip(cloud.points.iter().copied()).collect();
        let length = |part: &[(u32, DVec3)]| {
            let some = part.iter().step_by(part.len().div_ceil(LOOKED_AT));
            some.chain(part.last()).map(|(_, x)| from_joints(x)).fold(0.0, f64::max)
        };
        let lengths: Vec<(u32, f64)> =
            places.chunk_by(|a, b| a.0 == b.0).map(|part| (part[0].0, length(part))).collect();
        let coarse = |joint: &Joint| {
            let Joint { place, thickness, radius, kind, part } = *joint;
            let here = Seen { thickness, radius, kind, zone: 0.0, distance: 0.0 };
            let known = lengths.binary_search_by_key(&part, |(part, _)| *part);
            let length = known.map_or(f64::INFINITY, |found| lengths[found].1);
            let spacing = wish.near(&here);
            let [resolved, lost] =
                if kind == Kind::End { [RESOLVED, LOST_AT_ENDS] } else { [RESOLVED_SHEETS, LOST] };
            let shortfall = if spacing <= resolved * thickness { 0.0 } else { lost * spacing / length };
            CoarseJoint { place, spacing, thickness, length, shortfall }
        };
        let unlike = self.joints.iter().filter(|joint| joint.kind != Kind::Kink).map(coarse);
        unlike.max_by(|a, b| a.shortfall.total_cmp(&b.shortfall))
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
