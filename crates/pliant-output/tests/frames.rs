//! VTU and PVD files, byte by byte.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{empty_folder, moved_cube, names_in, two_cubes};
use glam::DVec3;
use pliant_geometry::ElementOrder;
use pliant_output::write::{PvdSeries, write_vtu};
use pliant_output::{Field, OutputError};
use pliant_world::Frame;

/// A raw appended VTU file, taken apart without help of the crate.
struct Parsed {
    xml: String,
    attributes: BTreeMap<String, BTreeMap<String, String>>,
    blocks: BTreeMap<String, Vec<u8>>,
}

fn attributes(tag: &str) -> BTreeMap<String, String> {
    let mut parts = tag.split('"');
    let mut found = BTreeMap::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        let name = name.trim_end_matches('=').rsplit(' ').next().unwrap();
        found.insert(name.to_string(), value.to_string());
    }
    found
}

/// Checks that the blocks follow each other without gaps up to the line break before the end.
fn parse(path: &Path) -> Parsed {
    let bytes = fs::read(path).unwrap();
    let start_mark = b"<AppendedData encoding=\"raw\">\n_";
    let end_mark = b"\n  </AppendedData>\n</VTKFile>\n";
    let at = bytes.windows(start_mark.len()).position(|window| window == start_mark).unwrap();
    assert!(bytes.ends_with(end_mark));
    let xml = String::from_utf8(bytes[..at].to_vec()).unwrap();
    let data = &bytes[at + start_mark.len()..bytes.len() - end_mark.len()];
    let mut parsed = Parsed { xml: xml.clone(), attributes: BTreeMap::new(), blocks: BTreeMap::new() };
    let mut position = 0;
    for tag in xml.split("<DataArray").skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let tag = attributes(tag);
        if tag["format"] != "appended" {
            continue;
        }
        assert_eq!(tag["offset"], position.to_string(), "{}", tag["Name"]);
        let size = u64::from_le_bytes(data[position..position + 8].try_into().unwrap()) as usize;
        let block = data[position + 8..position + 8 + size].to_vec();
        position += 8 + size;
        assert!(parsed.blocks.insert(tag["Name"].clone(), block).is_none(), "{} is there twice", tag["Name"]);
        parsed.attributes.insert(tag["Name"].clone(), tag);
    }
    assert_eq!(position, data.len(), "nothing is left over");
    parsed
}

impl Parsed {
    fn floats(&self, name: &str) -> Vec<f64> {
        assert_eq!(self.attributes[name]["type"], "Float64");
        self.blocks[name].chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
    }

    fn longs(&self, name: &str) -> Vec<i64> {
        assert_eq!(self.attributes[name]["type"], "Int64");
        self.blocks[name].chunks_exact(8).map(|b| i64::from_le_bytes(b.try_into().unwrap())).collect()
    }

    fn ints(&self, name: &str) -> Vec<i32> {
        assert_eq!(self.attributes[name]["type"], "Int32");
        self.blocks[name].chunks_exact(4).map(|b| i32::from_le_bytes(b.try_into().unwrap())).collect()
    }
}

fn flat(vectors: impl Iterator<Item = DVec3>) -> Vec<f64> {
    vectors.flat_map(|v| v.to_array()).collect()
}

