//! Shapes to matter: the cloud of material points of an elaston body, and how far apart its samples are.

use glam::DVec3;
use pliant_geometry::matter::{
    BlockShape, Curve, Matter, MatterError, Section, Swept, cloud_matter, implicit_surface,
};
use pliant_geometry::sampling::{CoarseJoint, SamplingOptions, Spacing, graded_at_joints};
use pliant_geometry::{BoundingBox, CellList, Placement, TriangleSurface, counted};
use pliant_output::read::{cloud, curves, is_cloud};

use super::geometry::{Geometry, Pieces};
use super::mesh::{bad_mesh, file_mesh, size_factor, unreadable};
use super::sides::{element_group, node_group};
use super::surface::{SurfaceFile, solid};
use super::{Files, text};
use crate::expression::Expression;
use crate::place::Located;
use crate::plan::{Axis, BodyPlan, ElastonPlan, FileSize, Resolution, SampleGrading, SectionPlan, Shape};
use crate::problem::{Problem, Problems};
use crate::schema::Choose;
use crate::sections::body::resolution_place;

/// The matter of a body, in its own coordinates.
pub(super) struct BodyMatter {
    pub matter: Matter,
    /// Which samples it shall have.
    pub sampling: SamplingOptions,
    /// The same as one length, m.
    pub edge: f64,
    /// Whether its sides are groups.
    pub named_sides: bool,
}

