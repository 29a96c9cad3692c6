//! Puts a world together.

use crate::contact::{ContactSetup, WorldCollider, contact_body};
use crate::error::BuildError;
use crate::frame::BodyShape;
use crate::load::{Load, NamedLoad};
use crate::probe::Probe;
use crate::reading::ReadyProbe;
use crate::schedule::Schedule;
use crate::world::{Parts, World, WorldBody};
use glam::DVec3;
use pliant_body::{Body, Cells};
use pliant_contact::{ContactLayer, Overlap};
use pliant_geometry::BoundingBox;
use pliant_stepping::{Needs, Stepper};
use pliant_system::{History, Hold, HoldConflict, Holds, Mass, Motion, State, System, Term};
use std::sync::Arc;

/// A body with its start.
pub struct BodySetup {
    /// Name, unique in the world.
    pub name: String,
    /// The body.
    pub body: Box<dyn Body>,
    /// Names of the materials its cells refer to.
    pub material_names: Vec<String>,
    /// Velocity of the centre of mass at the start [m/s].
    pub velocity: DVec3,
    /// Rate of turning about the centre of mass at the start [rad/s].
    pub spin: DVec3,
}

/// Some directions of some nodes of a body follow a motion.
pub struct PinSetup {
    /// Name for messages and reaction probes.
    pub name: String,
    /// Index of the body.
    pub body: usize,
    /// Nodes of the body.
    pub nodes: Vec<u32>,
    /// Held directions.
    pub directions: Vec<DVec3>,
    /// What they follow.
    pub motion: Motion,
}

/// Collects what a world is made of.
#[derive(Default)]
pub struct WorldBuilder {
    bodies: Vec<BodySetup>,
    first_nodes: Vec<u32>,
    node_count: u32,
    pins: Vec<PinSetup>,
    loads: Vec<NamedLoad>,
    probes: Vec<Probe>,
    contact: Option<ContactSetup>,
}

impl WorldBuilder {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a body and returns its index.
    pub fn add_body(&mut self, setup: BodySetup) -> usize {
        self.first_nodes.push(self.node_count);
        self.node_count += setup.body.x_rest().len() as u32;
        self.bodies.push(setup);
        self.bodies.len() - 1
    }

    /// A body added before.
    pub fn body(&self, index: usize) -> &dyn Body {
        self.bodies[index].body.as_ref()
    }

    /// Index of the body's first node in the system.
    pub fn first_node(&self, body: usize) -> u32 {
        self.first_nodes[body]
    }

    /// Adds a pin.
    pub fn add_pin(&mut self, pin: PinSetup) {
        self.pins.push(pin);
    }

    /// Adds a load on a body.
    pub fn add_load(&mut self, name: String, body: usize, load: Load, history: History) {
        self.loads.push(NamedLoad { name, body, load, history });
    }

    /// Adds a probe.
    pub fn add_probe(&mut self, probe: Probe) {
        self.probes.push(probe);
    }

    /// Lets things touch; without it they pass through each other.
    pub fn contact(&mut self, setup: ContactSetup) {
        self.contact = Some(setup);
    }

    /// Everything that keeps a world with such a stepper from being built.
    pub fn problems(&self, needs: Needs) -> Vec<BuildError> {
        if self.bodies.is_empty() {
            return vec![BuildError::NoBody];
        }
        let x_rest = self.x_rest();
        let (holds, mut problems) = self.holds(&x_rest);
        if needs.equilibrium {
            problems.extend(self.loose_bodies(&holds, &x_rest));
        }
        let mass = Mass::lumped(self.lumped_mass());
        let terms = self.loads.iter().map(|load| self.load_term(load, &mass, &x_rest));
        problems.extend(terms.filter_map(Result::err));
        problems
    }

