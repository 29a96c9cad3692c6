//! Numbers read from a world over time.

use glam::{DMat3, DVec3};
use pliant_body::{PointFields, ThinMeasures};
use pliant_material::measures::von_mises;
use pliant_system::Embedding;

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Position (m).
    Position,
    /// Position minus rest position (m).
    Displacement,
    /// Velocity [m/s].
    Velocity,
    /// Green strain.
    Strain,
    /// Cauchy stress (Pa).
    Stress,
    /// det F: volume over volume at rest.
    Volume,
    /// Force of the holds on the body (N).
    Reaction,
    /// Kinetic, elastic or total energy (J).
    Energy,
    /// Linear momentum [kg m/s].
    Momentum,
    /// Angular momentum about the origin [kg m2/s].
    AngularMomentum,
    /// Force of contact (N): on points of bodies, or of all bodies on colliders.
    ContactForce,
    /// Normal force of contact by area (Pa).
    ContactPressure,
    /// Distance to what a point touches or nearly touches (m).
    ContactGap,
    /// Largest principal strain along the middle of what is thin.
    Membrane,
    /// Largest principal curvature that has come since rest (1/m).
    Bending,
    /// Twist by length that has come since rest (1/m).
    Twist,
    /// Share of the full load, in a run that follows a path.
    LoadFactor,
}

impl Quantity {
    /// The SI unit of its numbers.
    pub fn unit(self) -> &'static str {
        match self {
            Quantity::Position | Quantity::Displacement | Quantity::ContactGap => "m",
            Quantity::Velocity => "m/s",
            Quantity::Strain | Quantity::Volume | Quantity::Membrane | Quantity::LoadFactor => "1",
            Quantity::Bending | Quantity::Twist => "1/m",
            Quantity::Stress | Quantity::ContactPressure => "Pa",
            Quantity::Reaction | Quantity::ContactForce => "N",
            Quantity::Energy => "J",
            Quantity::Momentum => "kg m/s",
            Quantity::AngularMomentum => "kg m2/s",
        }
    }
}

/// Which number of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A vector component, 0 to 2.
    Axis(usize),
    /// Length of a vector.
    Norm,
    /// A tensor component.
    Entry(usize, usize),
    /// Von Mises measure of a stress.
    VonMises,
    /// Kinetic energy.
    Kinetic,
    /// Elastic energy.
    Elastic,
    /// Kinetic plus elastic energy.
    Total,
    /// Root mean square distance of normal contact forces from their centre (m).
    Spread,
    /// The number itself, of a quantity that is one.
    Value,
}

/// How the values of several points or cells become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// Average (cells by volume).
    Mean,
    /// Sum.
    Sum,
    /// Smallest.
    Min,
    /// Largest.
    Max,
}

/// Where it is read.
#[derive(Clone, Debug)]
pub enum ProbeTarget {
    /// Points of the world, see [`crate::WorldBuilder::first_point`].
    Points(Vec<u32>),
    /// What pins hold: points of the world that are nodes, and pins that hold by springs.
    Pins {
        /// Points of the world.
        points: Vec<u32>,
        /// Pins, in the order they were added.
        pins: Vec<usize>,
    },
    /// Cells of bodies.
    Cells(Vec<BodyCells>),
    /// A material point given in the body's own coordinates.
    Point {
        /// Which body.
        body: usize,
        /// Where.
        point: DVec3,
        /// What carries it: one row of system nodes.
        carrier: Embedding,
    },
    /// Colliders, by their numbers in the contact setup.
    Colliders(Vec<usize>),
    /// The path of equilibria that is followed.
    Path,
}

/// Some cells of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyCells {
    /// Which body.
    pub body: usize,
    /// Its cells.
    pub cells: Vec<u32>,
}

/// A named number over time.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Column name.
    pub name: String,
    /// What.
    pub quantity: Quantity,
    /// Which number of it.
    pub component: Component,
    /// Where.
    pub target: ProbeTarget,
    /// How several become one.
    pub gather: Gather,
}

impl Probe {
    /// The SI unit of its number.
    pub fn unit(&self) -> &'static str {
        match self.component {
            Component::Spread => "m",
            _ => self.quantity.unit(),
        }
    }
}

impl Gather {
    /// One number of many (value, weight).
    pub(crate) fn of(self, values: impl Iterator<Item = (f64, f64)>) -> f64 {
        match self {
            Gather::Mean => {
                let (sum, weight) =
                    values.fold((0.0, 0.0), |(s, w), (x, weight)| (s + x * weight, w + weight));
                sum / weight
            }
            Gather::Sum => values.map(|(x, _)| x).sum(),
            Gather::Min => values.map(|(x, _)| x).fold(f64::INFINITY, f64::min),
            Gather::Max => values.map(|(x, _)| x).fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// A vector gathered component-wise where that makes sense, then reduced to the component asked.
    pub(crate) fn of_vectors(self, component: Component, values: impl Iterator<Item = DVec3> + Clone) -> f64 {
        // The norm of a sum (a resultant force, a momentum) is not the sum of norms.
        if component == Component::Norm && self == Gather::Sum {
            return values.sum::<DVec3>().length();
        }
        self.of(values.map(|v| (component.of_vector(v), 1.0)))
    }
}

impl Component {
    pub(crate) fn of_vector(self, v: DVec3) -> f64 {
        match self {
            Component::Axis(k) => v[k],
            _ => v.length(),
        }
    }

    fn of_tensor(self, t: &DMat3) -> f64 {
        match self {
            Component::Entry(i, j) => t.col(j)[i],
            Component::VonMises => von_mises(t),
            _ => (t.x_axis.length_squared() + t.y_axis.length_squared() + t.z_axis.length_squared()).sqrt(),
        }
    }

    pub(crate) fn of_fields(self, quantity: Quantity, fields: &PointFields) -> f64 {
        let measure = |of: fn(&ThinMeasures) -> f64| fields.measures.as_ref().map_or(f64::NAN, of);
        match quantity {
            Quantity::Membrane => measure(|m| m.membrane),
            Quantity::Bending => measure(|m| m.bending),
            Quantity::Twist => measure(|m| m.twist),
            Quantity::Strain => self.of_tensor(&fields.strain),
            Quantity::Stress if self == Component::VonMises => fields.von_mises(),
            Quantity::Stress => self.of_tensor(&fields.stress),
            Quantity::Volume => fields.volume_ratio,
            _ => fields.energy_density,
        }
    }
}
