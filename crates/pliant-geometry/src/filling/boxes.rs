//! Pieces of matter as boxes along the axes.

use glam::DVec3;

use crate::bounds::BoundingBox;
use crate::matter::MaterialCloud;

/// Each piece as the box with its volume's centre and second moments along the axes: exact for boxes along the axes.
pub(super) struct Boxes<'a> {
    pub points: &'a [DVec3],
    pub volumes: &'a [f64],
    /// Edge lengths (m), none of them zero.
    pub edges: Vec<DVec3>,
    /// Around the boxes (m).
    pub bounds: BoundingBox,
}

impl<'a> Boxes<'a> {
    pub fn of(cloud: &'a MaterialCloud) -> Self {
        let edges: Vec<DVec3> = (0..cloud.len()).map(|piece| edges(cloud, piece)).collect();
        let mut bounds = BoundingBox::EMPTY;
        for (point, edges) in cloud.points.iter().zip(&edges) {
            bounds.include(*point - 0.5 * *edges);
            bounds.include(*point + 0.5 * *edges);
        }
        Self { points: &cloud.points, volumes: &cloud.volumes, edges, bounds }
    }

    pub fn len(&self) -> usize {
        self.points.len()
    }
}

/// A box with edge e has the second moment e²/12 per volume; a piece without moment counts as a cube.
fn edges(cloud: &MaterialCloud, piece: usize) -> DVec3 {
    let moment = cloud.moments[piece];
    let cube = cloud.volumes[piece].cbrt();
    let edge = |moment: f64| if moment > 0.0 { (12.0 * moment).sqrt() } else { cube };
    DVec3::new(edge(moment.x_axis.x), edge(moment.y_axis.y), edge(moment.z_axis.z))
}