/// The matter of a body. What was assumed about files becomes warnings.
pub(super) fn matter(
    body: &BodyPlan,
    elaston: &ElastonPlan,
    up: DVec3,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<BodyMatter, Problem> {
    let mut loader = Loader { body, up, files, problems };
    let painted = loader.painted(elaston.grading.as_ref())?;
    let geometry = loader.load(&body.shape, "shape")?;
    let edge = sample_distance(body, &geometry);
    let grading = elaston.grading.as_ref();
    let finest = match (grading, &painted) {
        (Some(SampleGrading::Near { finer, .. }), _) => 1.0 / finer,
        (_, Some(painted)) => painted.factors.iter().copied().fold(f64::INFINITY, f64::min),
        _ => 1.0,
    };
    let factors = |places: &[DVec3]| match (grading, &painted) {
        (_, Some(painted)) => Some(painted.at(places)),
        (Some(grading), _) => places.iter().map(|place| grading.factor(*place)).collect(),
        _ => None,
    };
    let pieces = Pieces { edge, finest, given: elaston.matter_spacing.map(|given| given.value) };
    let mut matter =
        pieces.of(&geometry, &factors).map_err(|error| refused(body, elaston.matter_spacing, &error))?;
    refuse_coarse(body, edge, matter.bounds().size().max_element())?;
    let factors = factors(&matter.cloud.points);
    let spacing = wished_spacing(body, edge, factors);
    let mut sampling = SamplingOptions { seed: elaston.seed, ..SamplingOptions::new(spacing) };
    // Pieces of a given size stay as they are, and bare points do: what is seen of them are the points themselves.
    if elaston.matter_spacing.is_none() && matter.surface.is_some() {
        let graded = graded_at_joints(matter, &sampling).map_err(|error| refused(body, None, &error))?;
        warn_about_joint(problems, body, graded.coarsest);
        (matter, sampling) = (graded.matter, graded.options);
    }
    let named_sides = name_sides(&mut matter);
    Ok(BodyMatter { matter, sampling, edge, named_sides })
}

/// Joints at which no more than this share of a deflection is missing are not told of.
const MISSING: f64 = 0.1;

/// More than this share of it is not told apart.
const MOST_MISSING: f64 = 0.9;

/// Tells of parts that meet with too few samples to bend rightly there.
fn warn_about_joint(problems: &mut Problems, body: &BodyPlan, joint: Option<CoarseJoint>) {
    let Some(joint) = joint.filter(|joint| joint.shortfall > MISSING) else { return };
    let (place, key) = resolution_place(body);
    let reason = format!(
        "parts of \"{}\" meet around {}, where samples are {} m apart; the thinner one, {} m thick, reaches {} m from there and may bend by about {:.0} % too little",
        body.name,
        text::point(joint.place),
        text::rounded(joint.spacing),
        text::rounded(joint.thickness),
        text::rounded(joint.length),
        100.0 * joint.shortfall.min(MOST_MISSING)
    );
    let remedy = "use a smaller spacing or more samples, or `grading` there with a `radius` of some spacings";
    problems.push(Problem::warning(place, key, reason, remedy));
}

/// Samples farther apart than the body is long carry nothing.
pub(super) fn refuse_coarse(body: &BodyPlan, edge: f64, longest: f64) -> Result<(), Problem> {
    if edge <= longest || !matches!(body.resolution, Resolution::Spacing(_)) {
        return Ok(());
    }
    let (place, key) = resolution_place(body);
    let reason = format!(
        "the spacing of {} m is larger than \"{}\", whose longest side is {} m",
        text::number(edge),
        body.name,
        text::number(longest)
    );
    let remedy = format!("use at most {} m", text::number(0.25 * longest));
    Err(Problem::error(place, key, reason, remedy))
}

fn wished_spacing(body: &BodyPlan, edge: f64, factors: Option<Vec<f64>>) -> Spacing {
    match (body.resolution, factors) {
        (Resolution::Samples(samples, 1.0), None) => Spacing::Count(samples.value),
        (Resolution::Samples(samples, 1.0), Some(factors)) => {
            Spacing::GradedCount { count: samples.value, factors }
        }
        (_, None) => Spacing::Uniform(edge),
        (_, Some(factors)) => Spacing::PerPoint(factors.iter().map(|factor| factor * edge).collect()),
    }
}

/// The sides of a block as groups of the names regions ask for; whether it has any.
pub(super) fn name_sides(matter: &mut Matter) -> bool {
    let mut any = false;
    for axis in Axis::ALL.iter().map(|(axis, _)| *axis) {
        for upper in [false, true] {
            let side = format!("{}{}", axis.word(), if upper { '+' } else { '-' });
            if let Some(points) = matter.point_groups.remove(&side) {
                matter.point_groups.insert(node_group(axis, upper), points);
                any = true;
            }
            if let Some(points) = matter.cloud_groups.remove(&side) {
                matter.cloud_groups.insert(element_group(axis, upper), points);
            }
        }
    }
    any
}

pub(super) fn refused(body: &BodyPlan, matter_spacing: Option<Located<f64>>, error: &MatterError) -> Problem {
    let name = &body.name;
    match error {
        MatterError::TooFine { .. } => {
            let (place, key) = match matter_spacing {
                Some(given) => (given.place, format!("body.{name}.matter_spacing")),
                None => resolution_place(body),
            };
            Problem::error(place, key, format!("\"{name}\" is too fine: {error}"), "make it coarser")
        }
        MatterError::BadShape { reason, remedy } => {
            let key = format!("body.{name}.shape");
            Problem::error(
                body.shape.place,
                key,
                format!("\"{name}\" cannot be made: {reason}"),
                remedy.clone(),
            )
        }
        MatterError::BadLength { .. } => {
            let key = format!("body.{name}.shape");
            Problem::error(body.shape.place, key, format!("\"{name}\" cannot be made: {error}"), "change it")
        }
    }
}

/// Distance of neighbouring samples, m: as given, or such that there are about as many as asked for.
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn sample_distance(body: &BodyPlan, geometry: &Geometry) -> f64 {
    match body.resolution {
        Resolution::Spacing(spacing) => spacing.value,
        Resolution::Samples(samples, finer) => geometry.distance_for(samples.value as f64) / finer,
        Resolution::Cells(_) | Resolution::File | Resolution::Automatic(_) => 1.0,
    }
}

/// Reads what shapes need.
pub(super) struct Loader<'a> {
    pub body: &'a BodyPlan,
    pub up: DVec3,
    pub files: &'a dyn Files,
    pub problems: &'a mut Problems,
}

