//! The visible surface of a frame: what pictures and surface files are made of.
//!
//! Each body becomes a part with its own points, so nothing inside a body is carried along. Values of nodes are
//! taken as they are, vectors by their length; values of cells become the mean over all cells that touch the point,
//! which smooths the steps between cells but keeps constant fields constant. A body that carries a skin is seen as its
//! skin, with the values of the nodes the skin follows; one that is points alone as a ball around each.

use glam::{DMat3, DVec3};
use pliant_world::{BodyFrame, ColliderFrame, Embedding, Frame, Skin, ThinMeasures};

use crate::write::Field;

/// The surfaces of all bodies and colliders at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceFrame {
    /// Number of the frame, from 0.
    pub index: usize,
    /// Time (s).
    pub time: f64,
    /// The bodies.
    pub parts: Vec<SurfacePart>,
    /// The colliders: no displacements, no fields.
    pub colliders: Vec<SurfacePart>,
}

/// The surface of a body or a collider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfacePart {
    /// Name of the body or the collider.
    pub name: String,
    /// Points (m), each used by a triangle unless it belongs to a skin or a collider.
    pub positions: Vec<DVec3>,
    /// Displacement of each point from rest (m); empty where it is not known.
    pub displacements: Vec<DVec3>,
    /// Triangles, wound so that normals point outward; those of a collider to the side where bodies may be.
    pub triangles: Vec<[u32; 3]>,
    /// What is known of each point.
    pub fields: Vec<SurfaceField>,
    /// It is a collider that stands for a plane, which has no end: the triangles are a square of it.
    pub is_plane: bool,
    /// Radius of each ball (m), of a body that is points alone: its balls follow each other, each with as many points. Else empty.
    pub balls: Vec<f64>,
}

/// A number for each point of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceField {
    /// Its name: displacement, velocity, von_mises, energy_density, ...
    pub name: String,
    /// Its SI unit; empty where it is not known.
    pub unit: &'static str,
    /// One value a point.
    pub values: Vec<f64>,
}

/// The SI unit of a field by its name; empty for names that are not ours.
pub fn unit_of_field(name: &str) -> &'static str {
    match name {
        "displacement" | "contact_gap" => "m",
        "velocity" => "m/s",
        "contact_force" => "N",
        "von_mises" | "stress" | "contact_pressure" => "Pa",
        "energy_density" => "J/m3",
        "bending" | "twist" => "1/m",
        _ => "",
    }
}

impl SurfaceFrame {
    /// The surfaces of a frame in memory.
    pub fn of(frame: &Frame) -> Self {
        Self::with_parts(frame, |name| name != "strain")
    }

    /// The same with one field at most, which spares the work for the others. Beside those of [`SurfaceFrame::of`], which are those
    /// of files, there is `strain`.
    pub fn of_field(frame: &Frame, field: &str) -> Self {
        Self::with_parts(frame, |name| name == field)
    }

    fn with_parts(frame: &Frame, is_wanted: impl Fn(&str) -> bool) -> Self {
        let parts = frame.bodies.iter().map(|body| part_of(body, &is_wanted)).collect();
        let colliders = frame.colliders.iter().map(SurfacePart::of_collider).collect();
        Self { index: frame.index, time: frame.time, parts, colliders }
    }

    /// With these fields only.
    #[must_use]
    pub fn with_fields(mut self, fields: &[Field]) -> Self {
        for part in &mut self.parts {
            part.fields.retain(|known| fields.iter().any(|field| field.name() == known.name));
            if !fields.contains(&Field::Displacement) {
                part.displacements.clear();
            }
        }
        self
    }

    /// The body of that name.
    pub fn part(&self, name: &str) -> Option<&SurfacePart> {
        self.parts.iter().find(|part| part.name == name)
    }
}

