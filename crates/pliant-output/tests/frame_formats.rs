//! Runs that write their frames as VTU files, as PLY surfaces, or as both; and what is seen of bodies with a skin.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::sync::Arc;

use common::{empty_folder, moved_cube, names_in, two_cubes};
use glam::DVec3;
use pliant_geometry::ElementOrder;
use pliant_output::{Field, FrameFormat, OutputError, RunDirectory, StoredRun, Summary, SurfaceFrame};
use pliant_world::{Embedding, Frame, Skin};

use FrameFormat::{Ply, Vtu};

fn write(run: &mut RunDirectory, frames: std::ops::Range<usize>) {
    for index in frames {
        run.write_frame(&two_cubes(index, 0.5 * index as f64), &Field::ALL).unwrap();
    }
}

#[test]
fn each_format_has_its_files_and_only_vtu_has_a_list() {
    let vtu = ["frame_000000.vtu", "frame_000001.vtu"];
    let ply = ["surface_000000.ply", "surface_000001.ply"];
    let cases: [(&str, &[FrameFormat], Vec<&str>, &str); 4] = [
        ("formats_vtu", &[Vtu], vtu.to_vec(), vtu[1]),
        ("formats_ply", &[Ply, Ply], ply.to_vec(), ply[1]),
        ("formats_both", &[Ply, Vtu], [vtu, ply].concat(), vtu[1]),
        ("formats_none", &[], vec![], vtu[1]),
    ];
    for (name, formats, wanted, main) in cases {
        let folder = empty_folder(name);
        let mut run = RunDirectory::create(&folder).unwrap().with_formats(formats);
        run.write_frame(&two_cubes(0, 0.0), &Field::ALL).unwrap();
        let path = run.write_frame(&two_cubes(1, 0.5), &Field::ALL).unwrap();
        assert_eq!(path, folder.join("frames").join(main), "{name}");
        assert_eq!(names_in(&folder.join("frames")), wanted, "{name}");
        assert_eq!(run.series_path().is_file(), formats.contains(&Vtu), "{name}");
        let times: Vec<f64> = run.frames().iter().map(|frame| frame.0).collect();
        assert_eq!(times, if formats.is_empty() { vec![] } else { vec![0.0, 0.5] }, "{name}");
        let mut summary = Summary::default();
        run.write_summary(&mut summary).unwrap();
        let listed: Vec<&str> =
            summary.files.iter().filter_map(|file| file.strip_prefix("frames/")).collect();
        assert_eq!(listed, wanted, "{name}");
        assert!(summary.files.iter().all(|file| folder.join(file).is_file()), "{name}");
        assert_eq!(summary.files.contains(&"frames.pvd".to_owned()), formats.contains(&Vtu), "{name}");
    }
}

#[test]
fn a_ply_frame_is_the_surface_of_the_frame_with_the_chosen_fields() {
    let folder = empty_folder("formats_fields");
    let mut run = RunDirectory::create(&folder).unwrap().with_formats(&[Ply]);
    let header_of = |run: &mut RunDirectory, fields: &[Field]| {
        let path = run.write_frame(&two_cubes(0, 0.25), fields).unwrap();
        let bytes = fs::read(path).unwrap();
        let read = pliant_output::read::surface("a.ply", &bytes).unwrap().surface;
        let wanted = SurfaceFrame::of(&two_cubes(0, 0.25));
        let points: Vec<DVec3> = wanted.parts.iter().flat_map(|part| part.positions.clone()).collect();
        assert_eq!((read.points, read.triangles.len()), (points, 40));
        String::from_utf8_lossy(&bytes).split("end_header").next().unwrap().to_owned()
    };
    let all = header_of(&mut run, &Field::ALL);
    assert!(["float displacement_x", "float displacement", "float velocity"].iter().all(|p| all.contains(p)));
    let some = header_of(&mut run, &[Field::VonMises, Field::Stress]);
    assert!(some.contains("float von_mises") && !some.contains("displacement") && !some.contains("velocity"));
    assert_eq!(run.frames().len(), 1, "the same frame again");
}

