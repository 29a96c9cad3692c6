//! Motions of the plan to motions of the system.

use glam::DVec3;
use pliant_system as system;

use crate::plan::{Interpolation, Motion};

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
