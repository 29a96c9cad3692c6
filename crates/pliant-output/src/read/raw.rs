//! What the readers collect, and how it becomes a sound mesh.

use std::collections::BTreeMap;

use glam::DVec3;
use pliant_geometry::{ElementOrder, OrientationRepair, TetMesh};

use super::ReadMesh;
use super::error::Fault;

/// What a cell of a file is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    /// A tetrahedron, nodes in VTK's order.
    Tet(ElementOrder),
    /// A point, curve or surface cell: only its nodes matter, for groups. The plural name.
    Lower(&'static str),
    /// A volume cell that is no 4- or 10-node tetrahedron. The plural name.
    OtherVolume(&'static str),
}

/// Number of a group in [`RawMesh`].
pub(super) type GroupId = usize;

#[derive(Debug, Default)]
struct Group {
    name: String,
    elements: Vec<u32>,
    nodes: Vec<u32>,
}

/// Nodes, tetrahedra and groups as they were found.
#[derive(Debug, Default)]
pub(super) struct RawMesh {
    pub nodes: Vec<DVec3>,
    order: Option<ElementOrder>,
    tets: Vec<u32>,
    groups: Vec<Group>,
    group_ids: BTreeMap<String, GroupId>,
    /// Cells left out without being in a group, by plural name.
    ignored: BTreeMap<&'static str, usize>,
    /// Volume cells left out, by plural name.
    other_volumes: BTreeMap<&'static str, usize>,
    pub notes: Vec<String>,
}

impl RawMesh {
    /// The number of the group with this name, made when first asked for.
    pub fn group(&mut self, name: &str) -> GroupId {
        if let Some(&id) = self.group_ids.get(name) {
            return id;
        }
        let id = self.groups.len();
        self.groups.push(Group { name: name.into(), ..Group::default() });
        self.group_ids.insert(name.into(), id);
        id
    }

    /// Adds a cell. Its node ids must be in range; its kind must fit their number.
    pub fn add(&mut self, kind: CellKind, nodes: &[u32], groups: &[GroupId]) -> Result<(), Fault> {
        match kind {
            CellKind::Tet(order) => {
                if *self.order.get_or_insert(order) != order {
                    return Err(Fault::file(
                        "the file mixes 4-node and 10-node tetrahedra",
                        "export all elements with the same order",
                    ));
                }
                let element = (self.tets.len() / order.nodes_per_tet()) as u32;
                self.tets.extend_from_slice(nodes);
                groups.iter().for_each(|&g| self.groups[g].elements.push(element));
            }
            CellKind::Lower(plural) => {
                if groups.is_empty() {
                    *self.ignored.entry(plural).or_default() += 1;
                }
                groups.iter().for_each(|&g| self.groups[g].nodes.extend_from_slice(nodes));
            }
            CellKind::OtherVolume(plural) => *self.other_volumes.entry(plural).or_default() += 1,
        }
        Ok(())
    }

    /// Makes the mesh: merges repeated elements, drops unused nodes, turns left-handed elements, checks the rest.
    pub fn finish(mut self) -> Result<ReadMesh, Fault> {
        let Some(order) = self.order else { return Err(self.no_tets()) };
        self.note_left_out();
        let mut mesh = TetMesh::new(order, std::mem::take(&mut self.nodes), std::mem::take(&mut self.tets));
        self.merge_repeated(&mut mesh);
        self.hand_over_groups(&mut mesh);
        let unused = mesh.remove_unused_nodes();
        if unused > 0 {
            self.notes.push(format!("{unused} nodes that no tetrahedron uses were left out"));
        }
        self.drop_empty_groups(&mut mesh);
        if let OrientationRepair::Turned(count) = mesh.repair_orientation() {
            self.notes.push(format!("{count} left-handed elements were renumbered"));
        }
        let check = mesh.check();
        if check.has_errors() {
            let list = |text: fn(&pliant_geometry::MeshProblem) -> String| {
                check.errors().map(text).collect::<Vec<_>>().join(" and ")
            };
            return Err(Fault::file(list(|p| p.what.clone()), list(|p| p.remedy.into())));
        }
        self.notes.extend(check.warnings().map(|p| format!("{}; {}", p.what, p.remedy)));
        Ok(ReadMesh { mesh, notes: self.notes })
    }

    fn no_tets(&self) -> Fault {
        if !self.other_volumes.is_empty() {
            let reason =
                format!("the file has no 4- or 10-node tetrahedra, only {}", listed(&self.other_volumes));
            return Fault::file(reason, "mesh the volume with tetrahedra of first or second order");
        }
        if !self.ignored.is_empty() || self.groups.iter().any(|g| !g.nodes.is_empty()) {
            let reason = "the file has no tetrahedra, only points, curves or surfaces";
            return Fault::file(
                reason,
                "mesh the volume too (in Gmsh: 3D, or `gmsh -3`) and save all elements",
            );
        }
        Fault::file("the file has no elements", "export the volume elements too")
    }

    fn note_left_out(&mut self) {
        if !self.ignored.is_empty() {
            self.notes.push(format!("{} in no group were left out", listed(&self.ignored)));
        }
        if !self.other_volumes.is_empty() {
            let cells = listed(&self.other_volumes);
            self.notes
                .push(format!("{cells} were left out: the body is missing them, only tetrahedra are read"));
        }
    }

    /// Gmsh 2 writes an element once for every group it is in: keeps the first of elements with the same corners.
    fn merge_repeated(&mut self, mesh: &mut TetMesh) {
        let n = mesh.order.nodes_per_tet();
        let mut keyed: Vec<([u32; 4], u32)> = (0u32..)
            .zip(mesh.elements())
            .map(|(id, tet)| {
                let mut corners = [tet[0], tet[1], tet[2], tet[3]];
                corners.sort_unstable();
                (corners, id)
            })
            .collect();
        keyed.sort_unstable();
        let mut first: Vec<u32> = (0..keyed.len() as u32).collect();
        for run in keyed.chunk_by(|a, b| a.0 == b.0) {
            run.iter().for_each(|(_, id)| first[*id as usize] = run[0].1);
        }
        let repeated = (0u32..).zip(&first).filter(|(id, first)| id != *first).count();
        if repeated == 0 {
            return;
        }
        let mut new_id = vec![0u32; first.len()];
        let mut kept = 0;
        for id in 0..first.len() {
            if first[id] as usize == id {
                mesh.tets.copy_within(n * id..n * (id + 1), n * kept);
                new_id[id] = kept as u32;
                kept += 1;
            } else {
                new_id[id] = new_id[first[id] as usize];
            }
        }
        mesh.tets.truncate(n * kept);
        for group in &mut self.groups {
            group.elements.iter_mut().for_each(|id| *id = new_id[*id as usize]);
        }
        self.notes.push(format!("{repeated} elements that occur twice were merged"));
    }

    fn hand_over_groups(&mut self, mesh: &mut TetMesh) {
        for mut group in std::mem::take(&mut self.groups) {
            for (ids, map) in
                [(&mut group.elements, &mut mesh.element_groups), (&mut group.nodes, &mut mesh.node_groups)]
            {
                if !ids.is_empty() {
                    ids.sort_unstable();
                    ids.dedup();
                    map.insert(group.name.clone(), std::mem::take(ids));
                }
            }
        }
    }

    /// A group of nodes none of which belongs to a tetrahedron selects nothing.
    fn drop_empty_groups(&mut self, mesh: &mut TetMesh) {
        let notes = &mut self.notes;
        mesh.node_groups.retain(|name, ids| {
            if ids.is_empty() {
                notes.push(format!("group \"{name}\" was left out: no tetrahedron touches it"));
            }
            !ids.is_empty()
        });
    }
}

/// `120 hexahedra and 4 wedges`.
fn listed(counts: &BTreeMap<&'static str, usize>) -> String {
    counts.iter().map(|(plural, count)| format!("{count} {plural}")).collect::<Vec<_>>().join(" and ")
}
