//! VTU files: VTK's XML unstructured grids, in every encoding VTK, ParaView and meshio write.
//!
//! Raw appended data makes a file that is not XML, so the text before `<AppendedData` is parsed alone and closed by
//! us; the data follows the first `_` after that tag.

use roxmltree::{Document, Node};

use super::error::{DAMAGED, Fault, Place};
use super::numbers::{Kind, Numbers};
use super::raw::RawMesh;
use super::scan::find;
use super::vtk_cells::{VtkPiece, points_of};
use super::vtu_data::{Source, Storage, parse_text};

/// An open file.
pub(super) struct Vtu<'a> {
    storage: Storage,
    /// The name of a compression we cannot undo; arrays written as text do not mind.
    foreign_compressor: Option<&'a str>,
    appended: Option<Appended<'a>>,
    document: &'a Document<'a>,
}

const ZLIB: &str = "vtkZLibDataCompressor";

/// The block of data behind the XML.
#[derive(Clone, Copy)]
struct Appended<'a> {
    data: &'a [u8],
    base64: bool,
}

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh, Fault> {
    with_grid(bytes, |vtu, grid| {
        let mut raw = RawMesh::default();
        for piece in children(grid, "Piece") {
            vtu.piece(piece)?.add_to(&mut raw)?;
        }
        Ok(raw)
    })
}

/// Parses the XML and hands the `<UnstructuredGrid>` on.
pub(super) fn with_grid<T>(
    bytes: &[u8],
    take: impl FnOnce(&Vtu, Node) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let split = find(bytes, b"<AppendedData");
    let appended = split.map(|at| appended_data(&bytes[at..])).transpose()?;
    let mut xml = std::str::from_utf8(&bytes[..split.unwrap_or(bytes.len())])
        .map_err(|e| Fault::at(Place::Byte(e.valid_up_to()), "the XML is not UTF-8 text", DAMAGED))?
        .to_string();
    if split.is_some() {
        xml.push_str("</VTKFile>");
    }
    let document = Document::parse(&xml).map_err(|error| {
        Fault::at(Place::Line(error.pos().row as usize), format!("the XML is broken: {error}"), DAMAGED)
    })?;
    let root = document.root_element();
    let grid = unstructured_grid(&document, root)?;
    let foreign_compressor = compressor(root).filter(|&name| name != ZLIB);
    let vtu = Vtu { storage: storage(&document, root)?, foreign_compressor, appended, document: &document };
    take(&vtu, grid)
}

/// Splits `<AppendedData encoding="raw">_...` into encoding and data.
fn appended_data(bytes: &[u8]) -> Result<Appended<'_>, Fault> {
    let broken = || Fault::file("<AppendedData> has no data (an underscore and bytes)", DAMAGED);
    let end = find(bytes, b">").ok_or_else(broken)?;
    let tag = String::from_utf8_lossy(&bytes[..end]);
    let start = end + find(&bytes[end..], b"_").ok_or_else(broken)? + 1;
    let data = &bytes[start..];
    if tag.contains("base64") {
        // Base64 has no '<', so the closing tag ends the data.
        let end = find(data, b"<").unwrap_or(data.len());
        return Ok(Appended { data: &data[..end], base64: true });
    }
    Ok(Appended { data, base64: false })
}

fn unstructured_grid<'a>(document: &Document, root: Node<'a, 'a>) -> Result<Node<'a, 'a>, Fault> {
    let kind = root.attribute("type").unwrap_or("not named");
    if root.tag_name().name() != "VTKFile" || kind != "UnstructuredGrid" {
        let remedy = if kind.starts_with('P') && kind.ends_with("Grid") {
            "give the .vtu file of the whole mesh instead of the parallel index"
        } else {
            "save a tetrahedral mesh as an unstructured grid (.vtu)"
        };
        return Err(fault(document, root, format!("the data set is {kind}, not UnstructuredGrid"), remedy));
    }
    let missing = || fault(document, root, "<UnstructuredGrid> is missing", DAMAGED);
    children(root, "UnstructuredGrid").next().ok_or_else(missing)
}

fn compressor<'a>(root: Node<'a, 'a>) -> Option<&'a str> {
    root.attribute("compressor").filter(|name| !name.is_empty())
}

fn storage(document: &Document, root: Node) -> Result<Storage, Fault> {
    let header = match root.attribute("header_type") {
        None | Some("UInt32") => Kind::U32,
        Some("UInt64") => Kind::U64,
        Some(other) => {
            return Err(fault(document, root, format!("header_type {other} is not known"), DAMAGED));
        }
    };
    let big_endian = match root.attribute("byte_order") {
        None | Some("LittleEndian") => false,
        Some("BigEndian") => true,
        Some(other) => {
            return Err(fault(document, root, format!("byte_order {other} is not known"), DAMAGED));
        }
    };
    Ok(Storage { big_endian, header, compressed: compressor(root) == Some(ZLIB) })
}

