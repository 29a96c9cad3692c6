use glam::DVec3;
use pliant_geometry::{LatticeOptions, Solid, lattice};
#[path = "../tests/support/mod.rs"]
mod support;
fn main() {
    for (name, s) in [
        ("sphere", support::sphere(DVec3::ZERO, 1.0, 40)),
        ("torus", support::torus(1.0, 0.2, 60, 30)),
        ("cube", support::cuboid(DVec3::ZERO, DVec3::ONE)),
        ("bumpy", support::bumpy_sphere(DVec3::ZERO, 1.0, 80, 0.15)),
    ] {
        let solid = Solid::new(&s).unwrap();
        for n in [500, 3000, 20000] {
            let sp = solid.suggested_spacing(n);
            let l = lattice(&solid, sp, &LatticeOptions::default()).unwrap();
            let a = sp / 0.910683602522959;
            let c =
                (l.report.nodes as f64 - 2.0 * solid.volume() / a.powi(3)) / (solid.report().area / a / a);
            println!("{name} {n}: {} nodes, skin {c:.3} err {:.4}", l.report.nodes, l.report.volume_error());
        }
        for fit_volume in [false, true] {
            let (mut lo, mut hi, mut q, mut ve) = (180.0f64, 0.0f64, 1.0f64, 0.0f64);
            for k in 0..60 {
                let sp = 0.08 + 0.003 * k as f64;
                if let Ok(l) = lattice(&solid, sp, &LatticeOptions { fit_volume }) {
                    lo = lo.min(l.report.min_dihedral);
                    hi = hi.max(l.report.max_dihedral);
                    q = q.min(l.report.quality.min);
                    ve = ve.max(l.report.volume_error().abs());
                    if !l.mesh.is_positive() {
                        println!("NOT POSITIVE {name} {sp}");
                    }
                }
            }
            println!(
                "{name} fit {fit_volume}: dihedral {lo:.2} .. {hi:.2}, quality {q:.3}, volume error {ve:.4}"
            );
        }
    }
}
