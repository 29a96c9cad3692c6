//! Probes: numbers written to probes.csv.

use glam::DVec3;

use super::Region;
use crate::place::{Located, Place};
use crate::schema::choice_enum;

/// The column of load factors, which a run that follows a path of equilibria has beside those of the probes.
pub const LOAD_FACTOR: &str = "load_factor";

choice_enum! {
    /// What a probe reads.
    pub enum Quantity {
        /// Displacement from rest, m.
        Displacement = "displacement",
        /// Position, m.
        Position = "position",
        /// Velocity, m/s.
        Velocity = "velocity",
        /// Green-Lagrange strain `(F^T F - 1) / 2`.
        Strain = "strain",
        /// Cauchy stress, Pa.
        Stress = "stress",
        /// Volume over volume at rest, det F; negative where matter is inside out.
        Volume = "volume",
        /// Force with which all pins together hold the nodes of the region, N.
        Reaction = "reaction",
        /// Energy, J.
        Energy = "energy",
        /// Momentum, kg m/s.
        Momentum = "momentum",
        /// Angular momentum about the origin, kg m2/s.
        AngularMomentum = "angular_momentum",
        /// Force of everything that is touched on the nodes of the region, or of all bodies on a collider, N. `.spread` is the root
        /// mean square distance of the normal forces from their centre, m.
        ContactForce = "contact-force",
        /// Normal force of contact by area, Pa; zero where nothing is touched.
        ContactPressure = "contact-pressure",
        /// Distance to what is touched or nearly so, m; negative where they overlap.
        ContactGap = "contact-gap",
        /// Largest principal strain along the middle of thin matter; of method `elaston`.
        Membrane = "membrane",
        /// Largest principal curvature that has come since rest, 1/m; of method `elaston`.
        Bending = "bending",
        /// Twist by length that has come since rest, 1/m; of method `elaston`.
        Twist = "twist",
    }
}

choice_enum! {
    /// A component of a quantity.
    pub enum Component {
        /// Along x.
        X = "x",
        /// Along y.
        Y = "y",
        /// Along z.
        Z = "z",
        /// Length of the vector.
        Norm = "norm",
        /// Diagonal component.
        XX = "xx",
        /// Diagonal component.
        YY = "yy",
        /// Diagonal component.
        ZZ = "zz",
        /// Shear component.
        XY = "xy",
        /// Shear component.
        YZ = "yz",
        /// Shear component.
        XZ = "xz",
        /// Von Mises equivalent.
        VonMises = "von_mises",
        /// Energy of motion; of nodes on the border of a region it counts all.
        Kinetic = "kinetic",
        /// Stored elastic energy.
        Elastic = "elastic",
        /// Sum of kinetic and elastic energy. Loads and gravity act on the scene as a whole: see energy.csv.
        Total = "total",
        /// Root mean square distance of the normal contact forces from their centre, m.
        Spread = "spread",
        /// The number itself, of a quantity that is one.
        Value = "value",
    }
}

impl Quantity {
    /// The components that can be named after the dot; none of a single number.
    #[must_use]
    pub fn components(self) -> &'static [Component] {
        use Component::{Elastic, Kinetic, Norm, Spread, Total, VonMises, X, XX, XY, XZ, Y, YY, YZ, Z, ZZ};
        match self {
            Self::Strain => &[XX, YY, ZZ, XY, YZ, XZ],
            Self::Stress => &[XX, YY, ZZ, XY, YZ, XZ, VonMises],
            Self::Energy => &[Kinetic, Elastic, Total],
            Self::ContactForce => &[X, Y, Z, Norm, Spread],
            Self::Volume
            | Self::ContactPressure
            | Self::ContactGap
            | Self::Membrane
            | Self::Bending
            | Self::Twist => &[],
            Self::Displacement
            | Self::Position
            | Self::Velocity
            | Self::Reaction
            | Self::Momentum
            | Self::AngularMomentum => &[X, Y, Z, Norm],
        }
    }

    /// The columns of a probe that names no component.
    #[must_use]
    pub fn default_components(self) -> &'static [Component] {
        let all = self.components();
        match self {
            Self::Strain | Self::Energy => all,
            Self::Stress => &all[..6],
            _ if all.is_empty() => &[Component::Value],
            _ => &all[..3],
        }
    }

    /// Whether it exists at a single point.
    #[must_use]
    pub fn exists_at_a_point(self) -> bool {
        let is_of_places = matches!(self, Self::Displacement | Self::Position | Self::Velocity);
        is_of_places || matches!(self, Self::Strain | Self::Stress | Self::Volume) || self.is_of_thin_matter()
    }

    /// Whether it tells how thin matter is stretched, bent and twisted.
    #[must_use]
    pub fn is_of_thin_matter(self) -> bool {
        matches!(self, Self::Membrane | Self::Bending | Self::Twist)
    }

    /// Whether it is a sum over a region by its nature.
    #[must_use]
    pub fn is_total(self) -> bool {
        matches!(self, Self::Reaction | Self::Energy | Self::Momentum | Self::AngularMomentum)
    }

    /// Whether it exists only where things can touch.
    #[must_use]
    pub fn is_of_contact(self) -> bool {
        matches!(self, Self::ContactForce | Self::ContactPressure | Self::ContactGap)
    }

    /// How a region is gathered unless told otherwise.
    #[must_use]
    pub fn default_gather(self) -> Gather {
        match self {
            Self::ContactPressure => Gather::Max,
            Self::ContactGap | Self::Volume => Gather::Min,
            _ if self.exists_at_a_point() => Gather::Mean,
            _ => Gather::Sum,
        }
    }
}

choice_enum! {
    /// How the values of a region become one.
    pub enum Gather {
        /// Mean; of nodes, or weighted by volume at rest for strain, stress and volume.
        Mean = "mean",
        /// Sum.
        Sum = "sum",
        /// Smallest.
        Min = "min",
        /// Largest.
        Max = "max",
    }
}

/// Where a probe reads.
#[derive(Clone, Debug, PartialEq)]
pub enum ProbeTarget {
    /// A part of bodies.
    Region {
        /// Indices into [`crate::Plan::bodies`].
        bodies: Vec<usize>,
        /// Which part.
        region: Located<Region>,
    },
    /// A material point, interpolated; in the body's own coordinates at rest.
    Point {
        /// Index into [`crate::Plan::bodies`]; of several copies the first.
        body: usize,
        /// The point, m.
        at: Located<DVec3>,
    },
    /// What a pin holds: index into [`crate::Plan::pins`].
    Pin(usize),
    /// Colliders: indices into [`crate::Plan::colliders`].
    Colliders(Vec<usize>),
}

/// A `[probe.NAME]` table.
#[derive(Clone, Debug)]
pub struct ProbePlan {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// Where it reads.
    pub target: ProbeTarget,
    /// What it reads.
    pub quantity: Located<Quantity>,
    /// Its components, one column each.
    pub components: Vec<Component>,
    /// Column names in probes.csv: the probe's name, with the component if it has several.
    pub columns: Vec<String>,
    /// How a region becomes one value.
    pub gather: Gather,
}
