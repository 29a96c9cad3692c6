//! From a picture and a view to an image.

use crate::closed::sides;
use crate::colour::linear_of;
use crate::colour_map::LinearMap;
use crate::depth_map::DepthMap;
use crate::error::RenderError;
use crate::extent::Extent;
use crate::ground::{GroundPlane, GroundShadows};
use crate::image::Image;
use crate::legend;
use crate::lens::{Lens, Level, SceneUnits};
use crate::light::{Lights, Place};
use crate::picture::{Picture, View, check};
use crate::project::{project_all, view_points};
use crate::scan::three;
use crate::surface::Surface;
use crate::tiles::{Canvas, Painter, Seen};
use glam::DVec3;
use std::sync::atomic::{AtomicBool, Ordering};

/// Colour of values that are not finite (linear).
const NO_VALUE: DVec3 = DVec3::new(0.30, 0.30, 0.30);

/// Triangles of one object whose normals differ by less than 18 degrees are one surface within a pixel.
const SMOOTH_COSINE: f32 = 0.95;

/// Texels along the longer side of the shadow map.
const SHADOW_SIDE: usize = 640;

/// How far above the ground things may be for the ground under them to be framed as well (scene units).
const FRAMED_GAP: f64 = 1.5;

/// An image, and whether there is anything on it.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The image.
    pub image: Image,
    /// Whether any pixel shows an object; the ground and words do not count.
    pub shows_objects: bool,
}

/// Draws a picture. The same input gives the same bytes at any number of threads.
pub fn render(picture: &Picture, view: &View) -> Result<Image, RenderError> {
    Ok(draw(picture, view)?.image)
}

/// As [`render`], and tells whether any object is seen.
pub fn draw(picture: &Picture, view: &View) -> Result<Drawn, RenderError> {
    check(picture, view)?;
    let stage = Stage::new(picture, view)?;
    let mut image = stage.draw();
    legend::draw_words(&mut image, picture, view);
    Ok(Drawn { image, shows_objects: stage.shows_objects.into_inner() })
}

/// Everything in scene units, ready to be drawn.
struct Stage<'a> {
    view: &'a View,
    lens: Lens,
    lights: Lights,
    surface: Surface,
    view_points: Vec<DVec3>,
    ground: Option<GroundPlane>,
    shadows: Shadows,
    /// Linear colours of the objects, nothing where values count.
    colours: Vec<Option<DVec3>>,
    map: LinearMap,
    /// Linear colour of the background, row by row.
    rows: Vec<DVec3>,
    ground_colour: DVec3,
    /// Set by the first pixel with a triangle: which thread comes first does not matter.
    shows_objects: AtomicBool,
}

enum Shadows {
    Off,
    Bodies(DepthMap),
    Everywhere(Box<GroundShadows>),
}

impl Shadows {
    fn key_map(&self) -> Option<&DepthMap> {
        match self {
            Self::Off => None,
            Self::Bodies(map) => Some(map),
            Self::Everywhere(shadows) => Some(shadows.key_map()),
        }
    }

    fn on_ground(&self) -> Option<&GroundShadows> {
        if let Self::Everywhere(shadows) = self { Some(shadows) } else { None }
    }
}

impl<'a> Stage<'a> {
    fn new(picture: &Picture, view: &'a View) -> Result<Self, RenderError> {
        let level = Level::new(view.up)?;
        let shown = shown_extent(picture);
        let framed = view.extent.as_ref().filter(|extent| !extent.is_empty()).unwrap_or(&shown);
        let units = scene_units(framed);
        let mut points = framed_points(framed, &units);
        let ground =
            view.ground.as_ref().and_then(|ground| GroundPlane::new(ground, level.up, level.right, &units));
        let shadow_points = [points.clone(), framed_points(&shown, &units)].concat();
        if let Some(ground) = &ground {
            add_feet(ground, &mut points);
        }
        let lens = Lens::new(view, &level, &units, &points, legend::insets(picture, view))?;
        let lights = Lights::new(&lens, &level);
        let surface = Surface::new(picture, &units);
        let shadows = match &ground {
            _ if !view.shadows || surface.triangles.is_empty() => Shadows::Off,
            Some(ground) => {
                let points = within_reach(&shadow_points);
                Shadows::Everywhere(Box::new(GroundShadows::new(
                    ground,
                    &surface,
                    &points,
                    lights.key,
                    SHADOW_SIDE,
                )))
            }
            None => {
                let points = within_reach(&shadow_points);
                Shadows::Bodies(DepthMap::new(&surface, &points, -lights.key, 0.05, SHADOW_SIDE * 2 / 3))
            }
        };
        let map = picture.scale.as_ref().map(|scale| scale.map).unwrap_or_default();
        Ok(Self {
            view,
            view_points: view_points(&surface.points, &lens),
            lens,
            lights,
            surface,
            ground,
            shadows,
            colours: object_colours(picture),
            map: LinearMap::new(map),
            rows: background_rows(view),
            ground_colour: linear_of(view.background.ground),
            shows_objects: AtomicBool::new(false),
        })
    }

