//! Paths of equilibria from scene files: every method, where they end, and that they can be taken up again.
#![allow(clippy::unwrap_used)]

mod runs;

use pliant_world::{Silent, World};
use runs::{assert_close, run, world};

/// A cantilever that bends far, by a method; `stepper` is what [stepper] says beside its kind.
fn cantilever(method: &str, stepper: &str) -> String {
    let (resolution, law) = match method {
        "tet" => ("spacing = 0.0667\norder = 2", "stvk"),
        "elaston" => ("spacing = 0.12", "corotational"),
        _ => ("spacing = 0.0667", "corotational"),
    };
    format!(
        "gravity = 0\n[stepper]\nkind = \"quasi-static\"\ntolerance = 1e-9\n{stepper}\n\
         [material.m]\nlaw = \"{law}\"\nyoung = 1e6\npoisson = 0.25\n\
         [body.b]\nmethod = \"{method}\"\nshape = {{ box = [0.6, 0.2, 0.2] }}\n{resolution}\nmaterial = \"m\"\n\
         [pin.root]\nbody = \"b\"\nwhere = {{ face = \"x-\" }}\n\
         [load.tip]\nbody = \"b\"\nwhere = {{ face = \"x+\" }}\nforce = [0, 0, -300]\n\
         [probe.tip]\nbody = \"b\"\nwhere = {{ face = \"x+\" }}\nread = \"displacement.z\"\n\
         [probe.root]\npin = \"root\"\nread = \"reaction.z\""
    )
}

#[test]
fn the_path_of_every_method_ends_where_load_stepping_does() {
    for method in ["tet", "elaston", "phyxel", "peridynamic"] {
        let path = run(&cantilever(method, "follow = \"arc-length\""));
        let load = run(&cantilever(method, "follow = \"load\""));
        assert_eq!(path.last("load_factor"), 1.0, "{method}");
        assert!(load.last("tip") < -0.05, "{method}: {}", load.last("tip"));
        assert_close(path.last("tip"), load.last("tip"), 1e-6, method);
        assert_close(path.last("root"), 300.0, 1e-6, method);
        assert_eq!(path.world.path().unwrap().found(), 0, "{method}");
        let lengths: Vec<f64> = path.series("load_factor").iter().map(|row| row.0).collect();
        assert!(lengths.windows(2).all(|pair| pair[1] > pair[0]), "{method}: {lengths:?}");
        assert_eq!(path.frames.len(), path.samples.len(), "every step is a frame and a row");
    }
}

/// Two stiff legs, flat and soft at their feet, that are pressed through.
fn toggle(stepper: &str) -> String {
    format!(
        "gravity = 0\n[stepper]\nkind = \"quasi-static\"\nfollow = \"arc-length\"\n{stepper}\n\
         [material.m]\nlaw = \"stvk\"\nyoung = 1e6\npoisson = 0.3\n\
         [body.left]\nshape = {{ block = [[0, 0, 0], [1, 0, 0.12], [1, 0.1, 0.12], [0, 0.1, 0], [0, 0, 0.04], [1, 0, 0.16], [1, 0.1, 0.16], [0, 0.1, 0.04]] }}\n\
         cells = [10, 1, 1]\nmaterial = \"m\"\n\
         [pin.foot]\nbody = \"left\"\nwhere = {{ face = \"x-\" }}\n\
         [pin.mirror]\nbody = \"left\"\nwhere = {{ face = \"x+\" }}\naxes = \"xy\"\n\
         [load.press]\nbody = \"left\"\nwhere = {{ face = \"x+\" }}\nforce = [0, 0, -20]\n\
         [probe.crown]\nbody = \"left\"\nwhere = {{ face = \"x+\" }}\nread = \"displacement.z\""
    )
}

fn go_on(world: &mut World) -> u64 {
    world.run(&mut Silent).unwrap();
    world.state().hash()
}

#[test]
fn a_toggle_snaps_through_and_goes_on_to_the_same_bits_when_it_is_taken_up_again() {
    let whole = run(&toggle(""));
    let limits: Vec<f64> = whole.world.path().unwrap().critical_points().map(|p| p.load_factor).collect();
    assert!(limits.len() == 2 && limits[0] > limits[1], "{limits:?}");
    assert_eq!(whole.last("load_factor"), 1.0);
    let factors = whole.series("load_factor");
    assert!(factors.windows(2).any(|pair| pair[1].1 < pair[0].1), "the load turns round");

    let mut first = world(&toggle(""));
    for _ in 0..12 {
        first.step(&mut Silent).unwrap();
    }
    let mut second = world(&toggle(""));
    second.restore(first.snapshot().clone()).unwrap();
    assert_eq!(go_on(&mut second), whole.world.state().hash());
    assert!(second.is_finished());
}

#[test]
fn a_path_ends_where_the_scene_says() {
    assert_eq!(run(&toggle("max_steps = 3")).world.state().step, 3);
    let part = run(&toggle("load_range = [0.0, 0.05]"));
    assert_eq!(part.last("load_factor"), 0.05);
    assert!(part.world.is_finished() && part.world.path().unwrap().found() == 0);
    let steps = run(&toggle("load_steps = 200\nload_range = [0.0, 0.05]")).samples.len();
    assert!(steps >= 11, "no step changes the load by more than a 200th: {steps}");
}

#[test]
fn a_pin_that_moves_drives_a_path_through_the_same_points_as_a_load() {
    let motion = "[pin.head]\nbody = \"left\"\nwhere = { face = \"x+\" }\naxes = \"z\"\n\
                  motion = { keyframes = [{ time = 0 }, { time = \"1 s\", move = [0, 0, -0.3] }] }\n\
                  [probe.push]\npin = \"head\"\nread = \"reaction.z\"";
    let text = toggle("");
    let start = text.find("[load.press]").unwrap();
    let end = text.find("[probe.crown]").unwrap();
    let moved = run(&format!("{}{motion}\n{}", &text[..start], &text[end..]));
    assert_eq!(moved.last("load_factor"), 1.0);
    assert_close(moved.last("crown"), -0.3, 1e-12, "the pin is where it shall be");
    let pushed = run(&text);
    let limit = pushed.world.path().unwrap().critical_points().next().unwrap().load_factor * 20.0;
    let pushes = moved.series("push");
    let summit = pushes.windows(2).find(|pair| pair[1].1 > pair[0].1).unwrap()[0].1;
    // Points beside the summit are lower, and the pin keeps the face level.
    assert_close(-summit, limit, 0.05, "force of the pin at its first summit");
}
