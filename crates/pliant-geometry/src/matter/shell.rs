//! Surfaces with a thickness, and meshes of tetrahedra: cut into pieces that are small enough, each with exact moments.
//!
//! Second moments per area of a triangle and per volume of a tetrahedron about the centroid g, from the corners:
//! 1/12 and 1/20 times the sum of (c - g)(c - g)ᵀ.

use std::collections::BTreeMap;

use glam::{DMat3, DVec3};

use super::creases::creases;
use super::pieces::{Piece, outer};
use super::refined::{border, refined};
use super::spacing::{MatterError, MatterSpacing, limit_points, parts, positive};
use super::{MaterialCloud, Matter, piece_radius};
use crate::mesh::{ElementOrder, TetMesh};
use crate::soup::Skin;
use crate::surface::BoundarySurface;
use crate::triangles::TriangleSurface;

/// Pieces of a triangle or tetrahedron are larger across than their centroids are apart: neighbours with other cuts must
/// overlap all the same.
const WIDER: f64 = 1.2;

/// The matter of a surface, open or closed, as a shell of a thickness (m) with the surface in its middle. Triangles over the
/// same points count once. The group `edge` is its border.
///
/// # Errors
/// Without triangles or thickness, or with too many pieces.
pub fn shell(
    surface: &TriangleSurface,
    thickness: f64,
    spacing: MatterSpacing,
) -> Result<Matter, MatterError> {
    spacing.check()?;
    positive("the thickness", thickness)?;
    let skin = Skin::new(surface);
    if skin.surface.triangles.is_empty() {
        return Err(MatterError::shape("the surface has no triangle with an area", "export it again"));
    }
    let size = spacing.pieces.unwrap_or_else(|| spacing.size([f64::MAX, f64::MAX, 0.0]));
    let corners = || (0..skin.surface.triangles.len()).map(|t| skin.surface.corners(t));
    let cuts = |[a, b, c]: [DVec3; 3]| parts(a.distance(b).max(b.distance(c)).max(c.distance(a)), size);
    limit_points(size, corners().map(|triangle| (cuts(triangle) as f64).powi(2)).sum())?;
    let mut cloud = MaterialCloud::default();
    for triangle in corners() {
        add_triangle(&mut cloud, triangle, cuts(triangle), thickness);
    }
    let creases = creases(&skin.surface, thickness);
    let surface = refined(skin.surface, spacing.edge())?;
    let rim = border(&surface);
    let point_groups = if rim.is_empty() { BTreeMap::new() } else { BTreeMap::from([("edge".into(), rim)]) };
    Ok(Matter { cloud, surface: Some(surface), point_groups, creases, ..Matter::default() })
}

/// A triangle times a thickness, cut into `cuts` squared equal triangles.
fn add_triangle(cloud: &mut MaterialCloud, [a, b, c]: [DVec3; 3], cuts: usize, thickness: f64) {
    let (u, v) = ((b - a) / cuts as f64, (c - a) / cuts as f64);
    let twice_area = u.cross(v);
    let normal = twice_area.normalize_or_zero();
    let across = outer(normal, normal) * (thickness * thickness / 12.0);
    let longest = u.length().max(v.length()).max(u.distance(v));
    let mut add = |corner: DVec3, sign: f64| {
        let centre = corner + sign / 3.0 * (u + v);
        let moment = moment_of([corner, corner + sign * u, corner + sign * v], centre, 12.0) + across;
        let piece = Piece { volume: 0.5 * twice_area.length() * thickness, centre, moment };
        cloud.push(&piece, piece_radius(WIDER * longest));
    };
    for i in 0..cuts {
        for j in 0..cuts - i {
            add(a + i as f64 * u + j as f64 * v, 1.0);
            if i + j + 1 < cuts {
                add(a + (i + 1) as f64 * u + (j + 1) as f64 * v, -1.0);
            }
        }
    }
}

fn moment_of<const N: usize>(corners: [DVec3; N], centre: DVec3, divisor: f64) -> DMat3 {
    let sum = corners.iter().fold(DMat3::ZERO, |sum, corner| sum + outer(*corner - centre, *corner - centre));
    sum * (1.0 / divisor)
}

