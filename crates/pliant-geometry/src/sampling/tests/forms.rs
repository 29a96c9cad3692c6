//! Rods, shells and solids are told from points alone.

use std::f64::consts::PI;

use super::*;

/// All elastons of a body that is a rod, a shell or a solid everywhere, and turned.
fn assert_all(name: &str, cloud: &MaterialCloud, spacing: f64, thin: usize) -> Sampling {
    let sampling = sampled(cloud, spacing);
    for sampling in [&sampling, &sampled(&turned(cloud), spacing)] {
        let counts = thin_counts(sampling);
        assert_eq!(counts[thin], sampling.elastons.len(), "{name}: {counts:?}");
    }
    sampling
}

#[test]
fn rods_have_two_thin_axes_up_to_their_ends() {
    for (name, size, cells) in [
        ("one cell", [1.0, 0.01, 0.01], [50, 1, 1]),
        ("square", [1.0, 0.05, 0.05], [60, 3, 3]),
        ("thick", [1.0, 0.075, 0.075], [60, 4, 4]),
        ("4:1", [1.0, 0.04, 0.01], [100, 4, 1]),
        ("narrow strip", [1.0, 0.09, 0.002], [50, 5, 1]),
    ] {
        let sampling = assert_all(name, &block([0.0; 3], size, cells), 0.1, 2);
        assert_eq!(sampling.samples.len(), 10, "{name}");
        assert_eq!(sampling.elastons.len(), 30, "{name}");
        for elaston in &sampling.elastons {
            assert_eq!(elaston.thin, [false, true, true], "{name}");
            assert!(elaston.axes.x_axis.x.abs() > 1.0 - 1e-9, "{name}: {}", elaston.axes);
            let area = size[1] * size[2];
            assert!((elaston.section / area - 1.0).abs() < 1e-9, "{name}: {}", elaston.section);
            // The wider side first, with the exact second moments of the section.
            let across = elaston.moment.y_axis.y / (size[1] * size[1] / 12.0);
            let through = elaston.moment.z_axis.z / (size[2] * size[2] / 12.0);
            assert!((across - 1.0).abs() < 1e-9 && (through - 1.0).abs() < 1e-9, "{name}");
            assert!(elaston.moment.y_axis.z.abs() < 1e-12 * size[1] * size[1], "{name}");
        }
    }
}

#[test]
fn round_rods_have_two_thin_axes_and_their_area() {
    let cube = block([0.0; 3], [1.0, 0.06, 0.06], [100, 20, 20]);
    let rod = cut(&cube, |x| x.y * x.y + x.z * x.z < 0.03 * 0.03);
    let sampling = assert_all("round", &rod, 0.1, 2);
    let area = rod.volume();
    assert!((area / (PI * 0.03 * 0.03) - 1.0).abs() < 0.02);
    for elaston in &sampling.elastons {
        assert!((elaston.section / area - 1.0).abs() < 1e-9, "{}", elaston.section);
    }
}

#[test]
fn plates_and_strips_have_one_thin_axis_up_to_their_corners() {
    for (name, size, cells, samples) in [
        ("plate", [1.0, 1.0, 0.01], [50, 50, 1], 100),
        ("three layers", [1.0, 1.0, 0.05], [50, 50, 3], 100),
        ("strip", [1.0, 0.3, 0.01], [60, 18, 1], 30),
    ] {
        let sampling = assert_all(name, &block([0.0; 3], size, cells), 0.1, 1);
        let count = sampling.samples.len();
        assert!(count.abs_diff(samples) <= samples / 30, "{name}: {count}");
        assert_eq!(sampling.elastons.len(), 4 * count, "{name}");
        for elaston in &sampling.elastons {
            assert_eq!((elaston.thin, elaston.section), ([false, false, true], 0.0));
            assert!(elaston.axes.z_axis.z.abs() > 1.0 - 1e-9, "{name}: {}", elaston.axes);
            assert!((elaston.axes.determinant() - 1.0).abs() < 1e-12);
            // One elaston across the thickness, with its exact moment.
            assert!((elaston.moment.z_axis.z / (size[2] * size[2] / 12.0) - 1.0).abs() < 1e-9, "{name}");
            assert!(elaston.centre.z.abs() < 1e-9, "{name}");
        }
    }
}

