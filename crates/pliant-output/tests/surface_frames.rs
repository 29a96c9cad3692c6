//! Surfaces of frames: from memory, from a run directory, as PLY files.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{empty_folder, moved_cube, names_in, two_cubes};
use glam::DVec3;
use pliant_geometry::ElementOrder;
use pliant_output::write::{BodySummary, write_cloud_ply, write_ply};
use pliant_output::{Field, OutputError, RunDirectory, StoredRun, Summary, SurfaceFrame};
use pliant_world::Frame;

#[test]
fn the_surface_keeps_only_used_points_and_the_values_on_them() {
    let frame = two_cubes(3, 0.25);
    let surface = SurfaceFrame::of(&frame);
    assert_eq!((surface.index, surface.time, surface.parts.len()), (3, 0.25, 2));
    for (part, body) in surface.parts.iter().zip(&frame.bodies) {
        // 2 x 1 x 1 cells: 12 corners, two triangles a square.
        assert_eq!((part.positions.len(), part.triangles.len()), (12, 20), "{}", part.name);
        let units: Vec<_> = part.fields.iter().map(|f| (f.name.as_str(), f.unit, f.values.len())).collect();
        let wanted =
            [("displacement", "m"), ("velocity", "m/s"), ("von_mises", "Pa"), ("energy_density", "J/m3")];
        assert_eq!(units, wanted.map(|(name, unit)| (name, unit, 12)));
        for (triangle, nodes) in part.triangles.iter().zip(&body.shape.surface) {
            for (&point, &node) in triangle.iter().zip(nodes) {
                let (point, node) = (point as usize, node as usize);
                assert_eq!(part.positions[point], body.positions[node]);
                let displacement = body.positions[node] - body.shape.rest[node];
                assert_eq!(part.displacements[point], displacement);
                assert_eq!(part.fields[0].values[point], displacement.length());
                assert_eq!(part.fields[1].values[point], body.velocities[node].length());
                let touching: Vec<f64> =
                    (body.shape.cells.chunks(body.shape.nodes_a_cell).zip(&body.von_mises))
                        .filter(|(cell, _)| cell.contains(&(node as u32)))
                        .map(|(_, &value)| value)
                        .collect();
                let mean = touching.iter().sum::<f64>() / touching.len() as f64;
                assert_eq!(part.field("von_mises").unwrap().values[point], mean);
            }
        }
        // The cubes are convex: normals point away from the middle.
        let middle = part.positions.iter().sum::<DVec3>() / part.positions.len() as f64;
        for (normal, position) in part.normals().iter().zip(&part.positions) {
            assert!((normal.length() - 1.0).abs() < 1e-12 && normal.dot(*position - middle) > 0.0);
        }
    }
    assert!(surface.part("second").is_some() && surface.part("third").is_none());
}

#[test]
fn fields_that_are_not_known_are_left_out() {
    let mut body = moved_cube("a", ElementOrder::Linear, &["m"]);
    body.von_mises.clear();
    body.velocities.pop();
    let part =
        &SurfaceFrame::of(&Frame { index: 0, time: 0.0, bodies: vec![body], colliders: vec![] }).parts[0];
    let names: Vec<&str> = part.fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["displacement", "energy_density"]);
}

