//! What is drawn is right: places, depth, perspective, shading, colours, and the same bytes on any number of threads.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_render::{
    Camera, ColourMap, ColourScale, Extent, Faces, Ground, Image, Object, Picture, View, render,
};
use std::f64::consts::{PI, TAU};

fn object<'a>(positions: &'a [DVec3], triangles: &'a [[u32; 3]], colour: [f32; 3]) -> Object<'a> {
    Object { name: "body", positions, triangles, colour, ..Object::default() }
}

/// Looks from +z towards the origin, y up, with half the field of view 45 degrees: at distance d the picture is 2 d high.
fn straight(eye: f64) -> View {
    let camera = Camera::Placed { eye: DVec3::new(0.0, 0.0, eye), target: DVec3::ZERO, field_of_view: 90.0 };
    View { width: 100, height: 100, camera, up: DVec3::Y, shadows: false, ..View::default() }
}

fn is_red(pixel: [u8; 3]) -> bool {
    pixel[0] > 60 && pixel[1] < pixel[0] / 2 && pixel[2] < pixel[0] / 2
}

fn is_blue(pixel: [u8; 3]) -> bool {
    pixel[2] > 60 && pixel[1] < pixel[2] / 2 && pixel[0] < pixel[2] / 2
}

const RED: [f32; 3] = [0.8, 0.0, 0.0];
const BLUE: [f32; 3] = [0.0, 0.0, 0.8];

fn square(half: f64, z: f64) -> ([DVec3; 4], [[u32; 3]; 2]) {
    let corner = |x: f64, y: f64| DVec3::new(x * half, y * half, z);
    ([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], [[0, 1, 2], [0, 2, 3]])
}

fn sphere(centre: DVec3, radius: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let (columns, rows) = (128_u32, 64_u32);
    let at = |i: u32, j: u32| i % columns * (rows + 1) + j;
    let point = |i: u32, j: u32| {
        let (a, b) = (TAU * f64::from(i) / f64::from(columns), PI * f64::from(j) / f64::from(rows));
        centre + radius * DVec3::new(a.cos() * b.sin(), a.sin() * b.sin(), b.cos())
    };
    let positions = (0..columns).flat_map(|i| (0..=rows).map(move |j| point(i, j))).collect();
    let cells = (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j)));
    let quads = cells.flat_map(|(i, j)| {
        [[at(i, j), at(i, j + 1), at(i + 1, j)], [at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]]
    });
    (positions, quads.collect())
}

#[test]
fn a_square_falls_on_the_pixels_geometry_says() {
    let (positions, triangles) = square(1.0, 0.0);
    let image = render(
        &Picture { objects: &[object(&positions, &triangles, RED)], ..Picture::default() },
        &straight(2.0),
    )
    .unwrap();
    // At distance 2 the picture is 4 high, so the square of side 2 takes the middle half.
    for (place, inside) in [(24, false), (25, true), (74, true), (75, false)] {
        assert_eq!(is_red(image.pixel(place, 50).unwrap()), inside, "column {place}");
        assert_eq!(is_red(image.pixel(50, place).unwrap()), inside, "row {place}");
    }
    // No crack along the diagonal that both triangles share.
    assert!((25..75).all(|k| is_red(image.pixel(k, 99 - k).unwrap())));
}

#[test]
fn the_nearer_body_hides_the_other_in_any_order() {
    let near = square(0.5, 1.0);
    let far = square(1.0, 0.0);
    let (a, b) = (object(&near.0, &near.1, RED), object(&far.0, &far.1, BLUE));
    for objects in [[a, b], [b, a]] {
        let image = render(&Picture { objects: &objects, ..Picture::default() }, &straight(3.0)).unwrap();
        assert!(is_red(image.pixel(50, 50).unwrap()));
        assert!(is_blue(image.pixel(36, 50).unwrap()));
    }
}

#[test]
fn bodies_that_pass_through_each_other_meet_where_they_meet() {
    // Two planes that cross at x = 0: red is in front on the left, blue on the right.
    let tilted = |slope: f64| {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| DVec3::new(x, y, slope * x))
    };
    let (left, right) = (tilted(-0.5), tilted(0.5));
    let triangles = [[0, 1, 2], [0, 2, 3]];
    let objects = [object(&left, &triangles, RED), object(&right, &triangles, BLUE)];
    let image = render(&Picture { objects: &objects, ..Picture::default() }, &straight(3.0)).unwrap();
    assert!(is_red(image.pixel(48, 50).unwrap()) && is_blue(image.pixel(51, 50).unwrap()));
}