    /// Makes the world.
    ///
    /// # Errors
    /// The first of [`WorldBuilder::problems`], or a stepper that cannot start.
    pub fn build(self, mut stepper: Box<dyn Stepper>, schedule: Schedule) -> Result<World, BuildError> {
        if self.bodies.is_empty() {
            return Err(BuildError::NoBody);
        }
        let x_rest = self.x_rest();
        let mass = self.mass(stepper.needs().lumped_mass);
        let (holds, mut problems) = self.holds(&x_rest);
        if stepper.needs().equilibrium {
            problems.extend(self.loose_bodies(&holds, &x_rest));
        }
        if let Some(first) = problems.into_iter().next() {
            return Err(first);
        }
        let needs = stepper.needs();
        let lump = needs.lumped_mass;
        let terms = self.terms(&mass, &x_rest, lump)?;
        let mut state = State::at_rest(x_rest.clone());
        self.start_velocities(&mass, &mut state);
        let mut system = System::new(x_rest, mass, holds, terms);
        stepper.prepare(&mut system, &mut state).map_err(BuildError::Prepare)?;
        let first_load = system.terms().len() - self.loads.len();
        let (colliders, start_overlaps) = self.add_contact(&mut system, &state);
        let setups = self.bodies.into_iter().zip(&self.first_nodes);
        let bodies: Vec<WorldBody> =
            setups.map(|(setup, &first_node)| world_body(setup, first_node as usize)).collect();
        let probes = self.probes.into_iter().map(|p| ReadyProbe::new(p, &bodies, lump)).collect();
        let is_closed = !needs.equilibrium
            && !system.holds.is_moving()
            && self.loads.iter().all(NamedLoad::is_steady)
            && colliders.iter().all(|collider| collider.motion.is_still())
            && start_overlaps.is_empty();
        let pin_names = self.pins.into_iter().map(|pin| pin.name).collect();
        Ok(World::new(Parts {
            bodies,
            system,
            state,
            stepper,
            schedule,
            probes,
            pin_names,
            first_load,
            is_closed,
            colliders,
            start_overlaps,
        }))
    }

    /// Lets things touch if that was asked for; says what is drawn of the colliders, and what overlaps already.
    fn add_contact(&self, system: &mut System, state: &State) -> (Vec<WorldCollider>, Vec<Overlap>) {
        let Some(setup) = &self.contact else { return (Vec::new(), Vec::new()) };
        let with_choices = self.bodies.iter().zip(&self.first_nodes).enumerate();
        let bodies = with_choices.map(|(index, (body, &first))| {
            let choice = setup.bodies.get(index).copied().unwrap_or_default();
            contact_body(&body.name, body.body.as_ref(), first, choice)
        });
        let masses = system.mass.lumped_masses();
        let mut layer = ContactLayer::new(bodies.collect(), setup.colliders.clone(), setup.settings, masses);
        let overlaps = layer.overlaps(&state.q, state.time);
        let around = BoundingBox::of_points(&state.q);
        let colliders = setup.colliders.iter().map(|c| WorldCollider::new(c, around)).collect();
        system.contact = Some(Box::new(layer));
        (colliders, overlaps)
    }

    fn x_rest(&self) -> Vec<DVec3> {
        self.bodies.iter().flat_map(|b| b.body.x_rest().iter().copied()).collect()
    }

    fn lumped_mass(&self) -> Vec<f64> {
        self.bodies.iter().flat_map(|b| b.body.mass().lumped.iter().copied()).collect()
    }

    fn mass(&self, lump: bool) -> Mass {
        let lumped = self.lumped_mass();
        if lump || self.bodies.iter().all(|b| b.body.mass().coupled.is_empty()) {
            return Mass::lumped(lumped);
        }
        let mut entries = Vec::new();
        for (setup, &first) in self.bodies.iter().zip(&self.first_nodes) {
            let mass = setup.body.mass();
            if mass.coupled.is_empty() {
                entries.extend((first..).zip(&mass.lumped).map(|(i, &m)| (i, i, m)));
            }
            entries.extend(mass.coupled.iter().map(|&(i, j, m)| (i + first, j + first, m)));
        }
        Mass::consistent(lumped, &entries)
    }

