//! Everything that can be wrong with a mesh, found in one pass and told in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use glam::DVec3;

use crate::bounds::BoundingBox;
use crate::faces::SortedFaces;
use crate::measure::six_volumes;
use crate::mesh::{ElementOrder, TetMesh, corner_positions};
use crate::tet_shape::smallest_jacobian;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The mesh can be simulated, but probably is not what was meant.
    Warning,
    /// The mesh cannot be simulated.
    Error,
}

/// One kind of problem, with all its occurrences counted and the first few named.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshProblem {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and where, e.g. `3 inverted elements (numbers 4, 17, 18)`.
    pub what: String,
    /// What to do about it.
    pub remedy: &'static str,
    /// The ids concerned (elements or nodes, as `what` says), ascending.
    pub ids: Vec<u32>,
}

/// All problems of a mesh, errors first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshCheck {
    /// The problems found.
    pub problems: Vec<MeshProblem>,
}

impl MeshCheck {
    /// True if nothing was found, not even a warning.
    pub fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    /// The problems that make the mesh unusable.
    pub fn errors(&self) -> impl Iterator<Item = &MeshProblem> {
        self.problems.iter().filter(|p| p.severity == Severity::Error)
    }

    /// The problems worth telling.
    pub fn warnings(&self) -> impl Iterator<Item = &MeshProblem> {
        self.problems.iter().filter(|p| p.severity == Severity::Warning)
    }

    /// True if some problem makes the mesh unusable.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    fn add(&mut self, severity: Severity, what: String, remedy: &'static str, ids: Vec<u32>) {
        self.problems.push(MeshProblem { severity, what, remedy, ids });
    }

    /// Adds a problem that concerns these ids, if there are any.
    fn add_ids(&mut self, severity: Severity, ids: Vec<u32>, what: &str, remedy: &'static str) {
        if !ids.is_empty() {
            let text = format!("{what}: {}", counted(&ids));
            self.add(severity, text, remedy, ids);
        }
    }
}

impl fmt::Display for MeshCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let newline = if i > 0 { "\n" } else { "" };
            write!(f, "{newline}{problem}")?;
        }
        Ok(())
    }
}

impl fmt::Display for MeshProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.severity == Severity::Error { "error" } else { "warning" };
        write!(f, "{severity}: {}; {}", self.what, self.remedy)
    }
}

/// `3 (numbers 4, 17, 18)`, at most five named.
fn counted(ids: &[u32]) -> String {
    let named: Vec<String> = ids.iter().take(5).map(u32::to_string).collect();
    let more = if ids.len() > 5 { ", ..." } else { "" };
    let word = if ids.len() == 1 { "number" } else { "numbers" };
    format!("{} ({word} {}{more})", ids.len(), named.join(", "))
}

impl TetMesh {
    /// Lists everything that is wrong with the mesh; numbers count from 0. Safe on any content.
    pub fn check(&self) -> MeshCheck {
        let mut check = MeshCheck::default();
        self.check_numbers(&mut check);
        self.check_groups(&mut check);
        if !check.has_errors() {
            self.check_elements(&mut check);
            self.check_nodes(&mut check);
            self.check_topology(&mut check);
        }
        check.problems.sort_by_key(|p| std::cmp::Reverse(p.severity));
        check
    }

    /// Connectivity and coordinates as plain numbers.
    fn check_numbers(&self, check: &mut MeshCheck) {
        use Severity::Error;
        let n = self.order.nodes_per_tet();
        if self.tets.is_empty() {
            check.add(
                Error,
                "the mesh has no tetrahedra".into(),
                "mesh the volume, not only its surface",
                vec![],
            );
        }
        if !self.tets.len().is_multiple_of(n) {
            let what = format!("{} node numbers are not a multiple of {n} per element", self.tets.len());
            check.add(Error, what, "write every element with all its nodes", vec![]);
        }
        let bad = |test: &dyn Fn(&[u32]) -> bool| -> Vec<u32> {
            (0u32..).zip(self.elements()).filter(|(_, tet)| test(tet)).map(|(e, _)| e).collect()
        };
        let outside = bad(&|tet| tet.iter().any(|&i| i as usize >= self.node_count()));
        check.add_ids(
            Error,
            outside,
            "elements with a node that does not exist",
            "export the mesh again with all its nodes",
        );
        let repeated = bad(&|tet| (1..n).any(|i| tet[..i].contains(&tet[i])));
        check.add_ids(Error, repeated, "elements that use a node twice", "remove collapsed elements");
        let non_finite = (0u32..).zip(&self.nodes).filter(|(_, x)| !x.is_finite()).map(|(i, _)| i).collect();
        check.add_ids(
            Error,
            non_finite,
            "nodes whose position is not a finite number",
            "repair the coordinates",
        );
    }