impl Loader<'_> {
    pub fn load(&mut self, shape: &Located<Shape>, key: &str) -> Result<Geometry, Problem> {
        let key = |last: &str| format!("body.{}.{key}.{last}", self.body.name);
        Ok(match &shape.value {
            Shape::Box { size, centred, twist, .. } => {
                let origin = if *centred { *size * -0.5 } else { DVec3::ZERO };
                Geometry::Block(BlockShape::Box { origin, size: *size, twist: *twist })
            }
            Shape::Block { corners, .. } => Geometry::Block(BlockShape::Corners(*corners)),
            Shape::Sheet { size, thickness } => {
                Geometry::Block(BlockShape::sheet(size[0], size[1], *thickness))
            }
            Shape::Cylinder { radius, inner_radius, length, axis, centred } => {
                let from = if *centred { axis.vector() * (-0.5 * length) } else { DVec3::ZERO };
                let section = Section::Round { radius: *radius, inner_radius: *inner_radius };
                Geometry::Swept(vec![Swept::cylinder(from, from + axis.vector() * *length, section)])
            }
            Shape::Sphere { radius } => Geometry::Ball(*radius),
            Shape::Rod(rod) => {
                let curve = Curve { points: rod.points.clone(), closed: rod.closed, smooth: rod.smooth };
                Geometry::Swept(vec![Swept { curve, section: section(rod.section), up: rod.up }])
            }
            Shape::Curves { path, size, section: plan, smooth, up } => {
                let read = self.curves(path, *size, &key("curves"))?;
                let rods = read.into_iter().map(|curve| {
                    let curve = Curve { smooth: *smooth, ..curve };
                    Swept { curve, section: section(*plan), up: *up }
                });
                Geometry::Swept(rods.collect())
            }
            Shape::File { path, size } => {
                let mut mesh = file_mesh(&key("file"), path, self.files, self.problems)?;
                let factor = size_factor(*size, mesh.bounds(), self.up);
                mesh.nodes.iter_mut().for_each(|node| *node *= factor);
                Geometry::Tets(mesh)
            }
            Shape::Surface { path, size, thickness, radius } => {
                self.surface(path, *size, *thickness, *radius, key("file"))?
            }
            Shape::Implicit { text, bounds } => self.implicit(text, *bounds, key("implicit"))?,
            Shape::Union(parts) => {
                let mut all = vec![];
                for (number, part) in parts.iter().enumerate() {
                    let at =
                        Placement { rotation: part.placement.matrix(), translation: part.placement.position };
                    all.push((self.load(&part.shape, &format!("shape.union.{number}.shape"))?, at));
                }
                Geometry::Union(all)
            }
        })
    }

    fn bytes(&self, path: &Located<String>, key: &str) -> Result<Vec<u8>, Problem> {
        self.files.read(&path.value).map_err(|error| unreadable(path, key, &error))
    }

    /// A surface filled or as a shell, or a cloud if that is what the file is.
    fn surface(
        &mut self,
        path: &Located<String>,
        size: FileSize,
        thickness: Option<f64>,
        radius: Option<f64>,
        key: String,
    ) -> Result<Geometry, Problem> {
        let bytes = self.bytes(path, &key)?;
        if is_cloud(&path.value, &bytes) {
            return self.cloud(path, &bytes, size, thickness, radius, &key);
        }
        if radius.is_some() {
            let reason = format!("`radius` is for points, but \"{}\" is a surface", path.value);
            return Err(Problem::error(
                path.place,
                key,
                reason,
                "give `thickness` for a shell, or remove it",
            ));
        }
        let file = SurfaceFile { key, path, size };
        let surface = file.read(self.up, self.files, self.problems)?;
        if let Some(thickness) = thickness {
            return Ok(Geometry::Shell(surface, thickness));
        }
        let solid = solid(&file, &surface, self.problems)?;
        Ok(Geometry::Filled(Box::new(solid), surface))
    }

    fn cloud(
        &mut self,
        path: &Located<String>,
        bytes: &[u8],
        size: FileSize,
        thickness: Option<f64>,
        radius: Option<f64>,
        key: &str,
    ) -> Result<Geometry, Problem> {
        let refuse = |reason: String, remedy: String| {
            Problem::error(path.place, key, format!("\"{}\": {reason}", path.value), remedy)
        };
        if thickness.is_some() {
            let reason = "it has no faces, so it cannot be a shell of a thickness".to_string();
            return Err(refuse(reason, "give `radius`, or a file with faces".into()));
        }
        let read = cloud(&path.value, bytes, None).map_err(|error| bad_mesh(path, key, &error))?;
        let factor = size_factor(size, BoundingBox::of_points(&read.points), self.up);
        let points: Vec<DVec3> = read.points.iter().map(|point| *point * factor).collect();
        let radii = match radius {
            Some(radius) => Some(vec![radius; points.len()]),
            None => read.radii.map(|radii| radii.iter().map(|radius| radius * factor).collect()),
        };
        let made = cloud_matter(&points, radii.as_deref()).map_err(|error| match error {
            MatterError::BadShape { reason, remedy } => refuse(reason, remedy),
            other => refuse(other.to_string(), "change the file".into()),
        })?;
        let mut warnings = read.warnings;
        if radii.is_none() {
            warnings.push(guessed_radii(&made.matter));
        }
        if made.duplicates > 0 {
            let left_out = counted(made.duplicates, "point was", "points were");
            warnings.push(format!("{left_out} left out: another one is in the same place"));
        }
        for warning in warnings {
            let reason = format!("\"{}\": {warning}", path.value);
            self.problems.push(Problem::warning(path.place, key, reason, "nothing to do if that is meant"));
        }
        Ok(Geometry::Ready(Box::new(made.matter)))
    }

    fn curves(&self, path: &Located<String>, size: FileSize, key: &str) -> Result<Vec<Curve>, Problem> {
        let bytes = self.bytes(path, key)?;
        let read = curves(&path.value, &bytes).map_err(|error| bad_mesh(path, key, &error))?;
        let bounds = BoundingBox::of_points(read.iter().flat_map(|curve| &curve.points));
        let factor = size_factor(size, bounds, self.up);
        let scaled = read.into_iter().map(|curve| Curve {
            points: curve.points.iter().map(|point| *point * factor).collect(),
            closed: curve.closed,
            smooth: false,
        });
        Ok(scaled.collect())
    }

    fn implicit(
        &mut self,
        text: &Located<String>,
        bounds: [DVec3; 2],
        key: String,
    ) -> Result<Geometry, Problem> {
        let samples = match self.body.resolution {
            Resolution::Spacing(spacing) => spacing.value,
            Resolution::Samples(samples, _) => {
                #[allow(clippy::cast_precision_loss, reason = "an estimate")]
                let share = (bounds[1] - bounds[0]).element_product() / samples.value as f64;
                share.cbrt()
            }
            _ => (bounds[1] - bounds[0]).max_element() / 20.0,
        };
        let file = SurfaceFile { key, path: text, size: FileSize::Scale(1.0) };
        let surface = surface_of(&file, bounds, 0.25 * samples)?;
        let solid = solid(&file, &surface, self.problems)?;
        Ok(Geometry::Filled(Box::new(solid), surface))
    }

    /// The numbers painted on the body's file, if samples follow them.
    pub fn painted(&self, grading: Option<&SampleGrading>) -> Result<Option<Painted>, Problem> {
        let (Some(SampleGrading::Painted(name)), Shape::Surface { .. }) = (grading, &self.body.shape.value)
        else {
            return Ok(None);
        };
        let key = format!("body.{}.grading.attribute", self.body.name);
        let painted = self.attribute(name, &name.value, &key)?;
        if let Some(bad) = painted.factors.iter().position(|factor| !(0.01..=100.0).contains(factor)) {
            let reason = format!(
                "\"{}\" of point {} is {}, but must be between 0.01 and 100",
                name.value,
                bad + 1,
                painted.factors[bad]
            );
            let remedy = "the spacing is multiplied by it: 1 leaves it as it is";
            return Err(Problem::error(name.place, key, reason, remedy));
        }
        Ok(Some(painted))
    }

    /// Unit vectors painted on the body's file as three properties, at places of the body.
    pub fn painted_directions(
        &self,
        name: &Located<String>,
        places: &[DVec3],
    ) -> Result<Vec<DVec3>, Problem> {
        let key = format!("body.{}.directions.attribute", self.body.name);
        let part = |axis: &str| self.attribute(name, &format!("{}_{axis}", name.value), &key);
        let [x, y, z] = [part("x")?, part("y")?, part("z")?];
        let length = |i: usize| DVec3::new(x.factors[i], y.factors[i], z.factors[i]).length();
        if let Some(bad) = (0..x.factors.len()).find(|&i| !(length(i) > 0.0 && length(i).is_finite())) {
            let reason = format!(
                "\"{}\" of point {} is no direction: its length is {}",
                name.value,
                bad + 1,
                length(bad)
            );
            return Err(Problem::error(name.place, key, reason, "paint a direction on every point"));
        }
        let nearest = [x.at(places), y.at(places), z.at(places)];
        Ok((0..places.len())
            .map(|i| DVec3::new(nearest[0][i], nearest[1][i], nearest[2][i]).normalize_or(DVec3::X))
            .collect())
    }

    /// One property of the points of the body's file.
    fn attribute(&self, name: &Located<String>, property: &str, key: &str) -> Result<Painted, Problem> {
        let Shape::Surface { path, size, .. } = &self.body.shape.value else {
            let reason =
                format!("\"{}\" is painted on the points of a file, but the shape is none", name.value);
            return Err(Problem::error(
                name.place,
                key,
                reason,
                "give a shape with `file`, or say it in numbers",
            ));
        };
        let bytes = self.bytes(path, key)?;
        let read = cloud(&path.value, &bytes, Some(property)).map_err(|error| bad_mesh(path, key, &error))?;
        let Some(factors) = read.attribute else {
            let reason = format!("the points of \"{}\" have no property \"{property}\"", path.value);
            return Err(Problem::error(name.place, key, reason, "check its name, or export it"));
        };
        let factor = size_factor(*size, BoundingBox::of_points(&read.points), self.up);
        let points = read.points.iter().map(|point| *point * factor).collect();
        Ok(Painted { points, factors })
    }
}