impl Vtu<'_> {
    pub fn piece(&self, piece: Node) -> Result<VtkPiece, Fault> {
        let missing = |what: &str| fault(self.document, piece, format!("the piece has no {what}"), DAMAGED);
        let (points, cells) = (self.count(piece, "NumberOfPoints")?, self.count(piece, "NumberOfCells")?);
        let mut result = VtkPiece { place: Some(place(self.document, piece)), ..VtkPiece::default() };
        if points == 0 && cells == 0 {
            return Ok(result);
        }
        let point_array = children(piece, "Points").flat_map(|n| children(n, "DataArray")).next();
        let coordinates = self.values(point_array.ok_or_else(|| missing("<Points>"))?)?;
        if coordinates.len() as u64 != points.saturating_mul(3) {
            let reason = format!("{} coordinates do not make {points} points", coordinates.len());
            return Err(fault(self.document, piece, reason, DAMAGED));
        }
        result.points = points_of(&coordinates.floats());
        let cell_node = children(piece, "Cells").next().ok_or_else(|| missing("<Cells>"))?;
        result.connectivity = self.cell_array(cell_node, "connectivity")?;
        result.ends = self.cell_array(cell_node, "offsets")?;
        result.types = self.cell_array(cell_node, "types")?;
        if result.types.len() as u64 != cells {
            let reason = format!("{} cell types do not make {cells} cells", result.types.len());
            return Err(fault(self.document, piece, reason, DAMAGED));
        }
        for array in children(piece, "CellData").flat_map(|n| children(n, "DataArray")) {
            self.add_label(array, &mut result)?;
        }
        Ok(result)
    }

    /// Integer arrays with one component label the cells.
    fn add_label(&self, array: Node, piece: &mut VtkPiece) -> Result<(), Fault> {
        let one = array.attribute("NumberOfComponents").is_none_or(|n| n == "1" || n == "0");
        let integer = array.attribute("type").and_then(Kind::of_vtu).is_some_and(|kind| !kind.is_float());
        if let (true, true, Some(name)) = (one, integer, array.attribute("Name"))
            && let Some(values) = self.values(array)?.integers()
        {
            piece.labels.push((name.to_string(), values));
        }
        Ok(())
    }

    fn count(&self, piece: Node, name: &str) -> Result<u64, Fault> {
        let value = piece.attribute(name).and_then(|text| text.trim().parse().ok());
        value.ok_or_else(|| fault(self.document, piece, format!("{name} is missing or no number"), DAMAGED))
    }

    fn cell_array(&self, cells: Node, name: &str) -> Result<Vec<i64>, Fault> {
        let wrong = |what: &str| fault(self.document, cells, format!("the array \"{name}\" {what}"), DAMAGED);
        let mut arrays = children(cells, "DataArray").filter(|n| n.attribute("Name") == Some(name));
        let array = arrays.next().ok_or_else(|| wrong("is missing"))?;
        self.values(array)?.integers().ok_or_else(|| wrong("must be of an integer type"))
    }

    pub fn values(&self, array: Node) -> Result<Numbers, Fault> {
        let name = array.attribute("Name").unwrap_or("without name");
        let wrong =
            |reason: String| fault(self.document, array, format!("array \"{name}\": {reason}"), DAMAGED);
        let type_name = array.attribute("type").unwrap_or("missing");
        let kind =
            Kind::of_vtu(type_name).ok_or_else(|| wrong(format!("the type {type_name} is not read")))?;
        let text = array.text().unwrap_or("");
        let format = array.attribute("format").unwrap_or("ascii");
        if let (Some(name), false) = (self.foreign_compressor, format == "ascii") {
            let reason = format!("the compression {name} is not read");
            return Err(fault(self.document, array, reason, "save it again with zlib compression or none"));
        }
        let outcome = match format {
            "ascii" => parse_text(kind, text),
            "binary" if text.trim_ascii().is_empty() => Ok(kind.decode(&[], false)),
            "binary" => self.storage.decode(kind, Source::Base64(text.as_bytes())),
            "appended" => self.appended_source(array).and_then(|source| self.storage.decode(kind, source)),
            other => Err(format!("the format {other} is not known")),
        };
        outcome.map_err(wrong)
    }

    fn appended_source(&self, array: Node) -> Result<Source<'_>, String> {
        let appended = self.appended.ok_or("there is no <AppendedData>")?;
        let offset: Option<usize> = array.attribute("offset").and_then(|text| text.trim().parse().ok());
        let data = offset
            .and_then(|offset| appended.data.get(offset..))
            .ok_or("the offset is missing or too large")?;
        Ok(if appended.base64 { Source::Base64(data) } else { Source::Raw(data) })
    }
}

/// The elements of that name directly below.
pub(super) fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

fn place(document: &Document, node: Node) -> Place {
    Place::Line(document.text_pos_at(node.range().start).row as usize)
}

fn fault(document: &Document, node: Node, reason: impl Into<String>, remedy: &str) -> Fault {
    Fault::at(place(document, node), reason, remedy)
}
