//! What an elaston body is made from.

use super::measure::StrainMeasure;
use glam::DVec3;
use pliant_geometry::matter::Matter;
use pliant_geometry::sampling::SamplingOptions;
use pliant_material::Material;

/// All that makes an elaston body. Everything is in the body's own coordinates.
#[derive(Clone, Debug)]
pub struct ElastonSetup {
    /// The matter, and what is seen and touched of it; without a surface, the points themselves are.
    pub matter: Matter,
    /// Index into `materials` of each point of the cloud.
    pub material_of_point: Vec<u32>,
    /// First two directions of the material at each point, for materials that are stiffer along some; empty for the axes of the body.
    pub directions: Vec<[DVec3; 2]>,
    /// The materials.
    pub materials: Vec<Material>,
    /// How samples and elastons are laid out, and the shape functions.
    pub sampling: SamplingOptions,
    /// Measure of strain.
    pub strain: StrainMeasure,
    /// Turns the axes of each elaston about its normal by a random angle if given (a seed): for a test that results
    /// do not depend on them (fig. 2, right, of the paper).
    pub turned_axes: Option<u64>,
}
