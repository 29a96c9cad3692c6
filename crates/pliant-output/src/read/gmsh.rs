//! Gmsh files, formats 2.x and 4.1, ASCII and binary.
//!
//! Source: the Gmsh reference manual, "MSH file format" (4.1 and the legacy 2.2). Groups without a name are called
//! `point 5`, `curve 5`, `surface 5`, `volume 5`.

use std::collections::BTreeMap;

use glam::DVec3;

use super::error::{DAMAGED, Fault};
use super::gmsh_cells::{cell_type, to_vtk_order};
use super::raw::{CellKind, GroupId, RawMesh};
use super::scan::{Encoding, Scan};

/// What to do about a version we do not read.
pub(super) const CONVERT: &str =
    "save it as format 4.1 or 2.2, e.g. `gmsh old.msh -save -format msh41 -o new.msh`";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    Two,
    FourOne,
}

struct Gmsh<'a> {
    scan: Scan<'a>,
    version: Option<Version>,
    binary: Encoding,
    names: BTreeMap<(i64, i64), String>,
    /// Groups of each entity (dimension, tag).
    entities: BTreeMap<(i64, i64), Vec<GroupId>>,
    /// (tag in the file, our id), sorted by tag once the nodes are read.
    tags: Vec<(u64, u32)>,
    raw: RawMesh,
}

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, Fault> {
    let mut gmsh = Gmsh {
        scan: Scan::new(bytes),
        version: None,
        binary: Encoding::Text,
        names: BTreeMap::new(),
        entities: BTreeMap::new(),
        tags: vec![],
        raw: RawMesh::default(),
    };
    while let Some(word) = gmsh.scan.peek() {
        let Some(section) = word.strip_prefix('$') else {
            return Err(gmsh.scan.fault("expected the start of a section, like $Nodes", DAMAGED));
        };
        gmsh.scan.token();
        gmsh.scan.line();
        gmsh.section(section)?;
    }
    Ok(gmsh.raw)
}