#[test]
fn a_run_taken_up_again_loses_later_frames_of_every_format() {
    let folder = empty_folder("formats_reopen");
    let formats = [Vtu, Ply];
    write(&mut RunDirectory::create(&folder).unwrap().with_formats(&formats), 0..4);
    fs::write(folder.join("frames/surface_best.ply"), "mine").unwrap();
    let mut run = RunDirectory::reopen(&folder, &[0.0, 0.5]).unwrap().with_formats(&formats);
    let frames = ["frame_000000.vtu", "frame_000001.vtu", "surface_000000.ply", "surface_000001.ply"];
    assert_eq!(names_in(&folder.join("frames")), [&frames[..], &["surface_best.ply"]].concat());
    assert_eq!(run.files().len(), 5);
    write(&mut run, 2..3);
    assert_eq!(run.frames().last().unwrap(), &(1.0, "frames/frame_000002.vtu".to_owned()));
    assert_eq!(run.files().len(), 7);
    assert_eq!(StoredRun::open(&folder).unwrap().frames().len(), 3);

    // A run of PLY files only: no list, and none that an older run has left.
    drop(run);
    RunDirectory::create(&folder).unwrap();
    assert_eq!(names_in(&folder.join("frames")), ["surface_best.ply"], "the older run is gone");
    write(&mut RunDirectory::create(&folder).unwrap().with_formats(&[Ply]), 0..3);
    fs::write(folder.join("frames.pvd"), "stale").unwrap();
    let mut run = RunDirectory::reopen(&folder, &[0.0, 0.5]).unwrap().with_formats(&[Ply]);
    assert!(!run.series_path().exists());
    write(&mut run, 2..3);
    let wanted: Vec<_> =
        (0..3).map(|i| (0.5 * f64::from(i), format!("frames/surface_00000{i}.ply"))).collect();
    assert_eq!(run.frames(), wanted);
    assert!(!run.series_path().exists());

    drop(run);
    // Going on with VTU files: the list has those that are there.
    let mut run = RunDirectory::reopen(&folder, &[0.0, 0.5, 1.0]).unwrap();
    write(&mut run, 3..4);
    assert_eq!(StoredRun::open(&folder).unwrap().frames().len(), 1);
    assert_eq!(run.frames().len(), 4);
}

#[test]
fn a_frame_is_listed_only_when_all_its_files_are_whole() {
    let folder = empty_folder("formats_unwritable");
    let mut run = RunDirectory::create(&folder).unwrap().with_formats(&[Vtu, Ply]);
    write(&mut run, 0..1);
    fs::create_dir_all(run.frame_path_as(Ply, 1)).unwrap();
    let error = run.write_frame(&two_cubes(1, 0.5), &Field::ALL).unwrap_err();
    assert!(error.to_string().contains("surface_000001.ply"), "{error}");
    assert_eq!(run.frames().len(), 1);
    assert!(!fs::read_to_string(run.series_path()).unwrap().contains("frame_000001"));
    let mut run = run.with_formats(&[Ply]);
    let error = run.write_frame(&two_cubes(2, f64::NAN), &Field::ALL).unwrap_err();
    assert!(matches!(error, OutputError::BrokenTime { .. }), "{error}");
    assert!(!run.frame_path_as(Ply, 2).exists());
}

#[test]
fn a_body_with_a_skin_is_seen_as_its_skin() {
    let mut body = moved_cube("a", ElementOrder::Linear, &["m"]);
    let mut carrier = Embedding::new();
    // On a node, between two nodes, beyond the second.
    carrier.push([(0, 1.0)]);
    carrier.push([(0, 0.5), (1, 0.5)]);
    carrier.push([(0, -0.5), (1, 1.5)]);
    Arc::make_mut(&mut body.shape).skin = Some(Skin { triangles: vec![[0, 1, 2]], carrier });
    let (x, v) = (body.positions.clone(), body.velocities.clone());
    let displacement = |node: usize| body.positions[node] - body.shape.rest[node];
    let u = [displacement(0), displacement(1)];
    let frame = Frame { index: 0, time: 0.0, bodies: vec![body], colliders: vec![] };
    let part = &SurfaceFrame::of(&frame).parts[0];
    assert_eq!(part.triangles, [[0, 1, 2]]);
    assert_eq!(part.positions, [x[0], 0.5 * x[0] + 0.5 * x[1], -0.5 * x[0] + 1.5 * x[1]]);
    assert_eq!(part.displacements[1], 0.5 * u[0] + 0.5 * u[1]);
    assert_eq!(part.field("displacement").unwrap().values[1], part.displacements[1].length());
    assert_eq!(part.field("velocity").unwrap().values[1], (0.5 * v[0] + 0.5 * v[1]).length());
    // Means over the cells at a node, as on the surface of the cells; stresses are not extrapolated.
    let mut without = frame.clone();
    Arc::make_mut(&mut without.bodies[0].shape).skin = None;
    let plain = &SurfaceFrame::of(&without).parts[0];
    let stress = &plain.field("von_mises").unwrap().values;
    let (at, seen) = ([stress[0], stress[1]], &part.field("von_mises").unwrap().values);
    assert_eq!(plain.positions[..2], x[..2], "the first nodes are on the surface");
    assert_eq!(seen[..], [at[0], 0.5 * at[0] + 0.5 * at[1], at[1]]);
    assert!(at[0] != at[1]);
    assert_eq!(part.fields.len(), 4);
    assert!(part.fields.iter().all(|field| field.values.len() == 3));
}
