//! Puts a world together.

use crate::contact::{ContactSetup, WorldCollider, contact_body, touching_points};
use crate::error::BuildError;
use crate::frame::BodyShape;
use crate::load::{Load, LoadContext, NamedLoad};
use crate::pins::{PinSetup, Springs};
use crate::probe::Probe;
use crate::reading::ReadyProbe;
use crate::schedule::Schedule;
use crate::start::Start;
use crate::world::{Parts, World, WorldBody};
use glam::DVec3;
use pliant_body::{Body, Cells};
use pliant_contact::{ContactBody, ContactLayer, Overlap};
use pliant_geometry::{BoundingBox, CellList};
use pliant_stepping::{Needs, Stepper};
use pliant_system::{Embedding, History, Holds, Mass, StandIn, State, System, Term};
use rayon::prelude::*;
use std::ops::Range;
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

/// Collects what a world is made of.
#[derive(Default)]
pub struct WorldBuilder {
    pub(crate) bodies: Vec<BodySetup>,
    pub(crate) first_nodes: Vec<u32>,
    node_count: u32,
    first_points: Vec<u32>,
    point_count: u32,
    pub(crate) pins: Vec<PinSetup>,
    loads: Vec<NamedLoad>,
    probes: Vec<Probe>,
    contact: Option<ContactSetup>,
    /// Bodies that begin deformed, and how.
    starts: Vec<(usize, Start)>,
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
        self.first_points.push(self.point_count);
        self.point_count += setup.body.points_at_rest().len() as u32;
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

    /// Index of the body's first point among those of the world; the same as of its first node where the points of all
    /// bodies are nodes.
    pub fn first_point(&self, body: usize) -> u32 {
        self.first_points[body]
    }

