//! Two tetrahedra and a triangle below them, written in every variant of every format.

use pliant_geometry::{ElementOrder, TetMesh};

use super::vtu_samples::vtu_variants;
use glam::DVec3;

/// Two tetrahedra (groups 1 and 2) and a triangle (group 5) that is a face of the first.
pub struct Sample {
    pub mesh: TetMesh,
    pub floor: Vec<u32>,
}

/// A file, and what its three groups are called.
pub struct Variant {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub groups: [&'static str; 3],
    pub text: bool,
}

impl Sample {
    pub fn new(quadratic: bool) -> Self {
        let nodes = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.25, 1.5)];
        let mesh = TetMesh::new(ElementOrder::Linear, nodes, vec![0, 1, 2, 3, 1, 2, 3, 4]);
        let mesh = if quadratic { mesh.to_quadratic() } else { mesh };
        let (face, n) = mesh.face(0, 3);
        Self { floor: face[..n].to_vec(), mesh }
    }

    fn quadratic(&self) -> bool {
        self.mesh.order == ElementOrder::Quadratic
    }

    /// (VTK type, nodes, group) of the three cells, the triangle between the tetrahedra.
    pub fn cells(&self) -> [(u8, Vec<u32>, u32); 3] {
        let (tet, triangle) = if self.quadratic() { (24, 22) } else { (10, 5) };
        [
            (tet, self.mesh.element(0).to_vec(), 1),
            (triangle, self.floor.clone(), 5),
            (tet, self.mesh.element(1).to_vec(), 2),
        ]
    }

    /// (Gmsh type, dimension, one-based nodes in Gmsh's order, group).
    fn gmsh_cells(&self) -> [(u32, u32, Vec<u32>, u32); 3] {
        self.cells().map(|(kind, mut nodes, group)| {
            nodes.iter_mut().for_each(|node| *node += 1);
            if nodes.len() == 10 {
                nodes.swap(8, 9);
            }
            let (number, dimension) = match kind {
                10 => (4, 3),
                24 => (11, 3),
                5 => (2, 2),
                _ => (9, 2),
            };
            (number, dimension, nodes, group)
        })
    }
}

pub fn all_variants(sample: &Sample) -> Vec<Variant> {
    let named = ["left part", "volume 2", "floor"];
    let labelled = ["part=1", "part=2", "part=5"];
    let variant = |name, bytes, groups, text| Variant { name, bytes, groups, text };
    let mut files = vec![
        variant("gmsh2 text.msh", gmsh2(sample, None), named, true),
        variant("gmsh2 little.msh", gmsh2(sample, Some(false)), named, false),
        variant("gmsh2 big.msh", gmsh2(sample, Some(true)), named, false),
        variant("gmsh4 text.msh", gmsh4(sample, None), named, true),
        variant("gmsh4 little.msh", gmsh4(sample, Some(false)), named, false),
        variant("gmsh4 big.msh", gmsh4(sample, Some(true)), named, false),
        variant("vtk 3 text.vtk", vtk(sample, false, false), labelled, true),
        variant("vtk 3 binary.vtk", vtk(sample, true, false), labelled, false),
        variant("vtk 5 text.vtk", vtk(sample, false, true), labelled, true),
        variant("vtk 5 binary.vtk", vtk(sample, true, true), labelled, false),
    ];
    files.extend(
        vtu_variants(sample).into_iter().map(|(name, bytes, text)| variant(name, bytes, labelled, text)),
    );
    files
}

/// Collects words or binary numbers. `None` is text, otherwise whether big-endian.
struct Pen {
    bytes: Vec<u8>,
    binary: Option<bool>,
}

impl Pen {
    fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn put<const N: usize>(&mut self, word: String, little: [u8; N]) {
        match self.binary {
            None => self.text(&(word + " ")),
            Some(false) => self.bytes.extend_from_slice(&little),
            Some(true) => self.bytes.extend(little.iter().rev()),
        }
    }

    fn int(&mut self, value: u32) {
        self.put(value.to_string(), value.to_le_bytes());
    }

    fn size(&mut self, value: usize) {
        self.put(value.to_string(), (value as u64).to_le_bytes());
    }

    fn double(&mut self, value: f64) {
        self.put(value.to_string(), value.to_le_bytes());
    }

    fn point(&mut self, point: DVec3) {
        point.to_array().into_iter().for_each(|x| self.double(x));
    }

    /// The head of a Gmsh file.
    fn gmsh(version: &str, binary: Option<bool>) -> Self {
        let mut pen = Pen { bytes: vec![], binary };
        pen.text(&format!("$MeshFormat\n{version} {} 8\n", u8::from(binary.is_some())));
        if binary.is_some() {
            pen.int(1);
            pen.text("\n");
        }
        pen.text("$EndMeshFormat\n$PhysicalNames\n2\n2 5 \"floor\"\n3 1 \"left part\"\n$EndPhysicalNames\n");
        pen
    }
}