    fn draw(&self) -> Image {
        let size = (self.view.width, self.view.height);
        let sides = sides(&self.surface, self.lens.eye);
        let facets = project_all(&self.surface, &self.view_points, &sides, &self.lens, size);
        let ground = self.ground.as_ref().and_then(|ground| ground.inverse_depth(&self.lens));
        let (width, height, samples) = (size.0, size.1, self.view.samples);
        Canvas { width, height, samples, facets: &facets, ground }.draw(self)
    }

    /// The colour of a triangle at a place of the picture: the ray through it is met with the triangle's plane, so all
    /// that is interpolated is right in perspective.
    fn triangle_colour(&self, index: usize, x: f64, y: f64) -> DVec3 {
        let triangle = &self.surface.triangles[index];
        let corners = three(|i| self.view_points[triangle.corners[i] as usize]);
        let ray = self.lens.ray(x, y);
        let (shares, face) = shares_at(corners, ray);
        let scene = self.surface.corner_points(triangle);
        let point = scene[0] * shares[0] + scene[1] * shares[1] + scene[2] * shares[2];
        let stored = &self.surface.normals[index];
        let normals = three(|i| DVec3::new(stored[i][0].into(), stored[i][1].into(), stored[i][2].into()));
        let normal =
            (normals[0] * shares[0] + normals[1] * shares[1] + normals[2] * shares[2]).normalize_or_zero();
        // The side that is seen is told by the triangle itself, not by the smoothed normal.
        let side = if face.dot(ray) > 0.0 { -1.0 } else { 1.0 };
        let plain = self.colours[triangle.object as usize];
        let place = Place {
            tells_value: plain.is_none(),
            point,
            normal: normal * side,
            to_eye: (self.lens.eye - point).normalize_or_zero(),
            height: self.ground.as_ref().map_or(f64::INFINITY, |ground| ground.height_of(point)),
        };
        let own = plain.unwrap_or_else(|| self.value_colour(index, shares));
        let colour = self.lights.shade(own, &place, self.shadows.key_map());
        if self.view.wireframe { colour * (1.0 - 0.6 * self.edge_cover(corners, x, y)) } else { colour }
    }

    fn note_object(&self) {
        // Read first: threads that all write to one place slow each other down.
        if !self.shows_objects.load(Ordering::Relaxed) {
            self.shows_objects.store(true, Ordering::Relaxed);
        }
    }

    fn value_colour(&self, index: usize, shares: [f64; 3]) -> DVec3 {
        let corners = self.surface.triangles[index].corners;
        let [a, b, c] = three(|i| f64::from(self.surface.fractions[corners[i] as usize]));
        let fraction = a * shares[0] + b * shares[1] + c * shares[2];
        if fraction.is_nan() { NO_VALUE } else { self.map.at(fraction) }
    }

    /// How much of a pixel the edges of a triangle cover, 0 to 1: lines one pixel wide.
    fn edge_cover(&self, corners: [DVec3; 3], x: f64, y: f64) -> f64 {
        if corners.iter().any(|c| c.z < self.lens.near) {
            return 0.0;
        }
        let places = corners.map(|c| self.lens.project(c));
        let distance = |from: (f64, f64), to: (f64, f64)| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            ((x - from.0) * dy - (y - from.1) * dx).abs() / (dx * dx + dy * dy).sqrt().max(1e-12)
        };
        let nearest = distance(places[0], places[1])
            .min(distance(places[1], places[2]))
            .min(distance(places[2], places[0]));
        // Both triangles of an edge draw half of the line.
        (1.1 - nearest).clamp(0.0, 1.0)
    }
}