    /// How many pins there are so far.
    pub fn pin_count(&self) -> usize {
        self.pins.len()
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

    /// Lets a body begin deformed; without it, it begins at rest.
    pub fn begin_deformed(&mut self, body: usize, start: Start) {
        self.starts.push((body, start));
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
        if needs.lumped_mass {
            problems.extend(self.bodies_that_cannot_be_lumped());
        }
        let mass = Mass::lumped(self.lumped_mass());
        let shares = self.shift_shares();
        let terms = self.loads.iter().map(|load| self.load_term(load, &mass, &shares));
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
        if stepper.needs().lumped_mass {
            problems.extend(self.bodies_that_cannot_be_lumped());
        }
        if let Some(first) = problems.into_iter().next() {
            return Err(first);
        }
        let needs = stepper.needs();
        let lump = needs.lumped_mass;
        let (shares, springs) = (self.shift_shares(), self.springs());
        let (terms, stand_ins) = self.terms(&mass, &shares, &springs, &x_rest, needs)?;
        let mut state = State::at_rest(x_rest.clone());
        self.deform(&holds, &mut state);
        self.start_velocities(&mass, &shares, &mut state);
        let mut system =
            System::new(x_rest, mass, holds, terms).with_shift_shares(shares).with_stand_ins(stand_ins);
        stepper.prepare(&mut system, &mut state).map_err(BuildError::Prepare)?;
        let first_load = system.terms().len() - self.loads.len();
        let Touch { colliders, start_overlaps, contact_points } = self.add_contact(&mut system, &state);
        let setups = self.bodies.into_iter().zip(&self.first_nodes).zip(&self.first_points);
        let mut bodies: Vec<WorldBody> = setups
            .map(|((setup, &first_node), &first_point)| {
                world_body(setup, first_node as usize, first_point as usize)
            })
            .collect();
        bodies.iter_mut().zip(contact_points).for_each(|(body, points)| body.contact_points = points);
        let probes = self.probes.into_iter().map(|p| ReadyProbe::new(p, &bodies, lump)).collect();
        let is_closed = !needs.equilibrium
            && !system.holds.is_moving()
            && springs.iter().all(|springs| springs.held.motion().is_still())
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
            springs,
            first_load,
            is_closed,
            colliders,
            start_overlaps,
        }))
    }

    /// Lets things touch if that was asked for; says what is drawn of the colliders, and what overlaps already.
    fn add_contact(&self, system: &mut System, state: &State) -> Touch {
        let Some(setup) = &self.contact else { return Touch::default() };
        let with_choices = self.bodies.iter().zip(&self.first_nodes).enumerate();
        let bodies = with_choices.map(|(index, (body, &first))| {
            let choice = setup.bodies.get(index).copied().unwrap_or_default();
            contact_body(&body.name, body.body.as_ref(), first, choice)
        });
        // Masses are a scale for damping: weights of positions sum to one, those of derivatives to anything.
        let of_positions = system.mass.lumped_masses().iter().zip(system.shift_shares());
        let masses: Vec<f64> = of_positions.map(|(mass, share)| mass * share).collect();
        let bodies: Vec<ContactBody> = bodies.collect();
        let contact_points = ranges(bodies.iter().map(|body| body.points.len()));
        let mut layer = ContactLayer::new(bodies, setup.colliders.clone(), setup.settings, &masses);
        let start_overlaps = layer.overlaps(&state.q, state.time);
        let around = BoundingBox::of_points(&self.all_points(&state.q));
        let colliders = setup.colliders.iter().map(|c| WorldCollider::new(c, around)).collect();
        system.contact = Some(Box::new(layer));
        Touch { colliders, start_overlaps, contact_points }
    }

    fn x_rest(&self) -> Vec<DVec3> {
        self.bodies.iter().flat_map(|b| b.body.x_rest().iter().copied()).collect()
    }

    /// The points of all bodies, from a field at all nodes.
    fn all_points(&self, field: &[DVec3]) -> Vec<DVec3> {
        let mut all = Vec::new();
        for (setup, &first) in self.bodies.iter().zip(&self.first_nodes) {
            let own = &field[first as usize..first as usize + setup.body.x_rest().len()];
            all.extend_from_slice(&setup.body.at_points(own));
        }
        all
    }

    fn shift_shares(&self) -> Vec<f64> {
        self.bodies.iter().flat_map(|b| b.body.shift_shares()).collect()
    }

    fn bodies_that_cannot_be_lumped(&self) -> Vec<BuildError> {
        let them = self.bodies.iter().filter(|setup| !setup.body.can_lump());
        them.map(|setup| BuildError::CannotLump {
            body: setup.name.clone(),
            method: setup.body.method().to_owned(),
        })
        .collect()
    }

    fn lumped_mass(&self) -> Vec<f64> {
        self.bodies.iter().flat_map(|b| b.body.mass().lumped.iter().copied()).collect()
    }

    fn mass(&self, lump: bool) -> Mass {
        let lumped = self.lumped_mass();
        let bodies = self.bodies.iter().zip(&self.first_nodes).filter(|_| !lump);
        let coupled =
            |(setup, &first): (&BodySetup, &u32)| Some((first as usize, setup.body.mass().coupled.clone()?));
        Mass::of_parts(lumped, bodies.filter_map(coupled))
    }

    fn terms(
        &self,
        mass: &Mass,
        shares: &[f64],
        springs: &[Springs],
        q_rest: &[DVec3],
        needs: Needs,
    ) -> Result<Terms, BuildError> {
        let (mut terms, mut stand_ins) = (Vec::new(), Vec::new());
        for (index, (setup, &first)) in self.bodies.iter().zip(&self.first_nodes).enumerate() {
            if needs.equilibrium && self.starts.iter().any(|start| start.0 == index) {
                let of_body = setup.body.stand_ins(&setup.name, first);
                stand_ins.extend(of_body.into_iter().map(|(term, stand_in)| (terms.len() + term, stand_in)));
            }
            terms.extend(setup.body.terms(&setup.name, first, needs.lumped_mass));
        }
        terms.extend(springs.iter().map(|springs| springs.term(&self.pins[springs.pin], q_rest)));
        for load in &self.loads {
            terms.push(self.load_term(load, mass, shares)?);
        }
        Ok((terms, stand_ins))
    }

    fn load_term(
        &self,
        load: &NamedLoad,
        mass: &Mass,
        shift_shares: &[f64],
    ) -> Result<Box<dyn Term>, BuildError> {
        let (body, first_node) = (self.bodies[load.body].body.as_ref(), self.first_nodes[load.body]);
        load.term(&LoadContext { body, first_node, mass, shift_shares })
    }

    /// Puts the nodes of bodies that begin deformed where they begin; held ones are where they are held.
    fn deform(&self, holds: &Holds, state: &mut State) {
        for &(index, start) in &self.starts {
            let (body, first) = (self.bodies[index].body.as_ref(), self.first_nodes[index] as usize);
            start.deform(body, &mut state.q[first..first + body.x_rest().len()]);
        }
        if !self.starts.is_empty() {
            holds.place(state.time, &mut state.q);
        }
    }

    fn start_velocities(&self, mass: &Mass, shares: &[f64], state: &mut State) {
        for (setup, &first) in self.bodies.iter().zip(&self.first_nodes) {
            let range = first as usize..first as usize + setup.body.x_rest().len();
            // The mass in use decides where the centre is: sum of M x over sum of M 1.
            let total: f64 = match setup.body.points() {
                None => mass.lumped_masses()[range.clone()].iter().sum(),
                Some(_) => mass.shifted_total(range.clone(), shares),
            };
            let moment = range.clone().map(|i| mass.row_times(i, &state.q) * shares[i]).sum::<DVec3>();
            let centre = moment / total;
            for node in range {
                let share = shares[node];
                state.v[node] = setup.velocity * share + setup.spin.cross(state.q[node] - centre * share);
            }
        }
    }
}

