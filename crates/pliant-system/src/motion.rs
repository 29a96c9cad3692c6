//! Values over time: scalar histories for loads, rigid motions for pins.

use glam::{DQuat, DVec3};

/// How values between keyframes are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Interpolation {
    /// Straight lines; velocity jumps at keyframes.
    #[default]
    Linear,
    /// Cubic ease in and out between neighbours (3 s^2 - 2 s^3): velocity is zero at each keyframe.
    Smooth,
}

impl Interpolation {
    /// Eased parameter and its derivative for s in 0..1; a straight line beyond, where values go on.
    fn ease(self, s: f64) -> (f64, f64) {
        match self {
            Interpolation::Smooth if (0.0..=1.0).contains(&s) => {
                (s * s * (3.0 - 2.0 * s), 6.0 * s * (1.0 - s))
            }
            _ => (s, 1.0),
        }
    }

    /// Second derivative of the eased parameter.
    fn curvature(self, s: f64) -> f64 {
        match self {
            Interpolation::Linear => 0.0,
            Interpolation::Smooth => 6.0 - 12.0 * s,
        }
    }
}

/// A factor over time.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    times: Vec<f64>,
    values: Vec<f64>,
    interpolation: Interpolation,
    goes_on: bool,
}

impl History {
    /// The same value at all times.
    pub fn constant(value: f64) -> Self {
        Self::through(&[(0.0, value)], Interpolation::Linear)
    }

    /// Linear from 0 at time 0 to 1 at `end` (s).
    pub fn ramp(end: f64) -> Self {
        Self::through(&[(0.0, 0.0), (end, 1.0)], Interpolation::Linear)
    }

    /// Through the points (time (s), value), times ascending; constant before the first and after the last.
    pub fn through(points: &[(f64, f64)], interpolation: Interpolation) -> Self {
        let (times, values) = points.iter().copied().unzip();
        Self { times, values, interpolation, goes_on: false }
    }

    /// The same, but before the first point and after the last the value goes on as between the two next to it: a load that is followed
    /// beyond its limit may have to turn round.
    #[must_use]
    pub fn going_on(self) -> Self {
        Self { goes_on: true, ..self }
    }

    /// True if the value is the same at all times.
    pub fn is_constant(&self) -> bool {
        self.values.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The value at a time.
    pub fn at(&self, time: f64) -> f64 {
        match segment(&self.times, time, self.goes_on) {
            Segment::Hold(i) => self.values[i],
            Segment::Between(i, s, _) => {
                let (e, _) = self.interpolation.ease(s);
                self.values[i] + (self.values[i + 1] - self.values[i]) * e
            }
        }
    }
}

/// Where a time lies among keyframe times.
enum Segment {
    /// Before the first or after the last: the value of keyframe `i` holds.
    Hold(usize),
    /// Between `i` and `i + 1`, at parameter s in 0..1, with ds/dt; s is beyond where values go on.
    Between(usize, f64, f64),
}

fn segment(times: &[f64], time: f64, goes_on: bool) -> Segment {
    let last = times.len().saturating_sub(1);
    if last == 0 || (time <= times[0] && !goes_on) {
        return Segment::Hold(0);
    }
    if time >= times[last] && !goes_on {
        return Segment::Hold(last);
    }
    let i = times.partition_point(|&t| t <= time).clamp(1, last) - 1;
    let span = times[i + 1] - times[i];
    Segment::Between(i, (time - times[i]) / span, 1.0 / span)
}

/// One keyframe of a rigid motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// Time (s).
    pub time: f64,
    /// Translation from the rest placement (m).
    pub shift: DVec3,
    /// Turn about the motion's axis (rad).
    pub turn: f64,
}

/// A rigid motion given by keyframes: x = about + R(turn) (X - about) + shift.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    keyframes: Vec<Keyframe>,
    times: Vec<f64>,
    axis: DVec3,
    about: DVec3,
    interpolation: Interpolation,
    goes_on: bool,
}

impl Motion {
    /// Stays where it is.
    pub fn still() -> Self {
        let start = Keyframe { time: 0.0, shift: DVec3::ZERO, turn: 0.0 };
        Self::new(vec![start], DVec3::Z, DVec3::ZERO, Interpolation::Linear)
    }

    /// Keyframes with ascending times; the turn is about `axis` (any length but zero) through `about`.
    pub fn new(keyframes: Vec<Keyframe>, axis: DVec3, about: DVec3, interpolation: Interpolation) -> Self {
        let times = keyframes.iter().map(|k| k.time).collect();
        let axis = axis.normalize_or(DVec3::Z);
        Self { keyframes, times, axis, about, interpolation, goes_on: false }
    }