#[test]
fn values_are_interpolated_in_space_and_not_on_the_picture() {
    // A floor from depth 1 to depth 9 below the eye; the value is the distance along it.
    let positions = [(-5.0, 1.0), (5.0, 1.0), (5.0, -7.0), (-5.0, -7.0)].map(|(x, z)| DVec3::new(x, -0.5, z));
    let triangles = [[0, 1, 2], [0, 2, 3]];
    let scale = Some(ColourScale { map: ColourMap::Grey, ..ColourScale::new("", "", 0.0, 1.0) });
    let grey = |values: &[f64], row: usize| {
        let floor = Object { values: Some(values), ..object(&positions, &triangles, RED) };
        let picture = Picture { objects: &[floor], scale: scale.clone(), ..Picture::default() };
        i32::from(render(&picture, &straight(2.0)).unwrap().pixel(50, row).unwrap()[0])
    };
    let values = positions.map(|p| (1.0 - p.z) / 8.0);
    for row in [54, 56, 60, 66, 72] {
        // Depth d is seen 50 * 0.5 / d rows below the middle: there the floor must look like one of that value all over.
        let depth = 25.0 / (row as f64 + 0.5 - 50.0);
        let (mixed, uniform) = (grey(&values, row), grey(&[(depth - 1.0) / 8.0; 4], row));
        assert!((mixed - uniform).abs() <= 1, "row {row}: {mixed} instead of {uniform}");
    }
    assert!(grey(&values, 54) > grey(&values, 72) + 50);
}

#[test]
fn a_camera_inside_a_body_sees_its_walls() {
    let (positions, triangles) = sphere(DVec3::ZERO, 1.0);
    let camera = Camera::Placed { eye: DVec3::new(0.0, 0.2, 0.1), target: DVec3::X, field_of_view: 100.0 };
    let view = View { camera, ..straight(1.0) };
    let image =
        render(&Picture { objects: &[object(&positions, &triangles, RED)], ..Picture::default() }, &view)
            .unwrap();
    let red = |i: usize| is_red([image.rgb8[3 * i], image.rgb8[3 * i + 1], image.rgb8[3 * i + 2]]);
    assert!((0..100 * 100).all(red));
}

#[test]
fn a_triangle_through_the_eye_plane_is_cut_and_not_mirrored() {
    // A floor that reaches from far in front to far behind the eye covers the lower half and nothing else.
    let positions = [(-1e3, 1e3), (1e3, 1e3), (0.0, -1e3)].map(|(x, z)| DVec3::new(x, -1.0, z));
    let mut extent = Extent::new();
    extent.include(&[DVec3::NEG_ONE, DVec3::ONE]);
    let view = View { extent: Some(extent), ..straight(2.0) };
    let image =
        render(&Picture { objects: &[object(&positions, &[[0, 1, 2]], RED)], ..Picture::default() }, &view)
            .unwrap();
    assert!((0..100).all(|x| (0..49).all(|y| !is_red(image.pixel(x, y).unwrap()))));
    assert!((0..100).all(|x| (54..100).all(|y| is_red(image.pixel(x, y).unwrap()))));
}

#[test]
fn a_ball_on_the_ground_is_round_lit_and_throws_a_shadow() {
    let (positions, triangles) = sphere(DVec3::new(0.0, 0.0, 1.0), 1.0);
    let camera = Camera::Placed {
        eye: DVec3::new(0.0, -9.0, 1.0),
        target: DVec3::new(0.0, 0.0, 1.0),
        field_of_view: 40.0,
    };
    let ground = Some(Ground { height: 0.0, grid: false });
    let view = View { width: 400, height: 400, camera, ground, ..View::default() };
    let picture = |colour| {
        render(&Picture { objects: &[object(&positions, &triangles, colour)], ..Picture::default() }, &view)
            .unwrap()
    };
    let white = picture([1.0; 3]);
    let brightness = |image: &Image, x: usize, y: usize| {
        image.pixel(x, y).unwrap().iter().map(|c| u32::from(*c)).sum::<u32>()
    };
    // The silhouette: where a red and a blue ball differ. Its angle is asin(1 / 9).
    let (red, blue) = (picture(RED), picture(BLUE));
    let radius = 200.0 / 20.0_f64.to_radians().tan() * (1.0_f64 / 9.0).asin().tan();
    for (x, y) in (0..400_usize).flat_map(|x| (0..400_usize).map(move |y| (x, y))) {
        let away = ((x as f64 - 199.5).powi(2) + (y as f64 - 199.5).powi(2)).sqrt();
        if (away - radius).abs() > 1.0 {
            assert_eq!(red.pixel(x, y) != blue.pixel(x, y), away < radius, "pixel {x}, {y}");
        }
    }
    // The light comes from the upper left: that side is brighter, and the shadow falls to the right.
    let inside = (0.6 * radius) as usize;
    assert!(
        brightness(&white, 200 - inside, 200 - inside) > brightness(&white, 200 + inside, 200 + inside) + 60
    );
    let beside = (radius * 1.15) as usize;
    let row = 200 + (0.93 * radius) as usize;
    let shadow = brightness(&white, 200 + beside / 2 + 8, row + 8);
    assert!(brightness(&white, 200, 200) > shadow, "centre is not brighter than the shadow {shadow}");
    assert!(brightness(&white, 200 - 2 * beside, row) > brightness(&white, 200 + beside, row));
}

