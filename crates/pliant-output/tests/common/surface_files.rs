//! Surfaces made here and written by hand in every format that is read.
#![allow(dead_code)]

use glam::DVec3;
use pliant_geometry::TriangleSurface;

/// A file as it would lie on the disk.
#[derive(Clone)]
pub struct SurfaceFile {
    pub name: &'static str,
    pub bytes: Vec<u8>,
}

pub fn cube() -> TriangleSurface {
    let points =
        (0..8).map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleSurface { points, triangles }
}

/// A grid of rings, closed in one direction (sphere) or in both (torus).
fn rings(rows: u32, columns: u32, closed: bool, point: impl Fn(f64, f64) -> DVec3) -> TriangleSurface {
    let mut surface = TriangleSurface::default();
    for row in 0..rows {
        for column in 0..columns {
            let (u, v) = (f64::from(row) / f64::from(rows), f64::from(column) / f64::from(columns));
            surface.points.push(point(u, v));
        }
    }
    let id = |row: u32, column: u32| (row % rows) * columns + column % columns;
    for row in 0..rows - u32::from(!closed) {
        for column in 0..columns {
            let [a, b] = [id(row, column), id(row, column + 1)];
            let [c, d] = [id(row + 1, column), id(row + 1, column + 1)];
            surface.triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    surface
}

pub fn torus() -> TriangleSurface {
    rings(12, 8, true, |u, v| {
        let (u, v) = (u * std::f64::consts::TAU, v * std::f64::consts::TAU);
        let r = 1.0 + 0.25 * v.cos();
        DVec3::new(r * u.cos(), r * u.sin(), 0.25 * v.sin())
    })
}

/// Open at the poles by a pinhole, which fans close.
pub fn sphere() -> TriangleSurface {
    let mut surface = rings(8, 10, false, |u, v| {
        let (polar, v) = ((0.1 + 0.9 * u) * std::f64::consts::PI, v * std::f64::consts::TAU);
        DVec3::new(polar.sin() * v.cos(), polar.sin() * v.sin(), polar.cos())
    });
    let last = surface.points.len() as u32 - 10;
    for i in 1..9 {
        surface.triangles.extend([[0, i, i + 1], [last, last + i + 1, last + i]]);
    }
    surface
}

pub fn obj(surface: &TriangleSurface) -> Vec<u8> {
    let mut text = String::from("# made by hand\nmtllib a.mtl\no thing\n");
    for p in &surface.points {
        text += &format!("v {} {} {}\n", p.x, p.y, p.z);
    }
    text += "vn 0 0 1\ns off\n";
    for [a, b, c] in &surface.triangles {
        text += &format!("f {}//1 {}//1 {}//1\n", a + 1, b + 1, c + 1);
    }
    text.into_bytes()
}

pub fn off(surface: &TriangleSurface) -> Vec<u8> {
    let mut text = format!("OFF\n{} {} 0\n", surface.points.len(), surface.triangles.len());
    for p in &surface.points {
        text += &format!("{} {} {}\n", p.x, p.y, p.z);
    }
    for [a, b, c] in &surface.triangles {
        text += &format!("3 {a} {b} {c}\n");
    }
    text.into_bytes()
}

pub fn stl_text(surface: &TriangleSurface) -> Vec<u8> {
    let mut text = String::from("solid a thing\n");
    for t in 0..surface.triangles.len() {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for p in surface.corners(t) {
            text += &format!("      vertex {:e} {:e} {:e}\n", p.x, p.y, p.z);
        }
        text += "    endloop\n  endfacet\n";
    }
    (text + "endsolid a thing\n").into_bytes()
}

pub fn stl_binary(surface: &TriangleSurface) -> Vec<u8> {
    let mut bytes = b"solid, but binary".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((surface.triangles.len() as u32).to_le_bytes());
    for t in 0..surface.triangles.len() {
        bytes.extend([0; 12]);
        bytes.extend(
            surface.corners(t).iter().flat_map(|p| p.to_array()).flat_map(|x| (x as f32).to_le_bytes()),
        );
        bytes.extend([0; 2]);
    }
    bytes
}

fn ply_header(format: &str, surface: &TriangleSurface) -> Vec<u8> {
    let (points, triangles) = (surface.points.len(), surface.triangles.len());
    format!(
        "ply\nformat {format} 1.0\ncomment by hand\nelement vertex {points}\nproperty uchar red\n\
         property double z\nproperty double x\nproperty list uchar short odd\nproperty double y\n\
         element face {triangles}\nproperty float quality\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes()
}

pub fn ply_text(surface: &TriangleSurface) -> Vec<u8> {
    let mut bytes = ply_header("ascii", surface);
    for p in &surface.points {
        bytes.extend(format!("7 {} {} 2 1 2 {}\n", p.z, p.x, p.y).bytes());
    }
    for [a, b, c] in &surface.triangles {
        bytes.extend(format!("0.5 3 {a} {b} {c}\n").bytes());
    }
    bytes
}

pub fn ply_binary(surface: &TriangleSurface, big_endian: bool) -> Vec<u8> {
    let format = if big_endian { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = ply_header(format, surface);
    let double = |x: f64| if big_endian { x.to_be_bytes() } else { x.to_le_bytes() };
    let int = |i: u32| if big_endian { i.to_be_bytes() } else { i.to_le_bytes() };
    for p in &surface.points {
        bytes.push(7);
        bytes.extend(double(p.z));
        bytes.extend(double(p.x));
        bytes.extend([1, 9, 9]);
        bytes.extend(double(p.y));
    }
    for triangle in &surface.triangles {
        bytes.extend(int(0.5f32.to_bits()));
        bytes.push(3);
        triangle.iter().for_each(|&id| bytes.extend(int(id)));
    }
    bytes
}

/// The surface in every format.
pub fn all_formats(surface: &TriangleSurface) -> Vec<SurfaceFile> {
    let file = |name, bytes| SurfaceFile { name, bytes };
    vec![
        file("a.obj", obj(surface)),
        file("a.off", off(surface)),
        file("text.stl", stl_text(surface)),
        file("binary.stl", stl_binary(surface)),
        file("text.ply", ply_text(surface)),
        file("little.ply", ply_binary(surface, false)),
        file("big.ply", ply_binary(surface, true)),
    ]
}
