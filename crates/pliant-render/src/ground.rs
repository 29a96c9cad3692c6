//! The plane things stand on: a soft shadow of the key light, darkness where things come close, a faint grid, and a fade
//! into the background.

use crate::depth_map::DepthMap;
use crate::lens::{Lens, SceneUnits};
use crate::picture::Ground;
use crate::surface::Surface;
use crate::texture::Texture;
use glam::DVec3;

/// Distance from the centre (scene units) where the ground begins to fade, and where it is gone.
const FADE: (f64, f64) = (1.6, 6.0);

/// The ground is drawn this much lower (scene units), so that what lies on it is seen.
const SINK: f64 = 5e-4;

/// Half the width of a grid line, and the reach of a pixel beyond which a line is not looked for (scene units).
const HALF_LINE: f64 = 0.0025;
const WIDEST_PIXEL: f64 = 0.05;

/// How dark the two kinds of shadow are, at most.
const KEY_SHADOW: f64 = 0.50;
const CONTACT_SHADOW: f64 = 0.60;

/// Width of the border that soft shadows need (scene units).
pub(crate) const BORDER: f64 = 0.45;

/// Shadow casters are sorted by their gap to the ground; the farther, the softer: (gap, blur) in scene units.
const LAYERS: [(f64, f64); 3] = [(0.0, 0.012), (0.35, 0.045), (1.2, 0.14)];

/// Darkness under things by their height: (height it reaches, blur, strength), scene units.
const CONTACTS: [(f64, f64, f32); 2] = [(0.05, 0.03, 0.55), (0.30, 0.11, 0.45)];

/// The ground in scene units, ready to be drawn.
pub(crate) struct GroundPlane {
    /// Unit normal.
    up: DVec3,
    /// Height along the normal.
    height: f64,
    grid: Option<Grid>,
}

struct Grid {
    axes: [DVec3; 2],
    /// Distance of lines (scene units).
    spacing: f64,
    /// Coordinates of one crossing along the axes.
    origin: [f64; 2],
}

/// Soft shadows on the ground.
pub(crate) struct GroundShadows {
    key: (DepthMapFrame, Texture),
    contact: (DepthMapFrame, Texture),
}

/// How a depth map's grid lies in space, at half its resolution.
struct DepthMapFrame {
    map: DepthMap,
    reduction: f64,
}

impl GroundPlane {
    pub(crate) fn new(ground: &Ground, up: DVec3, right: DVec3, units: &SceneUnits) -> Option<Self> {
        let height = (ground.height - units.centre.dot(up)) / units.radius;
        let axes = [right, right.cross(up)];
        let grid = ground.grid.then(|| Grid {
            axes,
            spacing: round_step(0.5 * units.radius) / units.radius,
            origin: axes.map(|axis| -units.centre.dot(axis) / units.radius),
        });
        (height.abs() < 1e6).then_some(Self { up, height, grid })
    }

    /// Height of a point above the ground (scene units).
    pub(crate) fn height_of(&self, point: DVec3) -> f64 {
        point.dot(self.up) - self.height
    }

    /// The foot of the perpendicular from a point.
    pub(crate) fn foot(&self, point: DVec3) -> DVec3 {
        point - self.up * self.height_of(point)
    }

    /// 1 / depth of the ground over the picture; nothing when the camera is below it.
    pub(crate) fn inverse_depth(&self, lens: &Lens) -> Option<[f64; 3]> {
        let eye_height = self.height_of(lens.eye) + SINK;
        if eye_height <= 0.0 {
            return None;
        }
        let normal = DVec3::new(self.up.dot(lens.right), self.up.dot(lens.up), self.up.dot(lens.forward));
        lens.inverse_depth(normal, normal * -eye_height)
    }

