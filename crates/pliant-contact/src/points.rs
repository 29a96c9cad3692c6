//! What contact does at the points that touch, for bodies whose nodes are not places: forces on nodes say nothing there.

use crate::layer::ContactLayer;
use crate::settings::ImplicitResponse;
use glam::DVec3;

impl ContactLayer {
    /// Forces (N) on the points of all bodies at the end of the step that is being solved, or was the last to be so.
    pub(crate) fn find_point_forces(&self, q: &[DVec3], out: &mut Vec<DVec3>) {
        out.clear();
        out.resize(self.surfaces.first_kinematic, DVec3::ZERO);
        if self.settings.response == ImplicitResponse::Projection {
            self.add_point_impulses(out);
            return;
        }
        let solve = self.solve(q);
        for bond in &self.judged.bonds {
            if solve.look(bond).is_none() {
                continue;
            }
            let (points, count) = bond.pair().points(&self.surfaces);
            let (normal, friction) = solve.forces(bond);
            let mut add = |force: DVec3, weights: &[f64; 4]| {
                for (&point, weight) in points[..count].iter().zip(weights) {
                    if let Some(sum) = out.get_mut(point as usize) {
                        *sum += force * *weight;
                    }
                }
            };
            if let Some((force, weights)) = normal {
                add(force, &weights);
            }
            add(friction, &bond.lag.weights);
        }
    }

    /// Forces (N) of the impulses of a step that was projected.
    fn add_point_impulses(&self, out: &mut [DVec3]) {
        let dt = self.end.time - self.start.time;
        for touch in &self.impulses.touches {
            let force = (touch.normal * touch.push + touch.drag) / dt;
            let (points, count) = self.judged.bonds[touch.bond].pair().points(&self.surfaces);
            for (&point, weight) in points[..count].iter().zip(&touch.weights) {
                if let Some(sum) = out.get_mut(point as usize) {
                    *sum += force * *weight;
                }
            }
        }
    }

    /// The gap (m) of each point of all bodies to what is nearest to it; not a number where nothing is near.
    pub(crate) fn find_point_gaps(&mut self, q: &[DVec3], time: f64, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.surfaces.first_kinematic, f64::NAN);
        for bond in self.bonds_at(q, time).iter().filter(|bond| bond.start_gap.is_finite()) {
            let gap = bond.start_gap - bond.allowance + bond.skin;
            let (points, count) = bond.pair().points(&self.surfaces);
            for (&point, weight) in points[..count].iter().zip(&bond.lag.weights) {
                let Some(known) = out.get_mut(point as usize) else { continue };
                // A corner that carries little of the place says little about it.
                if weight.abs() > 0.1 && (known.is_nan() || gap < *known) {
                    *known = gap;
                }
            }
        }
    }
}