    /// The same, but before the first keyframe and after the last it goes on as between the two next to it; see [`History::going_on`].
    #[must_use]
    pub fn going_on(self) -> Self {
        Self { goes_on: true, ..self }
    }

    /// Times of the keyframes (s), ascending.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// True if nothing ever moves.
    pub fn is_still(&self) -> bool {
        self.keyframes.iter().all(|k| k.shift == DVec3::ZERO && k.turn == 0.0)
    }

    /// Shift, turn and their rates at a time.
    fn sample(&self, time: f64) -> (DVec3, f64, DVec3, f64) {
        match segment(&self.times, time, self.goes_on) {
            Segment::Hold(i) => (self.keyframes[i].shift, self.keyframes[i].turn, DVec3::ZERO, 0.0),
            Segment::Between(i, s, rate) => {
                let (a, b) = (&self.keyframes[i], &self.keyframes[i + 1]);
                let (e, de) = self.interpolation.ease(s);
                let (shift, turn) = (b.shift - a.shift, b.turn - a.turn);
                (a.shift + shift * e, a.turn + turn * e, shift * (de * rate), turn * de * rate)
            }
        }
    }

    /// Acceleration [m/s2] at `time` of the point that rests at `x_rest`; where it jumps, that of the time after. Jumps
    /// of the velocity are not in it.
    pub fn acceleration(&self, x_rest: DVec3, time: f64) -> DVec3 {
        let last = self.times.len() - 1;
        if time < self.times[0] || time >= self.times[last] {
            return DVec3::ZERO;
        }
        let i = self.times.partition_point(|&t| t <= time) - 1;
        let (a, b) = (&self.keyframes[i], &self.keyframes[i + 1]);
        let rate = 1.0 / (b.time - a.time);
        let s = (time - a.time) * rate;
        let ((e, de), dde) = (self.interpolation.ease(s), self.interpolation.curvature(s));
        let (shift, turn) = (b.shift - a.shift, b.turn - a.turn);
        let arm = DQuat::from_axis_angle(self.axis, a.turn + turn * e) * (x_rest - self.about);
        let (spin, spin_rate) = (self.axis * (turn * de * rate), self.axis * (turn * dde * rate * rate));
        shift * (dde * rate * rate) + spin_rate.cross(arm) + spin.cross(spin.cross(arm))
    }

    /// Position (m) and velocity [m/s] at `time` of the point that rests at `x_rest`.
    pub fn place(&self, x_rest: DVec3, time: f64) -> (DVec3, DVec3) {
        let (shift, turn, shift_rate, turn_rate) = self.sample(time);
        let arm = if turn == 0.0 {
            x_rest - self.about
        } else {
            DQuat::from_axis_angle(self.axis, turn) * (x_rest - self.about)
        };
        let position = if turn == 0.0 { x_rest + shift } else { self.about + arm + shift };
        (position, shift_rate + self.axis.cross(arm) * turn_rate)
    }

    /// Where everything that moves along is at `time`: [`Motion::place`] for many points at once.
    pub fn pose(&self, time: f64) -> Pose {
        let (shift, turn, shift_rate, turn_rate) = self.sample(time);
        let spin = self.axis * turn_rate;
        let velocity = shift_rate - spin.cross(self.about + shift);
        if turn == 0.0 {
            return Pose { rotation: DQuat::IDENTITY, shift, velocity, spin };
        }
        let rotation = DQuat::from_axis_angle(self.axis, turn);
        Pose { rotation, shift: self.about - rotation * self.about + shift, velocity, spin }
    }
}

/// A rigid placement and its rate of change: x = rotation X + shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// From rest to world directions.
    pub rotation: DQuat,
    /// Where the rest origin is (m).
    pub shift: DVec3,
    /// Velocity (m/s) of the point that is at the world origin.
    pub velocity: DVec3,
    /// Angular velocity (rad/s).
    pub spin: DVec3,
}

impl Pose {
    /// At rest where it was made.
    pub const STILL: Pose =
        Pose { rotation: DQuat::IDENTITY, shift: DVec3::ZERO, velocity: DVec3::ZERO, spin: DVec3::ZERO };

    /// Where the point that rests at `x_rest` is (m).
    #[inline]
    pub fn to_world(&self, x_rest: DVec3) -> DVec3 {
        self.rotation * x_rest + self.shift
    }

    /// Where the point that is at `x` rests (m).
    #[inline]
    pub fn to_rest(&self, x: DVec3) -> DVec3 {
        self.rotation.conjugate() * (x - self.shift)
    }

    /// A rest direction in the world.
    #[inline]
    pub fn turn(&self, direction_rest: DVec3) -> DVec3 {
        self.rotation * direction_rest
    }

