//! How a run is shown: camera, ground and colours for all of its pictures, and the picture of a frame.

use super::parse::{CameraWish, Size};
use super::plane::PlaneSquare;
use super::survey::{Survey, Values};
use super::{Look, render_failure};
use crate::cli::Failure;
use glam::DVec3;
use pliant_output::{StoredRun, SurfaceFrame, SurfacePart};
use pliant_render::{Camera, ColourScale, Extent, Faces, Ground, Image, Object, Picture, View};
use std::sync::atomic::{AtomicBool, Ordering};

/// Share of the values that the colours of a field with peaks reach to.
const PERCENTILE: f64 = 0.99;

/// Field shown unless another one is asked for, if it was written.
const USUAL_FIELD: &str = "von_mises";

/// Where the camera stands unless it is told.
const USUAL_CAMERA: CameraWish = CameraWish { azimuth: 32.0, elevation: 18.0, distance: 1.0 };

/// Vertical field of view (degrees).
const FIELD_OF_VIEW: f64 = 28.0;

/// Colours of bodies, as on screen: apart from each other for every eye (after M. Okabe and K. Ito, 2008).
const BODY_COLOURS: [[f32; 3]; 8] = [
    [0.86, 0.40, 0.26],
    [0.16, 0.55, 0.60],
    [0.93, 0.69, 0.24],
    [0.33, 0.40, 0.68],
    [0.72, 0.42, 0.62],
    [0.36, 0.62, 0.38],
    [0.44, 0.70, 0.88],
    [0.62, 0.58, 0.53],
];

/// Colour of colliders, as on screen: lighter than what has no value, darker than the ground.
const COLLIDER_COLOUR: [f32; 3] = [0.76, 0.77, 0.78];

/// How far planes that are not the ground are drawn, in radii of what is framed.
const PLANE_REACH: f64 = 1.6;

/// All that the pictures of a run have in common.
pub(super) struct Show {
    view: View,
    scale: Option<ColourScale>,
    field: Option<String>,
    title: String,
    decimals: usize,
    /// The collider that is the ground.
    floor: Option<usize>,
    /// Middle and radius of what is framed (m).
    framed: (DVec3, f64),
    /// Whether a picture has shown anything of the scene yet.
    has_shown: AtomicBool,
}

impl Show {
    /// `framed` is what the camera frames: one moment for a picture of it, the whole run for a film.
    pub(super) fn new(
        stored: &StoredRun,
        survey: &Survey,
        framed: &Extent,
        look: &Look,
        size: Size,
    ) -> Result<Self, Failure> {
        let field = field_name(survey, look)?;
        let scale =
            field.as_ref().and_then(|name| Some(scale_of(name, survey.fields.get(name)?, look.range)));
        let height = if look.no_ground { None } else { survey.ground_height() };
        let view = View {
            width: size.width,
            height: size.height,
            up: survey.up,
            camera: camera(survey.up, framed, look)?,
            extent: Some(framed.clone()),
            ground: height.map(|height| Ground { height, grid: true }),
            wireframe: look.wireframe,
            ..View::default()
        };
        let interval = if survey.interval.is_finite() { survey.interval } else { 0.01 };
        let decimals = (-interval.log10().floor()).clamp(0.0, 9.0) as usize;
        Ok(Self {
            view,
            scale,
            field,
            title: stored.title(),
            decimals,
            floor: survey.floor().map(|(number, _)| number),
            framed: (framed.centre(), framed.radius()),
            has_shown: AtomicBool::new(false),
        })
    }

    /// The picture of a frame with title and time.
    pub(super) fn picture(&self, frame: &SurfaceFrame) -> Result<Image, Failure> {
        self.draw(frame, &self.title, &self.time_words(frame.time))
    }

    /// The picture of a frame for a sheet, where times stand below and one title is enough.
    pub(super) fn sheet_picture(&self, frame: &SurfaceFrame, with_title: bool) -> Result<Image, Failure> {
        self.draw(frame, if with_title { &self.title } else { "" }, "")
    }

    /// "t = 0.25 s", as precise as frames are apart.
    pub(super) fn time_words(&self, time: f64) -> String {
        format!("t = {time:.*} s", self.decimals)
    }

    fn draw(&self, frame: &SurfaceFrame, title: &str, caption: &str) -> Result<Image, Failure> {
        let planes: Vec<Option<[DVec3; 4]>> =
            frame.colliders.iter().map(|part| self.near_part(part)).collect();
        let bodies = frame.parts.iter().enumerate().map(|(index, part)| self.body(index, part));
        let colliders = frame.colliders.iter().zip(&planes).enumerate();
        let colliders = colliders.filter(|(number, _)| self.floor != Some(*number));
        let objects: Vec<Object> =
            bodies.chain(colliders.map(|(_, (part, plane))| collider(part, plane.as_ref()))).collect();
        let picture = Picture { objects: &objects, scale: self.scale.clone(), title, caption };
        let drawn = pliant_render::draw(&picture, &self.view).map_err(render_failure)?;
        self.has_shown.fetch_or(drawn.shows_objects, Ordering::Relaxed);
        Ok(drawn.image)
    }

