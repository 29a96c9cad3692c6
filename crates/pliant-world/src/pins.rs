//! Pins: what they hold, whether they agree, and whether they hold enough.

use crate::builder::WorldBuilder;
use crate::error::BuildError;
use crate::freedom::{rigid_freedom, stopped_turn};
use crate::parts::Parts;
use glam::DVec3;
use pliant_body::HoldPoint;
use pliant_system::load::{HeldPoints, PenaltyHold};
use pliant_system::{Hold, HoldConflict, Holds, Motion, Term};
use std::sync::Arc;

/// Some directions of a part of a body follow a motion.
pub struct PinSetup {
    /// Name for messages and reaction probes.
    pub name: String,
    /// Index of the body.
    pub body: usize,
    /// Nodes of the body, where its points are nodes.
    pub nodes: Vec<u32>,
    /// What springs hold, of a body whose points are not nodes: rows over its own nodes.
    pub springs: Vec<HoldPoint>,
    /// Held directions.
    pub directions: Vec<DVec3>,
    /// What they follow.
    pub motion: Motion,
}

/// What a pin holds by springs.
pub(crate) struct Springs {
    /// Which pin.
    pub pin: usize,
    /// Which body it is of.
    pub body: usize,
    pub held: Arc<HeldPoints>,
}

impl Springs {
    /// The force of all springs of the pin.
    pub fn term(&self, pin: &PinSetup, q_rest: &[DVec3]) -> Box<dyn Term> {
        Box::new(PenaltyHold::new(format!("pin {}", pin.name), self.held.clone(), q_rest))
    }
}

impl WorldBuilder {
    /// What pins hold by springs, in the order of the pins.
    pub(crate) fn springs(&self) -> Vec<Springs> {
        let with_springs = self.pins.iter().enumerate().filter(|(_, pin)| !pin.springs.is_empty());
        with_springs
            .map(|(index, pin)| {
                let first = self.first_nodes[pin.body];
                let placed: Vec<HoldPoint> = pin
                    .springs
                    .iter()
                    .map(|point| HoldPoint {
                        row: point.row.iter().map(|&(node, w)| (node + first, w)).collect(),
                        ..*point
                    })
                    .collect();
                let held = HeldPoints::new(&placed, &pin.directions, pin.motion.clone());
                Springs { pin: index, body: pin.body, held: Arc::new(held) }
            })
            .collect()
    }

    /// What is held, and the pairs of pins that disagree; of such a pair only the first one holds.
    pub(crate) fn holds(&self, x_rest: &[DVec3]) -> (Holds, Vec<BuildError>) {
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

    /// A body in a static run must not be able to move as a rigid one, and no part of it either.
    pub(crate) fn loose_bodies(&self, holds: &Holds, x_rest: &[DVec3]) -> Vec<BuildError> {
        (0..self.bodies.len()).filter_map(|body| self.loose_body(body, holds, x_rest)).collect()
    }

    fn loose_body(&self, index: usize, holds: &Holds, x_rest: &[DVec3]) -> Option<BuildError> {
        let setup = &self.bodies[index];
        let rows = self.held_rows(index, holds, x_rest);
        let turn = if setup.body.nodes_are_places() { stopped_turn(setup.body.x_rest()) } else { None };
        let places =
            |rows: &[HeldRow]| rows.iter().map(|row| (row.x, row.direction)).chain(turn).collect::<Vec<_>>();
        if let Some(freedom) = rigid_freedom(&places(&rows)) {
            return Some(BuildError::NothingHolds { body: setup.name.clone(), freedom });
        }
        let parts = Parts::of(setup.body.as_ref());
        if parts.centres.len() < 2 {
            return None;
        }
        let mut of_part = vec![Vec::new(); parts.centres.len()];
        for row in rows {
            of_part[parts.of_node(row.node as usize)].push(row);
        }
        let loose = |part: usize| rigid_freedom(&places(&of_part[part])).map(|freedom| (part, freedom));
        let mut loose = (0..of_part.len()).filter_map(loose);
        let (part, freedom) = loose.next()?;
        let (body, centre) = (setup.name.clone(), parts.centres[part]);
        Some(BuildError::LoosePart { body, centre, others: loose.count(), freedom })
    }

    /// All that holds a body.
    fn held_rows(&self, index: usize, holds: &Holds, x_rest: &[DVec3]) -> Vec<HeldRow> {
        let first = self.first_nodes[index];
        let end = first + self.bodies[index].body.x_rest().len() as u32;
        let mut rows = Vec::new();
        for held in holds.held().iter().filter(|held| (first..end).contains(&held.node)) {
            let (node, x) = (held.node - first, x_rest[held.node as usize]);
            rows.extend(held.directions().iter().map(|&direction| HeldRow { x, direction, node }));
        }
        for pin in self.pins.iter().filter(|pin| pin.body == index) {
            for point in &pin.springs {
                let (node, x) = (point.row.first().map_or(0, |(node, _)| *node), point.x_rest);
                rows.extend(pin.directions.iter().map(|&direction| HeldRow { x, direction, node }));
            }
        }
        rows
    }
}

/// A place that is held along a direction.
#[derive(Clone, Copy)]
struct HeldRow {
    x: DVec3,
    direction: DVec3,
    /// A node of the body that carries it.
    node: u32,
}