#[test]
fn boxes_keep_their_edges_and_balls_have_none() {
    let corner =
        |bits: u32| DVec3::new(f64::from(bits & 1), f64::from(bits >> 1 & 1), f64::from(bits >> 2 & 1));
    let positions: Vec<DVec3> = (0..8).map(corner).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> =
        quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let view = View { width: 200, height: 200, shadows: false, samples: 1, ..View::default() };
    let count_steps = |positions: &[DVec3], triangles: &[[u32; 3]]| {
        let image =
            render(&Picture { objects: &[object(positions, triangles, RED)], ..Picture::default() }, &view)
                .unwrap();
        let column: Vec<i32> = (0..200).map(|y| i32::from(image.pixel(100, y).unwrap()[0])).collect();
        let inside =
            |y: &usize| is_red(image.pixel(100, *y).unwrap()) && is_red(image.pixel(100, y + 1).unwrap());
        (0..199).filter(inside).filter(|y| (column[*y] - column[y + 1]).abs() > 15).count()
    };
    assert_eq!(count_steps(&positions, &triangles), 1, "top and front must meet in one hard edge");
    let (positions, triangles) = sphere(DVec3::ZERO, 1.0);
    assert_eq!(count_steps(&positions, &triangles), 0);
}

#[test]
fn values_that_are_not_finite_are_grey() {
    let (positions, triangles) = square(1.0, 0.0);
    let values = [f64::NAN; 4];
    let body = Object { values: Some(&values), ..object(&positions, &triangles, RED) };
    let scale = Some(ColourScale::new("", "", 0.0, 1.0));
    let image = render(&Picture { objects: &[body], scale, ..Picture::default() }, &straight(2.0)).unwrap();
    let [r, g, b] = image.pixel(50, 50).unwrap().map(i32::from);
    assert!((r - g).abs() < 12 && (g - b).abs() < 12 && r > 60, "{r} {g} {b}");
}

#[test]
fn the_automatic_camera_frames_everything_with_a_margin() {
    let (positions, triangles) = sphere(DVec3::new(3e6, -2e6, 5.0), 0.02);
    for (width, height) in [(300, 200), (120, 300)] {
        let view = View { width, height, ..View::default() };
        let image =
            render(&Picture { objects: &[object(&positions, &triangles, RED)], ..Picture::default() }, &view)
                .unwrap();
        let red: Vec<(usize, usize)> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .filter(|(x, y)| is_red(image.pixel(*x, *y).unwrap()))
            .collect();
        let reach = |pick: fn(&(usize, usize)) -> usize| {
            (red.iter().map(pick).min().unwrap() as f64, red.iter().map(pick).max().unwrap() as f64)
        };
        let ((left, right), (top, bottom)) = (reach(|p| p.0), reach(|p| p.1));
        let side = width.min(height) as f64;
        assert!(left >= 0.04 * side && top >= 0.04 * side, "{left} {top}");
        let fill = ((right - left) / side).max((bottom - top) / side);
        assert!((0.7..0.95).contains(&fill), "{fill}");
    }
}

#[test]
fn the_same_bytes_come_from_any_number_of_threads() {
    let (positions, triangles) = sphere(DVec3::new(0.0, 0.0, 1.0), 1.0);
    let values: Vec<f64> = positions.iter().map(|p| p.x).collect();
    let body = Object { values: Some(&values), ..object(&positions, &triangles, RED) };
    let scale = Some(ColourScale::new("x", "m", -1.0, 1.0));
    let picture = Picture { objects: &[body], scale, title: "Ball", caption: "t = 0 s" };
    let view =
        View { width: 333, height: 222, ground: Some(Ground { height: 0.0, grid: true }), ..View::default() };
    let with_threads = |count: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        pool.install(|| render(&picture, &view).unwrap())
    };
    let one = with_threads(1);
    assert!(one == with_threads(2) && one == with_threads(5));
}