    /// The colour (linear) of the ground at a place of the picture. `own` and `behind` are the colours of the ground
    /// and of the background there.
    pub(crate) fn shade(
        &self,
        lens: &Lens,
        (x, y): (f64, f64),
        own: DVec3,
        behind: DVec3,
        shadows: Option<&GroundShadows>,
    ) -> DVec3 {
        let ray = lens.scene_direction(lens.ray(x, y));
        let sinking = ray.dot(self.up);
        let depth = -(self.height_of(lens.eye) + SINK) / sinking;
        if !(depth > 0.0 && depth < 1e6) {
            return behind;
        }
        let point = lens.eye + ray * depth;
        let squared = point.length_squared() - point.dot(self.up) * point.dot(self.up);
        if squared >= FADE.1 * FADE.1 {
            return behind;
        }
        let is_near = squared <= FADE.0 * FADE.0;
        let fade = if is_near { 0.0 } else { (squared.sqrt() - FADE.0) / (FADE.1 - FADE.0) };
        let shown = 1.0 - fade * fade * (3.0 - 2.0 * fade);
        let light = shadows.map_or(1.0, |shadows| shadows.light(point));
        // How the point moves from a pixel to the next, to the right and downwards.
        let step = |along: DVec3| (along - ray * (along.dot(self.up) / sinking)) * (depth * lens.pixel);
        let line =
            self.grid.as_ref().map_or(0.0, |grid| grid.cover(point, || (step(lens.right), step(lens.up))));
        let colour = own * (light * (1.0 - 0.16 * line));
        behind + (colour - behind) * shown
    }
}

impl Grid {
    /// How much of a pixel a line covers, 0 to 1. `steps` tells how the point moves from pixel to pixel.
    fn cover(&self, point: DVec3, steps: impl Fn() -> (DVec3, DVec3)) -> f64 {
        let mut cover = 0.0_f64;
        for (axis, origin) in self.axes.iter().zip(self.origin) {
            let place = (point.dot(*axis) - origin) / self.spacing;
            let away = (place - (place + 0.5_f64.copysign(place)) as i64 as f64).abs() * self.spacing;
            // No pixel within the fade is larger than this, so most places need no more work.
            if away > WIDEST_PIXEL {
                continue;
            }
            let (across, down) = steps();
            let pixel = (across.dot(*axis).abs() + down.dot(*axis).abs()).max(1e-12);
            let overlap = (away + 0.5 * pixel).min(HALF_LINE) - (away - 0.5 * pixel).max(-HALF_LINE);
            cover = cover.max((overlap / pixel).clamp(0.0, 1.0));
        }
        cover
    }
}

impl GroundShadows {
    /// `key` is the map along the key light, whose casters are taken; `points` are what the picture frames.
    pub(crate) fn new(
        plane: &GroundPlane,
        surface: &Surface,
        points: &[DVec3],
        key: DVec3,
        side: usize,
    ) -> Self {
        Self {
            key: key_mask(plane, DepthMap::new(surface, points, -key, BORDER, side), key),
            contact: contact_mask(plane, DepthMap::new(surface, points, -plane.up, BORDER, side / 2)),
        }
    }

    /// The map along the key light, for shadows on bodies.
    pub(crate) fn key_map(&self) -> &DepthMap {
        &self.key.0.map
    }

    /// What is left of the light at a point of the ground.
    fn light(&self, point: DVec3) -> f64 {
        let value = |(frame, texture): &(DepthMapFrame, Texture)| {
            let (x, y, _) = frame.map.place(point);
            f64::from(texture.sample(x * frame.reduction, y * frame.reduction))
        };
        let (key, contact) = (value(&self.key), value(&self.contact));
        (1.0 - KEY_SHADOW * key.min(1.0)) * (1.0 - CONTACT_SHADOW * contact.min(1.0))
    }
}

/// Shadow of the key light on the ground, on the map's grid at half the resolution.
fn key_mask(plane: &GroundPlane, map: DepthMap, key: DVec3) -> (DepthMapFrame, Texture) {
    let slope = key.dot(plane.up).max(0.05);
    let heights = Heights::new(plane, &map);
    let gap = |x: usize, y: usize| heights.of(&map, x, y).map(|height| height / slope);
    let mut sum = Texture::zeros(map.width.div_ceil(2), map.height.div_ceil(2));
    for (layer, (_, blur)) in LAYERS.iter().enumerate() {
        let mut mask = halved(&map, |x, y| gap(x, y).map_or(0.0, |gap| layer_weight(layer, gap)));
        mask.blur(blur / (2.0 * map.texel));
        sum.texels.iter_mut().zip(&mask.texels).for_each(|(sum, value)| *sum += value);
    }
    (DepthMapFrame { map, reduction: 0.5 }, sum)
}

