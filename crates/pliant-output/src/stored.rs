//! Run directories read back: the list of frames, their surfaces, tables, the summary.
//!
//! What a killed run left can be read too: the list of frames is always whole, tables end in whole lines, only the
//! summary is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use glam::DVec3;
use pliant_geometry::{BoundarySurface, ElementOrder, TetMesh};
use pliant_world::Embedding;
use roxmltree::Document;
use serde_json::Value;

use crate::error::OutputError;
use crate::frame_files::{is_collider, is_skin};
use crate::read::{VtuArray, VtuGrid, vtu_grid};
use crate::surface_frame::{Solid, SurfaceField, SurfaceFrame, SurfacePart, lengths, unit_of_field};
use crate::table::Table;

const SERIES: &str = "frames.pvd";
const PROBES: &str = "probes.csv";
const ENERGY: &str = "energy.csv";
const SUMMARY: &str = "summary.json";

const RUN_AGAIN: &str = "run the scene again to write it anew";

/// The results of a run, on disk.
#[derive(Clone, Debug)]
pub struct StoredRun {
    path: PathBuf,
    frames: Vec<(f64, PathBuf)>,
    /// The other files of each frame.
    extras: Vec<Extras>,
    /// Name and number of cells of each body, from the summary.
    bodies: Vec<(String, usize)>,
}

/// What a frame has beside the cells of its bodies.
#[derive(Clone, Debug, Default)]
struct Extras {
    /// The file with the skins, where bodies carry some.
    skins: Option<PathBuf>,
    /// A file for each collider.
    colliders: Vec<PathBuf>,
}

impl StoredRun {
    /// Opens a run directory; refuses a folder with neither frames nor tables nor a summary.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, OutputError> {
        let path = path.into();
        let found = fs::metadata(&path).map_err(|error| OutputError::file("open", &path, error))?;
        if !found.is_dir() {
            let reason = "is a file, not a run directory".into();
            return Err(OutputError::NotARun { path, reason, remedy: "name the folder it is in" });
        }
        if ![SERIES, PROBES, ENERGY, SUMMARY].iter().any(|name| path.join(name).is_file()) {
            let reason =
                format!("is no run directory: it has neither {SERIES} nor {PROBES}, {ENERGY} or {SUMMARY}");
            return Err(OutputError::NotARun {
                path,
                reason,
                remedy: "name the folder that `pliant run` wrote",
            });
        }
        let (frames, extras) = read_series(&path)?;
        let mut run = Self { frames, extras, path, bodies: vec![] };
        run.bodies = run.body_sizes();
        Ok(run)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Time (s) and file of each frame; empty if the run wrote none.
    pub fn frames(&self) -> &[(f64, PathBuf)] {
        &self.frames
    }

    /// Whether there are frames as PLY files. They are for other programs: [`Self::frames`] lists the VTU files only.
    pub fn has_ply_frames(&self) -> bool {
        let files = fs::read_dir(self.path.join("frames")).into_iter().flatten().flatten();
        files
            .map(|file| PathBuf::from(file.file_name()))
            .any(|name| name.extension().is_some_and(|e| e == "ply"))
    }

    /// The surfaces of a frame with its colliders, counted from 0 in the order of the list.
    pub fn surface_frame(&self, number: usize) -> Result<SurfaceFrame, OutputError> {
        let Some((time, file)) = self.frames.get(number) else {
            let reason =
                format!("has {} frames, so there is no frame {number} (counted from 0)", self.frames.len());
            let remedy = "ask for one of the frames there are";
            return Err(OutputError::NotARun { path: self.path.clone(), reason, remedy });
        };
        let mut parts = parts_of(&read_grid(number, file)?, &self.bodies);
        let extras = &self.extras[number];
        if let Some(file) = &extras.skins {
            for skin in skins_of(&read_grid(number, file)?) {
                match parts.iter_mut().find(|part| part.name == skin.name) {
                    Some(part) => *part = skin,
                    None => parts.push(skin),
                }
            }
        }
        let collider = |file: &PathBuf| read_grid(number, file).map(|grid| collider_of(grid, file));
        let colliders = extras.colliders.iter().map(collider).collect::<Result<_, _>>()?;
        let index = number_in_name(file).unwrap_or(number);
        Ok(SurfaceFrame { index, time: *time, parts, colliders })
    }

