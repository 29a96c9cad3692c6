//! Curves in space as chains of short straight pieces, with frames and mitred joints.
//!
//! Frames are carried from piece to piece by the smallest turn (they do not twist), unless `up` says otherwise. Where two
//! pieces meet, both end in the plane that halves the angle: the swept volume is then section times length exactly, because
//! what the inner side loses the outer side gains.

use glam::{DMat3, DQuat, DVec3};

use super::kinks::{Turn, kinks};
use super::spacing::{MatterError, limit_points, parts};
use crate::bounds::BoundingBox;
use crate::soup::counted;

/// A curve through points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Its points (m).
    pub points: Vec<DVec3>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// A smooth line through the points instead of straight pieces.
    pub smooth: bool,
}

/// A straight piece of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub from: DVec3,
    pub length: f64,
    /// Columns: across, `up`, along.
    pub frame: DMat3,
    /// How the end planes lean: a point with offset o from the line ends at -lean . o beyond its end (per metre).
    pub lean: [DVec3; 2],
    /// The cell along the curve it belongs to.
    pub cell: usize,
}

/// A curve cut into links.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub links: Vec<Link>,
    pub closed: bool,
    /// Links at whose beginning the surface has a ring, ascending; the end of an open chain has one too.
    pub rings: Vec<usize>,
    pub cells: usize,
    /// Where the curve has a kink, ascending.
    pub kinks: Vec<Turn>,
}

/// Links a cell of a smooth curve consists of.
const LINKS_A_CELL: usize = 6;

/// End planes may lean at most so far that this share of a link is left on its inner side.
const LEAST_INNER: f64 = 0.1;

/// How fine a curve is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainOptions {
    /// Longest cell (m).
    pub cell: f64,
    /// Longest distance between rings of the surface (m).
    pub ring: f64,
    /// Largest distance of matter from the line (m).
    pub reach: f64,
    /// Where the section's second direction points.
    pub up: Option<DVec3>,
    /// Distance of the samples (m).
    pub samples: f64,
}

impl Curve {
    /// Checked: enough points, all of them finite, neighbours apart.
    fn check(&self) -> Result<(), MatterError> {
        let least = if self.closed { 3 } else { 2 };
        if self.points.len() < least {
            let reason =
                format!("the curve has {}, but needs {least}", counted(self.points.len(), "point", "points"));
            return Err(MatterError::shape(reason, "give more points"));
        }
        if let Some(bad) = self.points.iter().position(|point| !point.is_finite()) {
            let reason = format!("point {} of the curve is not finite", bad + 1);
            return Err(MatterError::shape(reason, "give finite numbers"));
        }
        let tolerance = BoundingBox::of_points(&self.points).tolerance();
        for (i, [a, b]) in self.spans().enumerate() {
            if a.distance(b) <= tolerance {
                let next = (i + 1) % self.points.len() + 1;
                let reason = format!("points {} and {next} of the curve coincide", i + 1);
                return Err(MatterError::shape(reason, "leave one of them out"));
            }
        }
        Ok(())
    }

    /// Neighbouring points.
    fn spans(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        let count = self.points.len();
        let spans = if self.closed { count } else { count.saturating_sub(1) };
        (0..spans).map(move |i| [self.points[i], self.points[(i + 1) % count]])
    }

    /// Length (m) of the straight pieces.
    pub fn length(&self) -> f64 {
        self.spans().map(|[a, b]| a.distance(b)).sum()
    }