/// Tells what was made of points without radii: how much matter they are is a guess.
fn guessed_radii(matter: &Matter) -> String {
    let radii = &matter.cloud.radii;
    #[allow(clippy::cast_precision_loss, reason = "points are counted in millions at most")]
    let mean = radii.iter().sum::<f64>() / radii.len() as f64;
    format!(
        "its points have no radii, so half their distances are taken: {} m on average, {} m3 in all (`radius` sets another)",
        text::rounded(mean),
        text::rounded(matter.cloud.volume())
    )
}

/// The surface of a function, m.
pub(super) fn surface_of(
    file: &SurfaceFile<'_>,
    bounds: [DVec3; 2],
    size: f64,
) -> Result<TriangleSurface, Problem> {
    let refuse =
        |reason: String, remedy: String| Problem::error(file.path.place, file.key.clone(), reason, remedy);
    let function = Expression::parse(&file.path.value)
        .map_err(|error| refuse(format!("in \"{}\": {error}", file.path.value), error.remedy()))?;
    let bounds = BoundingBox { min: bounds[0], max: bounds[1] };
    implicit_surface(&|x| function.value(x), bounds, size).map_err(|error| match error {
        MatterError::BadShape { reason, remedy } => refuse(reason, remedy),
        other => refuse(other.to_string(), "change the spacing".into()),
    })
}