pub fn gmsh2(sample: &Sample, binary: Option<bool>) -> Vec<u8> {
    let mut pen = Pen::gmsh("2.2", binary);
    pen.text(&format!("$Nodes\n{}\n", sample.mesh.node_count()));
    for (i, &node) in sample.mesh.nodes.iter().enumerate() {
        pen.int(i as u32 + 1);
        pen.point(node);
    }
    pen.text("\n$EndNodes\n$Elements\n3\n");
    for (i, (number, _, nodes, group)) in (1..).zip(sample.gmsh_cells()) {
        // Text: number, type, tags; binary: a block header (type, count, tags), then the number.
        let head = if binary.is_none() { [i, number, 2].to_vec() } else { [number, 1, 2, i].to_vec() };
        head.into_iter().chain([group, 1]).chain(nodes).for_each(|value| pen.int(value));
    }
    pen.text("\n$EndElements\n");
    pen.bytes
}

pub fn gmsh4(sample: &Sample, binary: Option<bool>) -> Vec<u8> {
    let mut pen = Pen::gmsh("4.1", binary);
    pen.text("$Entities\n");
    [1, 0, 1, 2].into_iter().for_each(|count| pen.size(count));
    pen.int(1);
    pen.point(DVec3::ZERO);
    pen.size(0);
    // Surface 7 in group 5, bounded by nothing; volumes 1 and 2 in groups 1 and 2, bounded by surface 7.
    for (tag, group, bounding) in [(7, 5, vec![]), (1, 1, vec![7]), (2, 2, vec![7])] {
        pen.int(tag);
        pen.point(DVec3::ZERO);
        pen.point(DVec3::ONE);
        pen.size(1);
        pen.int(group);
        pen.size(bounding.len());
        bounding.into_iter().for_each(|surface| pen.int(surface));
    }
    pen.text("\n$EndEntities\n$Nodes\n");
    let count = sample.mesh.node_count();
    [2, count, 1, count].into_iter().for_each(|value| pen.size(value));
    // The first three nodes belong to the surface and carry parameters, the rest to a volume.
    for (range, dimension, parametric) in [(0..3, 2, 1), (3..count, 3, 0)] {
        [dimension, 7, parametric].into_iter().for_each(|value| pen.int(value));
        pen.size(range.len());
        range.clone().for_each(|i| pen.size(i + 1));
        for i in range {
            pen.point(sample.mesh.nodes[i]);
            (0..2 * parametric).for_each(|_| pen.double(0.5));
        }
    }
    pen.text("\n$EndNodes\n$Elements\n");
    [3, 3, 1, 3].into_iter().for_each(|value| pen.size(value));
    for (i, (number, dimension, nodes, group)) in (1..).zip(sample.gmsh_cells()) {
        let entity = if dimension == 2 { 7 } else { group };
        [dimension, entity, number].into_iter().for_each(|value| pen.int(value));
        pen.size(1);
        pen.size(i);
        nodes.into_iter().for_each(|node| pen.size(node as usize));
    }
    pen.text("\n$EndElements\n");
    pen.bytes
}

pub fn vtk(sample: &Sample, binary: bool, new_layout: bool) -> Vec<u8> {
    let mut pen = Pen { bytes: vec![], binary: binary.then_some(true) };
    let version = if new_layout { "5.1" } else { "3.0" };
    let encoding = if binary { "BINARY" } else { "ASCII" };
    pen.text(&format!("# vtk DataFile Version {version}\na title\n{encoding}\nDATASET UNSTRUCTURED_GRID\n"));
    pen.text(&format!("POINTS {} double\n", sample.mesh.node_count()));
    sample.mesh.nodes.iter().for_each(|&node| pen.point(node));
    let cells = sample.cells();
    let length: usize = cells.iter().map(|(_, nodes, _)| nodes.len()).sum();
    if new_layout {
        pen.text(&format!("\nMETADATA\nINFORMATION 0\n\nCELLS 4 {length}\nOFFSETS vtktypeint64\n"));
        let mut end = 0;
        pen.size(0);
        for (_, nodes, _) in &cells {
            end += nodes.len();
            pen.size(end);
        }
        pen.text("\nCONNECTIVITY vtktypeint64\n");
        cells.iter().flat_map(|(_, nodes, _)| nodes).for_each(|&node| pen.size(node as usize));
    } else {
        pen.text(&format!("\nCELLS 3 {}\n", length + 3));
        for (_, nodes, _) in &cells {
            pen.int(nodes.len() as u32);
            nodes.iter().for_each(|&node| pen.int(node));
        }
    }
    pen.text("\nCELL_TYPES 3\n");
    cells.iter().for_each(|(kind, _, _)| pen.int(u32::from(*kind)));
    pen.text(&format!(
        "\nPOINT_DATA {}\nSCALARS height double 1\nLOOKUP_TABLE default\n",
        sample.mesh.node_count()
    ));
    sample.mesh.nodes.iter().for_each(|node| pen.double(node.z));
    pen.text("\nCELL_DATA 3\n");
    pen.text(if new_layout {
        "FIELD FieldData 1\npart 1 3 int\n"
    } else {
        "SCALARS part int\nLOOKUP_TABLE default\n"
    });
    cells.iter().for_each(|(_, _, group)| pen.int(*group));
    pen.text("\n");
    pen.bytes
}
