//! Numbers of a scene that a page offers as sliders.
//!
//! A slider changes a key of the scene, as `--set` does, and the world is made anew and goes on from where it was. So whatever the scene
//! file knows can be a slider, as long as the body keeps its nodes; which ones are offered is decided here.

use crate::message::Parameter;
use glam::DVec3;
use pliant_scene::plan::{LoadKind, LoadPlan, MaterialPlan, Plan};

/// The sliders of a scene whose keys can be set. `can_be_set` tries a key with the value that it has.
pub fn parameters(plan: &Plan, can_be_set: impl Fn(&str, f64) -> bool) -> Vec<Parameter> {
    let mut all = Vec::new();
    plan.materials.iter().for_each(|material| add_material(&mut all, material));
    let gravity = plan.gravity.length();
    all.push(linear("gravity", "scene", "gravity", "m/s2", gravity, 0.0, (3.0 * gravity).max(30.0)));
    if let Some(step) = &plan.time.step {
        all.push(logarithmic("time.step", "time", "step", "s", step.value));
    }
    if let Some(contact) = &plan.contact {
        let most = contact.friction.sticking.max(1.5);
        all.push(linear("contact.friction", "contact", "friction", "", contact.friction.sticking, 0.0, most));
        all.push(linear("contact.damping", "contact", "damping", "", contact.damping, 0.0, 2.0));
    }
    plan.loads.iter().for_each(|load| add_load(&mut all, load));
    all.retain(|parameter| can_be_set(&parameter.path, parameter.value));
    all
}

fn add_material(all: &mut Vec<Parameter>, material: &MaterialPlan) {
    let path = |key: &str| format!("material.{}.{key}", material.name);
    let group = format!("material {}", material.name);
    let moduli = &material.moduli.value;
    all.push(logarithmic(&path("young"), &group, "young", "Pa", moduli.young));
    all.push(logarithmic(&path("shear"), &group, "shear", "Pa", moduli.shear));
    all.push(linear(&path("poisson"), &group, "poisson", "", moduli.poisson, 0.0, 0.499));
    all.push(logarithmic(&path("density"), &group, "density", "kg/m3", material.density));
    let damping = &material.damping;
    all.push(linear(
        &path("damping.mass"),
        &group,
        "damping by mass",
        "1/s",
        damping.mass,
        0.0,
        (4.0 * damping.mass).max(5.0),
    ));
    let most = (10.0 * damping.stiffness).max(0.02);
    all.push(linear(
        &path("damping.stiffness"),
        &group,
        "damping by stiffness",
        "s",
        damping.stiffness,
        0.0,
        most,
    ));
}

fn add_load(all: &mut Vec<Parameter>, load: &LoadPlan) {
    match load.kind {
        LoadKind::Force { total, .. } => add_vector(all, load, "force", "N", total),
        LoadKind::Traction(traction) => add_vector(all, load, "traction", "Pa", traction),
        LoadKind::Torque { total, .. } => add_vector(all, load, "torque", "N m", total),
        LoadKind::Acceleration(acceleration) => add_vector(all, load, "acceleration", "m/s2", acceleration),
        LoadKind::Wind { velocity, .. } => add_vector(all, load, "wind", "m/s", velocity),
        LoadKind::Pressure(pressure) => {
            let most = reach(pressure);
            all.push(linear(
                &format!("load.{}.pressure", load.name),
                &group(load),
                "pressure",
                "Pa",
                pressure,
                -most,
                most,
            ));
        }
    }
}

fn group(load: &LoadPlan) -> String {
    format!("load {}", load.name)
}

fn add_vector(all: &mut Vec<Parameter>, load: &LoadPlan, key: &str, unit: &'static str, vector: DVec3) {
    let most = reach(vector.length());
    for (axis, (value, name)) in vector.to_array().into_iter().zip(["x", "y", "z"]).enumerate() {
        let path = format!("load.{}.{key}.{axis}", load.name);
        all.push(linear(&path, &group(load), &format!("{key} {name}"), unit, value, -most, most));
    }
}

/// How far a slider of a load goes.
fn reach(value: f64) -> f64 {
    if value == 0.0 { 10.0 } else { 3.0 * value.abs() }
}

fn linear(
    path: &str,
    group: &str,
    label: &str,
    unit: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Parameter {
    let (path, group, label) = (path.into(), group.into(), label.into());
    Parameter { path, group, label, unit, value, least, most, scale: "linear", whole: false }
}

/// From a hundredth to a hundred times the value.
fn logarithmic(path: &str, group: &str, label: &str, unit: &'static str, value: f64) -> Parameter {
    Parameter { scale: "log", ..linear(path, group, label, unit, value, value / 100.0, value * 100.0) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use pliant_scene::Scene;

    #[test]
    fn a_scene_offers_what_it_says_and_nothing_that_cannot_be_set() {
        let text = pliant_scene::starter_scene("beam");
        let can =
            |path: &str, value: f64| Scene::from_text(&text, "s", &[(path, &value.to_string())]).is_ok();
        let scene = Scene::from_text(&text, "s", &[]).unwrap();
        let all = parameters(scene.plan(), can);
        let paths: Vec<&str> = all.iter().map(|parameter| parameter.path.as_str()).collect();
        assert!(paths.contains(&"gravity") && paths.iter().any(|path| path.ends_with(".young")), "{paths:?}");
        // Stiffness is given by one pair only.
        assert!(!paths.iter().any(|path| path.ends_with(".shear")), "{paths:?}");
        for parameter in &all {
            assert!(parameter.least < parameter.most, "{parameter:?}");
            assert!((parameter.least..=parameter.most).contains(&parameter.value), "{parameter:?}");
        }
    }
}
