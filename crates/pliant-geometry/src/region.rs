//! Regions: which nodes, elements and boundary faces of a body are meant.
//!
//! A region is evaluated on points in the body's own coordinates. Borders belong to the region: lengths below
//! 1e-9 of the diagonal of the body's bounding box count as zero.
//!
//! Nodes: those inside. Elements: those whose centroid is inside (a group: its members; a side of the bounding box:
//! elements with a face on it). Boundary faces: those with all nodes selected.

use std::collections::BTreeSet;

use glam::DVec3;
use thiserror::Error;

use crate::bounds::BoundingBox;
use crate::mesh::{FACES, TetMesh};
use crate::surface::BoundarySurface;

/// A side of the body's bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Smallest x.
    XMin,
    /// Largest x.
    XMax,
    /// Smallest y.
    YMin,
    /// Largest y.
    YMax,
    /// Smallest z.
    ZMin,
    /// Largest z.
    ZMax,
}

impl Side {
    /// Reads `x-`, `x+`, `y-`, `y+`, `z-`, `z+`.
    pub fn parse(text: &str) -> Option<Side> {
        Some(match text {
            "x-" => Side::XMin,
            "x+" => Side::XMax,
            "y-" => Side::YMin,
            "y+" => Side::YMax,
            "z-" => Side::ZMin,
            "z+" => Side::ZMax,
            _ => return None,
        })
    }

    /// Distance of a point from this side (m).
    fn distance(self, point: DVec3, bounds: &BoundingBox) -> f64 {
        let (axis, plane) = match self {
            Side::XMin => (0, bounds.min),
            Side::XMax => (0, bounds.max),
            Side::YMin => (1, bounds.min),
            Side::YMax => (1, bounds.max),
            Side::ZMin => (2, bounds.min),
            Side::ZMax => (2, bounds.max),
        };
        (point[axis] - plane[axis]).abs()
    }
}

/// Points of the bounding box with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedPoint {
    /// The middle of the box.
    Centre,
    /// Its eight corners.
    Corners,
}

/// A selection of points.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// All of the body.
    Everything,
    /// An axis-aligned box.
    Box {
        /// Its corner with the smallest coordinates.
        min: DVec3,
        /// Its corner with the largest coordinates.
        max: DVec3,
    },
    /// A ball.
    Sphere {
        /// Its centre.
        centre: DVec3,
        /// Its radius.
        radius: f64,
    },
    /// The side of a plane the normal points to.
    HalfSpace {
        /// A point of the plane.
        point: DVec3,
        /// Its normal, of any length.
        normal: DVec3,
    },
    /// A solid cylinder with flat ends.
    Cylinder {
        /// Centre of one end.
        from: DVec3,
        /// Centre of the other end.
        to: DVec3,
        /// Its radius.
        radius: f64,
    },
    /// The point nearest to this one; all of several equally near.
    Near(DVec3),
    /// The points nearest to the named points.
    NearNamed(NamedPoint),
    /// The points on a side of the bounding box.
    Face(Side),
    /// A named group of the mesh.
    Group(String),
    /// What is in at least one of the regions.
    Any(Vec<Region>),
    /// What is in every one of the regions.
    All(Vec<Region>),
    /// What is not in the region.
    Not(Box<Region>),
}

/// Why a region cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RegionError {
    /// No group has this name.
    #[error("the body has no group \"{name}\"; {}", known_groups(known))]
    UnknownGroup {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A region that can never select what was meant.
    #[error("{what}; {remedy}")]
    Nonsense {
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: &'static str,
    },
}

fn known_groups(known: &[String]) -> String {
    match known {
        [] => "it has no groups at all: select by position instead".into(),
        names => {
            format!("it has {}", names.iter().map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(", "))
        }
    }
}

