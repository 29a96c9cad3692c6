//! What belongs to bodies that are clouds of points: phyxels, and what they share with peridynamic bodies.

use super::SampleGrading;
use crate::place::Located;
use crate::schema::choice_enum;

choice_enum! {
    /// How phyxels are laid out.
    pub enum PhyxelLayout {
        /// In rows along the axes; boxes and blocks by their own cells.
        Uniform = "uniform",
        /// As the atoms of a body-centred cubic crystal.
        BodyCentred = "bcc",
        /// In rows, each moved at random (`jitter`).
        Jittered = "jittered",
        /// At random, no two closer than the spacing (Poisson disc).
        Poisson = "poisson",
        /// By an octree: at the spacing near the surface, up to four times as far apart inside.
        Octree = "octree",
    }
}

choice_enum! {
    /// How the weight of a neighbour falls with its distance.
    pub enum PhyxelKernel {
        /// (1 - r²/h²)³, smooth: good for rows and crystals.
        Poly6 = "poly6",
        /// 1/r², the nearest count most: good for irregular points.
        InverseSquare = "inverse-square",
    }
}

/// How far a phyxel looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PhyxelReach {
    /// So many distances of phyxels; `None` for as far as is known to be good.
    Spacings(Option<f64>),
    /// To so many nearest.
    Neighbours(usize),
}

/// How points are laid out in matter.
#[derive(Clone, Debug, PartialEq)]
pub struct CloudPlan {
    /// The layout.
    pub layout: Located<PhyxelLayout>,
    /// How far each is moved at random, in spacings.
    pub jitter: f64,
    /// Chooses random numbers.
    pub seed: u64,
    /// Where points are closer together.
    pub grading: Option<SampleGrading>,
    /// Size of the pieces of matter, m; if not given, a fraction of the spacing.
    pub matter_spacing: Option<Located<f64>>,
}

/// Keys of a body with `method = "phyxel"`.
#[derive(Clone, Debug, PartialEq)]
pub struct PhyxelPlan {
    /// How phyxels are laid out.
    pub cloud: CloudPlan,
    /// Quadratic functions are fitted, not linear ones.
    pub quadratic: bool,
    /// How weights fall; `None` for what suits the layout.
    pub kernel: Option<PhyxelKernel>,
    /// How far neighbours are.
    pub reach: PhyxelReach,
    /// How stiffly hourglass modes are held; `None` for what suits the layout.
    pub stabilisation: Option<f64>,
    /// Stiffness of an energy against change of volume, Pa.
    pub volume_stiffness: f64,
}
