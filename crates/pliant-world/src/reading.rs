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
            ProbeTarget::Path => self.path().map_or(f64::NAN, |path| path.load_factor()),
            ProbeTarget::Points(points) => self.read_points(probe, points),
            ProbeTarget::Pins { points, pins } => self.read_pins(probe, points, pins),
            ProbeTarget::Cells(parts) => self.read_cells(ready, parts),
            ProbeTarget::Point { body, point, carrier } => match probe.quantity {
                Quantity::Strain
                | Quantity::Stress
                | Quantity::Volume
                | Quantity::Membrane
                | Quantity::Bending
                | Quantity::Twist => {
                    let fields = self.bodies[*body].body.fields_at(*point, self.nodes_of(*body));
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

    /// Forces on points or colliders, pressures and gaps of points.
    fn read_contact(&self, probe: &Probe) -> f64 {
        match (&probe.target, probe.quantity) {
            (ProbeTarget::Colliders(colliders), _) => {
                let on = |&c: &usize| self.state.contact.on_colliders.get(c).copied().unwrap_or_default();
                probe.gather.of_vectors(probe.component, colliders.iter().map(on))
            }
            (ProbeTarget::Points(points), Quantity::ContactForce) => {
                let forces = self.forces_on(points);
                if probe.component == Component::Spread {
                    return self.spread(points, &forces);
                }
                probe.gather.of_vectors(probe.component, forces.iter().copied())
            }
            (ProbeTarget::Points(points), Quantity::ContactPressure) => {
                let pressure = |body: usize| self.pressures(body, &self.contact_forces(body));
                let pressures: Vec<Vec<f64>> = (0..self.bodies.len()).map(pressure).collect();
                probe.gather.of(points.iter().map(|&point| {
                    let body = self.body_of_point(point as usize);
                    (pressures[body][point as usize - self.bodies[body].first_point], 1.0)
                }))
            }
            (ProbeTarget::Points(points), _) => {
                let gaps = points.iter().filter_map(|&point| self.gaps.get(point as usize));
                let near: Vec<f64> = gaps.copied().filter(|gap| !gap.is_nan()).collect();
                if near.is_empty() { f64::NAN } else { probe.gather.of(near.iter().map(|gap| (*gap, 1.0))) }
            }
            _ => f64::NAN,
        }
    }

    /// Contact forces on some points of the world (N).
    fn forces_on(&self, points: &[u32]) -> Vec<DVec3> {
        let of_body: Vec<_> = (0..self.bodies.len()).map(|body| self.contact_forces(body)).collect();
        let on = |&point: &u32| {
            let body = self.body_of_point(point as usize);
            of_body[body][point as usize - self.bodies[body].first_point]
        };
        points.iter().map(on).collect()
    }

    /// Root mean square distance of the contact forces on points from their centre (m); zero without any.
    fn spread(&self, points: &[u32], forces: &[DVec3]) -> f64 {
        let weighted = || {
            let place = |&point: &u32| self.at_point(point, &self.state.q);
            forces.iter().map(|force| force.length()).zip(points.iter().map(place))
        };
        let total: f64 = weighted().map(|(force, _)| force).sum();
        if total == 0.0 {
            return 0.0;
        }
        let centre = weighted().map(|(force, x)| x * force).sum::<DVec3>() / total;
        let square = weighted().map(|(force, x)| force * x.distance_squared(centre)).sum::<f64>() / total;
        square.sqrt()
    }

    fn read_points(&self, probe: &Probe, points: &[u32]) -> f64 {
        let value = |&point: &u32| match probe.quantity {
            Quantity::Position => self.at_point(point, &self.state.q),
            Quantity::Velocity => self.at_point(point, &self.velocity),
            Quantity::Reaction => self.node_of_point(point).map_or(DVec3::ZERO, |node| self.reaction(node)),
            _ => self.at_point(point, &self.state.q) - self.point_at_rest(point),
        };
        probe.gather.of_vectors(probe.component, points.iter().map(value))
    }

    /// Forces of what holds: of holds on nodes, and of springs on the points they hold.
    fn read_pins(&self, probe: &Probe, points: &[u32], pins: &[usize]) -> f64 {
        let nodes = points.iter().filter_map(|&point| self.node_of_point(point));
        let springs = self.springs.iter().filter(|springs| pins.contains(&springs.pin));
        let (q, time) = (&self.state.q, self.load_time());
        let of_springs = springs
            .flat_map(|springs| (0..springs.held.len()).map(|point| springs.held.force(point, q, time)));
        let all: Vec<DVec3> = nodes.map(|node| self.reaction(node)).chain(of_springs).collect();
        probe.gather.of_vectors(probe.component, all.into_iter())
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
        let of =
            |part: &BodyCells| self.bodies[part.body].body.cell_fields(&part.cells, self.nodes_of(part.body));
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
        let (q, v) = (&self.state.q[range.clone()], &self.velocity[range.clone()]);
        let shift_shares = &self.system.shift_shares()[range];
        (0..v.len()).fold((DVec3::ZERO, DVec3::ZERO), |(p, l), i| {
            let share = mass.row_times(i, v);
            (p + share * shift_shares[i], l + q[i].cross(share))
        })
    }
}