impl Region {
    /// Lists values that make no sense, whatever the body: negative radii, empty boxes, normals without direction.
    pub fn check(&self) -> Vec<RegionError> {
        let mut errors = vec![];
        let mut add = |bad: bool, what: String, remedy| {
            if bad {
                errors.push(RegionError::Nonsense { what, remedy });
            }
        };
        // Written so that NaN counts as bad.
        let length = |l: f64| l >= 0.0 && l.is_finite();
        match self {
            Region::Box { min, max } => {
                let sound = min.cmple(*max).all();
                add(
                    !sound,
                    format!("the box from {min} to {max} is empty"),
                    "give the smaller coordinates first",
                );
            }
            Region::Sphere { centre, radius } => {
                let sound = length(*radius) && centre.is_finite();
                add(
                    !sound,
                    format!("a sphere of radius {radius} around {centre} holds nothing"),
                    "give a positive radius",
                );
            }
            Region::HalfSpace { point, normal } => {
                let sound = point.is_finite() && normal.try_normalize().is_some();
                add(
                    !sound,
                    format!("the normal {normal} has no direction"),
                    "give a vector that is not zero",
                );
            }
            Region::Cylinder { from, to, radius } => {
                let sound = length(*radius) && (*to - *from).try_normalize().is_some();
                add(
                    !sound,
                    format!("a cylinder from {from} to {to} of radius {radius} holds nothing"),
                    "give two different ends and a positive radius",
                );
            }
            Region::Near(point) => {
                add(!point.is_finite(), format!("{point} is no point"), "give finite numbers")
            }
            Region::Any(list) | Region::All(list) => errors.extend(list.iter().flat_map(Region::check)),
            Region::Not(inner) => errors.extend(inner.check()),
            Region::Everything | Region::NearNamed(_) | Region::Face(_) | Region::Group(_) => {}
        }
        errors
    }

    /// Sorted ids of the nodes in the region. A group takes its nodes and the nodes of its elements.
    pub fn nodes(&self, mesh: &TetMesh) -> Result<Vec<u32>, RegionError> {
        self.points(&mesh.nodes, &mesh.bounds(), &|name| node_group(mesh, name))
    }

    /// Sorted ids of the elements in the region (see the module head).
    pub fn elements(&self, mesh: &TetMesh) -> Result<Vec<u32>, RegionError> {
        let centroids: Vec<DVec3> = (0..mesh.element_count()).map(|e| mesh.centroid(e)).collect();
        let selector = Selector {
            points: &centroids,
            bounds: mesh.bounds(),
            group: &|name| element_group(mesh, name),
            side: &|side, bounds| elements_on_side(mesh, side, bounds),
        };
        Ok(ids(&selector.select(self)?))
    }

    /// Sorted numbers of the boundary triangles whose nodes are all in the region.
    pub fn faces(&self, mesh: &TetMesh, surface: &BoundarySurface) -> Result<Vec<u32>, RegionError> {
        let mut inside = vec![false; mesh.node_count()];
        for node in self.nodes(mesh)? {
            inside[node as usize] = true;
        }
        let whole = surface.iter().map(|triangle| triangle.iter().all(|&node| inside[node as usize]));
        Ok(ids(&whole.collect::<Vec<bool>>()))
    }

    /// Sorted ids of the points in the region, for any set of points: `bounds` is the body's box, `group` finds the
    /// members of a named group or says why it cannot.
    pub fn points(
        &self,
        points: &[DVec3],
        bounds: &BoundingBox,
        group: &dyn Fn(&str) -> Result<Vec<u32>, RegionError>,
    ) -> Result<Vec<u32>, RegionError> {
        let side = |side: Side, bounds: &BoundingBox| {
            points.iter().map(|&p| side.distance(p, bounds) <= bounds.tolerance()).collect()
        };
        let selector = Selector { points, bounds: *bounds, group, side: &side };
        Ok(ids(&selector.select(self)?))
    }

    /// Whether a point is inside, for regions that need no body to decide; `None` for the others.
    pub fn contains(&self, point: DVec3, tolerance: f64) -> Option<bool> {
        Some(match self {
            Region::Everything => true,
            Region::Box { min, max } => {
                point.cmpge(*min - tolerance).all() && point.cmple(*max + tolerance).all()
            }
            Region::Sphere { centre, radius } => point.distance(*centre) <= radius + tolerance,
            Region::HalfSpace { point: on, normal } => {
                (point - *on).dot(normal.normalize_or_zero()) >= -tolerance
            }
            Region::Cylinder { from, to, radius } => {
                let axis = (*to - *from).normalize_or_zero();
                let along = (point - *from).dot(axis);
                let away = (point - *from - along * axis).length();
                (-tolerance..=from.distance(*to) + tolerance).contains(&along) && away <= radius + tolerance
            }
            Region::Any(list) => {
                let each: Option<Vec<bool>> = list.iter().map(|r| r.contains(point, tolerance)).collect();
                each?.contains(&true)
            }
            Region::All(list) => {
                let each: Option<Vec<bool>> = list.iter().map(|r| r.contains(point, tolerance)).collect();
                !each?.contains(&false)
            }
            Region::Not(inner) => !inner.contains(point, tolerance)?,
            Region::Near(_) | Region::NearNamed(_) | Region::Face(_) | Region::Group(_) => return None,
        })
    }
}