#[test]
fn cubes_have_no_thin_axis() {
    for n in [2, 3, 5] {
        let cube = block([0.0; 3], [1.0; 3], [5 * n; 3]);
        let sampling = assert_all("cube", &cube, 1.0 / n as f64, 0);
        assert_eq!(sampling.samples.len(), n * n * n);
        assert_eq!(sampling.elastons.len(), (2.5f64.powi(3) * (n * n * n) as f64) as usize);
    }
}

#[test]
fn plates_that_meet_are_shells_with_normals_of_their_own() {
    let flat = block([0.0; 3], [1.0, 1.0, 0.01], [50, 50, 1]);
    let wall = |x: f64| block([x, 0.0, 0.255], [0.01, 1.0, 0.5], [1, 50, 25]);
    for (name, body) in [("T", union(&[flat.clone(), wall(0.0)])), ("L", union(&[flat, wall(0.495)]))] {
        let sampling = sampled(&body, 0.1);
        let (mut off_seam, mut wrong) = (0, 0);
        for elaston in &sampling.elastons {
            let seam = DVec3::new(if name == "T" { 0.0 } else { 0.495 }, elaston.centre.y, 0.0);
            if elaston.centre.distance(seam) > 0.1 {
                let normal = if elaston.centre.z > 0.05 { DVec3::X } else { DVec3::Z };
                let is_right = elaston.thin == [false, false, true]
                    && elaston.axes.z_axis.dot(normal).abs() > 1.0 - 1e-6;
                off_seam += 1;
                wrong += usize::from(!is_right);
            }
            // Near the seam fewer thin axes are no harm, more are.
            assert!(!elaston.thin[1], "{name}: a rod at {}", elaston.centre);
        }
        assert!(off_seam > 300 && wrong == 0, "{name}: {wrong} of {off_seam}");
    }
}

/// A wedge from 0 to 4 spacings: a shell at its edge, a solid at its back, and never a rod.
#[test]
fn a_taper_goes_over_from_shell_to_solid() {
    let cube = block([0.5, 0.0, 0.0], [1.0, 0.8, 0.4], [50, 40, 20]);
    let wedge = cut(&cube, |x| x.z.abs() < 0.2 * x.x);
    let sampling = sampled(&wedge, 0.1);
    for elaston in &sampling.elastons {
        let thickness = 0.4 * elaston.centre.x / 0.1;
        assert!(!elaston.thin[1], "a rod where the wedge is {thickness} spacings thick");
        if thickness < 0.6 {
            assert!(elaston.thin[2], "no shell where the wedge is {thickness} spacings thick");
        }
        if thickness > 2.0 {
            assert!(!elaston.thin[2], "a shell where the wedge is {thickness} spacings thick");
        }
    }
}

#[test]
fn a_rod_out_of_a_block_is_a_rod_and_the_block_a_solid() {
    let cube = block([0.0; 3], [0.5; 3], [25; 3]);
    let rod = block([0.65, 0.0, 0.0], [0.8, 0.04, 0.04], [40, 2, 2]);
    let sampling = sampled(&union(&[cube, rod]), 0.1);
    for elaston in &sampling.elastons {
        let x = elaston.centre.x;
        if x > 0.4 {
            assert_eq!(elaston.thin, [false, true, true], "at {x}");
        }
        if x < 0.2 {
            assert_eq!(elaston.thin, [false; 3], "at {}", elaston.centre);
        }
    }
    let in_rod = sampling.samples.iter().filter(|x| x.x > 0.25).count();
    assert!((6..=9).contains(&in_rod), "{in_rod} samples for 8 spacings of rod");
}