#[test]
fn colour_maps_begin_and_end_right_and_viridis_grows_lighter() {
    assert_eq!(ColourMap::Viridis.screen_colour(0.0), [0x44, 0x01, 0x54]);
    assert_eq!(ColourMap::Viridis.screen_colour(1.0), [0xfd, 0xe7, 0x25]);
    assert_eq!(ColourMap::Coolwarm.screen_colour(0.5), [0xdd, 0xdd, 0xdd]);
    let light = |map: ColourMap, step: u32| {
        let linear = map.screen_colour(f64::from(step) / 100.0).map(|c| (f64::from(c) / 255.0).powf(2.2));
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    for map in [ColourMap::Viridis, ColourMap::Inferno, ColourMap::Cividis, ColourMap::Grey] {
        assert!((0..100).all(|step| light(map, step) < light(map, step + 1)), "{}", map.name());
    }
    assert!(ColourMap::ALL.iter().all(|map| ColourMap::by_name(map.name()) == Some(*map)));
    assert_eq!(ColourMap::by_name("rainbow"), None);
}

#[test]
fn the_legend_shows_the_colours_of_its_scale() {
    let scale = Some(ColourScale::new("stress", "Pa", 0.0, 1.0));
    let view = View { width: 640, height: 360, ..View::default() };
    let image = render(&Picture { scale, ..Picture::default() }, &view).unwrap();
    let is_near = |pixel: &[u8], colour: [u8; 3]| pixel.iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= 3);
    for fraction in [0.02, 0.3, 0.5, 0.8, 0.98] {
        let colour = ColourMap::Viridis.screen_colour(fraction);
        let seen = image.rgb8.chunks_exact(3).filter(|pixel| is_near(pixel, colour)).count();
        assert!(seen >= 8, "{fraction} of the scale is seen in {seen} pixels");
    }
}

#[test]
fn a_container_shows_and_lights_what_is_inside() {
    let (positions, outwards) = sphere(DVec3::ZERO, 1.0);
    let inwards: Vec<[u32; 3]> = outwards.iter().map(|&[a, b, c]| [a, c, b]).collect();
    let signed = |triangles: &[[u32; 3]]| -> f64 {
        let volume = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| positions[i as usize]);
            a.dot(b.cross(c))
        };
        triangles.iter().map(volume).sum()
    };
    // Whichever way the sphere is wound: the one of negative volume faces inwards.
    let (inwards, outwards) = if signed(&inwards) < 0.0 { (inwards, outwards) } else { (outwards, inwards) };
    let ball = sphere(DVec3::ZERO, 0.4);
    let body = object(&ball.0, &ball.1, RED);
    let view = View { shadows: true, ..straight(2.0) };
    let draw = |triangles: &[[u32; 3]], faces: Faces| {
        let shell = Object { faces, ..object(&positions, triangles, [0.6; 3]) };
        render(&Picture { objects: &[shell, body], ..Picture::default() }, &view).unwrap()
    };
    let bare = render(&Picture { objects: &[body], ..Picture::default() }, &view).unwrap();
    let seen = draw(&inwards, Faces::Inside);
    let (x, y) = (46, 45);
    assert!(is_red(seen.pixel(x, y).unwrap()));
    assert!(
        seen.pixel(x, y).unwrap()[0].abs_diff(bare.pixel(x, y).unwrap()[0]) < 6,
        "the wall keeps no light away: {:?} and {:?}",
        seen.pixel(x, y),
        bare.pixel(x, y)
    );
    let wall = seen.pixel(50, 30).unwrap();
    assert!(!is_red(wall) && wall != bare.pixel(50, 30).unwrap(), "the far wall is drawn: {wall:?}");
    for hidden in [draw(&inwards, Faces::All), draw(&outwards, Faces::Inside), draw(&outwards, Faces::All)] {
        assert!(!is_red(hidden.pixel(x, y).unwrap()), "the wall is in front");
    }
}

#[test]
fn a_one_sided_plate_is_seen_and_shades_from_its_front_only() {
    let plate = square(1.0, 1.0);
    let behind = square(0.5, 0.0);
    let view = View { shadows: true, ..straight(3.0) };
    let draw = |triangles: &[[u32; 3]], faces: Faces| {
        let plate = Object { faces, ..object(&plate.0, triangles, BLUE) };
        let objects = [plate, object(&behind.0, &behind.1, RED)];
        render(&Picture { objects: &objects, ..Picture::default() }, &view).unwrap()
    };
    let turned = plate.1.map(|[a, b, c]| [a, c, b]);
    let body = object(&behind.0, &behind.1, RED);
    let bare = render(&Picture { objects: &[body], ..Picture::default() }, &view).unwrap();
    assert!(is_blue(draw(&plate.1, Faces::Front).pixel(50, 50).unwrap()));
    assert!(is_blue(draw(&turned, Faces::All).pixel(50, 50).unwrap()));
    assert_eq!(draw(&turned, Faces::Front).pixel(50, 50), bare.pixel(50, 50));
}
