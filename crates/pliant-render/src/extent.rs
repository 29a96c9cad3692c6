//! How far things reach: the box, and extreme points in many directions, so that a camera can frame tightly.

use glam::DVec3;

/// Coordinates beyond this are taken for broken: squares and cubes of them must stay finite.
pub(crate) const FARTHEST: f64 = 1e90;

/// The 26 neighbours of a cube: enough directions to frame a ball within 3 %.
const DIRECTIONS: usize = 26;

/// The reach of points, gathered over any number of objects and frames.
#[derive(Clone, Debug)]
pub struct Extent {
    lowest: DVec3,
    highest: DVec3,
    /// For each direction the largest reach and the point that has it.
    extremes: [(f64, DVec3); DIRECTIONS],
    directions: [DVec3; DIRECTIONS],
}

impl Default for Extent {
    fn default() -> Self {
        Self::new()
    }
}

impl Extent {
    /// The extent of nothing.
    pub fn new() -> Self {
        Self {
            lowest: DVec3::splat(f64::INFINITY),
            highest: DVec3::splat(f64::NEG_INFINITY),
            extremes: [(f64::NEG_INFINITY, DVec3::ZERO); DIRECTIONS],
            directions: cube_neighbours(),
        }
    }

    /// Adds points (m). Points that are not finite are passed over.
    pub fn include(&mut self, positions: &[DVec3]) {
        for &position in positions.iter().filter(|p| is_usable(**p)) {
            self.lowest = self.lowest.min(position);
            self.highest = self.highest.max(position);
            for (extreme, direction) in self.extremes.iter_mut().zip(&self.directions) {
                let reach = position.dot(*direction);
                if reach > extreme.0 {
                    *extreme = (reach, position);
                }
            }
        }
    }

    /// True before the first usable point.
    pub fn is_empty(&self) -> bool {
        self.lowest.x > self.highest.x
    }

    /// Lowest and highest corner (m), or nothing when there are no points.
    pub fn corners(&self) -> Option<(DVec3, DVec3)> {
        (!self.is_empty()).then_some((self.lowest, self.highest))
    }

    /// Middle of the box (m); the origin when there are no points.
    pub fn centre(&self) -> DVec3 {
        self.corners().map_or(DVec3::ZERO, |(low, high)| low * 0.5 + high * 0.5)
    }

    /// Half the diagonal of the box (m); 0 when there are no points.
    pub fn radius(&self) -> f64 {
        self.corners().map_or(0.0, |(low, high)| (high * 0.5 - low * 0.5).length())
    }

    /// The extreme points (m), some of them more than once.
    pub(crate) fn points(&self) -> Vec<DVec3> {
        if self.is_empty() { Vec::new() } else { self.extremes.iter().map(|(_, point)| *point).collect() }
    }
}

/// True for positions that can be drawn.
pub(crate) fn is_usable(position: DVec3) -> bool {
    // NaN fails every comparison, so it is refused too.
    position.x.abs() < FARTHEST && position.y.abs() < FARTHEST && position.z.abs() < FARTHEST
}

fn cube_neighbours() -> [DVec3; DIRECTIONS] {
    let mut all = [DVec3::X; DIRECTIONS];
    let cells = (0..27).filter(|cell| *cell != 13);
    for (direction, cell) in all.iter_mut().zip(cells) {
        let step = |divisor: i32| f64::from(cell / divisor % 3 - 1);
        *direction = DVec3::new(step(9), step(3), step(1)).normalize();
    }
    all
}
