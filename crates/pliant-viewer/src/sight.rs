//! What there is to see of a running simulation besides its surfaces: fields, layers, marks, and the box around it.

use crate::encode::{CELLS, COLLIDERS, SURFACE, SURFELS};
use crate::message::{Layer, NamedUnit};
use crate::picture::Marks;
use glam::DVec3;
use pliant_output::unit_of_field;
use pliant_world::{Frame, World};

/// Points that touch something.
pub const CONTACTS: &str = "contacts";

/// What can be seen of a running simulation, whatever the method; bodies may have more.
pub const LAYERS: [Layer; 7] = [
    Layer { name: SURFACE, label: "Surfaces", shown: true },
    Layer { name: COLLIDERS, label: "Colliders", shown: true },
    Layer { name: "pins", label: "Pins", shown: false },
    Layer { name: CONTACTS, label: "Contact points", shown: false },
    Layer { name: CELLS, label: "Tetrahedra", shown: false },
    Layer { name: "points", label: "Material points", shown: false },
    Layer { name: SURFELS, label: "Surfels", shown: false },
];

/// What a surface can be coloured by.
pub fn fields_of(world: &World) -> Vec<NamedUnit> {
    let mut names = vec!["displacement", "velocity", "von_mises", "strain", "energy_density"];
    if (0..world.body_count()).any(|body| world.has_thin_measures(body)) {
        names.extend(["membrane", "bending", "twist"]);
    }
    if world.has_contact() {
        names.extend(["contact_force", "contact_pressure", "contact_gap"]);
    }
    names.into_iter().map(|name| NamedUnit { name: name.into(), unit: unit_of_field(name).into() }).collect()
}

/// What can be seen of this world.
pub fn layers_of(world: &World) -> Vec<Layer> {
    let mut all = LAYERS.to_vec();
    for layer in (0..world.body_count()).flat_map(|body| world.layers(body)) {
        if all.iter().all(|known| known.name != layer.name) {
            all.push(Layer { name: layer.name, label: layer.label, shown: false });
        }
    }
    all
}

/// The box around all bodies now (m).
pub fn bounds_of(world: &World) -> [[f64; 3]; 2] {
    box_around((0..world.body_count()).flat_map(|body| world.positions(body).into_owned()))
}

/// Two corners of the box around places (m); around the origin if there are none.
pub fn box_around(places: impl Iterator<Item = DVec3>) -> [[f64; 3]; 2] {
    let grown = |(least, most): (DVec3, DVec3), place: DVec3| (least.min(place), most.max(place));
    let (least, most) = places.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), grown);
    if least.x <= most.x { [least.to_array(), most.to_array()] } else { [[-1.0; 3], [1.0; 3]] }
}

/// What is no surface. Contact points are always there, because they are counted.
pub fn marks_of(world: &World, frame: &Frame, wanted: &[&str]) -> Vec<Marks> {
    let wants_more = wanted.iter().any(|layer| LAYERS.iter().all(|known| known.name != *layer));
    let mut all = Vec::new();
    for (index, body) in frame.bodies.iter().enumerate() {
        let name = body.shape.name.clone();
        for layer in if wants_more { world.layers(index) } else { Vec::new() } {
            let (positions, axes) = (layer.positions, layer.axes);
            all.push(Marks { name: name.clone(), layer: layer.name, positions, axes, ..Marks::default() });
        }
        if let Some(contact) = &body.contact {
            let touching =
                body.positions.iter().zip(&contact.force).filter(|(_, force)| **force != DVec3::ZERO);
            let positions = touching.map(|(position, _)| *position).collect();
            all.push(Marks { name: name.clone(), layer: CONTACTS, positions, ..Marks::default() });
        }
        if body.shape.nodes_a_cell == 1 {
            let positions = body.shape.cells.iter().map(|&point| body.positions[point as usize]).collect();
            all.push(Marks { name, layer: "points", positions, ..Marks::default() });
        }
    }
    let pins = world.held_places();
    all.push(Marks { name: "pins".into(), layer: "pins", positions: pins, ..Marks::default() });
    all.retain(|marks| !marks.positions.is_empty());
    all
}
