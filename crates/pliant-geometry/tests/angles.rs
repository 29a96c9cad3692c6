//! The dihedral angles a lattice is guaranteed to have, over many shapes, places and spacings.
#![allow(clippy::unwrap_used)]

mod support;

use glam::DVec3;
use pliant_geometry::{LatticeOptions, Solid, TriangleSurface, lattice};
use support::{Numbers, bumpy_sphere, cuboid, joined, sphere, torus};

/// Bounds of uniform isosurface stuffing for any surface (Labelle and Shewchuk 2007, table 1), degrees.
const STUFFED: (f64, f64) = (10.78, 164.75);
/// Fitting the volume may go this far beyond, degrees.
const FITTED: (f64, f64) = (10.0, 165.0);

fn shapes() -> Vec<(&'static str, TriangleSurface)> {
    let mut numbers = Numbers(21);
    let mut ragged = bumpy_sphere(DVec3::ZERO, 1.0, 40, 0.2);
    ragged.triangles.retain(|_| numbers.next() > 0.2);
    let spike = TriangleSurface {
        points: vec![
            DVec3::ZERO,
            DVec3::new(1.0, 0.1, 0.0),
            DVec3::new(0.2, 0.9, 0.1),
            DVec3::new(0.3, 0.2, 1.7),
        ],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
    };
    vec![
        ("sphere", sphere(DVec3::new(0.01, 0.02, 0.03), 1.0, 40)),
        ("torus", torus(1.0, 0.3, 120, 60)),
        ("cube", cuboid(DVec3::ZERO, DVec3::ONE)),
        ("plate", cuboid(DVec3::ZERO, DVec3::new(1.0, 0.6, 0.2))),
        ("tetrahedron", spike),
        ("bumpy sphere", bumpy_sphere(DVec3::ZERO, 1.0, 40, 0.3)),
        ("bumpy sphere with holes", ragged),
        (
            "crossing boxes",
            joined(&cuboid(DVec3::ZERO, DVec3::ONE), &cuboid(DVec3::splat(0.37), DVec3::splat(1.2))),
        ),
    ]
}

#[test]
fn angles_stay_within_their_bounds_for_any_shape_and_spacing() {
    for (name, surface) in shapes() {
        let solid = Solid::new(&surface).unwrap();
        let size = surface.bounds().size().max_element();
        for across in [4.0, 5.0, 6.3, 7.9, 10.0, 13.7, 2.6 / 0.12] {
            for fit_volume in [false, true] {
                let Ok(body) = lattice(&solid, size / across, &LatticeOptions { fit_volume }) else {
                    continue;
                };
                let (least, most) = if fit_volume { FITTED } else { STUFFED };
                let report = &body.report;
                let what = format!("{name}, {across} spacings across, fit {fit_volume}: {report:?}");
                assert!(body.mesh.is_positive(), "{what}");
                assert!(report.min_dihedral >= least && report.max_dihedral <= most, "{what}");
            }
        }
    }
}
