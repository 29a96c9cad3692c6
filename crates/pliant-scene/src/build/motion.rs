//! Motions of the plan to motions of the system.

use glam::DVec3;
use pliant_system as system;

use crate::plan::{Interpolation, Motion};

/// The motion along a path of equilibria: the same within the schedule, and beyond it as at its ends.
pub(super) fn motion_along_path(motion: &Motion, middle: DVec3, duration: f64) -> system::Motion {
    let mut whole = motion.clone();
    if let (Some(first), Some(last)) = (motion.keyframes.first(), motion.keyframes.last()) {
        if first.time > 0.0 {
            whole.keyframes.insert(0, crate::plan::Keyframe { time: 0.0, ..*first });
        }
        if last.time < duration {
            whole.keyframes.push(crate::plan::Keyframe { time: duration, ..*last });
        }
    }
    self::motion(&whole, middle).going_on()
}

/// The motion; without a point on its axis it turns about `middle`.
pub(super) fn motion(motion: &Motion, middle: DVec3) -> system::Motion {
    let keyframes = motion
        .keyframes
        .iter()
        .map(|key| system::Keyframe { time: key.time, shift: key.shift, turn: key.turn })
        .collect();
    let interpolation = match motion.interpolation {
        Interpolation::Linear => system::Interpolation::Linear,
        Interpolation::Smooth => system::Interpolation::Smooth,
    };
    let axis = motion.axis.unwrap_or(DVec3::Z);
    system::Motion::new(keyframes, axis, motion.about.unwrap_or(middle), interpolation)
}
