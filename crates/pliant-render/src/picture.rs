//! What is to be drawn and how: the input of [`render`](crate::render).

use crate::colour_map::ColourMap;
use crate::error::RenderError;
use crate::extent::Extent;
use crate::lens::Level;
use glam::DVec3;

/// The longest side of a picture (pixels).
pub const LARGEST_SIDE: usize = 8192;

/// One surface of triangles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Object<'a> {
    /// Name, for messages.
    pub name: &'a str,
    /// Vertices (m). Triangles with a vertex that is not finite are left out.
    pub positions: &'a [DVec3],
    /// Three indices of vertices each.
    pub triangles: &'a [[u32; 3]],
    /// One value a vertex, coloured by the picture's scale; values that are not finite are grey.
    pub values: Option<&'a [f64]>,
    /// Colour where there are no values or no scale: red, green, blue from 0 to 1 as on screen (sRGB).
    pub colour: [f32; 3],
    /// Which of its sides are drawn.
    pub faces: Faces,
}

/// Which sides of a surface are drawn. The front of a triangle is where its corners are seen counter-clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// Whatever comes first: of closed surfaces the outside, of open ones both sides.
    #[default]
    All,
    /// As `All`, but one looks into containers: of closed surfaces that are wound to face inwards only the fronts are
    /// drawn. Light passes their backs.
    Inside,
    /// The fronts only. Light passes the backs.
    Front,
}

/// How values become colours, and the words beside the colour bar.
#[derive(Clone, Debug, PartialEq)]
pub struct ColourScale {
    /// What is shown, for example "von Mises stress".
    pub label: String,
    /// Its unit, for example "Pa"; empty when it has none.
    pub unit: String,
    /// The value at the lower end of the colours.
    pub min: f64,
    /// The value at the upper end of the colours.
    pub max: f64,
    /// The colours.
    pub map: ColourMap,
    /// A few words under the colour bar, for example what part of the values it holds; empty for none.
    pub note: String,
}

impl ColourScale {
    /// A scale from `min` to `max` with the default colours.
    pub fn new(label: &str, unit: &str, min: f64, max: f64) -> Self {
        Self {
            label: label.into(),
            unit: unit.into(),
            min,
            max,
            map: ColourMap::default(),
            note: String::new(),
        }
    }

    /// Where a value lies, 0 at `min` and 1 at `max`, kept between them; nothing for a value that is not finite.
    pub fn fraction(&self, value: f64) -> Option<f64> {
        if !value.is_finite() {
            return None;
        }
        // Halves, so that the span of the largest numbers stays finite.
        let span = self.max * 0.5 - self.min * 0.5;
        let fraction = (value * 0.5 - self.min * 0.5) / span;
        Some(if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.5 })
    }
}

/// What is to be seen.
#[derive(Clone, Debug, Default)]
pub struct Picture<'a> {
    /// The surfaces.
    pub objects: &'a [Object<'a>],
    /// Colours of values, with a legend; without it every object has its own colour.
    pub scale: Option<ColourScale>,
    /// Words at the top left; empty for none.
    pub title: &'a str,
    /// Words at the bottom left, for example the time; empty for none.
    pub caption: &'a str,
}

/// Where the camera stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Camera {
    /// Frames everything from a direction, with a level horizon.
    Orbit {
        /// Angle around the up axis (degrees): 0 looks from the front (from +z when y is up, from -y when z is up),
        /// 90 from +x.
        azimuth: f64,
        /// Angle above the ground (degrees), -90 to 90.
        elevation: f64,
        /// 1 frames everything; 2 stands twice as far away.
        distance: f64,
        /// Vertical field of view (degrees).
        field_of_view: f64,
    },
    /// Stands at a point.
    Placed {
        /// Where it stands (m).
        eye: DVec3,
        /// What is in the middle of the picture (m).
        target: DVec3,
        /// Vertical field of view (degrees).
        field_of_view: f64,
    },
}