impl SurfacePart {
    /// A collider, with all its points.
    pub fn of_collider(collider: &ColliderFrame) -> Self {
        Self {
            name: collider.shape.name.clone(),
            positions: collider.positions.clone(),
            triangles: collider.shape.triangles.clone(),
            is_plane: collider.shape.is_plane,
            ..Self::default()
        }
    }

    /// Why a triangle makes no sense, if one does not.
    pub(crate) fn check_triangles(&self) -> Result<(), String> {
        check_triangles(&self.triangles, self.positions.len())
    }

    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&SurfaceField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Unit normal of each point, the mean of its triangles by area; zero where there is none.
    pub fn normals(&self) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; self.positions.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|id| self.positions[id as usize]);
            let area_vector = (b - a).cross(c - a);
            triangle.iter().for_each(|&id| normals[id as usize] += area_vector);
        }
        normals.iter().map(|normal| normal.normalize_or_zero()).collect()
    }
}

/// Why a triangle of so many points makes no sense, if one does not.
pub(crate) fn check_triangles(triangles: &[[u32; 3]], points: usize) -> Result<(), String> {
    match triangles.iter().flatten().find(|&&id| id as usize >= points) {
        Some(id) => Err(format!("has a triangle with point {id}, but only {points} points")),
        None => Ok(()),
    }
}

/// The part of a body, with the fields that are wanted.
fn part_of(body: &BodyFrame, is_wanted: impl Fn(&str) -> bool) -> SurfacePart {
    let shape = &body.shape;
    let displacements: Vec<DVec3> =
        body.positions.iter().zip(&shape.rest).map(|(x, rest)| *x - *rest).collect();
    let mut node_fields =
        vec![("displacement", lengths(&displacements)), ("velocity", lengths(&body.velocities))];
    if let Some(contact) = &body.contact {
        node_fields.push(("contact_force", lengths(&contact.force)));
        node_fields.push(("contact_pressure", contact.pressure.clone()));
        node_fields.push(("contact_gap", contact.gap.clone()));
    }
    let measures: Vec<(&str, Vec<f64>)> = body.measures.as_ref().map_or_else(Vec::new, |of_cells| {
        let each = |of: fn(&ThinMeasures) -> f64| of_cells.iter().map(of).collect();
        vec![
            ("membrane", each(|m| m.membrane)),
            ("bending", each(|m| m.bending)),
            ("twist", each(|m| m.twist)),
        ]
    });
    let mut cell_fields: Vec<(&str, &[f64])> =
        vec![("von_mises", &body.von_mises), ("energy_density", &body.energy_density)];
    let strain: Vec<f64> =
        if is_wanted("strain") { body.strain.iter().map(equivalent_strain).collect() } else { vec![] };
    cell_fields.push(("strain", &strain));
    cell_fields.extend(measures.iter().map(|(name, values)| (*name, values.as_slice())));
    node_fields.retain(|(name, _)| is_wanted(name));
    cell_fields.retain(|(name, _)| is_wanted(name));
    let solid = Solid {
        name: &shape.name,
        positions: &body.positions,
        displacements: Some(&displacements),
        nodes_a_cell: shape.nodes_a_cell,
        cells: &shape.cells,
        node_fields,
        cell_fields,
        cells_near: &shape.cells_near,
    };
    match &shape.skin {
        Some(skin) => solid.part_in(skin, &body.velocities),
        None if shape.surface.is_empty() => solid.part_of_balls(&shape.balls),
        None => solid.part(&shape.surface),
    }
}

/// Equivalent strain sqrt(2/3 dev(E) : dev(E)): the stretch of a pull that changes the shape as much at constant volume.
fn equivalent_strain(strain: &DMat3) -> f64 {
    let mean = (strain.x_axis.x + strain.y_axis.y + strain.z_axis.z) / 3.0;
    let deviator = *strain - DMat3::from_diagonal(DVec3::splat(mean));
    let squared = deviator.x_axis.length_squared()
        + deviator.y_axis.length_squared()
        + deviator.z_axis.length_squared();
    (squared / 1.5).sqrt()
}

