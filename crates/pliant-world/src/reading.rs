//! Reads probes off a world.

use crate::probe::{BodyCells, Component, Probe, ProbeTarget, Quantity};
use crate::world::{World, WorldBody};
use glam::DVec3;
use pliant_body::PointFields;
use pliant_system::Mass;

/// A probe with what reading it needs.
pub(crate) struct ReadyProbe {
    pub probe: Probe,
    /// For each part of [`ProbeTarget::Cells`], where energy or momentum is read: the mass its cells bring.
    masses: Vec<Mass>,
}

impl ReadyProbe {
    pub(crate) fn new(probe: Probe, bodies: &[WorldBody], lump: bool) -> Self {
        let moves =
            matches!(probe.quantity, Quantity::Energy | Quantity::Momentum | Quantity::AngularMomentum);
        let masses = match &probe.target {
            ProbeTarget::Cells(parts) if moves => {
                parts.iter().map(|p| bodies[p.body].body.mass_of_cells(&p.cells).matrix(lump)).collect()
            }
            _ => Vec::new(),
        };
        Self { probe, masses }
    }
}

impl World {
    /// The probe's number now.
    pub(crate) fn read(&self, ready: &ReadyProbe) -> f64 {
        let probe = &ready.probe;
        if matches!(probe.quantity, Quantity::ContactForce | Quantity::ContactPressure | Quantity::ContactGap)
        {
            return self.read_contact(probe);
        }
        match &probe.target {
            ProbeTarget::Colliders(_) => f64::NAN,
            ProbeTarget::Nodes(nodes) => self.read_nodes(probe, nodes),
            ProbeTarget::Cells(parts) => self.read_cells(ready, parts),
            ProbeTarget::Point { body, point, carrier } => match probe.quantity {
                Quantity::Strain | Quantity::Stress => {
                    let fields = self.bodies[*body].body.fields_at(*point, self.positions(*body));
                    probe.component.of_fields(probe.quantity, &fields)
                }
                _ => {
                    let x = carrier.value(0, &self.state.q);
                    let rest = carrier.value(0, &self.system.x_rest);
                    probe.component.of_vector(match probe.quantity {
                        Quantity::Position => x,
                        Quantity::Velocity => carrier.value(0, &self.velocity),
                        _ => x - rest,
                    })
                }
            },
        }
    }

    /// Forces on nodes or colliders, pressures and gaps of nodes.
    fn read_contact(&self, probe: &Probe) -> f64 {
        let on_node = |node: u32| self.state.contact.force.get(node as usize).copied().unwrap_or_default();
        match (&probe.target, probe.quantity) {
            (ProbeTarget::Colliders(colliders), _) => {
                let on = |&c: &usize| self.state.contact.on_colliders.get(c).copied().unwrap_or_default();
                probe.gather.of_vectors(probe.component, colliders.iter().map(on))
            }
            (ProbeTarget::Nodes(nodes), Quantity::ContactForce) if probe.component == Component::Spread => {
                self.spread(nodes)
            }
            (ProbeTarget::Nodes(nodes), Quantity::ContactForce) => {
                probe.gather.of_vectors(probe.component, nodes.iter().map(|&node| on_node(node)))
            }
            (ProbeTarget::Nodes(nodes), Quantity::ContactPressure) => {
                let pressures: Vec<Vec<f64>> =
                    (0..self.bodies.len()).map(|b| self.body_pressures(b)).collect();
                probe.gather.of(nodes.iter().map(|&node| {
                    let body = self.body_of_node(node as usize);
                    (pressures[body][node as usize - self.bodies[body].first_node], 1.0)
                }))
            }
            (ProbeTarget::Nodes(nodes), _) => {
                let gaps = nodes.iter().filter_map(|&node| self.gaps.get(node as usize));
                let near: Vec<f64> = gaps.copied().filter(|gap| !gap.is_nan()).collect();
                if near.is_empty() { f64::NAN } else { probe.gather.of(near.iter().map(|gap| (*gap, 1.0))) }
            }
            _ => f64::NAN,
        }
    }

    fn body_pressures(&self, body: usize) -> Vec<f64> {
        match self.state.contact.force.get(self.node_range(body)) {
            Some(force) => self.pressures(body, force),
            None => vec![0.0; self.node_range(body).len()],
        }
    }

