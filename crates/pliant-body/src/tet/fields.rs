//! Stress, strain and energy of elements, for output and probes. Not in the step, so plain scalars.

use crate::body::PointFields;
use glam::{DMat3, DVec3};
use pliant_geometry::tet_shape::{TetRule, linear_gradients, quadratic_gradients};
use pliant_geometry::{ElementOrder, TetMesh};
use pliant_material::{Material, measures};

/// Evaluates the fields of a mesh's elements.
pub struct ElementFields<'a> {
    /// The mesh at rest.
    pub mesh: &'a TetMesh,
    /// All materials of the body.
    pub materials: &'a [Material],
    /// Material of each element.
    pub material_of_element: &'a [u32],
}

impl ElementFields<'_> {
    /// Shape function gradients dN_a/dxi at barycentric coordinates.
    fn gradients(&self, lambda: [f64; 4]) -> Vec<DVec3> {
        match self.mesh.order {
            ElementOrder::Linear => linear_gradients().to_vec(),
            ElementOrder::Quadratic => quadratic_gradients(lambda).to_vec(),
        }
    }

    fn reference_gradient(&self, element: usize, gradients: &[DVec3], x: &[DVec3]) -> DMat3 {
        let nodes = self.mesh.element(element);
        let column =
            |k: usize| -> DVec3 { nodes.iter().zip(gradients).map(|(&n, g)| x[n as usize] * g[k]).sum() };
        DMat3::from_cols(column(0), column(1), column(2))
    }

    /// Deformation gradient and det J0 at a point of an element.
    fn deformation(&self, element: usize, lambda: [f64; 4], q: &[DVec3]) -> (DMat3, f64) {
        let gradients = self.gradients(lambda);
        let J0 = self.reference_gradient(element, &gradients, &self.mesh.nodes);
        (self.reference_gradient(element, &gradients, q) * J0.inverse(), J0.determinant())
    }

    /// Fields at a point of an element; `q` are the body's node positions in the frame of the mesh's rest shape.
    pub fn at(&self, element: usize, lambda: [f64; 4], q: &[DVec3]) -> PointFields {
        let (F, det_J0) = self.deformation(element, lambda, q);
        let law = &self.materials[self.material_of_element[element] as usize].law;
        PointFields {
            volume: det_J0 / 6.0,
            volume_ratio: F.determinant(),
            strain: measures::green_strain(&F),
            stress: law.cauchy_stress(&F),
            surface_von_mises: None,
            energy_density: law.energy_density(&F),
            measures: None,
        }
    }

    /// Fields averaged over an element with the weights of its integration points.
    pub fn mean(&self, element: usize, q: &[DVec3]) -> PointFields {
        let rule = match self.mesh.order {
            ElementOrder::Linear => TetRule::One,
            ElementOrder::Quadratic => TetRule::Four,
        };
        let mut sum = PointFields {
            volume: 0.0,
            volume_ratio: 0.0,
            strain: DMat3::ZERO,
            stress: DMat3::ZERO,
            surface_von_mises: None,
            energy_density: 0.0,
            measures: None,
        };
        for point in rule.points() {
            let fields = self.at(element, point.lambda, q);
            let volume = fields.volume * point.weight;
            sum.volume += volume;
            sum.volume_ratio += fields.volume_ratio * volume;
            sum.strain += fields.strain * volume;
            sum.stress += fields.stress * volume;
            sum.energy_density += fields.energy_density * volume;
        }
        let share = 1.0 / sum.volume;
        PointFields {
            volume: sum.volume,
            volume_ratio: sum.volume_ratio * share,
            strain: sum.strain * share,
            stress: sum.stress * share,
            surface_von_mises: None,
            energy_density: sum.energy_density * share,
            measures: None,
        }
    }
}