    /// What is held, and the pairs of pins that disagree; of such a pair only the first one holds.
    fn holds(&self, x_rest: &[DVec3]) -> (Holds, Vec<BuildError>) {
        let mut requests = self.hold_requests(x_rest);
        let motions: Vec<Motion> = self.pins.iter().map(|p| p.motion.clone()).collect();
        let mut problems = Vec::new();
        loop {
            match Holds::new(x_rest.len(), motions.clone(), &requests) {
                Ok(holds) => return (holds, problems),
                Err(conflict) => {
                    problems.push(self.pins_disagree(&conflict, x_rest));
                    requests.retain(|hold| hold.motion != conflict.motions[1]);
                }
            }
        }
    }

    fn hold_requests(&self, x_rest: &[DVec3]) -> Vec<Hold> {
        let mut requests = Vec::new();
        for (index, pin) in self.pins.iter().enumerate() {
            for &node in &pin.nodes {
                let node = node + self.first_nodes[pin.body];
                requests.extend(pin.directions.iter().map(|&direction| Hold {
                    node,
                    direction,
                    motion: index as u32,
                    x_rest: x_rest[node as usize],
                }));
            }
        }
        requests
    }

    fn pins_disagree(&self, conflict: &HoldConflict, x_rest: &[DVec3]) -> BuildError {
        let pin = |k: usize| self.pins[conflict.motions[k] as usize].name.clone();
        let body = self.body_of_node(conflict.node);
        let x = x_rest[conflict.node as usize];
        BuildError::PinsDisagree {
            first: pin(0),
            second: pin(1),
            body: self.bodies[body].name.clone(),
            at: format!("{:.4}, {:.4}, {:.4}", x.x, x.y, x.z),
        }
    }

    fn body_of_node(&self, node: u32) -> usize {
        self.first_nodes.partition_point(|&first| first <= node) - 1
    }

    /// A body in a static run must not be able to move as a rigid one.
    fn loose_bodies(&self, holds: &Holds, x_rest: &[DVec3]) -> Vec<BuildError> {
        let mut problems = Vec::new();
        for (index, setup) in self.bodies.iter().enumerate() {
            let first = self.first_nodes[index] as usize;
            let end = first + setup.body.x_rest().len();
            let held = holds.held().iter().filter(|h| (first..end).contains(&(h.node as usize)));
            let rows: Vec<(DVec3, DVec3)> = held
                .flat_map(|h| h.directions().iter().map(move |&d| (x_rest[h.node as usize], d)))
                .collect();
            if let Some(freedom) = rigid_freedom(&rows) {
                problems.push(BuildError::NothingHolds { body: setup.name.clone(), freedom });
            }
        }
        problems
    }

    fn terms(&self, mass: &Mass, x_rest: &[DVec3], lump: bool) -> Result<Vec<Box<dyn Term>>, BuildError> {
        let mut terms = Vec::new();
        for (setup, &first) in self.bodies.iter().zip(&self.first_nodes) {
            terms.extend(setup.body.terms(&setup.name, first, lump));
        }
        for load in &self.loads {
            terms.push(self.load_term(load, mass, x_rest)?);
        }
        Ok(terms)
    }

    fn load_term(
        &self,
        load: &NamedLoad,
        mass: &Mass,
        x_rest: &[DVec3],
    ) -> Result<Box<dyn Term>, BuildError> {
        load.term(self.bodies[load.body].body.as_ref(), self.first_nodes[load.body], mass, x_rest)
    }

    fn start_velocities(&self, mass: &Mass, state: &mut State) {
        for (setup, &first) in self.bodies.iter().zip(&self.first_nodes) {
            let range = first as usize..first as usize + setup.body.x_rest().len();
            // The mass in use decides where the centre is: sum of M x over sum of M 1.
            let total: f64 = mass.lumped_masses()[range.clone()].iter().sum();
            let centre = range.clone().map(|i| mass.row_times(i, &state.q)).sum::<DVec3>() / total;
            for node in range {
                state.v[node] = setup.velocity + setup.spin.cross(state.q[node] - centre);
            }
        }
    }
}