/// The length of each vector.
pub(crate) fn lengths(vectors: &[DVec3]) -> Vec<f64> {
    vectors.iter().map(|vector| vector.length()).collect()
}

/// A body with everything inside, from memory or from a file.
pub(crate) struct Solid<'a> {
    pub name: &'a str,
    pub positions: &'a [DVec3],
    pub displacements: Option<&'a [DVec3]>,
    pub nodes_a_cell: usize,
    pub cells: &'a [u32],
    /// Name and one value a node; of another length where they are not known.
    pub node_fields: Vec<(&'a str, Vec<f64>)>,
    /// Name and one value a cell; of another length where they are not known.
    pub cell_fields: Vec<(&'a str, &'a [f64])>,
    /// For each node the cells near it, with weights, where cells do not have nodes of the surface; else empty.
    pub cells_near: &'a Embedding,
}

impl Solid<'_> {
    /// The part with this surface. Points are numbered anew in the order of the nodes.
    pub fn part(&self, surface: &[[u32; 3]]) -> SurfacePart {
        let node_count = self.positions.len();
        let is_sound = |t: &&[u32; 3]| t.iter().all(|&node| (node as usize) < node_count);
        let mut point_of_node = vec![UNUSED; node_count];
        surface.iter().filter(is_sound).flatten().for_each(|&node| point_of_node[node as usize] = 0);
        let nodes: Vec<u32> =
            (0..node_count as u32).filter(|&node| point_of_node[node as usize] != UNUSED).collect();
        (0u32..).zip(&nodes).for_each(|(point, &node)| point_of_node[node as usize] = point);
        let renumbered = |t: &[u32; 3]| t.map(|node| point_of_node[node as usize]);
        SurfacePart {
            name: self.name.into(),
            positions: picked(self.positions, &nodes),
            displacements: self
                .displacements
                .filter(|all| all.len() == node_count)
                .map_or(vec![], |all| picked(all, &nodes)),
            triangles: surface.iter().filter(is_sound).map(renumbered).collect(),
            fields: self.fields(&nodes, &point_of_node),
            is_plane: false,
            balls: vec![],
        }
    }

    /// The part seen in a skin, which may have points that no triangle uses. Lengths are those of its own vectors:
    /// lengths of nodes do not add up.
    fn part_in(&self, skin: &Skin, velocities: &[DVec3]) -> SurfacePart {
        let all: Vec<u32> = (0..self.positions.len() as u32).collect();
        let mut fields = self.fields(&all, &all);
        let displacements = self.displacements.map_or(vec![], |nodes| skin.points(nodes));
        for field in &mut fields {
            field.values = match field.name.as_str() {
                "displacement" => lengths(&displacements),
                "velocity" => lengths(&skin.points(velocities)),
                _ => skin.numbers(&field.values),
            };
        }
        SurfacePart {
            name: self.name.into(),
            positions: skin.points(self.positions),
            displacements,
            triangles: skin.triangles.clone(),
            fields,
            is_plane: false,
            balls: vec![],
        }
    }

    /// The part seen as a ball around each of the first points.
    fn part_of_balls(&self, radii: &[f64]) -> SurfacePart {
        let ball = Ball::new(radii.len());
        let nodes: Vec<u32> = (0..radii.len() as u32).collect();
        let each = ball.points.len();
        let repeated = |values: &[DVec3]| values.iter().flat_map(|value| vec![*value; each]).collect();
        let around = |(x, radius): (&DVec3, &f64)| {
            ball.points.iter().map(|direction| *x + *direction * *radius).collect::<Vec<_>>()
        };
        let mut fields = self.fields(&nodes, &nodes);
        for field in &mut fields {
            field.values = field.values.iter().flat_map(|value| vec![*value; each]).collect();
        }
        let triangles = nodes.iter().flat_map(|&node| {
            ball.triangles.iter().map(move |t| t.map(|corner| node * each as u32 + corner))
        });
        SurfacePart {
            name: self.name.into(),
            positions: self.positions.iter().zip(radii).flat_map(around).collect(),
            displacements: self.displacements.map_or(vec![], |all| repeated(&all[..radii.len()])),
            triangles: triangles.collect(),
            fields,
            is_plane: false,
            balls: radii.to_vec(),
        }
    }

    fn fields(&self, nodes: &[u32], point_of_node: &[u32]) -> Vec<SurfaceField> {
        let field =
            |name: &str, values| SurfaceField { name: name.into(), unit: unit_of_field(name), values };
        let cell_count = self.cells.len() / self.nodes_a_cell.max(1);
        let of_nodes = self
            .node_fields
            .iter()
            .filter(|(_, values)| values.len() == self.positions.len())
            .map(|(name, values)| field(name, picked(values, nodes)));
        let of_cells =
            self.cell_fields.iter().filter(|(_, values)| values.len() == cell_count && cell_count > 0).map(
                |(name, values)| {
                    let near = |&node: &u32| {
                        self.cells_near
                            .row(node as usize)
                            .map(|(cell, share)| values[cell as usize] * share)
                            .sum()
                    };
                    field(
                        name,
                        match self.cells_near.len() {
                            0 => self.means(values, nodes.len(), point_of_node),
                            _ => nodes.iter().map(near).collect(),
                        },
                    )
                },
            );
        of_nodes.chain(of_cells).collect()
    }

    /// For each point the mean over the cells it belongs to.
    fn means(&self, values: &[f64], points: usize, point_of_node: &[u32]) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); points];
        for (cell, value) in self.cells.chunks_exact(self.nodes_a_cell).zip(values) {
            for &node in cell {
                if let Some(&point) = point_of_node.get(node as usize).filter(|&&point| point != UNUSED) {
                    let (sum, count) = &mut sums[point as usize];
                    *sum += value;
                    *count += 1.0;
                }
            }
        }
        sums.into_iter().map(|(sum, count)| sum / count).collect()
    }
}

