//! The lamps: a warm key light over the left shoulder, a cool fill from the right, sky above and light from the ground
//! below; a faint highlight. All in linear light.

use crate::depth_map::DepthMap;
use crate::lens::{Lens, Level};
use glam::DVec3;

/// Light, as seen from every point alike.
pub(crate) struct Lights {
    /// Unit vectors towards the lamps.
    pub(crate) key: DVec3,
    fill: DVec3,
    up: DVec3,
}

const KEY: DVec3 = DVec3::new(0.80, 0.77, 0.72);
const FILL: DVec3 = DVec3::new(0.14, 0.16, 0.19);
const SKY: DVec3 = DVec3::new(0.33, 0.35, 0.38);
const BOUNCE: DVec3 = DVec3::new(0.17, 0.165, 0.16);
const HIGHLIGHT: f64 = 0.10;
const VALUE_HIGHLIGHT: f64 = 0.04;
const RIM: f64 = 0.05;

/// Cosine of the angle to the key light from which shadows count in full.
const TERMINATOR: f64 = 0.35;

/// Height above the ground (scene units) over which things get brighter.
const CONTACT: f64 = 0.40;

/// A place that is to be lit.
pub(crate) struct Place {
    pub(crate) point: DVec3,
    /// Unit normal on the side of the eye.
    pub(crate) normal: DVec3,
    /// Unit vector towards the eye.
    pub(crate) to_eye: DVec3,
    /// True where the colour tells a value: highlights would hide it.
    pub(crate) tells_value: bool,
    /// Height above the ground (scene units); infinite without one.
    pub(crate) height: f64,
}

impl Lights {
    /// Lamps that stand with the camera, so that the lit side is seen from anywhere.
    pub(crate) fn new(lens: &Lens, level: &Level) -> Self {
        let right = (lens.right - level.up * lens.right.dot(level.up)).try_normalize().unwrap_or(level.right);
        let back = right.cross(level.up);
        Self {
            key: (right * -0.62 + level.up * 1.0 + back * 0.50).normalize(),
            fill: (right * 0.85 + level.up * 0.25 + back * 0.45).normalize(),
            up: level.up,
        }
    }

    /// The colour (linear) of a place with the given own colour.
    pub(crate) fn shade(&self, own: DVec3, place: &Place, shadows: Option<&DepthMap>) -> DVec3 {
        let normal = place.normal;
        let upward = normal.dot(self.up);
        let towards_key = normal.dot(self.key);
        let lit = match shadows {
            Some(map) if towards_key > 0.0 => {
                // A little more than the sine, and cheaper.
                let slope = 1.0 - 0.5 * towards_key * towards_key;
                // Where the light grazes, flat triangles throw shadows that the round body they stand for does not.
                let sure = (towards_key / TERMINATOR).min(1.0);
                1.0 - (1.0 - map.lit(place.point, normal, slope)) * sure * sure * (3.0 - 2.0 * sure)
            }
            _ => 1.0,
        };
        let sky = 0.5 + 0.5 * upward;
        let near = (1.0 - place.height.max(0.0) * (1.0 / CONTACT)).max(0.0);
        let open = 1.0 - 0.65 * (1.0 - sky) * near * near;
        let ambient = (BOUNCE * (1.0 - sky) + SKY * sky) * open;
        let irradiance =
            ambient + KEY * (towards_key.max(0.0) * lit) + FILL * (normal.dot(self.fill).max(0.0) * open);
        own * irradiance + self.gloss(place, lit, towards_key)
    }

    /// Blinn's highlight with exponent 32, and a little sky at grazing angles.
    fn gloss(&self, place: &Place, lit: f64, towards_key: f64) -> DVec3 {
        let grazing = 1.0 - place.normal.dot(place.to_eye).clamp(0.0, 1.0);
        let rim = SKY * (RIM * grazing * grazing * grazing);
        if towards_key <= 0.0 {
            return rim;
        }
        let halfway = self.key + place.to_eye;
        let facing = place.normal.dot(halfway).max(0.0);
        let squared = facing * facing / halfway.length_squared().max(1e-12);
        let power = [(); 4].iter().fold(squared, |power, ()| power * power);
        let strength = if place.tells_value { VALUE_HIGHLIGHT } else { HIGHLIGHT };
        rim + DVec3::splat(strength * power * lit)
    }
}