impl Camera {
    /// A camera at a distance (m) from a point, seen from the angles (degrees) of [`Camera::Orbit`].
    pub fn around(
        target: DVec3,
        up: DVec3,
        (azimuth, elevation): (f64, f64),
        distance: f64,
        field_of_view: f64,
    ) -> Result<Self, RenderError> {
        let (back, _) = Level::new(up)?.back_and_right(azimuth, elevation);
        Ok(Self::Placed { eye: target + back * distance, target, field_of_view })
    }
}

impl Default for Camera {
    /// A three-quarter view from slightly above.
    fn default() -> Self {
        Self::Orbit { azimuth: 32.0, elevation: 18.0, distance: 1.0, field_of_view: 28.0 }
    }
}

/// The plane things stand on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Its height along the up axis (m).
    pub height: f64,
    /// True for faint lines at round distances.
    pub grid: bool,
}

/// The colours behind everything, as on screen (sRGB, 0 to 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Background {
    /// At the upper edge.
    pub top: [f32; 3],
    /// At the lower edge.
    pub bottom: [f32; 3],
    /// The ground, where no shadow falls.
    pub ground: [f32; 3],
    /// Words, ticks and frames.
    pub text: [f32; 3],
}

impl Background {
    /// Light grey, for pages and print.
    pub const LIGHT: Self = Self {
        top: [0.80, 0.84, 0.89],
        bottom: [0.95, 0.96, 0.97],
        ground: [0.90, 0.90, 0.90],
        text: [0.13, 0.15, 0.18],
    };
    /// Dark blue grey, for screens.
    pub const DARK: Self = Self {
        top: [0.09, 0.11, 0.14],
        bottom: [0.21, 0.24, 0.28],
        ground: [0.27, 0.29, 0.32],
        text: [0.90, 0.92, 0.94],
    };
}

/// How it is to be seen.
#[derive(Clone, Debug)]
pub struct View {
    /// Width (pixels).
    pub width: usize,
    /// Height (pixels).
    pub height: usize,
    /// Samples along one side of a pixel, 1 to 4: 2 means four samples a pixel.
    pub samples: usize,
    /// Which way is up; any length but zero.
    pub up: DVec3,
    /// Where the camera stands.
    pub camera: Camera,
    /// What the camera frames. Over a film: gather every frame first, and nothing jumps. Nothing: this picture.
    pub extent: Option<Extent>,
    /// The plane things stand on, or none.
    pub ground: Option<Ground>,
    /// True for shadows on bodies and on the ground.
    pub shadows: bool,
    /// True for thin lines along the edges of triangles.
    pub wireframe: bool,
    /// The colours behind everything.
    pub background: Background,
}

impl Default for View {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 720,
            samples: 2,
            up: DVec3::Z,
            camera: Camera::default(),
            extent: None,
            ground: None,
            shadows: true,
            wireframe: false,
            background: Background::LIGHT,
        }
    }
}

/// Refuses what cannot be drawn, before any memory is taken.
pub(crate) fn check(picture: &Picture, view: &View) -> Result<(), RenderError> {
    let (width, height) = (view.width, view.height);
    if !(1..=LARGEST_SIDE).contains(&width) || !(1..=LARGEST_SIDE).contains(&height) {
        return Err(RenderError::Size { width, height, largest: LARGEST_SIDE });
    }
    if !(1..=4).contains(&view.samples) {
        return Err(RenderError::Samples { side: view.samples });
    }
    picture.objects.iter().try_for_each(check_object)
}

fn check_object(object: &Object) -> Result<(), RenderError> {
    let complain = |reason: String| Err(RenderError::Object { name: object.name.into(), reason });
    let count = object.positions.len();
    if let Some(values) = object.values.filter(|values| values.len() != count) {
        return complain(format!("{} values for {count} vertices. Give one value a vertex.", values.len()));
    }
    let broken = object.triangles.iter().position(|corners| corners.iter().any(|c| *c as usize >= count));
    match broken {
        Some(index) => complain(format!(
            "triangle {index} refers to vertices {:?}, but there are only {count}. Number vertices from 0.",
            object.triangles[index]
        )),
        None => Ok(()),
    }
}