/// What a region is evaluated on.
struct Selector<'a> {
    points: &'a [DVec3],
    bounds: BoundingBox,
    group: &'a dyn Fn(&str) -> Result<Vec<u32>, RegionError>,
    side: &'a dyn Fn(Side, &BoundingBox) -> Vec<bool>,
}

impl Selector<'_> {
    fn select(&self, region: &Region) -> Result<Vec<bool>, RegionError> {
        Ok(match region {
            Region::Near(point) => self.nearest(&[*point]),
            Region::NearNamed(NamedPoint::Centre) => self.nearest(&[self.bounds.centre()]),
            Region::NearNamed(NamedPoint::Corners) => self.nearest(&self.bounds.corners()),
            Region::Face(side) => (self.side)(*side, &self.bounds),
            Region::Group(name) => {
                let mut inside = vec![false; self.points.len()];
                (self.group)(name)?.into_iter().for_each(|id| inside[id as usize] = true);
                inside
            }
            Region::Any(list) => self.combine(list, false, |a, b| a | b)?,
            Region::All(list) => self.combine(list, true, |a, b| a & b)?,
            Region::Not(inner) => self.select(inner)?.into_iter().map(|inside| !inside).collect(),
            simple => {
                let tolerance = self.bounds.tolerance();
                self.points.iter().map(|&p| simple.contains(p, tolerance).unwrap_or(false)).collect()
            }
        })
    }

    fn combine(
        &self,
        list: &[Region],
        start: bool,
        op: fn(bool, bool) -> bool,
    ) -> Result<Vec<bool>, RegionError> {
        let mut inside = vec![start; self.points.len()];
        for region in list {
            for (a, b) in inside.iter_mut().zip(self.select(region)?) {
                *a = op(*a, b);
            }
        }
        Ok(inside)
    }

    fn nearest(&self, targets: &[DVec3]) -> Vec<bool> {
        let mut inside = vec![false; self.points.len()];
        for &target in targets {
            let nearest = self.points.iter().map(|p| p.distance(target)).fold(f64::INFINITY, f64::min);
            let reach = nearest + self.bounds.tolerance();
            for (inside, point) in inside.iter_mut().zip(self.points) {
                *inside |= point.distance(target) <= reach;
            }
        }
        inside
    }
}

fn ids(inside: &[bool]) -> Vec<u32> {
    (0u32..).zip(inside).filter(|(_, inside)| **inside).map(|(id, _)| id).collect()
}

fn unknown(mesh: &TetMesh, name: &str) -> RegionError {
    let known: BTreeSet<&String> = mesh.element_groups.keys().chain(mesh.node_groups.keys()).collect();
    RegionError::UnknownGroup { name: name.into(), known: known.into_iter().cloned().collect() }
}

fn node_group(mesh: &TetMesh, name: &str) -> Result<Vec<u32>, RegionError> {
    let (nodes, elements) = (mesh.node_groups.get(name), mesh.element_groups.get(name));
    if nodes.is_none() && elements.is_none() {
        return Err(unknown(mesh, name));
    }
    let mut all: Vec<u32> = nodes.into_iter().flatten().copied().collect();
    all.extend(elements.into_iter().flatten().flat_map(|&e| mesh.element(e as usize)));
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// A group of elements; a group of nodes stands for the elements with all corners in it.
fn element_group(mesh: &TetMesh, name: &str) -> Result<Vec<u32>, RegionError> {
    if let Some(elements) = mesh.element_groups.get(name) {
        return Ok(elements.clone());
    }
    let nodes = mesh.node_groups.get(name).ok_or_else(|| unknown(mesh, name))?;
    let whole = |tet: &[u32]| tet[..4].iter().all(|node| nodes.binary_search(node).is_ok());
    Ok((0u32..).zip(mesh.elements()).filter(|(_, tet)| whole(tet)).map(|(e, _)| e).collect())
}

fn elements_on_side(mesh: &TetMesh, side: Side, bounds: &BoundingBox) -> Vec<bool> {
    let on = |node: u32| side.distance(mesh.nodes[node as usize], bounds) <= bounds.tolerance();
    mesh.elements().map(|tet| FACES.iter().any(|face| face.iter().all(|&i| on(tet[i])))).collect()
}

#[cfg(test)]
mod tests;