    /// A point of a span, by a share of it: on the straight piece, or on the centripetal Catmull-Rom spline (Yuksel, Schaefer
    /// and Keyser, "Parameterization and applications of Catmull-Rom curves", 2011), which makes no loops.
    fn point(&self, span: usize, share: f64) -> DVec3 {
        let count = self.points.len() as i64;
        let at = |offset: i64| {
            let index = span as i64 + offset;
            if self.closed {
                return self.points[index.rem_euclid(count) as usize];
            }
            match index {
                -1 => self.beyond_end([0, 1, 2]),
                index if index == count => self.beyond_end([count - 1, count - 2, count - 3]),
                index => self.points[index as usize],
            }
        };
        if !self.smooth {
            return at(0).lerp(at(1), share);
        }
        let p = [at(-1), at(0), at(1), at(2)];
        let mut t = [0.0; 4];
        for i in 1..4 {
            t[i] = t[i - 1] + p[i].distance(p[i - 1]).sqrt().max(f64::MIN_POSITIVE);
        }
        let x = t[1] + share * (t[2] - t[1]);
        let blend = |a: DVec3, b: DVec3, ta: f64, tb: f64| a + (b - a) * ((x - ta) / (tb - ta));
        let first = [0, 1, 2].map(|i| blend(p[i], p[i + 1], t[i], t[i + 1]));
        let second = [0, 1].map(|i| blend(first[i], first[i + 1], t[i], t[i + 2]));
        blend(second[0], second[1], t[1], t[2])
    }

    /// A point beyond an end, as far from it as the next one: on the circle through the first three, so that a ring is one up to its
    /// ends; on the straight line if they are in a row or only two.
    fn beyond_end(&self, [end, next, after]: [i64; 3]) -> DVec3 {
        let [end, next] = [end, next].map(|index| self.points[index as usize]);
        let chord = next - end;
        let Some(&after) = usize::try_from(after).ok().and_then(|after| self.points.get(after)) else {
            return end - chord;
        };
        // The tangent of the circle leans away from the chord as the chord to the third point leans towards it.
        let (along, to_third) = (chord.normalize(), (after - end).normalize());
        let opposite = (after - next).normalize();
        let axis = along.cross(to_third);
        let (sin, cos) = (axis.length(), along.dot(to_third));
        let turn = along.cross(opposite).length().atan2(along.dot(opposite)) - sin.atan2(cos);
        if sin < 1e-9 {
            return end - chord;
        }
        let tangent = DQuat::from_axis_angle(axis / sin, -turn) * along;
        chord - 2.0 * tangent * tangent.dot(chord) + end
    }

    pub(super) fn chain(&self, options: &ChainOptions) -> Result<Chain, MatterError> {
        self.check()?;
        let lengths: Vec<f64> = self.spans().map(|[a, b]| a.distance(b)).collect();
        let links_a_cell = if self.smooth { LINKS_A_CELL } else { 1 };
        let total: f64 = lengths.iter().map(|length| (length / options.cell).max(1.0)).sum();
        limit_points(options.cell, total * links_a_cell as f64)?;
        let (mut places, mut cell_of, mut rings, mut cells) = (vec![], vec![], vec![], 0);
        for (span, &length) in lengths.iter().enumerate() {
            let count = parts(length, options.cell);
            let links = count * links_a_cell;
            let ringed = parts(length, options.ring);
            rings.extend((0..ringed).map(|ring| places.len() + ring * links / ringed));
            for link in 0..links {
                places.push(self.point(span, link as f64 / links as f64));
                cell_of.push(cells + link / links_a_cell);
            }
            cells += count;
        }
        rings.dedup();
        places.push(if self.closed { places[0] } else { self.points[self.points.len() - 1] });
        let frames = frames(&places, self.closed, options.up)?;
        let mut links: Vec<Link> = (0..frames.len())
            .map(|i| Link {
                from: places[i],
                length: places[i].distance(places[i + 1]),
                frame: frames[i],
                lean: [DVec3::ZERO; 2],
                cell: cell_of[i],
            })
            .collect();
        mitre(&mut links, self.closed, options.reach);
        let kinks = kinks(&links, self.closed, options.samples);
        Ok(Chain { links, closed: self.closed, rings, cells, kinks })
    }
}