    /// Group members must exist, ascend and occur once.
    fn check_groups(&self, check: &mut MeshCheck) {
        let mut one = |kind: &str, groups: &BTreeMap<String, Vec<u32>>, count: usize| {
            for (name, ids) in groups {
                if ids.last().is_some_and(|&last| last as usize >= count) || !ids.is_sorted_by(|a, b| a < b) {
                    let what = format!("{kind} group \"{name}\" has members out of range or out of order");
                    check.add(Severity::Error, what, "list existing numbers, ascending, once each", vec![]);
                }
            }
        };
        one("element", &self.element_groups, self.element_count());
        one("node", &self.node_groups, self.node_count());
    }

    /// Volumes: inverted, flat, or curved inside out.
    fn check_elements(&self, check: &mut MeshCheck) {
        let (mut inverted, mut flat, mut curved) = (vec![], vec![], vec![]);
        for element in 0..self.element_count() {
            let corners = self.corners(element);
            let longest = BoundingBox::of_points(&corners).diagonal();
            let volume = six_volumes(corners);
            if volume.abs() <= 1e-12 * longest.powi(3) {
                flat.push(element as u32);
            } else if volume < 0.0 {
                inverted.push(element as u32);
            } else if self.order == ElementOrder::Quadratic
                && smallest_jacobian(&self.quadratic_positions(element)) <= 0.0
            {
                curved.push(element as u32);
            }
        }
        use Severity::Error;
        check.add_ids(
            Error,
            inverted,
            "inverted elements (negative volume)",
            "untangle the mesh or mesh the shape again",
        );
        check.add_ids(
            Error,
            flat,
            "elements without volume",
            "remove slivers, e.g. by the mesher's optimisation",
        );
        check.add_ids(
            Error,
            curved,
            "curved elements folded by their mid-edge nodes",
            "straighten or refine them",
        );
    }

    /// Nodes nobody uses, nodes in one place.
    fn check_nodes(&self, check: &mut MeshCheck) {
        let mut used = vec![false; self.node_count()];
        for &node in &self.tets {
            used[node as usize] = true;
        }
        let unused = (0u32..).zip(&used).filter(|(_, used)| !**used).map(|(i, _)| i).collect();
        check.add_ids(Severity::Error, unused, "nodes no element uses", "remove them: they have no mass");
        let twins = coincident_points(&self.nodes, self.bounds().tolerance());
        check.add_ids(
            Severity::Warning,
            twins,
            "nodes in the same place as another node",
            "merge them if the body is meant to hold together there",
        );
    }

    /// Faces with more than two elements, pieces that do not touch.
    fn check_topology(&self, check: &mut MeshCheck) {
        let faces = SortedFaces::new(self);
        let mut crowded: Vec<u32> = faces
            .runs()
            .filter(|run| run.len() > 2)
            .flat_map(|run| run.iter().map(|f| f.number / 4))
            .collect();
        crowded.sort_unstable();
        crowded.dedup();
        check.add_ids(
            Severity::Error,
            crowded,
            "elements that share a face with two others",
            "remove overlapping elements",
        );
        let count = piece_count(self);
        if count > 1 {
            let what = format!("the mesh consists of {count} pieces that share no node");
            check.add(Severity::Warning, what, "merge nodes where they should be one body", vec![]);
        }
    }

    /// Removes nodes no element uses and renumbers the rest in order; returns how many were removed.
    pub fn remove_unused_nodes(&mut self) -> usize {
        let mut new_id = vec![u32::MAX; self.node_count()];
        for &node in &self.tets {
            new_id[node as usize] = 0;
        }
        let before = self.node_count();
        let mut kept = 0;
        for node in 0..before {
            if new_id[node] == 0 {
                new_id[node] = kept;
                self.nodes[kept as usize] = self.nodes[node];
                kept += 1;
            }
        }
        self.nodes.truncate(kept as usize);
        self.tets.iter_mut().for_each(|node| *node = new_id[*node as usize]);
        for ids in self.node_groups.values_mut() {
            ids.iter_mut().for_each(|node| *node = new_id[*node as usize]);
            ids.retain(|&node| node != u32::MAX);
        }
        before - kept as usize
    }

    /// True if every element's corners span a positive volume and every quadratic element has a positive Jacobian.
    pub fn is_positive(&self) -> bool {
        self.elements().enumerate().all(|(e, tet)| {
            six_volumes(corner_positions(&self.nodes, tet)) > 0.0
                && (self.order == ElementOrder::Linear
                    || smallest_jacobian(&self.quadratic_positions(e)) > 0.0)
        })
    }
}

/// Points that lie within the tolerance of a point with a lower id.
///
/// A map of small cells; a point found coincident is not entered, so no cell can fill up.
fn coincident_points(points: &[DVec3], tolerance: f64) -> Vec<u32> {
    let width = (4.0 * tolerance).max(f64::MIN_POSITIVE);
    let cell = |p: DVec3| (p / width).floor().to_array().map(|x| x as i64);
    let mut cells: BTreeMap<[i64; 3], Vec<u32>> = BTreeMap::new();
    let mut twins = vec![];
    for (id, &point) in (0u32..).zip(points) {
        let (low, high) = (cell(point - tolerance), cell(point + tolerance));
        let near = |key: [i64; 3]| {
            let found = cells.get(&key);
            found.is_some_and(|ids| ids.iter().any(|&i| points[i as usize].distance(point) <= tolerance))
        };
        let mut around = (low[0]..=high[0])
            .flat_map(|x| (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).map(move |z| [x, y, z])));
        if around.any(near) {
            twins.push(id);
        } else {
            cells.entry(cell(point)).or_default().push(id);
        }
    }
    twins
}