#[test]
fn shape_and_fields_of_all_bodies_are_in_their_blocks() {
    let folder = empty_folder("vtu_blocks");
    let path = folder.join("frame.vtu");
    let frame = two_cubes(3, 0.125);
    write_vtu(&path, &frame, &Field::ALL).unwrap();
    let file = parse(&path);
    let [first, second] = &frame.bodies[..] else { panic!() };
    let bodies = [first, second];

    assert_eq!(file.floats("points"), flat(bodies.iter().flat_map(|b| b.positions.iter().copied())));
    let shift = first.positions.len() as i64;
    let connectivity: Vec<i64> = (first.shape.cells.iter().map(|&n| i64::from(n)))
        .chain(second.shape.cells.iter().map(|&n| i64::from(n) + shift))
        .collect();
    assert_eq!(file.longs("connectivity"), connectivity);
    let (linear, quadratic) = (first.stress.len(), second.stress.len());
    assert_eq!(file.blocks["types"], [vec![10u8; linear], vec![24u8; quadratic]].concat());
    let ends = file.longs("offsets");
    assert_eq!((ends[0], ends[linear - 1], ends[linear]), (4, 4 * linear as i64, 4 * linear as i64 + 10));
    assert_eq!(*ends.last().unwrap(), connectivity.len() as i64);

    let displacement = bodies.iter().flat_map(|b| b.positions.iter().zip(&b.shape.rest).map(|(x, r)| x - r));
    assert_eq!(file.floats("displacement"), flat(displacement));
    assert_eq!(file.floats("velocity"), flat(bodies.iter().flat_map(|b| b.velocities.iter().copied())));
    assert_eq!(file.floats("stress")[..6], [1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 6000.0]);
    assert_eq!(file.floats("strain")[6..12], [0.25, 0.375, 0.5, 0.625, 0.75, 0.875]);
    assert_eq!(file.floats("von_mises"), [&first.von_mises[..], &second.von_mises[..]].concat());
    assert_eq!(
        file.floats("energy_density"),
        [&first.energy_density[..], &second.energy_density[..]].concat()
    );
    assert_eq!(file.ints("body"), [vec![0; linear], vec![1; quadratic]].concat());
    // rubber 0, steel 1, jelly 2: the second body's own 0 is the file's 1.
    assert_eq!(file.ints("material")[..2], [0, 1]);
    assert_eq!(file.ints("material")[linear..linear + 2], [1, 2]);
}

#[test]
fn the_header_says_what_readers_need() {
    let folder = empty_folder("vtu_header");
    let path = folder.join("frame.vtu");
    write_vtu(&path, &two_cubes(0, 0.125), &Field::ALL).unwrap();
    let file = parse(&path);
    assert!(file.xml.contains("byte_order=\"LittleEndian\" header_type=\"UInt64\""));
    assert!(file.xml.contains("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.125<"));
    assert!(file.xml.contains("Name=\"body:würfel &lt;1&gt; &amp; &quot;co&quot;\""));
    assert!(file.xml.contains("Name=\"material:jelly\" NumberOfTuples=\"1\" format=\"ascii\">2<"));
    let stress = &file.attributes["stress"];
    let names: Vec<&str> = (0..6).map(|i| stress[&format!("ComponentName{i}")].as_str()).collect();
    assert_eq!(
        (stress["NumberOfComponents"].as_str(), names),
        ("6", vec!["XX", "YY", "ZZ", "XY", "YZ", "XZ"])
    );
    assert_eq!(names_in(&folder), ["frame.vtu"]);
}

#[test]
fn only_chosen_fields_are_written_and_only_they_must_be_there() {
    let folder = empty_folder("vtu_fields");
    let path = folder.join("frame.vtu");
    let mut frame = two_cubes(0, 0.0);
    for body in &mut frame.bodies {
        body.stress.clear();
        body.velocities.clear();
    }
    let chosen = [Field::Body, Field::Displacement, Field::Body];
    write_vtu(&path, &frame, &chosen).unwrap();
    let names: Vec<String> = parse(&path).blocks.into_keys().collect();
    assert_eq!(names, ["body", "connectivity", "displacement", "offsets", "points", "types"]);

    let error = write_vtu(&path, &frame, &[Field::Stress]).unwrap_err();
    assert!(matches!(&error, OutputError::BrokenFrame { .. }));
    assert!(error.to_string().contains("has 0 values of stress for 12 cells"), "{error}");
    assert!(Field::ALL.into_iter().all(|field| Field::from_name(field.name()) == Some(field)));
    assert_eq!(Field::from_name("colour"), None);
}

#[test]
fn a_frame_without_bodies_is_a_sound_file() {
    let folder = empty_folder("vtu_empty");
    let path = folder.join("frame.vtu");
    write_vtu(&path, &Frame { index: 0, time: 0.0, bodies: vec![], colliders: vec![] }, &Field::ALL).unwrap();
    assert!(parse(&path).blocks.values().all(Vec::is_empty));
}

