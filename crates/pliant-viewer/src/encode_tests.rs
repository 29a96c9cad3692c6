#![allow(clippy::unwrap_used)]
use super::*;
use pliant_output::SurfaceField;
use serde_json::Value;

fn part(name: &str, points: usize) -> SurfacePart {
    let positions: Vec<DVec3> = (0..points).map(|i| DVec3::new(i as f64, 0.5, -1.0)).collect();
    SurfacePart {
        name: name.into(),
        displacements: vec![DVec3::new(0.25, 0.0, 0.0); points],
        triangles: (2..points as u32).map(|i| [0, i - 1, i]).collect(),
        fields: vec![SurfaceField {
            name: "von_mises".into(),
            unit: "Pa",
            values: (0..points).map(|i| i as f64 * 10.0).collect(),
        }],
        positions,
        is_plane: false,
        balls: vec![],
    }
}

fn picture(parts: Vec<SurfacePart>) -> Picture {
    Picture {
        time: 1.5,
        shown: Shown::Stored(SurfaceFrame { parts, ..SurfaceFrame::default() }),
        ..Picture::default()
    }
}

fn wants(field: &str) -> Wants {
    Wants { field: field.into(), layers: vec![SURFACE.into(), COLLIDERS.into(), "pins".into()] }
}

/// Header and arrays.
fn taken_apart(message: &[u8]) -> (Value, Vec<u8>) {
    assert_eq!(&message[..4], MAGIC);
    let length = u32::from_le_bytes(message[4..8].try_into().unwrap()) as usize;
    assert_eq!(length % 4, 0);
    (serde_json::from_slice(&message[8..8 + length]).unwrap(), message[8 + length..].to_vec())
}

fn floats(arrays: &[u8], start: &Value, count: usize) -> Vec<f32> {
    let start = start.as_u64().unwrap() as usize;
    arrays[start..start + 4 * count]
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes(b.try_into().unwrap()))
        .collect()
}

#[test]
fn arrays_are_where_the_header_says() {
    let (header, arrays) =
        taken_apart(&Encoder::default().encode(&picture(vec![part("a", 4)]), &wants("von_mises")));
    assert_eq!(header["time"], 1.5);
    let part = &header["parts"][0];
    assert_eq!(
        (&part["name"], &part["shape"], &part["count"]),
        (&"a".into(), &"triangles".into(), &4.into())
    );
    assert_eq!(floats(&arrays, &part["positions"], 12)[9..], [3.0, 0.5, -1.0]);
    assert_eq!(floats(&arrays, &part["rest"], 12)[9..], [2.75, 0.5, -1.0]);
    assert_eq!(floats(&arrays, &part["values"], 4), [0.0, 10.0, 20.0, 30.0]);
    assert_eq!(part["triangles"][1], 2);
    let start = part["triangles"][0].as_u64().unwrap() as usize;
    assert_eq!(arrays[start + 12..start + 24], [0u32, 2, 3].map(u32::to_le_bytes).concat());
}

#[test]
fn triangles_are_sent_once_and_again_when_they_change() {
    let mut encoder = Encoder::default();
    let mut sent = |parts| taken_apart(&encoder.encode(&picture(parts), &wants(""))).0["parts"].clone();
    let first = sent(vec![part("a", 4), part("b", 3)]);
    assert!(
        first[0]["triangles"].is_array() && first[1]["triangles"].is_array() && first[0]["values"].is_null()
    );
    let second = sent(vec![part("a", 4), part("b", 3)]);
    assert!(second[0]["triangles"].is_null() && second[0]["rest"].is_null());
    assert_eq!(second[0]["topology"], first[0]["topology"]);
    let cut = sent(vec![part("a", 5), part("b", 3)]);
    assert!(cut[0]["triangles"].is_array() && cut[1]["triangles"].is_null());
    assert_ne!(cut[0]["topology"], first[0]["topology"]);
}

#[test]
fn another_scene_begins_anew() {
    let mut encoder = Encoder::default();
    encoder.encode(&picture(vec![part("a", 4)]), &wants(""));
    let other = Picture { epoch: 1, ..picture(vec![part("a", 4)]) };
    assert!(taken_apart(&encoder.encode(&other, &wants(""))).0["parts"][0]["triangles"].is_array());
}

#[test]
fn only_what_is_wanted_is_sent() {
    let marks = |layer| Marks { name: "a".into(), layer, positions: vec![DVec3::ONE], ..Marks::default() };
    let all = Picture { marks: vec![marks("pins"), marks("samples")], ..picture(vec![part("a", 4)]) };
    let (header, _) = taken_apart(&Encoder::default().encode(&all, &wants("no such field")));
    let layers: Vec<&str> =
        header["parts"].as_array().unwrap().iter().map(|p| p["layer"].as_str().unwrap()).collect();
    assert_eq!(layers, [SURFACE, "pins"]);
}

#[test]
fn what_is_not_known_is_not_a_number() {
    let mut unknown = part("a", 3);
    unknown.fields[0].values[1] = f64::NAN;
    let (header, arrays) =
        taken_apart(&Encoder::default().encode(&picture(vec![unknown]), &wants("von_mises")));
    assert!(floats(&arrays, &header["parts"][0]["values"], 3)[1].is_nan());
}

#[test]
fn surfels_have_normals_and_radii_and_the_wanted_field() {
    let mut flat = part("a", 4);
    flat.positions = vec![DVec3::ZERO, DVec3::X, DVec3::ONE.with_z(0.0), DVec3::Y];
    let wants = Wants { field: "von_mises".into(), layers: vec![SURFELS.into()] };
    let (header, arrays) = taken_apart(&Encoder::default().encode(&picture(vec![flat]), &wants));
    let [discs] = &header["parts"].as_array().unwrap()[..] else { panic!("one part: {header}") };
    assert_eq!(
        (&discs["layer"], &discs["shape"], &discs["count"]),
        (&"surfels".into(), &"discs".into(), &4.into())
    );
    assert_eq!(floats(&arrays, &discs["normals"], 12), [0.0, 0.0, 1.0].repeat(4));
    assert!(floats(&arrays, &discs["radii"], 4).iter().all(|r| (0.3..0.6).contains(r)));
    let values = floats(&arrays, &discs["values"], 4);
    assert!(values[0] < values[1] && values[1] < values[3], "{values:?}");
}