/// Balls up to this number are drawn rounder.
const FEW_BALLS: usize = 5000;

/// A ball of radius one as triangles.
struct Ball {
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Ball {
    /// An octahedron; of few balls with each face cut in four.
    fn new(count: usize) -> Self {
        let points = vec![DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z];
        // Corners of the eight octants, counter-clockwise from outside: a turn backwards where an odd number of signs is negative.
        let octant = |n: u32| {
            let corner = |k: u32| k + if n >> k & 1 == 1 { 3 } else { 0 };
            if n.count_ones().is_multiple_of(2) {
                [corner(0), corner(1), corner(2)]
            } else {
                [corner(0), corner(2), corner(1)]
            }
        };
        let coarse = Self { points, triangles: (0..8).map(octant).collect() };
        if count > FEW_BALLS { coarse } else { coarse.finer() }
    }

    /// With each triangle cut in four.
    fn finer(mut self) -> Self {
        let mut middles: Vec<([u32; 2], u32)> = Vec::new();
        let mut triangles = Vec::new();
        for [a, b, c] in std::mem::take(&mut self.triangles) {
            let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[i, j]| {
                let edge = [i.min(j), i.max(j)];
                if let Some((_, point)) = middles.iter().find(|(known, _)| *known == edge) {
                    return *point;
                }
                let point = self.points.len() as u32;
                self.points.push((self.points[i as usize] + self.points[j as usize]).normalize());
                middles.push((edge, point));
                point
            });
            triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        Self { triangles, ..self }
    }
}

/// A node that is no point of the surface.
const UNUSED: u32 = u32::MAX;

fn picked<T: Copy>(all: &[T], nodes: &[u32]) -> Vec<T> {
    nodes.iter().map(|&node| all[node as usize]).collect()
}
