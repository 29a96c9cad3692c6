//! A surface that is seen and carried along, and takes no part in the forces.

use glam::DVec3;
use pliant_system::Embedding;

/// Points and triangles that follow a body's nodes: x = W q. What people look at when the cells of a body only fill
/// its shape roughly.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Three points each, wound as in the file it came from.
    pub triangles: Vec<[u32; 3]>,
    /// What each point follows, in the body's own node numbers.
    pub carrier: Embedding,
}

impl Skin {
    /// The points for the body's node positions, or any other field of its nodes.
    pub fn points(&self, nodes: &[DVec3]) -> Vec<DVec3> {
        (0..self.carrier.len()).map(|point| self.carrier.value(point, nodes)).collect()
    }

    /// A number of each point from one of each node. Points a little outside the cells extrapolate positions, but
    /// numbers like stresses stay between those of the nodes.
    pub fn numbers(&self, nodes: &[f64]) -> Vec<f64> {
        (0..self.carrier.len()).map(|point| self.number(point, nodes)).collect()
    }

    fn number(&self, point: usize, nodes: &[f64]) -> f64 {
        let values = || self.carrier.row(point).map(|(node, weight)| (nodes[node as usize], weight));
        let (least, most) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), (value, _)| {
            (value.min(least), value.max(most))
        });
        let sum: f64 = values().map(|(value, weight)| value * weight).sum();
        if least <= most { sum.clamp(least, most) } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_follow_and_numbers_stay_between() {
        let mut carrier = Embedding::new();
        carrier.push([(0, 1.5), (1, -0.5)]);
        carrier.push([(0, 0.25), (1, 0.75)]);
        let skin = Skin { triangles: vec![], carrier };
        assert_eq!(skin.points(&[DVec3::ZERO, DVec3::X]), [DVec3::X * -0.5, DVec3::X * 0.75]);
        assert_eq!(skin.numbers(&[1.0, 3.0]), [1.0, 2.5]);
    }
}