/// The matter of a mesh of tetrahedra, with its groups. Elements are halved across their longest edge until that is short
/// enough; curved ones are taken as eight straight ones each.
///
/// # Errors
/// Without elements, or with too many pieces.
pub fn tetrahedra(mesh: &TetMesh, spacing: MatterSpacing) -> Result<Matter, MatterError> {
    spacing.check()?;
    if mesh.element_count() == 0 {
        return Err(MatterError::shape("the mesh has no elements", "give another mesh"));
    }
    // Halves of halves are between one and two sizes long; the mean is what was asked for.
    let size = 1.5 * spacing.size([f64::MAX; 3]);
    limit_points(size, 4.0 * mesh.volume() / size.powi(3) + mesh.element_count() as f64)?;
    let mut cloud = MaterialCloud::default();
    let mut element_of = vec![];
    for (element, nodes) in (0u32..).zip(mesh.elements()) {
        for tet in straight_tets(nodes, mesh.order) {
            let corners = tet.map(|node| mesh.nodes[node as usize]);
            halve(&mut cloud, corners, size)?;
        }
        element_of.resize(cloud.len(), element);
    }
    let (surface, point_of_node) = tet_surface(mesh);
    let point_groups = mesh.node_groups.keys().chain(mesh.element_groups.keys()).map(|name| {
        let own = mesh.node_groups.get(name).into_iter().flatten().copied();
        let elements = mesh.element_groups.get(name).into_iter().flatten();
        let nodes = own.chain(elements.flat_map(|element| mesh.element(*element as usize).iter().copied()));
        let mut points: Vec<u32> = nodes.filter_map(|node| point_of_node[node as usize]).collect();
        points.sort_unstable();
        points.dedup();
        (name.clone(), points)
    });
    let cloud_groups = mesh.element_groups.iter().map(|(name, elements)| {
        let mut inside = vec![false; mesh.element_count()];
        elements.iter().for_each(|element| inside[*element as usize] = true);
        let points = (0u32..).zip(&element_of).filter(|(_, element)| inside[**element as usize]);
        (name.clone(), points.map(|(point, _)| point).collect())
    });
    let (point_groups, cloud_groups) = (point_groups.collect(), cloud_groups.collect());
    Ok(Matter { cloud, surface: Some(surface), point_groups, cloud_groups, ..Matter::default() })
}

/// The eight straight tetrahedra of a curved one: four corners, and the octahedron between them in four.
const EIGHT: [[usize; 4]; 8] = [
    [0, 4, 6, 7],
    [4, 1, 5, 8],
    [6, 5, 2, 9],
    [7, 8, 9, 3],
    [4, 5, 6, 8],
    [4, 6, 7, 8],
    [6, 9, 7, 8],
    [6, 5, 9, 8],
];

fn straight_tets(nodes: &[u32], order: ElementOrder) -> Vec<[u32; 4]> {
    match order {
        ElementOrder::Linear => vec![[nodes[0], nodes[1], nodes[2], nodes[3]]],
        ElementOrder::Quadratic => EIGHT.map(|tet| tet.map(|i| nodes[i])).to_vec(),
    }
}

/// Halves a tetrahedron until it is small enough.
fn halve(cloud: &mut MaterialCloud, corners: [DVec3; 4], size: f64) -> Result<(), MatterError> {
    let mut stack = vec![corners];
    while let Some(c) = stack.pop() {
        let (mut longest, mut ends) = (0.0, [0, 1]);
        for a in 0..4 {
            for b in a + 1..4 {
                let length = c[a].distance(c[b]);
                if length > longest {
                    (longest, ends) = (length, [a, b]);
                }
            }
        }
        if longest <= size {
            let centre = 0.25 * c.iter().sum::<DVec3>();
            let volume = DMat3::from_cols(c[1] - c[0], c[2] - c[0], c[3] - c[0]).determinant().abs() / 6.0;
            let piece = Piece { volume, centre, moment: moment_of(c, centre, 20.0) };
            if volume > 0.0 {
                cloud.push(&piece, piece_radius(WIDER * longest));
            }
            limit_points(size, cloud.len() as f64)?;
            continue;
        }
        let middle = 0.5 * (c[ends[0]] + c[ends[1]]);
        for end in ends {
            let mut half = c;
            half[end] = middle;
            stack.push(half);
        }
    }
    Ok(())
}

/// The boundary as triangles, and for each node its point there.
fn tet_surface(mesh: &TetMesh) -> (TriangleSurface, Vec<Option<u32>>) {
    let boundary = BoundarySurface::new(mesh);
    let mut point_of_node = vec![None; mesh.node_count()];
    let mut surface = TriangleSurface::default();
    let mut point = |node: u32, surface: &mut TriangleSurface| {
        *point_of_node[node as usize].get_or_insert_with(|| {
            surface.points.push(mesh.nodes[node as usize]);
            surface.points.len() as u32 - 1
        })
    };
    for face in boundary.iter() {
        let ids: Vec<u32> = face.iter().map(|node| point(*node, &mut surface)).collect();
        match ids[..] {
            [a, b, c, ab, bc, ca] => {
                surface.triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
            }
            [a, b, c, ..] => surface.triangles.push([a, b, c]),
            _ => {}
        }
    }
    (surface, point_of_node)
}