#[test]
fn a_run_read_back_has_the_same_surfaces() {
    let no_body: Vec<Field> = Field::ALL.into_iter().filter(|&field| field != Field::Body).collect();
    // With the cell array `body`, and without it by the summary.
    for (name, fields) in [("stored_body", &Field::ALL[..]), ("stored_summary", &no_body)] {
        let folder = empty_folder(name);
        let mut run = RunDirectory::create(&folder).unwrap();
        let mut summary = Summary::default();
        for index in 0..3 {
            let frame = two_cubes(index, 0.5 * index as f64);
            run.write_frame(&frame, fields).unwrap();
            let size = |body: &pliant_world::BodyFrame| BodySummary {
                name: body.shape.name.clone(),
                method: "tet".into(),
                nodes: body.positions.len(),
                cells: body.von_mises.len(),
                neighbours: None,
            };
            summary.bodies = frame.bodies.iter().map(size).collect();
        }
        run.write_summary(&mut summary).unwrap();
        let stored = StoredRun::open(&folder).unwrap();
        assert_eq!(stored.frames().iter().map(|f| f.0).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
        for index in 0..3 {
            let wanted = SurfaceFrame::of(&two_cubes(index, 0.5 * index as f64));
            assert_eq!(stored.surface_frame(index).unwrap(), wanted, "{name}");
        }
    }
}

#[test]
fn foreign_grids_become_surfaces_too() {
    let folder = empty_folder("stored_foreign");
    fs::create_dir_all(folder.join("frames")).unwrap();
    fs::write(
        folder.join("frames.pvd"),
        "<VTKFile type=\"Collection\"><Collection><DataSet timestep=\"2.5\" file=\"frames/x.vtu\"/></Collection></VTKFile>",
    )
    .unwrap();
    // A left-handed tetrahedron, a triangle, an array of one value a point and a tensor.
    let text = "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"5\" NumberOfCells=\"2\">\
        <Points><DataArray type=\"Float32\" NumberOfComponents=\"3\">9 9 9 0 0 0 0 1 0 1 0 0 0 0 1</DataArray></Points>\
        <Cells><DataArray type=\"Int32\" Name=\"connectivity\">1 2 3 1 2 3 4</DataArray>\
        <DataArray type=\"Int32\" Name=\"offsets\">3 7</DataArray><DataArray type=\"UInt8\" Name=\"types\">5 10</DataArray></Cells>\
        <PointData><DataArray type=\"Float64\" Name=\"heat\">9 1 2 3 4</DataArray></PointData>\
        <CellData><DataArray type=\"Float64\" Name=\"T\" NumberOfComponents=\"2\">1 2 3 4</DataArray></CellData>\
        </Piece></UnstructuredGrid></VTKFile>";
    fs::write(folder.join("frames/x.vtu"), text).unwrap();
    let frame = StoredRun::open(&folder).unwrap().surface_frame(0).unwrap();
    assert_eq!((frame.index, frame.time), (0, 2.5));
    let part = &frame.parts[0];
    assert_eq!((part.name.as_str(), part.positions.len(), part.triangles.len()), ("all", 4, 4));
    assert!(part.displacements.is_empty());
    assert_eq!(part.fields.len(), 1);
    assert_eq!((part.fields[0].unit, &part.fields[0].values[..]), ("", &[1.0, 2.0, 3.0, 4.0][..]));
    let middle = DVec3::splat(0.25);
    for (normal, x) in part.normals().iter().zip(&part.positions) {
        assert!(normal.dot(*x - middle) > 0.0, "outward");
    }
}

#[test]
fn folders_and_frames_that_cannot_be_read_say_why() {
    let folder = empty_folder("stored_broken");
    let message = |result: Result<StoredRun, OutputError>| result.unwrap_err().to_string();
    let found = message(StoredRun::open(&folder));
    assert!(
        found.contains("is no run directory: it has neither frames.pvd") && found.contains("pliant run"),
        "{found}"
    );
    assert!(message(StoredRun::open(folder.join("nowhere"))).contains("there is no such file or folder"));
    fs::write(
        folder.join("frames.pvd"),
        "<VTKFile>\n<Collection>\n<DataSet file=\"a\"/></Collection></VTKFile>",
    )
    .unwrap();
    assert!(message(StoredRun::open(folder.join("frames.pvd"))).contains("is a file, not a run directory"));
    let found = message(StoredRun::open(&folder));
    assert!(found.contains("frames.pvd: line 3: a frame lacks its time or its file"), "{found}");
    fs::write(folder.join("frames.pvd"), "<VTKFile>").unwrap();
    assert!(message(StoredRun::open(&folder)).contains("the XML is broken"));

    let folder = empty_folder("stored_damaged");
    let mut run = RunDirectory::create(&folder).unwrap();
    (0..2).for_each(|i| _ = run.write_frame(&two_cubes(i, i as f64), &Field::ALL).unwrap());
    let stored = StoredRun::open(&folder).unwrap();
    let message = |number| stored.surface_frame(number).unwrap_err().to_string();
    assert!(message(2).contains("has 2 frames, so there is no frame 2"), "{}", message(2));
    let path = run.frame_path(1);
    let whole = fs::read(&path).unwrap();
    for length in [0, 100, 1500, whole.len() / 2, whole.len() - 300] {
        fs::write(&path, &whole[..length]).unwrap();
        let found = message(1);
        assert!(
            found.contains("frame_000001.vtu: frame 1 cannot be read")
                && found.contains("run the scene again"),
            "{found}"
        );
    }
    fs::remove_file(&path).unwrap();
    assert!(message(1).contains("frame_000001.vtu: there is no such file"), "{}", message(1));
    assert!(stored.surface_frame(0).is_ok());
    fs::write(folder.join("summary.json"), "{ nonsense").unwrap();
    assert!(stored.summary().unwrap_err().to_string().contains("summary.json: the summary cannot be read"));
    assert!(stored.probes().is_err() && !stored.has_probes());
}

/// Header lines, and the numbers of the body.
fn taken_apart(bytes: &[u8]) -> (Vec<String>, Vec<u8>) {
    let mark = b"end_header\n";
    let end = bytes.windows(mark.len()).position(|window| window == mark).unwrap();
    let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
    (header.lines().map(String::from).collect(), bytes[end + mark.len()..].to_vec())
}

#[test]
fn ply_files_hold_points_normals_fields_and_bodies() {
    let folder = empty_folder("ply");
    let path = folder.join("surface_000003.ply");
    let mut frame = SurfaceFrame::of(&two_cubes(3, 0.25));
    frame.parts[1].fields.retain(|field| field.name != "velocity");
    frame.parts[1].fields[0].name = "odd name".into();
    write_ply(&path, &frame).unwrap();
    assert_eq!(names_in(&folder), ["surface_000003.ply"]);
    let (header, data) = taken_apart(&fs::read(&path).unwrap());
    let wanted = [
        "ply",
        "format binary_little_endian 1.0",
        "comment pliant frame 3, time 0.25 s, SI units",
        "comment body 0 würfel <1> & \"co\"",
        "comment body 1 second",
        "element vertex 24",
        "property float x",
        "property float y",
        "property float z",
        "property float nx",
        "property float ny",
        "property float nz",
        "property float displacement_x",
        "property float displacement_y",
        "property float displacement_z",
        "property float displacement",
        "property float velocity",
        "property float von_mises",
        "property float energy_density",
        "property float odd_name",
        "property int body",
        "element face 40",
        "property list uchar int vertex_indices",
    ];
    assert_eq!(header, wanted);
    assert_eq!(data.len(), 24 * 15 * 4 + 40 * 13);
    let float = |point: usize, column: usize| {
        let at = (point * 15 + column) * 4;
        f32::from_le_bytes(data[at..at + 4].try_into().unwrap())
    };
    let second = &frame.parts[1];
    assert_eq!(float(12, 0), second.positions[0].x as f32);
    assert_eq!(float(13, 8), second.displacements[1].z as f32);
    assert!(float(12, 10).is_nan() && float(0, 13).is_nan());
    assert_eq!(float(14, 11), second.field("von_mises").unwrap().values[2] as f32);
    assert_eq!([float(11, 14).to_bits(), float(12, 14).to_bits()], [0, 1], "the body");
    let last = &data[data.len() - 13..];
    let ids = second.triangles[19].map(|id| id as i32 + 12);
    let numbers: Vec<i32> = last[1..].chunks(4).map(|b| i32::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!((last[0], numbers), (3, ids.to_vec()));
    // Our own reader takes it.
    let read = pliant_output::read::surface("a.ply", &fs::read(&path).unwrap()).unwrap();
    assert_eq!((read.surface.points.len(), read.surface.triangles.len()), (24, 40));
    assert_eq!(read.notes, Vec::<String>::new());
}

#[test]
fn frames_that_do_not_fit_are_not_written() {
    let folder = empty_folder("ply_broken");
    let mut frame = SurfaceFrame::of(&two_cubes(0, 0.0));
    frame.parts[0].fields[2].values.pop();
    let found = write_ply(&folder.join("a.ply"), &frame).unwrap_err().to_string();
    assert!(found.contains("has 11 values of von_mises for 12 points"), "{found}");
    let mut frame = SurfaceFrame::of(&two_cubes(0, 0.0));
    frame.parts[1].triangles[0][0] = 12;
    assert!(write_ply(&folder.join("a.ply"), &frame).is_err());
    assert!(write_cloud_ply(&folder.join("a.ply"), &[DVec3::ZERO], &[], &[1.0, 2.0]).is_err());
    assert!(names_in(&folder).is_empty());
}

#[test]
fn clouds_hold_radii_and_volumes() {
    let folder = empty_folder("ply_cloud");
    let path = folder.join("cloud.ply");
    let points = [DVec3::new(1.0, 2.0, 3.0), DVec3::new(-1.0, 0.5, 0.25)];
    write_cloud_ply(&path, &points, &[0.5, 0.25], &[4.0, 8.0]).unwrap();
    let (header, data) = taken_apart(&fs::read(&path).unwrap());
    assert!(
        header.ends_with(&["property float radius".into(), "property float volume".into()]),
        "{header:?}"
    );
    let numbers: Vec<f32> = data.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(numbers, [1.0, 2.0, 3.0, 0.5, 4.0, -1.0, 0.5, 0.25, 0.25, 8.0]);
    write_cloud_ply(&path, &points, &[], &[]).unwrap();
    assert_eq!(taken_apart(&fs::read(&path).unwrap()).1.len(), 24);
}

#[test]
fn things_far_from_the_origin_keep_their_shape() {
    let folder = empty_folder("ply_far");
    let path = folder.join("far.ply");
    let far = DVec3::new(1e6, -2e6, 3e6);
    let mut frame = SurfaceFrame::of(&two_cubes(0, 0.0));
    frame.parts.iter_mut().flat_map(|part| &mut part.positions).for_each(|point| *point += far);
    write_ply(&path, &frame).unwrap();
    let bytes = fs::read(&path).unwrap();
    let (header, _) = taken_apart(&bytes);
    let of_kind = |kind: &str| header.iter().filter(|line| line.starts_with(kind)).count();
    assert_eq!((of_kind("property double"), of_kind("property float n")), (3, 3), "{header:?}");
    let read = pliant_output::read::surface("far.ply", &bytes).unwrap();
    let wanted: Vec<DVec3> = frame.parts.iter().flat_map(|part| part.positions.clone()).collect();
    assert_eq!(read.surface.points, wanted);

    let points = [far, far + DVec3::splat(0.125)];
    write_cloud_ply(&path, &points, &[0.5, 0.25], &[]).unwrap();
    let (header, data) = taken_apart(&fs::read(&path).unwrap());
    assert!(header.contains(&"property double z".into()) && header.contains(&"property float radius".into()));
    assert_eq!(data.len(), 2 * (3 * 8 + 4));
    assert_eq!(f64::from_le_bytes(data[28..36].try_into().unwrap()), 1e6 + 0.125);
}