/// What comes of contact when a world is built.
#[derive(Default)]
struct Touch {
    colliders: Vec<WorldCollider>,
    start_overlaps: Vec<Overlap>,
    /// Of each body, among the points of the contact layer.
    contact_points: Vec<Range<usize>>,
}

/// Ranges of these lengths, one after the other.
fn ranges(lengths: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut end = 0;
    lengths
        .map(|length| {
            end += length;
            end - length..end
        })
        .collect()
}

fn world_body(setup: BodySetup, first_node: usize, first_point: usize) -> WorldBody {
    let bounds = BoundingBox::of_points(setup.body.points_at_rest());
    WorldBody {
        shape: Arc::new(body_shape(&setup)),
        faces: setup.body.surface(),
        node_count: setup.body.x_rest().len(),
        touching: setup.body.points().map_or_else(Vec::new, |_| touching_points(setup.body.as_ref())),
        contact_points: 0..0,
        gain: setup.body.points().map_or(1.0, |points| points.carrier.gain()),
        body: setup.body,
        first_node,
        first_point,
        extent: bounds.size(),
        size: bounds.diagonal(),
    }
}

fn body_shape(setup: &BodySetup) -> BodyShape {
    let cells = setup.body.cells();
    let cells_near = cells_near(setup.body.as_ref(), &cells);
    BodyShape {
        name: setup.name.clone(),
        rest: setup.body.points_at_rest().to_vec(),
        nodes_a_cell: cells.points_a_cell(),
        cells: cells.into_points(),
        cell_materials: setup.body.cell_materials(),
        material_names: setup.material_names.clone(),
        surface: setup.body.surface().iter().flat_map(|f| face_triangles(&f.nodes)).collect(),
        balls: setup.body.radii().to_vec(),
        cells_near,
        skin: setup.body.skin().cloned(),
    }
}

/// All terms, and what takes the place of some of them while bodies find back from inside out.
type Terms = (Vec<Box<dyn Term>>, Vec<StandIn>);

/// Cells that the value of a point is made of.
const CELLS_NEAR: usize = 4;
/// Less than this of what the nearest has is nothing.
const LEAST_SHARE: f64 = 1e-9;
/// Rows found before they are stored: one by one they take several times the room.
const ROWS_AT_ONCE: usize = 8192;