impl Gmsh<'_> {
    fn section(&mut self, section: &str) -> Result<(), Fault> {
        let needs_version = ["Entities", "Nodes", "Elements"].contains(&section);
        if needs_version && self.version.is_none() {
            return Err(self.scan.fault(format!("${section} comes before $MeshFormat"), DAMAGED));
        }
        let four = self.version == Some(Version::FourOne);
        if needs_version {
            self.scan.encoding = self.binary;
        }
        match section {
            "MeshFormat" => self.format()?,
            "PhysicalNames" => self.physical_names()?,
            "Entities" if four => self.entities4()?,
            "Nodes" if four => self.nodes4()?,
            "Nodes" => self.nodes2()?,
            "Elements" if four => self.elements4()?,
            "Elements" => self.elements2()?,
            other => return self.skip(other),
        }
        self.scan.encoding = Encoding::Text;
        match self.scan.token() {
            Some(word) if word == format!("$End{section}") => Ok(()),
            _ => Err(self.scan.fault(format!("${section} does not end with $End{section}"), DAMAGED)),
        }
    }

    /// Sections that are of no use here.
    fn skip(&mut self, section: &str) -> Result<(), Fault> {
        self.scan.encoding = Encoding::Text;
        if section == "PartitionedEntities" {
            self.raw.notes.push("the groups of a partitioned mesh are not read".into());
        }
        let place = self.scan.place();
        if self.scan.skip_past(format!("$End{section}").as_bytes()) {
            return Ok(());
        }
        Err(Fault::at(place, format!("${section} has no $End{section}"), DAMAGED))
    }

    fn format(&mut self) -> Result<(), Fault> {
        let words = self.scan.words();
        let [version, file_type, size] = words.as_slice() else {
            return Err(self.scan.fault("$MeshFormat needs version, file type and data size", DAMAGED));
        };
        self.version = match version.as_str() {
            "2" | "2.0" | "2.1" | "2.2" => Some(Version::Two),
            "4.1" => Some(Version::FourOne),
            other => {
                let reason = format!("Gmsh format {other} is not read, only 2.x and 4.1");
                return Err(self.scan.fault(reason, CONVERT));
            }
        };
        self.scan.size_bytes = match size.as_str() {
            "4" => 4,
            "8" => 8,
            other => return Err(self.scan.fault(format!("data size {other} is neither 4 nor 8"), CONVERT)),
        };
        match file_type.as_str() {
            "0" => self.binary = Encoding::Text,
            "1" => {
                // The number one, written as the machine does.
                let one = self.scan.raw(4, "the byte order mark")?;
                self.binary = match one {
                    [1, 0, 0, 0] => Encoding::Binary { big_endian: false },
                    [0, 0, 0, 1] => Encoding::Binary { big_endian: true },
                    _ => return Err(self.scan.fault("the byte order mark is not 1", DAMAGED)),
                };
            }
            other => {
                let reason = format!("file type {other} is neither 0 (ASCII) nor 1 (binary)");
                return Err(self.scan.fault(reason, CONVERT));
            }
        }
        Ok(())
    }

    fn physical_names(&mut self) -> Result<(), Fault> {
        let count: u64 = self.scan.number("the number of physical names")?;
        for _ in 0..self.scan.room(count, 3, "physical names")? {
            let dimension = self.scan.number("the dimension of a physical group")?;
            let tag: i64 = self.scan.number("the tag of a physical group")?;
            let text = String::from_utf8_lossy(self.scan.line()).trim().to_string();
            let name = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(&text);
            self.names.insert((dimension, tag), name.to_string());
        }
        Ok(())
    }

    /// The group of a physical tag; the sign is the orientation and means nothing here.
    fn physical_group(&mut self, dimension: i64, tag: i64) -> GroupId {
        let tag = tag.saturating_abs();
        let kind =
            ["point", "curve", "surface", "volume"].get(dimension.clamp(0, 3) as usize).unwrap_or(&"group");
        let name = self.names.get(&(dimension, tag)).cloned();
        self.raw.group(&name.unwrap_or_else(|| format!("{kind} {tag}")))
    }

    fn entities4(&mut self) -> Result<(), Fault> {
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = self.scan.size("the number of entities")?;
        }
        for (dimension, count) in (0i64..).zip(counts) {
            let coordinates = if dimension == 0 { 3 } else { 6 };
            for _ in 0..self.scan.room(count, 2 + coordinates, "entities")? {
                let tag = self.scan.int("the tag of an entity")?;
                for _ in 0..coordinates {
                    self.scan.double("a coordinate of an entity")?;
                }
                let groups = self.entity_groups(dimension)?;
                self.entities.insert((dimension, tag), groups);
                if dimension > 0 {
                    let bounding = self.scan.size("the number of bounding entities")?;
                    for _ in 0..self.scan.room(bounding, 1, "bounding entities")? {
                        self.scan.int("a bounding entity")?;
                    }
                }
            }
        }
        Ok(())
    }

    fn entity_groups(&mut self, dimension: i64) -> Result<Vec<GroupId>, Fault> {
        let count = self.scan.size("the number of physical tags")?;
        let mut groups = vec![];
        for _ in 0..self.scan.room(count, 1, "physical tags")? {
            let tag = self.scan.int("a physical tag")?;
            groups.push(self.physical_group(dimension, tag));
        }
        Ok(groups)
    }

    fn point(&mut self) -> Result<DVec3, Fault> {
        let what = "a node coordinate";
        Ok(DVec3::new(self.scan.double(what)?, self.scan.double(what)?, self.scan.double(what)?))
    }

    fn nodes4(&mut self) -> Result<(), Fault> {
        let blocks = self.scan.size("the number of node blocks")?;
        for what in ["the number of nodes", "the smallest node tag", "the largest node tag"] {
            self.scan.size(what)?;
        }
        for _ in 0..self.scan.room(blocks, 4, "node blocks")? {
            let dimension = self.scan.int("the dimension of a node block")?;
            self.scan.int("the entity of a node block")?;
            let parametric = self.scan.int("the parametric flag")?;
            let count = self.scan.size("the number of nodes in a block")?;
            let count = self.scan.room(count, 4, "nodes")?;
            let tags: Vec<u64> =
                (0..count).map(|_| self.scan.size("a node tag")).collect::<Result<_, _>>()?;
            for tag in tags {
                let point = self.point()?;
                self.add_node(tag, point);
                if parametric != 0 {
                    for _ in 0..dimension.clamp(0, 3) {
                        self.scan.double("a parametric coordinate")?;
                    }
                }
            }
        }
        self.sort_tags()
    }

    fn nodes2(&mut self) -> Result<(), Fault> {
        let encoding = std::mem::replace(&mut self.scan.encoding, Encoding::Text);
        let count: u64 = self.scan.number("the number of nodes")?;
        if encoding != Encoding::Text {
            self.scan.line();
        }
        self.scan.encoding = encoding;
        for _ in 0..self.scan.room(count, 4, "nodes")? {
            let tag = self.scan.int("a node number")?;
            let point = self.point()?;
            self.add_node(tag as u64, point);
        }
        self.sort_tags()
    }

    fn add_node(&mut self, tag: u64, point: DVec3) {
        self.tags.push((tag, self.raw.nodes.len() as u32));
        self.raw.nodes.push(point);
    }

    fn sort_tags(&mut self) -> Result<(), Fault> {
        self.tags.sort_unstable();
        match self.tags.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(self.scan.fault(format!("node {} is defined twice", pair[0].0), DAMAGED)),
            None => Ok(()),
        }
    }

    fn node(&self, tag: u64) -> Result<u32, Fault> {
        // Tags usually count from 1 without gaps.
        let guess = self.tags.get((tag as usize).wrapping_sub(1)).filter(|entry| entry.0 == tag);
        let found =
            guess.or_else(|| self.tags.binary_search_by_key(&tag, |e| e.0).ok().map(|i| &self.tags[i]));
        match found {
            Some(entry) => Ok(entry.1),
            None => {
                Err(self.scan.fault(format!("an element uses node {tag}, which does not exist"), DAMAGED))
            }
        }
    }

    fn cell_type(&self, number: i64) -> Result<(usize, CellKind), Fault> {
        let unknown =
            || self.scan.fault(format!("element type {number} is not known"), "use standard elements");
        cell_type(number).ok_or_else(unknown)
    }

    fn add_cell(&mut self, kind: CellKind, nodes: &mut [u32], groups: &[GroupId]) -> Result<(), Fault> {
        to_vtk_order(kind, nodes);
        self.raw.add(kind, nodes, groups).map_err(|fault| self.scan.fault(fault.reason, fault.remedy))
    }

    fn elements4(&mut self) -> Result<(), Fault> {
        let blocks = self.scan.size("the number of element blocks")?;
        for what in ["the number of elements", "the smallest element tag", "the largest element tag"] {
            self.scan.size(what)?;
        }
        for _ in 0..self.scan.room(blocks, 4, "element blocks")? {
            let dimension = self.scan.int("the dimension of an element block")?;
            let tag = self.scan.int("the entity of an element block")?;
            let number = self.scan.int("an element type")?;
            let (node_count, kind) = self.cell_type(number)?;
            let count = self.scan.size("the number of elements in a block")?;
            let groups = self.entities.get(&(dimension, tag)).cloned().unwrap_or_default();
            for _ in 0..self.scan.room(count, 1 + node_count, "elements")? {
                self.scan.size("an element tag")?;
                let mut nodes = [0; 125];
                for node in &mut nodes[..node_count] {
                    let tag = self.scan.size("a node of an element")?;
                    *node = self.node(tag)?;
                }
                self.add_cell(kind, &mut nodes[..node_count], &groups)?;
            }
        }
        Ok(())
    }

    fn elements2(&mut self) -> Result<(), Fault> {
        let encoding = std::mem::replace(&mut self.scan.encoding, Encoding::Text);
        let count: u64 = self.scan.number("the number of elements")?;
        if encoding != Encoding::Text {
            self.scan.line();
        }
        self.scan.encoding = encoding;
        let count = self.scan.room(count, 2, "elements")?;
        let mut done = 0;
        while done < count {
            if encoding == Encoding::Text {
                self.scan.int("an element number")?;
                let number = self.scan.int("an element type")?;
                let tags = self.scan.int("the number of tags")?;
                self.element2(number, tags)?;
                done += 1;
            } else {
                // Binary elements come in blocks of one type.
                let number = self.scan.int("an element type")?;
                let follow = self.scan.int("the number of elements in a block")?;
                let tags = self.scan.int("the number of tags")?;
                if follow < 1 || follow as u64 > (count - done) as u64 {
                    return Err(self
                        .scan
                        .fault(format!("a block of {follow} elements is announced"), DAMAGED));
                }
                for _ in 0..follow {
                    self.scan.int("an element number")?;
                    self.element2(number, tags)?;
                }
                done += follow as usize;
            }
        }
        Ok(())
    }

    /// Tags and nodes of one element. The first tag is the physical group, 0 for none.
    fn element2(&mut self, number: i64, tag_count: i64) -> Result<(), Fault> {
        let (node_count, kind) = self.cell_type(number)?;
        let mut groups = vec![];
        for i in 0..tag_count {
            let tag = self.scan.int("a tag of an element")?;
            if i == 0 && tag != 0 {
                groups.push(self.physical_group(dimension_of(kind), tag));
            }
        }
        let mut nodes = [0; 125];
        for node in &mut nodes[..node_count] {
            let tag = self.scan.int("a node of an element")?;
            *node = self.node(tag as u64)?;
        }
        self.add_cell(kind, &mut nodes[..node_count], &groups)
    }
}

fn dimension_of(kind: CellKind) -> i64 {
    match kind {
        CellKind::Lower("points") => 0,
        CellKind::Lower("lines") => 1,
        CellKind::Lower(_) => 2,
        CellKind::Tet(_) | CellKind::OtherVolume(_) => 3,
    }
}
