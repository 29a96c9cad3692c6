//! Colliders and contact in frames: which files there are, what is in them, and that a run taken up again writes the same.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;

use common::{empty_folder, floor_and_plate, names_in, touching_cubes, two_cubes};
use glam::DVec3;
use pliant_output::write::{write_collider, write_collider_ply, write_vtu};
use pliant_output::{Field, FrameFormat, RunDirectory, StoredRun, Summary, SurfaceFrame, SurfacePart};

use FrameFormat::{Ply, Vtu};

fn write(run: &mut RunDirectory, frames: std::ops::Range<usize>) {
    for index in frames {
        run.write_frame(&touching_cubes(index, 0.5 * index as f64), &Field::ALL).unwrap();
    }
}

/// Name and bytes of each file of a run.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let inside = names_in(&folder.join("frames")).into_iter().map(|name| format!("frames/{name}"));
    let names = names_in(folder).into_iter().filter(|name| name != "frames").chain(inside);
    names.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

#[test]
fn what_rests_has_one_file_and_what_moves_one_a_frame() {
    let folder = empty_folder("colliders_files");
    let mut run = RunDirectory::create(&folder).unwrap().with_formats(&[Vtu, Ply]);
    write(&mut run, 0..3);
    let of_colliders: Vec<String> =
        names_in(&folder.join("frames")).into_iter().filter(|name| name.starts_with("collider")).collect();
    let wanted =
        |end: &str| ["0_rest", "1_000001", "1_000002", "1_rest"].map(|name| format!("collider_{name}.{end}"));
    let mut all = [wanted("ply"), wanted("vtu")].concat();
    all.sort();
    assert_eq!(of_colliders, all);

    let pvd = fs::read_to_string(run.series_path()).unwrap();
    let document = roxmltree::Document::parse(&pvd).unwrap();
    let entry = |node: roxmltree::Node<'_, '_>| {
        let of = |name| node.attribute(name).unwrap().to_owned();
        (of("timestep"), of("part"), of("file"))
    };
    let listed: Vec<_> = document.descendants().filter(|n| n.has_tag_name("DataSet")).map(entry).collect();
    let line = |time: &str, part: &str, name: &str| (time.into(), part.into(), format!("frames/{name}.vtu"));
    let wanted = [
        line("0", "0", "frame_000000"),
        line("0", "1", "collider_0_rest"),
        line("0", "2", "collider_1_rest"),
        line("0.5", "0", "frame_000001"),
        line("0.5", "1", "collider_0_rest"),
        line("0.5", "2", "collider_1_000001"),
        line("1", "0", "frame_000002"),
        line("1", "1", "collider_0_rest"),
        line("1", "2", "collider_1_000002"),
    ];
    assert_eq!(listed, wanted);

    let mut summary = Summary::default();
    run.write_summary(&mut summary).unwrap();
    let mut files = summary.files.clone();
    files.sort();
    files.dedup();
    assert_eq!(files.len(), summary.files.len(), "each file once");
    assert_eq!(files.iter().filter(|file| file.contains("/collider_")).count(), 8);
    assert!(files.iter().all(|file| folder.join(file).is_file()));
}

#[test]
fn a_new_run_leaves_no_collider_of_the_old_one() {
    let folder = empty_folder("colliders_reuse");
    write(&mut RunDirectory::create(&folder).unwrap().with_formats(&[Vtu, Ply]), 0..2);
    fs::write(folder.join("frames/collider_best.vtu"), "mine").unwrap();
    RunDirectory::create(&folder).unwrap();
    assert_eq!(names_in(&folder.join("frames")), ["collider_best.vtu"]);
}

#[test]
fn a_run_taken_up_again_has_the_bytes_of_one_that_was_not_stopped() {
    for (name, formats) in [("vtu", &[Vtu][..]), ("ply", &[Ply]), ("both", &[Vtu, Ply])] {
        let (whole, stopped) =
            (empty_folder(&format!("whole_{name}")), empty_folder(&format!("stopped_{name}")));
        let mut run = RunDirectory::create(&whole).unwrap().with_formats(formats);
        write(&mut run, 0..5);
        write(&mut RunDirectory::create(&stopped).unwrap().with_formats(formats), 0..4);
        // Frames 2 and 3 were made after the checkpoint.
        let mut again = RunDirectory::reopen(&stopped, &[0.0, 0.5]).unwrap().with_formats(formats);
        assert!(!names_in(&stopped.join("frames")).iter().any(|name| name.contains("000002")));
        write(&mut again, 2..5);
        assert_eq!(run.files(), again.files(), "{name}");
        run.write_summary(&mut Summary::default()).unwrap();
        again.write_summary(&mut Summary::default()).unwrap();
        let (wanted, found) = (everything(&whole), everything(&stopped));
        for (one, other) in wanted.iter().zip(&found) {
            assert!(one == other, "{name}: {} and {}", one.0, other.0);
        }
        assert_eq!(wanted.len(), found.len(), "{name}");
    }
}