    /// The table of probes: `time` (s) first, then one column a probe.
    pub fn probes(&self) -> Result<Table, OutputError> {
        Table::read(&self.path.join(PROBES))
    }

    /// The table of energies (J): `time` (s) first.
    pub fn energy(&self) -> Result<Table, OutputError> {
        Table::read(&self.path.join(ENERGY))
    }

    /// Whether the run has a table of probes.
    pub fn has_probes(&self) -> bool {
        self.path.join(PROBES).is_file()
    }

    /// Whether the run has a table of energies.
    pub fn has_energy(&self) -> bool {
        self.path.join(ENERGY).is_file()
    }

    /// The summary; `None` if there is none, as in a run that goes on or was killed.
    pub fn summary(&self) -> Result<Option<Value>, OutputError> {
        let path = self.path.join(SUMMARY);
        if !path.is_file() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).map_err(|error| OutputError::file("read", &path, error))?;
        let parsed = serde_json::from_str(&text);
        parsed.map(Some).map_err(|error| OutputError::BadResult {
            path,
            reason: format!("the summary cannot be read: {error}"),
            remedy: RUN_AGAIN.into(),
        })
    }

    /// The SI unit of each probe by name, as far as the summary tells.
    pub fn probe_units(&self) -> Result<BTreeMap<String, String>, OutputError> {
        let summary = self.summary()?;
        let probes = summary.as_ref().and_then(|summary| summary.get("probes")?.as_object());
        let unit =
            |(name, probe): (&String, &Value)| Some((name.clone(), probe.get("unit")?.as_str()?.to_owned()));
        Ok(probes.into_iter().flatten().filter_map(unit).collect())
    }

    /// The title of the scene; empty if there is no summary.
    pub fn title(&self) -> String {
        let summary = self.summary().ok().flatten();
        let title = summary.as_ref().and_then(|summary| summary.get("scene")?.get("title")?.as_str());
        title.unwrap_or("").into()
    }

    /// Unit vector against gravity; z if the summary does not tell.
    pub fn up(&self) -> DVec3 {
        let summary = self.summary().ok().flatten();
        let up = summary.as_ref().and_then(|summary| summary.get("scene")?.get("up")?.as_array());
        let numbers: Vec<f64> = up.into_iter().flatten().filter_map(Value::as_f64).collect();
        let vector = <[f64; 3]>::try_from(numbers).map_or(DVec3::Z, DVec3::from_array);
        vector.try_normalize().unwrap_or(DVec3::Z)
    }

    fn body_sizes(&self) -> Vec<(String, usize)> {
        let summary = self.summary().ok().flatten();
        let bodies = summary.as_ref().and_then(|summary| summary.get("bodies")?.as_array());
        let size =
            |body: &Value| Some((body.get("name")?.as_str()?.into(), body.get("cells")?.as_u64()? as usize));
        bodies.into_iter().flatten().map(size).collect::<Option<_>>().unwrap_or_default()
    }
}

fn read_grid(number: usize, file: &Path) -> Result<VtuGrid, OutputError> {
    let bytes = fs::read(file).map_err(|error| OutputError::file("read", file, error))?;
    vtu_grid("", &bytes).map_err(|error| OutputError::BadResult {
        path: file.into(),
        reason: format!("frame {number} cannot be read{}: {}", error.place, error.reason),
        remedy: RUN_AGAIN.into(),
    })
}

/// Times and files of the frames in a list, and what else they have.
type Series = (Vec<(f64, PathBuf)>, Vec<Extras>);