    /// A direction of the world at rest.
    #[inline]
    pub fn turn_back(&self, direction: DVec3) -> DVec3 {
        self.rotation.conjugate() * direction
    }

    /// Velocity (m/s) of the point that is at `x` (m) in the world.
    #[inline]
    pub fn velocity_at(&self, x: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turning(interpolation: Interpolation) -> Motion {
        let keys = vec![
            Keyframe { time: 0.0, shift: DVec3::ZERO, turn: 0.0 },
            Keyframe { time: 2.0, shift: DVec3::new(1.0, 0.0, 0.5), turn: 3.0 },
            Keyframe { time: 3.0, shift: DVec3::new(0.0, 0.0, 0.5), turn: 1.0 },
        ];
        Motion::new(keys, DVec3::new(0.0, 1.0, 1.0), DVec3::new(0.1, 0.2, 0.3), interpolation)
    }

    #[test]
    fn velocity_and_acceleration_are_derivatives_of_position() {
        for interpolation in [Interpolation::Linear, Interpolation::Smooth] {
            let motion = turning(interpolation);
            let x = DVec3::new(0.4, -1.0, 2.0);
            for t in [0.3, 1.1, 2.5, 2.9] {
                let h = 1e-6;
                let difference = (motion.place(x, t + h).0 - motion.place(x, t - h).0) / (2.0 * h);
                assert!((difference - motion.place(x, t).1).length() < 1e-7, "{t}");
                let difference = (motion.place(x, t + h).1 - motion.place(x, t - h).1) / (2.0 * h);
                assert!((difference - motion.acceleration(x, t)).length() < 1e-7, "{t}");
            }
        }
    }

    #[test]
    fn keyframes_are_met_and_held() {
        let motion = turning(Interpolation::Smooth);
        let x = DVec3::new(1.0, 0.0, 0.0);
        assert_eq!(motion.place(x, -1.0), (x, DVec3::ZERO));
        assert_eq!(motion.place(x, 3.0).0, motion.place(x, 99.0).0);
        assert!(!motion.is_still() && Motion::still().is_still());
    }

    #[test]
    fn a_pose_places_points_as_the_motion_does() {
        let (x, direction) = (DVec3::new(0.4, -1.0, 2.0), DVec3::new(0.3, 0.5, -0.2));
        for interpolation in [Interpolation::Linear, Interpolation::Smooth] {
            let motion = turning(interpolation);
            for t in [-1.0, 0.0, 0.3, 1.1, 2.0, 2.5, 2.9, 3.0, 7.0] {
                let (pose, (position, velocity)) = (motion.pose(t), motion.place(x, t));
                assert!((pose.to_world(x) - position).length() < 1e-14, "{t}");
                assert!((pose.velocity_at(position) - velocity).length() < 1e-14, "{t}");
                assert!((pose.to_rest(position) - x).length() < 1e-14, "{t}");
                let turned = motion.place(x + direction, t).0 - position;
                assert!((pose.turn(direction) - turned).length() < 1e-14, "{t}");
                assert!((pose.turn_back(turned) - direction).length() < 1e-14, "{t}");
            }
        }
        assert_eq!(Motion::still().pose(3.0), Pose::STILL);
    }

    #[test]
    fn a_history_passes_through_its_points() {
        let h = History::through(&[(0.0, 0.0), (1.0, 2.0), (3.0, -1.0)], Interpolation::Linear);
        assert_eq!((h.at(-1.0), h.at(0.5), h.at(1.0), h.at(2.0), h.at(4.0)), (0.0, 1.0, 2.0, 0.5, -1.0));
        assert_eq!(History::ramp(2.0).at(1.0), 0.5);
    }

    #[test]
    fn a_history_that_goes_on_keeps_its_last_slopes() {
        let h = History::through(&[(0.0, 0.0), (1.0, 2.0), (3.0, -1.0)], Interpolation::Linear).going_on();
        assert_eq!((h.at(-1.0), h.at(0.0), h.at(0.5), h.at(3.0), h.at(5.0)), (-2.0, 0.0, 1.0, -1.0, -4.0));
        assert_eq!(History::constant(3.0).going_on().at(-7.0), 3.0);
        let (still, turning) = (turning(Interpolation::Smooth), turning(Interpolation::Smooth).going_on());
        let x = DVec3::new(1.0, 0.0, 0.0);
        assert_eq!(still.place(x, 2.2), turning.place(x, 2.2));
        assert!(turning.place(x, -1.0).1.length() > 0.0 && turning.place(x, 4.0).1.length() > 0.0);
    }
}
