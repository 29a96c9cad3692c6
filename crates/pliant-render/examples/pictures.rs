//! A few pictures to look at: what the rasteriser can do, and whether it still looks right.
//!
//! `cargo run --release -p pliant-render --example pictures -- FOLDER`

use glam::DVec3;
use pliant_render::{
    Background, Camera, ColourMap, ColourScale, Ground, Image, Mp4Writer, Object, Picture, PngColours,
    RenderError, View, contact_sheet, encode_png, encode_png_within, ffmpeg_is_there, render, write_gif,
};
use std::f64::consts::{PI, TAU};
use std::path::Path;

type Mesh = (Vec<DVec3>, Vec<[u32; 3]>);

/// A grid of points over two parameters from 0 to 1, joined by triangles.
fn sheet(columns: u32, rows: u32, point: impl Fn(f64, f64) -> DVec3) -> Mesh {
    let mut mesh = Mesh::default();
    for i in 0..=columns {
        for j in 0..=rows {
            mesh.0.push(point(f64::from(i) / f64::from(columns), f64::from(j) / f64::from(rows)));
        }
    }
    for (i, j) in (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))) {
        let at = |i: u32, j: u32| i * (rows + 1) + j;
        mesh.1.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
        mesh.1.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
    mesh
}

fn sphere(centre: DVec3, radius: f64) -> Mesh {
    sheet(96, 48, |u, v| {
        let (a, b) = (TAU * u, PI * v);
        centre + radius * DVec3::new(a.cos() * b.sin(), a.sin() * b.sin(), b.cos())
    })
}

fn torus(centre: DVec3, radius: f64, thickness: f64) -> Mesh {
    sheet(160, 64, |u, v| {
        let (a, b) = (TAU * u, TAU * v);
        let reach = radius + thickness * b.cos();
        centre + DVec3::new(reach * a.cos(), reach * a.sin(), thickness * b.sin())
    })
}

fn block(low: DVec3, high: DVec3, turn: f64) -> Mesh {
    let corner = |bits: u32| {
        let pick = |bit: u32, a: f64, b: f64| if bits >> bit & 1 == 0 { a } else { b };
        DVec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
    };
    let middle = (low + high) * 0.5;
    let turned = |p: DVec3| {
        let d = p - middle;
        middle + DVec3::new(d.x * turn.cos() - d.y * turn.sin(), d.x * turn.sin() + d.y * turn.cos(), d.z)
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    ((0..8).map(|bits| turned(corner(bits))).collect(), triangles)
}

fn object<'a>(mesh: &'a Mesh, values: Option<&'a [f64]>, colour: [f32; 3]) -> Object<'a> {
    Object { name: "body", positions: &mesh.0, triangles: &mesh.1, values, colour, ..Object::default() }
}

fn view() -> View {
    View { ground: Some(Ground { height: 0.0, grid: true }), ..View::default() }
}

const CORAL: [f32; 3] = [0.86, 0.36, 0.27];
const TEAL: [f32; 3] = [0.16, 0.55, 0.58];
const AMBER: [f32; 3] = [0.93, 0.68, 0.22];
const INDIGO: [f32; 3] = [0.30, 0.36, 0.66];

fn ball() -> Result<Image, RenderError> {
    let mesh = sphere(DVec3::new(0.0, 0.0, 0.5), 0.5);
    let objects = [object(&mesh, None, CORAL)];
    render(
        &Picture { objects: &objects, title: "A ball", caption: "t = 0.25 s", ..Picture::default() },
        &view(),
    )
}

fn boxes(wireframe: bool) -> Result<Image, RenderError> {
    let one = block(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.6), 0.2);
    let two = block(DVec3::new(0.15, 0.2, 0.6), DVec3::new(0.75, 0.8, 1.1), 0.6);
    let objects = [object(&one, None, TEAL), object(&two, None, AMBER)];
    render(&Picture { objects: &objects, ..Picture::default() }, &View { wireframe, ..view() })
}

fn field(background: Background, map: ColourMap, size: (usize, usize)) -> Result<Image, RenderError> {
    let mesh = torus(DVec3::new(0.0, 0.0, 0.4), 1.0, 0.4);
    let values: Vec<f64> =
        mesh.0.iter().map(|p| 2.4e6 * (0.5 + 0.5 * (3.0 * p.x).sin() * (2.0 * p.y).cos())).collect();
    let scale = ColourScale { map, ..ColourScale::new("von Mises stress", "Pa", 0.0, 2.4e6) };
    let objects = [object(&mesh, Some(&values), TEAL)];
    let picture = Picture {
        objects: &objects,
        scale: Some(scale),
        title: "Torus, neo-Hookean",
        caption: "t = 1.250 s",
    };
    render(&picture, &View { background, width: size.0, height: size.1, ..view() })
}