/// Time and file of each frame in `frames.pvd`, and its other files; none if there is no such file.
fn read_series(folder: &Path) -> Result<Series, OutputError> {
    let path = folder.join(SERIES);
    if !path.is_file() {
        return Ok((vec![], vec![]));
    }
    let text = fs::read_to_string(&path).map_err(|error| OutputError::file("read", &path, error))?;
    let wrong =
        |reason: String| OutputError::BadResult { path: path.clone(), reason, remedy: RUN_AGAIN.into() };
    let document = Document::parse(&text).map_err(|error| wrong(format!("the XML is broken: {error}")))?;
    let (mut frames, mut extras): Series = (vec![], vec![]);
    for node in document.descendants().filter(|node| node.tag_name().name() == "DataSet") {
        let time = node.attribute("timestep").and_then(|text| text.trim().parse::<f64>().ok());
        match (time.filter(|time| time.is_finite()), node.attribute("file")) {
            (Some(time), Some(file)) => match extras.last_mut() {
                Some(last) if is_skin(file) => last.skins = Some(folder.join(file)),
                Some(last) if is_collider(file) => last.colliders.push(folder.join(file)),
                _ => {
                    frames.push((time, folder.join(file)));
                    extras.push(Extras::default());
                }
            },
            _ => {
                let line = document.text_pos_at(node.range().start).row;
                return Err(wrong(format!("line {line}: a frame lacks its time or its file")));
            }
        }
    }
    Ok((frames, extras))
}

/// The number in `frame_000042.vtu`.
fn number_in_name(file: &Path) -> Option<usize> {
    file.file_stem()?.to_str()?.rsplit_once('_')?.1.parse().ok()
}

/// The surface of each body. Cells belong to bodies by the cell array `body`; in files without it by the numbers of
/// cells in the summary, since bodies follow each other; else all of them are one.
fn parts_of(grid: &VtuGrid, bodies: &[(String, usize)]) -> Vec<SurfacePart> {
    let (names, body_of_cell) = bodies_of(grid, bodies);
    let mut groups: BTreeMap<(i64, usize), Vec<usize>> = BTreeMap::new();
    for (tet, found) in grid.tets.iter().enumerate() {
        let body = body_of_cell.get(found.cell).copied().unwrap_or(0);
        groups.entry((body, found.order.nodes_per_tet())).or_default().push(tet);
    }
    let mut local = vec![0; grid.points.len()];
    let name = |body: i64| match names.iter().find(|(number, _)| *number == body) {
        Some((_, name)) => name.clone(),
        None => format!("body {body}"),
    };
    groups.iter().map(|((body, _), tets)| part_of(grid, &name(*body), tets, &mut local)).collect()
}

/// The surface in a file of a collider. Its points stay as they are, used or not.
fn collider_of(grid: VtuGrid, file: &Path) -> SurfacePart {
    let of_file = || file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    SurfacePart {
        name: grid.collider_name.unwrap_or_else(of_file),
        positions: grid.points,
        triangles: grid.triangles.into_iter().map(|(_, triangle)| triangle).collect(),
        is_plane: grid.is_plane,
        ..SurfacePart::default()
    }
}

/// The surfaces in a file of skins.
fn skins_of(grid: &VtuGrid) -> Vec<SurfacePart> {
    let labels = grid.bodies.clone().unwrap_or_default();
    let body_of = |cell: usize| labels.get(cell).copied().unwrap_or(0);
    let part = |(number, name): &(i64, String)| {
        let own = grid.triangles.iter().filter(|(cell, _)| body_of(*cell) == *number);
        skin_of(grid, name, own.map(|(_, triangle)| *triangle).collect())
    };
    grid.body_names.iter().map(part).collect()
}

fn skin_of(grid: &VtuGrid, name: &str, triangles: Vec<[u32; 3]>) -> SurfacePart {
    let mut points: Vec<u32> = triangles.iter().flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    let local = |id: u32| points.binary_search(&id).map_or(0, |place| place as u32);
    let picked = |array: &VtuArray| -> Vec<DVec3> {
        points.iter().map(|&p| DVec3::from_slice(&array.values[3 * p as usize..])).collect()
    };
    let vectors =
        grid.point_arrays.iter().find(|array| array.name == "displacement" && array.components == 3);
    let displacements = vectors.map(picked).unwrap_or_default();
    let mut fields = vec![];
    if !displacements.is_empty() {
        fields.push(("displacement", lengths(&displacements)));
    }
    for array in grid.point_arrays.iter().filter(|array| array.components == 1) {
        fields.push((array.name.as_str(), points.iter().map(|&p| array.values[p as usize]).collect()));
    }
    let field = |(name, values): (&str, Vec<f64>)| SurfaceField {
        name: name.into(),
        unit: unit_of_field(name),
        values,
    };
    SurfacePart {
        name: name.into(),
        positions: points.iter().map(|&p| grid.points[p as usize]).collect(),
        displacements,
        triangles: triangles.iter().map(|triangle| triangle.map(local)).collect(),
        fields: fields.into_iter().map(field).collect(),
        is_plane: false,
        balls: vec![],
    }
}