impl Painter for Stage<'_> {
    fn colour(&self, seen: Seen, x: f64, y: f64) -> DVec3 {
        let behind = self.rows[(y as usize).min(self.rows.len() - 1)];
        match (seen, &self.ground) {
            (Seen::Ground, Some(ground)) => {
                ground.shade(&self.lens, (x, y), self.ground_colour, behind, self.shadows.on_ground())
            }
            (Seen::Triangle(index), _) => {
                self.note_object();
                self.triangle_colour(index as usize, x, y)
            }
            _ => behind,
        }
    }

    fn alike(&self, one: u32, other: u32) -> bool {
        let (one, other) = (one as usize, other as usize);
        let (a, b) = (&self.surface.normals[one][0], &self.surface.normals[other][0]);
        let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        cosine > SMOOTH_COSINE && self.surface.triangles[one].object == self.surface.triangles[other].object
    }
}

/// Shares of the corners where a ray from the eye meets a triangle, kept inside it, and the triangle's normal, turned as
/// its corners are in a right-handed frame.
fn shares_at(corners: [DVec3; 3], ray: DVec3) -> ([f64; 3], DVec3) {
    let raw = [
        ray.dot(corners[1].cross(corners[2])),
        ray.dot(corners[2].cross(corners[0])),
        ray.dot(corners[0].cross(corners[1])),
    ];
    let scale = 1.0 / (raw[0] + raw[1] + raw[2]);
    // View coordinates (right, up, depth) are left-handed: the sign of the normal turns round.
    let face = (corners[2] - corners[0]).cross(corners[1] - corners[0]);
    let shares = three(|i| raw[i] * scale);
    if scale.is_finite() && shares.iter().all(|share| *share >= 0.0) {
        return (shares, face);
    }
    let shares = three(|i| shares[i].clamp(0.0, 1.0));
    let scale = 1.0 / (shares[0] + shares[1] + shares[2]);
    if scale.is_finite() { (three(|i| shares[i] * scale), face) } else { ([1.0 / 3.0; 3], face) }
}

fn shown_extent(picture: &Picture) -> Extent {
    let mut extent = Extent::new();
    picture.objects.iter().for_each(|object| extent.include(object.positions));
    extent
}

fn scene_units(extent: &Extent) -> SceneUnits {
    let radius = extent.radius();
    // Points that coincide have no size; a tiny one would lose all digits of the distance to the centre.
    let least = 1e-9 * extent.centre().abs().max_element();
    let radius = if radius > least { radius } else { least.max(f64::MIN_POSITIVE.sqrt()) };
    let radius = if extent.radius() == 0.0 { 1.0_f64.max(least) } else { radius };
    SceneUnits { centre: extent.centre(), radius }
}

/// What the camera frames, in scene units: at least the corners of a small cube.
fn framed_points(extent: &Extent, units: &SceneUnits) -> Vec<DVec3> {
    if extent.radius() > 0.0 {
        return extent.points().iter().map(|p| units.scene_point(*p)).collect();
    }
    let centre = units.scene_point(extent.centre());
    let corner =
        |bits: u32| DVec3::new(f64::from(bits & 1), f64::from(bits >> 1 & 1), f64::from(bits >> 2 & 1));
    (0..8).map(|bits| centre + corner(bits) - DVec3::splat(0.5)).collect()
}

/// The places on the ground under the points, unless they are far below.
fn add_feet(ground: &GroundPlane, points: &mut Vec<DVec3>) {
    let near: Vec<DVec3> = points
        .iter()
        .filter(|p| (0.0..FRAMED_GAP).contains(&ground.height_of(**p)))
        .map(|p| ground.foot(*p))
        .collect();
    let gap = points.iter().map(|p| ground.height_of(*p)).fold(f64::INFINITY, f64::min);
    if gap < FRAMED_GAP {
        points.extend(near);
    }
}

/// Shadows are drawn for things around the framed extent only; a stray part far away must not spoil their resolution.
fn within_reach(points: &[DVec3]) -> Vec<DVec3> {
    points.iter().map(|p| p.clamp(DVec3::splat(-3.0), DVec3::splat(3.0))).collect()
}

fn object_colours(picture: &Picture) -> Vec<Option<DVec3>> {
    let own = |object: &crate::picture::Object| {
        let coloured = object.values.is_some() && picture.scale.is_some();
        (!coloured).then(|| linear_of(object.colour))
    };
    picture.objects.iter().map(own).collect()
}

fn background_rows(view: &View) -> Vec<DVec3> {
    let (top, bottom) = (view.background.top, view.background.bottom);
    let colour = |row: usize| {
        let share = ((row as f32 + 0.5) / view.height as f32).clamp(0.0, 1.0);
        linear_of([0, 1, 2].map(|c| top[c] + (bottom[c] - top[c]) * share))
    };
    (0..view.height).map(colour).collect()
}
