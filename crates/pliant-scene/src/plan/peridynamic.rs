//! What belongs to peridynamic bodies only.

use glam::DVec3;

use super::CloudPlan;
use crate::place::Located;
use crate::schema::choice_enum;

choice_enum! {
    /// How much a bond counts by its length r, in horizons, before its weight is fitted so that moduli come out right.
    pub enum BondInfluence {
        /// 1/(1 + r): short bonds count more.
        Inverse = "inverse",
        /// All alike.
        Constant = "constant",
        /// r: long bonds count more.
        Linear = "linear",
        /// r²: the linear peridynamic solid of Silling et al. (2007) with a constant influence.
        Quadratic = "quadratic",
    }
}

choice_enum! {
    /// How a law acts between points.
    pub enum BondForm {
        /// By the stretches of bonds: for the laws `bonds` and `stvk`.
        Bonds = "bonds",
        /// By the deformation gradient fitted to the bonds: for every law but `bonds`.
        Correspondence = "correspondence",
    }
}

/// Directions of a material that is stiffer along some.
#[derive(Clone, Debug, PartialEq)]
pub enum DirectionsPlan {
    /// The same everywhere: the first, and one in the plane of the first two.
    Even([DVec3; 2]),
    /// The first is painted on the points of the body's file, as three numbers with names that begin so.
    Painted(Located<String>),
}

/// Keys of a body with `method = "peridynamic"`.
#[derive(Clone, Debug, PartialEq)]
pub struct PeridynamicPlan {
    /// How points are laid out.
    pub cloud: CloudPlan,
    /// How far bonds reach, in spacings.
    pub horizon: f64,
    /// How much they count.
    pub influence: BondInfluence,
    /// How laws act; `None` for what suits each.
    pub form: Option<Located<BondForm>>,
    /// How stiffly motions are held that F does not see, in the correspondence form.
    pub stabilisation: Option<f64>,
    /// Directions of the material.
    pub directions: Option<Located<DirectionsPlan>>,
}