/// Number and name of each body, and the number for each cell (of cells beyond: 0).
fn bodies_of(grid: &VtuGrid, bodies: &[(String, usize)]) -> (Vec<(i64, String)>, Vec<i64>) {
    if let Some(labels) = &grid.bodies {
        return (grid.body_names.clone(), labels.clone());
    }
    let cells = bodies.iter().try_fold(0usize, |sum, body| sum.checked_add(body.1));
    if cells == Some(grid.cell_count) && !bodies.is_empty() {
        let names = (0..).zip(bodies).map(|(number, body)| (number, body.0.clone())).collect();
        let numbers = (0..).zip(bodies).flat_map(|(number, body)| std::iter::repeat_n(number, body.1));
        return (names, numbers.collect());
    }
    let names: Vec<&str> = grid.body_names.iter().map(|(_, name)| name.as_str()).collect();
    let name = if names.is_empty() { "all".into() } else { names.join(" + ") };
    (vec![(0, name)], vec![])
}

/// The surface of some cells of one order. `local` has an entry for each point; what is in it does not matter.
fn part_of(grid: &VtuGrid, name: &str, tets: &[usize], local: &mut [u32]) -> SurfacePart {
    let mut points: Vec<u32> = tets.iter().flat_map(|&tet| grid.nodes(&grid.tets[tet])).copied().collect();
    points.sort_unstable();
    points.dedup();
    (0u32..).zip(&points).for_each(|(id, &point)| local[point as usize] = id);
    let cells: Vec<u32> = tets
        .iter()
        .flat_map(|&tet| grid.nodes(&grid.tets[tet]))
        .map(|&point| local[point as usize])
        .collect();
    let positions: Vec<DVec3> = points.iter().map(|&point| grid.points[point as usize]).collect();
    let order = grid.tets[tets[0]].order;
    let surface = surface_of(order, &positions, &cells, grid.body_names.is_empty());

    let vectors = |name: &str| {
        let array = grid.point_arrays.iter().find(|array| array.name == name && array.components == 3)?;
        Some(points.iter().map(|&p| DVec3::from_slice(&array.values[3 * p as usize..])).collect::<Vec<_>>())
    };
    let displacements = vectors("displacement");
    let mut node_fields = vec![];
    for array in &grid.point_arrays {
        match array.components {
            1 => node_fields
                .push((array.name.as_str(), points.iter().map(|&p| array.values[p as usize]).collect())),
            3 => node_fields.push((array.name.as_str(), lengths(&vectors(&array.name).unwrap_or_default()))),
            _ => {}
        }
    }
    let of_cells: Vec<(&str, Vec<f64>)> = grid
        .cell_arrays
        .iter()
        .filter(|array| array.components == 1)
        .map(|array| {
            (array.name.as_str(), tets.iter().map(|&tet| array.values[grid.tets[tet].cell]).collect())
        })
        .collect();
    let solid = Solid {
        name,
        positions: &positions,
        displacements: displacements.as_deref(),
        nodes_a_cell: order.nodes_per_tet(),
        cells: &cells,
        node_fields,
        cell_fields: of_cells.iter().map(|(name, values)| (*name, values.as_slice())).collect(),
        cells_near: &Embedding::default(),
    };
    solid.part(&surface)
}

/// Corners of the boundary's triangles. Foreign files may have left-handed cells; in ours a cell that is inside out
/// is so by the deformation, and its face must stay as it is.
fn surface_of(order: ElementOrder, positions: &[DVec3], cells: &[u32], foreign: bool) -> Vec<[u32; 3]> {
    let mut mesh = TetMesh::new(order, positions.to_vec(), cells.to_vec());
    if foreign {
        mesh.repair_orientation();
    }
    BoundarySurface::new(&mesh).iter().map(|t| [t[0], t[1], t[2]]).collect()
}