/// How many pieces that share no node a mesh consists of.
pub(crate) fn piece_count(mesh: &TetMesh) -> usize {
    let mut pieces = Pieces::new(mesh.node_count());
    for tet in mesh.elements() {
        tet[1..].iter().for_each(|&node| pieces.join(tet[0], node));
    }
    mesh.elements().map(|tet| pieces.root(tet[0])).collect::<BTreeSet<_>>().len()
}

/// Union-find over nodes.
struct Pieces(Vec<u32>);

impl Pieces {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.0[node as usize] != node {
            let parent = self.0[node as usize];
            self.0[node as usize] = self.0[parent as usize];
            node = parent;
        }
        node
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    fn messages(mesh: &TetMesh) -> String {
        mesh.check().to_string()
    }

    #[test]
    fn a_sound_mesh_is_clean() {
        assert!(unit_box([2, 2, 2]).check().is_clean());
        assert!(unit_box([2, 2, 2]).to_quadratic().check().is_clean());
    }

    #[test]
    fn every_number_fault_is_listed_at_once() {
        let mut mesh = unit_box([1, 1, 1]);
        mesh.tets[0] = 99;
        mesh.tets[5] = mesh.tets[4];
        mesh.nodes[3].y = f64::NAN;
        mesh.node_groups.insert("top".into(), vec![7, 3]);
        mesh.element_groups.insert("all".into(), vec![0, 6]);
        mesh.tets.push(1);
        let text = messages(&mesh);
        for wanted in [
            "25 node numbers are not a multiple of 4",
            "elements with a node that does not exist: 1 (number 0)",
            "elements that use a node twice: 1 (number 1)",
            "nodes whose position is not a finite number: 1 (number 3)",
            "node group \"top\"",
            "element group \"all\"",
        ] {
            assert!(text.contains(wanted), "{wanted} not in\n{text}");
        }
    }

    #[test]
    fn inverted_flat_unused_and_coincident_are_told_apart() {
        let mut mesh = unit_box([1, 1, 1]);
        mesh.tets.swap(1, 2);
        assert!(messages(&mesh).contains("inverted elements (negative volume): 1 (number 0)"));
        let mut mesh = unit_box([1, 1, 1]);
        mesh.nodes[0] = mesh.nodes[7];
        assert!(messages(&mesh).contains("elements without volume: 6"), "{}", messages(&mesh));
        let mut mesh = unit_box([1, 1, 1]);
        mesh.nodes.push(mesh.nodes[2]);
        let text = messages(&mesh);
        assert!(text.contains("nodes no element uses: 1 (number 8)"), "{text}");
        assert!(text.contains("warning: nodes in the same place as another node: 1 (number 8)"), "{text}");
        assert_eq!(mesh.remove_unused_nodes(), 1);
        assert!(mesh.check().is_clean());
    }

    #[test]
    fn empty_crowded_and_broken_meshes() {
        let empty = TetMesh::new(ElementOrder::Linear, vec![], vec![]);
        assert!(messages(&empty).contains("no tetrahedra"));
        let mut crowded = unit_box([1, 1, 1]);
        let copy = crowded.tets.clone();
        crowded.tets.extend(copy);
        assert!(messages(&crowded).contains("share a face with two others"));
        let mut two = unit_box([1, 1, 1]);
        let shifted: Vec<DVec3> = two.nodes.iter().map(|x| *x + DVec3::X * 3.0).collect();
        two.nodes.extend(shifted);
        let second: Vec<u32> = two.tets.iter().map(|i| i + 8).collect();
        two.tets.extend(second);
        assert!(messages(&two).contains("2 pieces") && !two.check().has_errors());
    }

    #[test]
    fn folded_curved_element_is_found() {
        let mut mesh = unit_box([1, 1, 1]).to_quadratic();
        let mid = mesh.tets[4] as usize;
        mesh.nodes[mid] += DVec3::splat(0.6);
        assert!(messages(&mesh).contains("curved elements folded"));
        assert!(!mesh.is_positive());
    }

    #[test]
    fn removal_keeps_groups_pointing_at_the_same_nodes() {
        let mut mesh = unit_box([1, 1, 1]);
        mesh.nodes.insert(0, DVec3::splat(9.0));
        mesh.tets.iter_mut().for_each(|i| *i += 1);
        mesh.node_groups.insert("g".into(), vec![0, 3, 8]);
        let [a, b] = [mesh.nodes[3], mesh.nodes[8]];
        mesh.remove_unused_nodes();
        let members: Vec<DVec3> = mesh.node_groups["g"].iter().map(|&i| mesh.nodes[i as usize]).collect();
        assert_eq!(members, [a, b]);
    }
}