    fn body<'a>(&self, index: usize, part: &'a SurfacePart) -> Object<'a> {
        let field = self.field.as_ref().and_then(|name| part.field(name));
        Object {
            name: &part.name,
            positions: &part.positions,
            triangles: &part.triangles,
            values: field.map(|field| field.values.as_slice()),
            colour: BODY_COLOURS[index % BODY_COLOURS.len()],
            faces: Faces::All,
        }
    }

    /// The corners of what is drawn of a plane; nothing for other colliders.
    fn near_part(&self, collider: &SurfacePart) -> Option<[DVec3; 4]> {
        let (centre, radius) = self.framed;
        PlaneSquare::of(collider).map(|plane| plane.around(centre, PLANE_REACH * radius))
    }

    /// Tells if no picture shows anything: the camera looks elsewhere.
    pub(super) fn tell_if_empty(&self) {
        if !self.has_shown.load(Ordering::Relaxed) {
            eprintln!(
                "note: nothing of the scene is in the picture; leave out --camera, --look-at and --hide to see everything"
            );
        }
    }
}

/// One looks into containers, and through planes from behind, where there is nothing but their inside.
fn collider<'a>(part: &'a SurfacePart, plane: Option<&'a [DVec3; 4]>) -> Object<'a> {
    Object {
        name: &part.name,
        positions: plane.map_or(&part.positions, |corners| corners),
        triangles: &part.triangles,
        values: None,
        colour: COLLIDER_COLOUR,
        faces: if plane.is_some() { Faces::Front } else { Faces::Inside },
    }
}

/// The field to show; nothing for bodies in their own colours.
fn field_name(survey: &Survey, look: &Look) -> Result<Option<String>, Failure> {
    match look.field.as_deref() {
        Some("none") => Ok(None),
        None => Ok(survey.fields.contains_key(USUAL_FIELD).then(|| USUAL_FIELD.to_owned())),
        Some(name) if survey.fields.contains_key(name) => Ok(Some(name.to_owned())),
        Some(name) => {
            let there: Vec<&str> = survey.fields.keys().map(String::as_str).collect();
            Err(Failure::bad_input(format!(
                "error: --field {name}: the frames of the run have no such field. There are: {}. \
                 What frames hold is said by `fields` in [output] of the scene.",
                [there.as_slice(), &["none"]].concat().join(", ")
            )))
        }
    }
}

fn scale_of(name: &str, values: &Values, range: Option<(f64, f64)>) -> ColourScale {
    // Where a field has peaks, those of its values that count for the percentile: contact is nothing nearly everywhere.
    let (all, some) = (Some(f64::NEG_INFINITY), Some(0.0));
    let (label, peaks_among) = match name {
        "von_mises" => ("von Mises stress", all),
        "energy_density" => ("elastic energy density", all),
        "velocity" => ("speed", None),
        "contact_force" => ("contact force", some),
        "contact_pressure" => ("contact pressure", some),
        "contact_gap" => ("contact gap", None),
        "membrane" => ("membrane strain", None),
        "bending" => ("bending", None),
        other => (other, None),
    };
    let unit = if values.unit == "J/m3" { "J/m³" } else { values.unit };
    if let Some((low, high)) = range {
        return ColourScale::new(label, unit, low, high);
    }
    let low = values.least.min(0.0);
    let whole = values.largest.max(low);
    let high = peaks_among.and_then(|floor| values.percentile(PERCENTILE, floor)).unwrap_or(whole);
    // Nothing to tell apart: a run that has not moved yet.
    let high = if high > low { high } else { low + 1.0 };
    let scale = ColourScale::new(label, unit, low, high);
    if high < whole { ColourScale { note: "top: 99th percentile".into(), ..scale } } else { scale }
}

fn camera(up: DVec3, framed: &Extent, look: &Look) -> Result<Camera, Failure> {
    let CameraWish { azimuth, elevation, distance } = look.camera.unwrap_or(USUAL_CAMERA);
    let orbit = Camera::Orbit { azimuth, elevation, distance, field_of_view: FIELD_OF_VIEW };
    let Some(target) = look.look_at else { return Ok(orbit) };
    // As far as everything would have to be if it were in the middle.
    let radius = framed.radius().max(1e-9);
    let metres = distance * radius / (0.5 * FIELD_OF_VIEW).to_radians().sin();
    Camera::around(target, up, (azimuth, elevation), metres, FIELD_OF_VIEW).map_err(render_failure)
}