#[test]
fn a_run_read_back_has_the_same_colliders_and_contact() {
    let folder = empty_folder("colliders_stored");
    write(&mut RunDirectory::create(&folder).unwrap(), 0..3);
    let stored = StoredRun::open(&folder).unwrap();
    assert_eq!(stored.frames().len(), 3);
    for index in 0..3 {
        let wanted = SurfaceFrame::of(&touching_cubes(index, 0.5 * index as f64));
        let found = stored.surface_frame(index).unwrap();
        assert_eq!(found.colliders, wanted.colliders);
        assert_eq!(found.colliders[1].name, "plate & <co>");
        for (found, wanted) in found.parts.iter().zip(&wanted.parts) {
            let bits = |part: &SurfacePart| -> Vec<(String, &str, Vec<u64>)> {
                let of = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect();
                part.fields.iter().map(|f| (f.name.clone(), f.unit, of(&f.values))).collect()
            };
            assert_eq!(bits(found), bits(wanted));
            let units: Vec<&str> = found.fields.iter().skip(2).take(3).map(|field| field.unit).collect();
            assert_eq!(units, ["N", "Pa", "m"]);
            assert!(found.field("contact_gap").unwrap().values[0].is_nan());
            assert_eq!(found.field("contact_force").unwrap().values[2], 10.0, "the length of (0, 6, 8)");
        }
    }
    fs::remove_file(folder.join("frames/collider_0_rest.vtu")).unwrap();
    let found = stored.surface_frame(1).unwrap_err().to_string();
    assert!(found.contains("collider_0_rest.vtu"), "{found}");
}

#[test]
fn contact_is_written_where_there_is_some_and_only_if_it_is_chosen() {
    let path = empty_folder("contact_fields").join("frame.vtu");
    let names = |fields: &[Field], frame: &pliant_world::Frame| -> Vec<&'static str> {
        write_vtu(&path, frame, fields).unwrap();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let is_there = |name: &&str| text.contains(&format!("Name=\"{name}\""));
        ["contact_force", "contact_pressure", "contact_gap"].into_iter().filter(is_there).collect()
    };
    assert!(names(&Field::ALL, &two_cubes(0, 0.0)).is_empty());
    assert_eq!(names(&[Field::ContactGap], &touching_cubes(0, 0.0)), ["contact_gap"]);
    let mut one_touches = touching_cubes(0, 0.0);
    one_touches.bodies[1].contact = None;
    assert_eq!(names(&Field::ALL, &one_touches).len(), 3);
    one_touches.bodies[0].contact.as_mut().unwrap().pressure.pop();
    let error = write_vtu(&path, &one_touches, &Field::ALL).unwrap_err().to_string();
    assert!(error.contains("values of contact_pressure for 12 nodes"), "{error}");
}

#[test]
fn colliders_that_make_no_sense_are_refused_and_leave_nothing() {
    let folder = empty_folder("colliders_broken");
    let mut part = SurfacePart::of_collider(&floor_and_plate(0)[0]);
    part.triangles[1][2] = 4;
    let wanted = "collider \"floor\" has a triangle with point 4, but only 4 points";
    let error = write_collider(&folder.join("a.vtu"), &part, 0, None).unwrap_err().to_string();
    assert!(error.contains(wanted), "{error}");
    let error = write_collider_ply(&folder.join("a.ply"), &part, 0, Some(1.0)).unwrap_err().to_string();
    assert!(error.contains(wanted), "{error}");
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_collider_as_ply_is_a_surface_with_its_name_and_number() {
    let path = empty_folder("colliders_ply").join("a.ply");
    let part = SurfacePart::of_collider(&floor_and_plate(0)[0]);
    write_collider_ply(&path, &part, 3, None).unwrap();
    let bytes = fs::read(&path).unwrap();
    let read = pliant_output::read::surface("a.ply", &bytes).unwrap().surface;
    assert_eq!((read.points, read.triangles), (part.positions, part.triangles));
    let header = String::from_utf8_lossy(&bytes).split("end_header").next().unwrap().to_owned();
    assert!(header.contains("comment pliant collider, at rest, SI units\ncomment collider 3 floor\n"));
    assert!(header.contains("property int collider\n") && !header.contains("body"));
}

#[test]
fn zeros_of_either_sign_are_rest_and_give_the_same_bytes() {
    let bytes = |sign: f64, name: &str| {
        let folder = empty_folder(name);
        let mut frame = touching_cubes(0, 0.0);
        let shape = std::sync::Arc::make_mut(&mut frame.colliders[0].shape);
        shape.points[0] = DVec3::ZERO;
        frame.colliders[0].positions[0] = DVec3::splat(sign * 0.0);
        RunDirectory::create(&folder).unwrap().write_frame(&frame, &Field::ALL).unwrap();
        fs::read(folder.join("frames/collider_0_rest.vtu")).unwrap()
    };
    assert_eq!(bytes(1.0, "colliders_plus"), bytes(-1.0, "colliders_minus"));
}