/// Darkness around places where things come close to the ground.
fn contact_mask(plane: &GroundPlane, map: DepthMap) -> (DepthMapFrame, Texture) {
    let heights = Heights::new(plane, &map);
    let mut sum = Texture::zeros(map.width.div_ceil(2), map.height.div_ceil(2));
    for (reach, blur, strength) in CONTACTS {
        let near = |height: f64| (1.0 / (1.0 + (height / reach) * (height / reach))) as f32 * strength;
        let mut mask = halved(&map, |x, y| heights.of(&map, x, y).map_or(0.0, near));
        mask.blur(blur / (2.0 * map.texel));
        sum.texels.iter_mut().zip(&mask.texels).for_each(|(sum, value)| *sum += value);
    }
    (DepthMapFrame { map, reduction: 0.5 }, sum)
}

/// Height above the ground of the last thing a ray of a map meets, linear in column, row and depth.
struct Heights {
    across: f64,
    down: f64,
    along: f64,
    constant: f64,
}

impl Heights {
    fn new(plane: &GroundPlane, map: &DepthMap) -> Self {
        let corner = plane.height_of(map.point(0.0, 0.0, 0.0));
        let of = |x: f64, y: f64, depth: f64| plane.height_of(map.point(x, y, depth)) - corner;
        Self {
            across: of(1.0, 0.0, 0.0),
            down: of(0.0, 1.0, 0.0),
            along: of(0.0, 0.0, 1.0),
            constant: corner,
        }
    }

    /// Nothing where nothing is met above the ground.
    fn of(&self, map: &DepthMap, x: usize, y: usize) -> Option<f64> {
        let depth = map.last[y * map.width + x];
        if depth == f32::NEG_INFINITY {
            return None;
        }
        let place = self.across * (x as f64 + 0.5) + self.down * (y as f64 + 0.5);
        let height = place + self.along * f64::from(depth) + self.constant;
        // What lies on the ground, or a little in it, throws its shadow all the same.
        (height > -0.5).then_some(height.max(0.0))
    }
}

/// Share of a caster with this gap in a layer; the shares of all layers add up to 1.
fn layer_weight(layer: usize, gap: f64) -> f32 {
    let place = |index: usize| LAYERS[index].0;
    let last = LAYERS.len() - 1;
    let rising = layer > 0 && gap < place(layer);
    let falling = layer < last && gap > place(layer);
    let weight = if rising {
        (gap - place(layer - 1)) / (place(layer) - place(layer - 1))
    } else if falling {
        (place(layer + 1) - gap) / (place(layer + 1) - place(layer))
    } else {
        1.0
    };
    weight.clamp(0.0, 1.0) as f32
}

/// A texture of half the map's resolution: the mean of two by two texels.
fn halved(map: &DepthMap, value: impl Fn(usize, usize) -> f32) -> Texture {
    let mut texture = Texture::zeros(map.width.div_ceil(2), map.height.div_ceil(2));
    for y in 0..map.height {
        for x in 0..map.width {
            texture.texels[y / 2 * texture.width + x / 2] += 0.25 * value(x, y);
        }
    }
    texture
}

/// The nearest of 1, 2, 5 times a power of ten below a length.
pub(crate) fn round_step(length: f64) -> f64 {
    if !(length.is_finite() && length > 0.0) {
        return 1.0;
    }
    let power = 10.0_f64.powf(length.log10().floor());
    let mantissa = length / power;
    let round = if mantissa < 2.0 {
        1.0
    } else if mantissa < 5.0 {
        2.0
    } else {
        5.0
    };
    round * power
}