/// For each point the cells near it at rest, by the inverse square of their distance (Shepard 1968), where cells are points.
fn cells_near(body: &dyn Body, cells: &Cells) -> Embedding {
    let mut near = Embedding::new();
    let Cells::Points { points: cells } = cells else { return near };
    let rest = body.points_at_rest();
    let centres: Vec<DVec3> = cells.iter().map(|&cell| rest[cell as usize]).collect();
    let search = NearestCells::new(&centres);
    let row = |x: &DVec3| -> Vec<(u32, f64)> {
        let nearest = search.nearest(*x);
        // A point at the middle of a cell gets all of it.
        let rounding = 1e-12 * nearest.last().map_or(0.0, |cell| cell.1) + f64::MIN_POSITIVE;
        let first = nearest.first().map_or(0.0, |cell| cell.1) + rounding;
        let shares = nearest.iter().map(|&(cell, square)| (cell, first / (square + rounding)));
        let counts = |(_, share): &(u32, f64)| *share > LEAST_SHARE;
        let total: f64 = shares.clone().filter(counts).map(|(_, share)| share).sum();
        shares.filter(counts).map(|(cell, share)| (cell, share / total)).collect()
    };
    for some in rest.chunks(ROWS_AT_ONCE) {
        let rows: Vec<Vec<(u32, f64)>> = some.par_iter().map(row).collect();
        rows.into_iter().for_each(|row| near.push(row));
    }
    near.shrink();
    near
}

/// Finds the cells nearest to a place.
struct NearestCells<'a> {
    centres: &'a [DVec3],
    list: CellList,
    /// How far apart cells would be if they covered a surface (m): of a solid they are a few times as far, of a rod nearer.
    spacing: f64,
}

impl<'a> NearestCells<'a> {
    fn new(centres: &'a [DVec3]) -> Self {
        let bounds = BoundingBox::of_points(centres);
        let spacing = (bounds.max - bounds.min).length() / (centres.len() as f64).sqrt();
        let spacing = if spacing.is_finite() && spacing > 0.0 { spacing } else { 1.0 };
        let mut list = CellList::default();
        list.rebuild(centres, spacing);
        Self { centres, list, spacing }
    }

    /// The nearest cells and the squares of their distances, nearest first.
    fn nearest(&self, x: DVec3) -> Vec<(u32, f64)> {
        let mut nearest: Vec<(u32, f64)> = Vec::new();
        let mut reach = self.spacing;
        let wanted = CELLS_NEAR.min(self.list.len());
        while nearest.len() < wanted && x.is_finite() && reach.is_finite() {
            nearest.clear();
            let away = |cell: u32| self.centres[cell as usize].distance_squared(x);
            self.list.neighbours_of(x, reach, |cell| nearest.push((cell, away(cell))));
            reach *= 2.0;
        }
        nearest.sort_unstable_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        nearest.truncate(wanted);
        nearest
    }
}

/// Triangles of a face of 3 or 6 points: four of them where there are mid-side points.
pub(crate) fn face_triangles(nodes: &[u32]) -> Vec<[u32; 3]> {
    match *nodes {
        [a, b, c, ab, bc, ca] => vec![[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]],
        _ => vec![[nodes[0], nodes[1], nodes[2]]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_cells_are_those_of_a_plain_search() {
        let spread = |n: usize, factor: f64| (factor * n as f64).fract();
        let solid: Vec<DVec3> = (0..300)
            .map(|n| DVec3::new(spread(n, 0.618), 2.0 * spread(n, 0.414), 3.0 * spread(n, 0.732)))
            .collect();
        let rod: Vec<DVec3> = (0..50).map(|n| DVec3::X * f64::from(n)).collect();
        for centres in [solid, rod, vec![DVec3::ONE; 6], vec![DVec3::ZERO; 2], Vec::new()] {
            let search = NearestCells::new(&centres);
            let places = centres.iter().copied().chain([DVec3::splat(0.7), DVec3::splat(-40.0)]);
            for x in places {
                let mut plain: Vec<(u32, f64)> =
                    (0..).zip(&centres).map(|(n, centre)| (n, centre.distance_squared(x))).collect();
                plain.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
                plain.truncate(CELLS_NEAR);
                assert_eq!(search.nearest(x), plain, "{x}");
            }
        }
        assert!(NearestCells::new(&[DVec3::ONE]).nearest(DVec3::NAN).is_empty());
    }
}