#[test]
fn frames_that_make_no_sense_are_refused_and_leave_nothing() {
    let folder = empty_folder("vtu_broken");
    let path = folder.join("frame.vtu");
    let mut bad_node = two_cubes(0, 0.0);
    std::sync::Arc::make_mut(&mut bad_node.bodies[1].shape).cells[7] = 10_000;
    let mut short = two_cubes(0, 0.0);
    short.bodies[0].positions.pop();
    let mut bad_material = two_cubes(0, 0.0);
    std::sync::Arc::make_mut(&mut bad_material.bodies[0].shape).cell_materials[0] = 9;
    let mut odd = two_cubes(0, 0.0);
    std::sync::Arc::make_mut(&mut odd.bodies[0].shape).nodes_a_cell = 0;
    let cases = [
        (bad_node, "\"second\" has a cell with node 10000, but only"),
        (short, "values of positions for 12 nodes"),
        (bad_material, "has a cell with material 9, but only 2 materials"),
        (odd, "has 0 nodes a cell instead of 1, 4 or 10"),
        (two_cubes(0, f64::NAN), "its time is NaN"),
    ];
    for (frame, message) in cases {
        let error = write_vtu(&path, &frame, &Field::ALL).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(names_in(&folder).is_empty());
}

#[test]
fn our_own_reader_reads_what_we_write() {
    let folder = empty_folder("vtu_own_reader");
    for order in [ElementOrder::Linear, ElementOrder::Quadratic] {
        let path = folder.join("frame.vtu");
        let body = moved_cube("cube", order, &["a", "b"]);
        let frame = Frame { index: 0, time: 1.0, bodies: vec![body.clone()], colliders: vec![] };
        write_vtu(&path, &frame, &Field::ALL).unwrap();
        let read = pliant_output::read::tet_mesh("frame.vtu", &fs::read(&path).unwrap()).unwrap();
        assert_eq!(read.mesh.order, order);
        assert_eq!(read.mesh.nodes, body.positions);
        assert_eq!(read.mesh.tets, body.shape.cells);
        let odd_cells: Vec<u32> = (0..body.stress.len() as u32).filter(|cell| cell % 2 == 1).collect();
        assert_eq!(read.mesh.element_groups["material=1"], odd_cells);
    }
}

#[test]
fn the_same_frame_gives_the_same_bytes() {
    let folder = empty_folder("vtu_same_bytes");
    let (a, b) = (folder.join("a.vtu"), folder.join("b.vtu"));
    write_vtu(&a, &two_cubes(1, 0.1), &Field::ALL).unwrap();
    let reversed: Vec<Field> = Field::ALL.into_iter().rev().collect();
    write_vtu(&b, &two_cubes(1, 0.1), &reversed).unwrap();
    assert_eq!(fs::read(a).unwrap(), fs::read(b).unwrap());
}

#[test]
fn a_series_is_a_whole_list_after_every_frame() {
    let folder = empty_folder("pvd");
    let mut series = PvdSeries::new(folder.join("frames.pvd"));
    for (index, time) in [0.0, 1.0 / 30.0, 1e-7].into_iter().enumerate() {
        series.add(time, &format!("frames/frame_{index:06}.vtu")).unwrap();
        let text = fs::read_to_string(series.path()).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let listed: Vec<(f64, &str)> = document
            .descendants()
            .filter(|node| node.has_tag_name("DataSet"))
            .map(|node| {
                (node.attribute("timestep").unwrap().parse().unwrap(), node.attribute("file").unwrap())
            })
            .collect();
        let known: Vec<(f64, &str)> =
            series.frames().iter().map(|frame| (frame.time, frame.files[0].as_str())).collect();
        assert_eq!((listed.len(), &listed), (index + 1, &known));
    }
    series.add(0.5, "frames/frame_000002.vtu").unwrap();
    assert_eq!((series.frames().len(), series.frames()[2].time), (3, 0.5));
    assert!(matches!(series.add(f64::INFINITY, "x.vtu"), Err(OutputError::BrokenTime { .. })));
    assert_eq!(series.frames().len(), 3);
}