/// A ring of wire: the frame follows it.
#[test]
fn the_axis_of_a_ring_is_its_tangent() {
    let mut ring = MaterialCloud::default();
    let (count, radius, thickness) = (160, 1.0, 0.01);
    let piece = 2.0 * PI * radius / count as f64;
    for i in 0..count {
        let angle = 2.0 * PI * i as f64 / count as f64;
        let R = DMat3::from_rotation_z(angle);
        let own = DVec3::new(thickness, piece, thickness);
        ring.points.push(R * DVec3::X);
        ring.volumes.push(own.x * own.y * own.z);
        ring.moments.push(R * DMat3::from_diagonal(own * own / 12.0) * R.transpose());
        ring.radii.push(0.5 * thickness);
    }
    let sampling = sampled(&ring, 2.0 * PI / 32.0);
    assert_eq!((sampling.samples.len(), sampling.elastons.len()), (32, 96));
    for elaston in &sampling.elastons {
        let tangent = DVec3::Z.cross(elaston.centre).normalize();
        assert_eq!(elaston.thin, [false, true, true]);
        assert!(elaston.axes.x_axis.dot(tangent).abs() > 1.0 - 1e-9);
        assert!((elaston.section / 1e-4 - 1.0).abs() < 1e-3, "{}", elaston.section);
    }
}

/// With a number of samples a rod (strip, plate) is a row (one layer) of them as long as at most one and a half would fit across, although
/// it is then up to twice as thick as they are apart.
#[test]
fn rods_and_plates_thicker_than_the_spacing_are_one_row_of_samples() {
    let rod = |n: usize| ([1.0, 0.05, 0.05], [6 * n, 8, 8], n, 2);
    let strip = |n: usize| ([1.0, 0.04, 0.01], [6 * n, 8, 2], n, 2);
    let plate = |n: usize| ([1.0, 1.0, 0.13], [50, 50, 7], n, 1);
    let (mut all, mut right) = (0, 0);
    for (size, cells, count, thin) in [rod(24), rod(32), rod(40), strip(32), strip(40), plate(60), plate(130)]
    {
        for seed in 1..4 {
            let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Count(count)) };
            let sampling = sample(&block([0.0; 3], size, cells), &options).unwrap();
            let counts = thin_counts(&sampling);
            all += sampling.elastons.len();
            right += counts[thin];
            // At most one at an end.
            assert!(
                sampling.elastons.len() - counts[thin] <= 1,
                "{size:?}, {count}, seed {seed}: {counts:?}"
            );
            for x in &sampling.samples {
                assert!((3 - thin..3).all(|k| x[k].abs() < 0.1 * size[k]), "{size:?}, {count}: {x}");
            }
        }
    }
    assert!(right as f64 >= 0.995 * all as f64, "{right} of {all}");
}

#[test]
fn narrow_strips_are_told_of_and_nothing_else() {
    // Four times as wide as thick, and 1.6 or 2.8 spacings wide.
    for (spacing, cells) in [(0.025, [200, 8, 1]), (0.014, [360, 14, 1])] {
        let strip = sampled(&turned(&block([0.0; 3], [1.0, 0.04, 0.01], cells)), spacing).strip.unwrap();
        assert!((strip.width / 0.04 - 1.0).abs() < 0.25, "{strip:?}");
        assert!((strip.thickness / 0.01 - 1.0).abs() < 0.1, "{strip:?}");
        // Linear warping against Saint-Venant: 0.3137 / 0.281 of b t^3.
        assert!((strip.excess() - 0.12).abs() < 0.04, "{strip:?}");
    }
    // A row of samples, a plate with edges and corners, a solid.
    assert_eq!(sampled(&block([0.0; 3], [1.0, 0.04, 0.01], [160, 1, 1]), 0.05).strip, None);
    assert_eq!(sampled(&block([0.0; 3], [1.0, 1.0, 0.05], [40, 40, 1]), 0.125).strip, None);
    assert_eq!(sampled(&block([0.0; 3], [1.0, 0.5, 0.5], [40, 20, 20]), 0.125).strip, None);
}