fn group(camera: Camera) -> Result<Image, RenderError> {
    let meshes = [
        sphere(DVec3::new(-1.5, -0.2, 0.55), 0.55),
        torus(DVec3::new(0.2, -0.9, 0.25), 0.6, 0.25),
        block(DVec3::new(-0.4, 0.5, 0.0), DVec3::new(0.6, 1.4, 1.2), 0.4),
        sphere(DVec3::new(1.5, 0.3, 1.3), 0.4),
        sheet(60, 60, |u, v| {
            let (x, y) = (2.2 * u + 1.0, 1.6 * v - 1.6);
            DVec3::new(x, y, 0.45 + 0.12 * (5.0 * x).sin() + 0.08 * (7.0 * y).cos())
        }),
    ];
    let colours = [CORAL, TEAL, AMBER, INDIGO, [0.75, 0.75, 0.78]];
    let objects: Vec<Object> =
        meshes.iter().zip(colours).map(|(mesh, colour)| object(mesh, None, colour)).collect();
    render(
        &Picture { objects: &objects, title: "Five bodies", ..Picture::default() },
        &View { camera, ..view() },
    )
}

fn beam(bend: f64) -> Result<Image, RenderError> {
    let round = |v: f64| {
        let place = 4.0 * v;
        let side = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let (k, share) = ((place as usize).min(3), place - (place as usize).min(3) as f64);
        let mix = |a: f64, b: f64| a + (b - a) * share;
        (0.1 * mix(side[k].0, side[k + 1].0), 0.1 * mix(side[k].1, side[k + 1].1))
    };
    let mesh = sheet(80, 32, |u, v| {
        let (y, z) = round(v);
        let angle = bend * u;
        let reach = |u: f64| {
            if bend.abs() < 1e-9 {
                (u, 0.0)
            } else {
                ((bend * u).sin() / bend, ((bend * u).cos() - 1.0) / bend)
            }
        };
        let (x, drop) = reach(u);
        DVec3::new(x + z * angle.sin(), y, 0.8 + drop + z * angle.cos())
    });
    let values: Vec<f64> =
        mesh.0.iter().enumerate().map(|(i, _)| bend * 0.03 * (1.0 - (i / 33) as f64 / 80.0)).collect();
    let objects = [object(&mesh, Some(&values), CORAL)];
    let scale = ColourScale::new("displacement", "m", 0.0, 0.03);
    let mut extent = pliant_render::Extent::new();
    extent.include(&[DVec3::new(0.0, -0.1, 0.0), DVec3::new(1.1, 0.1, 0.9)]);
    let caption = format!("bend {bend:.2}");
    let picture = Picture { objects: &objects, scale: Some(scale), title: "Beam", caption: &caption };
    render(&picture, &View { width: 640, height: 360, extent: Some(extent), ..view() })
}

fn save(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    match std::fs::write(&path, bytes) {
        Ok(()) => println!("{} {} kB", path.display(), bytes.len() / 1000),
        Err(error) => eprintln!("{}: {error}", path.display()),
    }
}

fn main() -> Result<(), RenderError> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let folder = Path::new(&folder);
    let near = Camera::Orbit { azimuth: 20.0, elevation: 8.0, distance: 0.55, field_of_view: 40.0 };
    let far = Camera::Orbit { azimuth: -40.0, elevation: 35.0, distance: 2.5, field_of_view: 28.0 };
    let pictures = [
        ("ball", ball()?),
        ("boxes", boxes(false)?),
        ("wires", boxes(true)?),
        ("field", field(Background::LIGHT, ColourMap::Viridis, (1280, 720))?),
        ("field-dark", field(Background::DARK, ColourMap::Inferno, (1280, 720))?),
        ("group", group(Camera::default())?),
        ("near", group(near)?),
        ("far", group(far)?),
    ];
    for (name, image) in &pictures {
        save(folder, &format!("{name}.png"), &encode_png(image, PngColours::All)?);
    }
    save(folder, "group-palette.png", &encode_png(&pictures[5].1, PngColours::Palette)?);
    let frames: Vec<Image> = (0..12).map(|k| beam(0.1 * f64::from(k))).collect::<Result<_, _>>()?;
    let small = field(Background::LIGHT, ColourMap::Viridis, (800, 450))?;
    save(folder, "field-small.png", &encode_png(&small, PngColours::All)?);
    if ffmpeg_is_there() {
        let mut writer = Mp4Writer::new(&folder.join("beam.mp4"), frames[0].width, frames[0].height, 12.5)?;
        frames.iter().try_for_each(|frame| writer.add(frame))?;
        writer.finish()?;
    }
    let mut film = Vec::new();
    write_gif(&frames, 0.08, &mut film)?;
    save(folder, "beam.gif", &film);
    let sheet: Vec<(Image, String)> =
        frames.into_iter().step_by(2).enumerate().map(|(k, image)| (image, format!("picture {k}"))).collect();
    save(folder, "sheet.png", &encode_png_within(&contact_sheet(&sheet, 3)?, 150_000)?);
    Ok(())
}