fn world_body(setup: BodySetup, first_node: usize) -> WorldBody {
    let bounds = BoundingBox::of_points(setup.body.x_rest());
    WorldBody {
        shape: Arc::new(body_shape(&setup)),
        faces: setup.body.surface(),
        body: setup.body,
        first_node,
        extent: bounds.size(),
        size: bounds.diagonal(),
    }
}

fn body_shape(setup: &BodySetup) -> BodyShape {
    let Cells::Tets { nodes_a_cell, nodes } = setup.body.cells();
    BodyShape {
        name: setup.name.clone(),
        rest: setup.body.x_rest().to_vec(),
        nodes_a_cell,
        cells: nodes,
        cell_materials: setup.body.cell_materials(),
        material_names: setup.material_names.clone(),
        surface: setup.body.surface().iter().flat_map(|f| face_triangles(&f.nodes)).collect(),
        skin: setup.body.skin().cloned(),
    }
}

/// Triangles of a 3- or 6-node face: four of them where there are mid-side nodes.
pub(crate) fn face_triangles(nodes: &[u32]) -> Vec<[u32; 3]> {
    match *nodes {
        [a, b, c, ab, bc, ca] => vec![[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]],
        _ => vec![[nodes[0], nodes[1], nodes[2]]],
    }
}

/// How a rigid body held by these rows (point, direction) can still move, if it can: a null direction of
/// sum w w^T with w = (d, r x d).
fn rigid_freedom(rows: &[(DVec3, DVec3)]) -> Option<String> {
    if rows.is_empty() {
        return Some("move anywhere".to_owned());
    }
    let centre = rows.iter().map(|r| r.0).sum::<DVec3>() / rows.len() as f64;
    let size = rows.iter().map(|r| r.0.distance(centre)).fold(0.0, f64::max).max(1e-300);
    let mut gram = [[0.0; 6]; 6];
    for (x, d) in rows {
        let moment = ((*x - centre) / size).cross(*d);
        let w = [d.x, d.y, d.z, moment.x, moment.y, moment.z];
        for i in 0..6 {
            for j in 0..6 {
                gram[i][j] += w[i] * w[j] / rows.len() as f64;
            }
        }
    }
    let null = null_direction(gram)?;
    let shift = DVec3::new(null[0], null[1], null[2]);
    let turn = DVec3::new(null[3], null[4], null[5]);
    let round = |v: DVec3| {
        let v = v.normalize_or_zero();
        format!("({:.2}, {:.2}, {:.2})", v.x + 0.0, v.y + 0.0, v.z + 0.0)
    };
    Some(if turn.length() > 1e-6 {
        format!("turn about {}", round(turn))
    } else {
        format!("move along {}", round(shift))
    })
}

/// A direction with (nearly) no weight in a positive semi-definite 6x6 matrix: complete-pivoting elimination.
fn null_direction(mut a: [[f64; 6]; 6]) -> Option<[f64; 6]> {
    let scale = (0..6).map(|i| a[i][i]).fold(0.0, f64::max);
    let mut order: [usize; 6] = std::array::from_fn(|i| i);
    for k in 0..6 {
        let best =
            (k..6).max_by(|&p, &q| a[order[p]][order[p]].total_cmp(&a[order[q]][order[q]])).unwrap_or(k);
        order.swap(k, best);
        let p = order[k];
        if a[p][p] <= 1e-10 * scale {
            return Some(back_substitute(&a, &order, k));
        }
        for &i in &order[k + 1..] {
            let factor = a[i][p] / a[p][p];
            for &j in &order[k + 1..] {
                a[i][j] -= factor * a[p][j];
            }
        }
    }
    None
}

/// The vector with x[order[k]] = 1, zero beyond, that the first k pivots cancel.
fn back_substitute(a: &[[f64; 6]; 6], order: &[usize; 6], k: usize) -> [f64; 6] {
    let mut x = [0.0; 6];
    x[order[k]] = 1.0;
    for row in (0..k).rev() {
        let p = order[row];
        let sum: f64 = order[row + 1..=k].iter().map(|&j| a[p][j] * x[j]).sum();
        x[p] = -sum / a[p][p];
    }
    x
}
