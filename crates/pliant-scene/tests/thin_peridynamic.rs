//! Peridynamic cloth and strands: bodies of one layer or one row of points.
#![allow(clippy::unwrap_used)]

mod runs;

use runs::run;

const MATERIAL: &str = "[material.m]\nlaw = \"bonds\"\nyoung = \"200 kPa\"\npoisson = 0.3\ndensity = 500\n";

/// A sheet of 40 cm, held at its rim, and a ball that falls on it from 2 cm above.
fn dropped(stepper: &str) -> String {
    format!(
        "[time]\nduration = \"0.25 s\"\nstep = \"5 ms\"\n{stepper}{MATERIAL}\
         [body.sheet]\nshape = {{ box = [0.4, 0.4, 0.01], centred = true }}\nmethod = \"peridynamic\"\ncells = [10, 10, 1]\n\
         material = \"m\"\n\
         [body.ball]\nshape = {{ sphere = 0.06 }}\nmethod = \"peridynamic\"\nspacing = 0.03\nmaterial = \"m\"\nposition = [0, 0, 0.08]\n\
         [pin.rim]\nbody = \"sheet\"\nwhere = {{ any = [{{ face = \"x-\" }}, {{ face = \"x+\" }}, {{ face = \"y-\" }}, {{ face = \"y+\" }}] }}\n\
         [contact]\nfriction = 0.5\n\
         [probe.ball]\nbody = \"ball\"\nread = \"position.z\"\ngather = \"min\"\n\
         [probe.sheet]\nbody = \"sheet\"\nread = \"position.z\"\ngather = \"min\"\n"
    )
}

#[test]
fn a_sheet_of_one_layer_catches_a_ball() {
    let explicit = "[stepper]\nkind = \"leapfrog\"\n";
    for stepper in ["", explicit] {
        let text = dropped(stepper);
        let text = if stepper.is_empty() { text } else { text.replace("step = \"5 ms\"\n", "") };
        let run = run(&text);
        let low = |probe: &str| run.series(probe).iter().map(|(_, z)| *z).fold(f64::INFINITY, f64::min);
        // Free fall would end 30 cm below.
        assert!(low("ball") > -0.12, "{stepper}: {}", low("ball"));
        assert!(low("sheet") < -0.005, "{stepper}: the sheet did not give: {}", low("sheet"));
        let first = run.series("sheet")[0].1;
        assert!(first.abs() < 1e-9, "a layer lies in its middle, not at {first}");
    }
}

/// How far a body between two supports sags under its weight (m).
fn sag(shape: &str, cells: &str) -> f64 {
    let text = format!(
        "[stepper]\nkind = \"quasi-static\"\n[material.m]\nlaw = \"bonds\"\nyoung = \"600 MPa\"\npoisson = 0\ndensity = 1000\n\
         [body.b]\nshape = {{ box = {shape} }}\nmethod = \"peridynamic\"\ncells = {cells}\nmaterial = \"m\"\n\
         [pin.left]\nbody = \"b\"\nwhere = {{ face = \"x-\" }}\n\
         [pin.right]\nbody = \"b\"\nwhere = {{ face = \"x+\" }}\naxes = \"yz\"\n\
         [probe.z]\nbody = \"b\"\nread = \"displacement.z\"\ngather = \"min\"\n"
    );
    run(&text).series("z").last().unwrap().1
}

#[test]
fn layers_bend_as_stiffly_as_their_thickness_says() {
    // 5 rho g t L^4/(384 D) between two supports, D = E t^3/12.
    let exact = |t: f64| -5.0 * 9.81e3 * t / (384.0 * 600e6 * t.powi(3) / 12.0);
    for t in [0.05, 0.03] {
        let found = sag(&format!("[1, 0.2, {t}]"), "[20, 5, 1]");
        assert!((found / exact(t) - 1.0).abs() < 0.01, "{t}: {found}, {}", exact(t));
    }
}

#[test]
fn strands_bend_by_their_section() {
    // The first and the last point are held here, one spacing from each other less than the length; a row of points has nothing to turn about.
    let found = sag("[1, 0.05, 0.05]", "[40, 1, 1]");
    let length: f64 = 1.0 - 1.0 / 40.0;
    let exact = -5.0 * 9.81e3 * length.powi(4) / (384.0 * 600e6 * 0.05_f64.powi(2) / 12.0);
    assert!((found / exact - 1.0).abs() < 0.02, "{found}, {exact}");
}