/// A frame for each piece between the places.
fn frames(places: &[DVec3], closed: bool, up: Option<DVec3>) -> Result<Vec<DMat3>, MatterError> {
    let along: Vec<DVec3> = places.windows(2).map(|pair| (pair[1] - pair[0]).normalize_or_zero()).collect();
    if let Some(bad) = along.iter().position(|direction| *direction == DVec3::ZERO) {
        let reason = format!("the curve stands still near {}", places[bad]);
        return Err(MatterError::shape(reason, "leave out points that coincide"));
    }
    if let Some(up) = up {
        let frames: Option<Vec<DMat3>> = along.iter().map(|direction| frame(*direction, up)).collect();
        return frames.ok_or_else(|| {
            MatterError::shape("the curve runs along `up` somewhere", "choose another direction for `up`")
        });
    }
    let usual = if along[0].z.abs() < 0.9 { DVec3::Z } else { DVec3::Y };
    let mut frames = vec![frame(along[0], usual).unwrap_or(DMat3::IDENTITY)];
    for pair in along.windows(2) {
        let turn = DMat3::from_quat(DQuat::from_rotation_arc(pair[0], pair[1]));
        let last = frames[frames.len() - 1];
        frames.push(frame(pair[1], turn * last.y_axis).unwrap_or(last));
    }
    if closed {
        let last = along.len() - 1;
        let back = DMat3::from_quat(DQuat::from_rotation_arc(along[last], along[0])) * frames[last].y_axis;
        close_twist(&mut frames, back, places);
    }
    Ok(frames)
}

/// Columns across, up, along; `None` if `up` has no part across the direction.
fn frame(along: DVec3, up: DVec3) -> Option<DMat3> {
    let up = up.normalize_or_zero();
    let upward = up - up.dot(along) * along;
    let upward = (upward.length() > 1e-6).then(|| upward.normalize())?;
    Some(DMat3::from_cols(upward.cross(along), upward, along))
}

/// Spreads the angle by which a closed curve's frame misses itself evenly over its length.
fn close_twist(frames: &mut [DMat3], back: DVec3, places: &[DVec3]) {
    let first = frames[0];
    let angle = back.dot(first.x_axis).atan2(back.dot(first.y_axis));
    let lengths: Vec<f64> = places.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let total: f64 = lengths.iter().sum();
    let mut so_far = 0.0;
    for (frame, length) in frames.iter_mut().zip(&lengths) {
        // The frame came back turned by `angle` towards `across`, which is a negative turn about the curve.
        *frame = DMat3::from_axis_angle(frame.z_axis, angle * so_far / total) * *frame;
        so_far += length;
    }
}

/// Lets the ends of neighbouring links lean into the plane between them.
fn mitre(links: &mut [Link], closed: bool, reach: f64) {
    let joints = if closed { links.len() } else { links.len().saturating_sub(1) };
    for before in 0..joints {
        let after = (before + 1) % links.len();
        let (a, b) = (links[before].frame.z_axis, links[after].frame.z_axis);
        let cosine = a.dot(b);
        if 1.0 + cosine < 1e-6 {
            continue;
        }
        let tangent = a.cross(b).length() / (1.0 + cosine);
        let shorter = links[before].length.min(links[after].length);
        let most = 0.5 * (1.0 - LEAST_INNER) * shorter / (reach * tangent).max(f64::MIN_POSITIVE);
        let share = most.min(1.0) / (1.0 + cosine);
        links[before].lean[1] = share * b;
        links[after].lean[0] = share * a;
    }
}

impl Link {
    /// Where the point with an offset (in space, across the line) is, at a share of the link.
    pub fn point(&self, offset: DVec3, share: f64) -> DVec3 {
        let [start, end] = self.ends(offset);
        self.from + offset + self.frame.z_axis * (start + share * (end - start))
    }

    /// Where the line with this offset begins and ends, along the link (m).
    pub fn ends(&self, offset: DVec3) -> [f64; 2] {
        [-self.lean[0].dot(offset), self.length - self.lean[1].dot(offset)]
    }

    /// An offset in space from the two coordinates of the section.
    pub fn offset(&self, place: glam::DVec2) -> DVec3 {
        self.frame.x_axis * place.x + self.frame.y_axis * place.y
    }
}
