//! The sample as VTU, in every encoding.

use super::samples::Sample;

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Ascii,
    Inline,
    AppendedRaw,
    AppendedBase64,
}

#[derive(Clone, Copy)]
struct Options {
    mode: Mode,
    wide_header: bool,
    compressed: bool,
    big_endian: bool,
}

/// (name, bytes, whether it is text all through).
pub fn vtu_variants(sample: &Sample) -> Vec<(&'static str, Vec<u8>, bool)> {
    let mut files = vec![];
    for (name, mode) in [
        ("ascii.vtu", Mode::Ascii),
        ("inline.vtu", Mode::Inline),
        ("appended raw.vtu", Mode::AppendedRaw),
        ("appended base64.vtu", Mode::AppendedBase64),
    ] {
        for bits in 0..8 {
            let [wide_header, compressed, big_endian] = [1, 2, 4].map(|bit| bits & bit != 0);
            if mode == Mode::Ascii && bits > 0 {
                continue;
            }
            let options = Options { mode, wide_header, compressed, big_endian };
            files.push((name, vtu(sample, options), mode != Mode::AppendedRaw));
        }
    }
    files
}

/// Writes data arrays and collects what is appended.
struct Arrays {
    options: Options,
    appended: Vec<u8>,
}

impl Arrays {
    fn ordered(&self, mut little: Vec<u8>) -> Vec<u8> {
        if self.options.big_endian {
            little.reverse();
        }
        little
    }

    fn header(&self, values: &[usize]) -> Vec<u8> {
        let one = |&value: &usize| {
            let little = (value as u64).to_le_bytes();
            self.ordered(if self.options.wide_header { little.to_vec() } else { little[..4].to_vec() })
        };
        values.iter().flat_map(one).collect()
    }

    /// Header and data; base64 pads the header of compressed data by itself.
    fn packed(&self, data: &[u8], base64: bool) -> Vec<u8> {
        if !self.options.compressed {
            let all = [self.header(&[data.len()]), data.to_vec()].concat();
            return if base64 { encode(&all) } else { all };
        }
        let block_size = 48;
        let blocks: Vec<Vec<u8>> =
            data.chunks(block_size).map(|b| miniz_oxide::deflate::compress_to_vec_zlib(b, 6)).collect();
        let mut head = vec![blocks.len(), block_size, data.len() % block_size];
        head.extend(blocks.iter().map(Vec::len));
        let (head, data) = (self.header(&head), blocks.concat());
        if base64 { [encode(&head), encode(&data)].concat() } else { [head, data].concat() }
    }

    fn array(
        &mut self,
        name: &str,
        kind: &str,
        components: usize,
        words: &[String],
        values: Vec<Vec<u8>>,
    ) -> String {
        let tag = format!("<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\"");
        let data: Vec<u8> = values.into_iter().flat_map(|value| self.ordered(value)).collect();
        match self.options.mode {
            Mode::Ascii => format!("{tag} format=\"ascii\">\n{}\n</DataArray>\n", words.join(" ")),
            Mode::Inline => {
                let text = String::from_utf8(self.packed(&data, true)).unwrap();
                format!("{tag} format=\"binary\">\n  {text}\n</DataArray>\n")
            }
            mode => {
                let offset = self.appended.len();
                let packed = self.packed(&data, mode == Mode::AppendedBase64);
                self.appended.extend(packed);
                format!("{tag} format=\"appended\" offset=\"{offset}\"/>\n")
            }
        }
    }

    fn floats(&mut self, name: &str, values: &[f64]) -> String {
        let words: Vec<String> = values.iter().map(f64::to_string).collect();
        self.array(name, "Float64", 3, &words, values.iter().map(|v| v.to_le_bytes().to_vec()).collect())
    }

    fn integers(&mut self, name: &str, kind: &str, values: &[u32]) -> String {
        let size = match kind {
            "UInt8" => 1,
            "Int32" => 4,
            _ => 8,
        };
        let words: Vec<String> = values.iter().map(u32::to_string).collect();
        let bytes = values.iter().map(|&v| u64::from(v).to_le_bytes()[..size].to_vec()).collect();
        self.array(name, kind, 1, &words, bytes)
    }
}

fn vtu(sample: &Sample, options: Options) -> Vec<u8> {
    let mut arrays = Arrays { options, appended: vec![] };
    let cells = sample.cells();
    let coordinates: Vec<f64> = sample.mesh.nodes.iter().flat_map(|x| x.to_array()).collect();
    let connectivity: Vec<u32> = cells.iter().flat_map(|(_, nodes, _)| nodes.clone()).collect();
    let mut ends = vec![];
    for (_, nodes, _) in &cells {
        ends.push(ends.last().copied().unwrap_or(0) + nodes.len() as u32);
    }
    let points = arrays.floats("Points", &coordinates);
    let connectivity = arrays.integers("connectivity", "Int64", &connectivity);
    let offsets = arrays.integers("offsets", "Int64", &ends);
    let types = arrays.integers("types", "UInt8", &cells.each_ref().map(|(kind, _, _)| u32::from(*kind)));
    let part = arrays.integers("part", "Int32", &cells.each_ref().map(|(_, _, group)| *group));
    let order = if options.big_endian { "BigEndian" } else { "LittleEndian" };
    let header = if options.wide_header { "UInt64" } else { "UInt32" };
    let compressor = if options.compressed { " compressor=\"vtkZLibDataCompressor\"" } else { "" };
    let mut file = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"{order}\" \
         header_type=\"{header}\"{compressor}>\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"3\">\n\
         <CellData>\n{part}</CellData>\n<Points>\n{points}</Points>\n<Cells>\n{connectivity}{offsets}{types}</Cells>\n\
         </Piece>\n</UnstructuredGrid>\n",
        sample.mesh.node_count()
    )
    .into_bytes();
    if !arrays.appended.is_empty() {
        let encoding = if options.mode == Mode::AppendedRaw { "raw" } else { "base64" };
        file.extend(format!("<AppendedData encoding=\"{encoding}\">\n   _").into_bytes());
        file.extend(arrays.appended);
        file.extend(b"\n</AppendedData>\n");
    }
    file.extend(b"</VTKFile>\n");
    file
}

fn encode(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = vec![];
    for group in bytes.chunks(3) {
        let mut bits = [0; 4];
        bits[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(bits);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= group.len() { digit } else { b'=' });
        }
    }
    text
}