    /// Root mean square distance of the contact forces on nodes from their centre (m); zero without any.
    fn spread(&self, nodes: &[u32]) -> f64 {
        let weighted = || {
            nodes.iter().map(|&node| {
                let force = self.state.contact.force.get(node as usize).copied().unwrap_or_default();
                (force.length(), self.state.q[node as usize])
            })
        };
        let total: f64 = weighted().map(|(force, _)| force).sum();
        if total == 0.0 {
            return 0.0;
        }
        let centre = weighted().map(|(force, x)| x * force).sum::<DVec3>() / total;
        let square = weighted().map(|(force, x)| force * x.distance_squared(centre)).sum::<f64>() / total;
        square.sqrt()
    }

    fn read_nodes(&self, probe: &Probe, nodes: &[u32]) -> f64 {
        let value = |&node: &u32| {
            let i = node as usize;
            match probe.quantity {
                Quantity::Position => self.state.q[i],
                Quantity::Velocity => self.velocity[i],
                Quantity::Reaction => self.reaction(i),
                _ => self.state.q[i] - self.system.x_rest[i],
            }
        };
        probe.gather.of_vectors(probe.component, nodes.iter().map(value))
    }

    /// Force of the holds on a node: what is missing in f + R = M a, along the held directions.
    fn reaction(&self, node: usize) -> DVec3 {
        let Some(held) = self.system.holds.get(node) else { return DVec3::ZERO };
        let inertia = if self.stepper.needs().equilibrium {
            DVec3::ZERO
        } else {
            self.system.mass.row_times(node, &self.state.a)
        };
        let missing = inertia - self.force[node];
        held.directions().iter().map(|b| *b * b.dot(missing)).sum()
    }

    fn read_cells(&self, ready: &ReadyProbe, parts: &[BodyCells]) -> f64 {
        let probe = &ready.probe;
        let moving = parts.iter().zip(&ready.masses);
        match (probe.quantity, probe.component) {
            (Quantity::Energy, Component::Kinetic) => moving.map(|(p, m)| self.kinetic_of(p, m)).sum(),
            (Quantity::Energy, Component::Elastic) => self.elastic_of(parts),
            (Quantity::Energy, _) => {
                self.elastic_of(parts) + moving.map(|(p, m)| self.kinetic_of(p, m)).sum::<f64>()
            }
            (Quantity::Momentum, component) => {
                probe.gather.of_vectors(component, moving.map(|(p, m)| self.momentum_of(p, m).0))
            }
            (Quantity::AngularMomentum, component) => {
                probe.gather.of_vectors(component, moving.map(|(p, m)| self.momentum_of(p, m).1))
            }
            (quantity, component) => {
                let fields = self.fields_of(parts);
                probe.gather.of(fields.iter().map(|f| (component.of_fields(quantity, f), f.volume)))
            }
        }
    }

    fn fields_of(&self, parts: &[BodyCells]) -> Vec<PointFields> {
        let of = |part: &BodyCells| {
            self.bodies[part.body].body.cell_fields(&part.cells, self.positions(part.body))
        };
        parts.iter().flat_map(of).collect()
    }

    fn elastic_of(&self, parts: &[BodyCells]) -> f64 {
        self.fields_of(parts).iter().map(|f| f.energy_density * f.volume).sum()
    }

    /// 1/2 v^T M v with the mass of some cells; nothing moves in statics.
    fn kinetic_of(&self, part: &BodyCells, mass: &Mass) -> f64 {
        if self.stepper.needs().equilibrium {
            return 0.0;
        }
        let v = &self.velocity[self.node_range(part.body)];
        (0..v.len()).map(|i| 0.5 * v[i].dot(mass.row_times(i, v))).sum()
    }

    /// Momentum and angular momentum about the origin of some cells.
    fn momentum_of(&self, part: &BodyCells, mass: &Mass) -> (DVec3, DVec3) {
        let range = self.node_range(part.body);
        let (q, v) = (&self.state.q[range.clone()], &self.velocity[range]);
        (0..v.len()).fold((DVec3::ZERO, DVec3::ZERO), |(p, l), i| {
            let share = mass.row_times(i, v);
            (p + share, l + q[i].cross(share))
        })
    }
}