fn section(plan: SectionPlan) -> Section {
    match plan {
        SectionPlan::Round(radius) => Section::round(radius),
        SectionPlan::Rectangle([width, height]) => Section::Rectangle { width, height },
    }
}

/// Factors of the spacing at points of a file.
pub(super) struct Painted {
    points: Vec<DVec3>,
    pub factors: Vec<f64>,
}

impl Painted {
    /// The factor of the nearest painted point, for each place.
    pub fn at(&self, places: &[DVec3]) -> Vec<f64> {
        let diagonal = BoundingBox::of_points(&self.points).diagonal();
        let mut factors = vec![None; places.len()];
        #[allow(clippy::cast_precision_loss, reason = "only a first guess")]
        let mut reach = diagonal / (self.points.len().max(1) as f64).sqrt();
        let mut list = CellList::default();
        while factors.contains(&None) && reach > 0.0 && reach < 1e3 * diagonal {
            list.rebuild(&self.points, reach);
            for (place, factor) in places.iter().zip(&mut factors).filter(|(_, factor)| factor.is_none()) {
                let mut nearest = (reach, None);
                list.neighbours_of(*place, reach, |point| {
                    let distance = place.distance(self.points[point as usize]);
                    if distance < nearest.0 {
                        nearest = (distance, Some(self.factors[point as usize]));
                    }
                });
                *factor = nearest.1;
            }
            reach *= 2.0;
        }
        factors.into_iter().map(|factor| factor.unwrap_or(1.0)).collect()
    }
}
