//! Polygons of surface files cut into triangles.
//!
//! A fan about the first corner is right whenever all its triangles turn the way the polygon turns, which holds for
//! every convex polygon and for many others. Else ears are clipped (Meisters, "Polygons have ears", 1975) in the
//! plane of the polygon: its mean normal is Newell's (Sutherland, Sproull, Schumacker 1974), the axis along which
//! that is largest is left out. A polygon without ears crosses itself or has no area; it becomes a fan all the same,
//! and the count of such polygons is told.
//!
//! Time: clipping a polygon of n corners may take n^3 tests, so polygons beyond [`MOST_CORNERS`] corners and files
//! beyond their budget of tests get fans.

use glam::{DVec2, DVec3};

/// Beyond so many corners no ears are sought.
const MOST_CORNERS: usize = 1000;

/// Corners looked at and points held against ears, for each byte of the file.
const TESTS_A_BYTE: u64 = 200;

/// Turns smaller than this part of the polygon's area are round-off of straight corners.
const STRAIGHT: f64 = 1e-12;

/// How a polygon was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    Fan,
    Ears,
    /// A fan for want of anything better.
    Forced,
}

/// Cuts polygons; keeps its tables and its budget from one to the next.
pub(super) struct Cutter {
    flat: Vec<DVec2>,
    left: Vec<u32>,
    tests_left: u64,
}

impl Cutter {
    /// For a file of so many bytes.
    pub fn new(file_bytes: usize) -> Self {
        Self {
            flat: vec![],
            left: vec![],
            tests_left: 100_000 + TESTS_A_BYTE.saturating_mul(file_bytes as u64),
        }
    }

    /// Appends the `ids.len() - 2` triangles of a polygon with at least three corners and finite points.
    pub fn cut(&mut self, ids: &[u32], points: &[DVec3], triangles: &mut Vec<[u32; 3]>) -> Cut {
        let plane = Plane::of(ids, points);
        if ids.len() == 3 || plane.is_fan(ids, points) {
            fan(ids, triangles);
            return Cut::Fan;
        }
        let before = triangles.len();
        if ids.len() <= MOST_CORNERS && self.clip_ears(ids, points, &plane, triangles) {
            return Cut::Ears;
        }
        triangles.truncate(before);
        fan(ids, triangles);
        Cut::Forced
    }

    fn clip_ears(
        &mut self,
        ids: &[u32],
        points: &[DVec3],
        plane: &Plane,
        triangles: &mut Vec<[u32; 3]>,
    ) -> bool {
        self.flat.clear();
        self.flat.extend(ids.iter().map(|&id| plane.project(points[id as usize])));
        self.left.clear();
        self.left.extend(0..ids.len() as u32);
        // Goes on where the last ear was: starting over each time makes combs slow and triangles thin.
        let (mut at, mut tried) = (0, 0);
        while self.left.len() > 3 {
            let n = self.left.len();
            if tried > n || self.tests_left < n as u64 {
                return false;
            }
            self.tests_left -= 1;
            let ear = [self.left[(at + n - 1) % n], self.left[at % n], self.left[(at + 1) % n]];
            if self.is_ear(ear, plane.smallest_turn) {
                triangles.push(ear.map(|corner| ids[corner as usize]));
                self.left.remove(at % n);
                (at, tried) = (at % n, 0);
            } else {
                (at, tried) = ((at + 1) % n, tried + 1);
            }
        }
        triangles.push([0, 1, 2].map(|i| ids[self.left[i] as usize]));
        true
    }

    /// Whether the corner juts out and no other corner lies in its triangle.
    fn is_ear(&mut self, ear: [u32; 3], smallest_turn: f64) -> bool {
        let [a, b, c] = ear.map(|corner| self.flat[corner as usize]);
        let turn = turn(a, b, c);
        if turn < -smallest_turn {
            return false;
        }
        // A straight corner may go: its triangle covers nothing.
        if turn <= smallest_turn {
            return (b - a).dot(c - b) >= 0.0;
        }
        self.tests_left = self.tests_left.saturating_sub(self.left.len() as u64);
        let is_inside = |p: DVec2| {
            let is_corner = p == a || p == b || p == c;
            !is_corner
                && self::turn(a, b, p) >= 0.0
                && self::turn(b, c, p) >= 0.0
                && self::turn(c, a, p) >= 0.0
        };
        !self.left.iter().any(|&other| !ear.contains(&other) && is_inside(self.flat[other as usize]))
    }
}

fn fan(ids: &[u32], triangles: &mut Vec<[u32; 3]>) {
    triangles.extend(ids.windows(2).skip(1).map(|side| [ids[0], side[0], side[1]]));
}

/// Twice the signed area of a triangle.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// The coordinate plane a polygon is seen in, such that it turns to the left.
struct Plane {
    origin: DVec3,
    axes: [usize; 2],
    smallest_turn: f64,
}

impl Plane {
    fn of(ids: &[u32], points: &[DVec3]) -> Self {
        let origin = points[ids[0] as usize];
        let mut normal = DVec3::ZERO;
        for side in ids.windows(2) {
            normal += (points[side[0] as usize] - origin).cross(points[side[1] as usize] - origin);
        }
        let size = normal.abs();
        let (largest, value) = if size.x >= size.y && size.x >= size.z {
            (0, normal.x)
        } else if size.y >= size.z {
            (1, normal.y)
        } else {
            (2, normal.z)
        };
        let (u, v) = ((largest + 1) % 3, (largest + 2) % 3);
        let axes = if value >= 0.0 { [u, v] } else { [v, u] };
        Self { origin, axes, smallest_turn: STRAIGHT * value.abs() }
    }

    fn project(&self, point: DVec3) -> DVec2 {
        let x = point - self.origin;
        DVec2::new(x[self.axes[0]], x[self.axes[1]])
    }

    /// Whether every triangle of the fan turns left.
    fn is_fan(&self, ids: &[u32], points: &[DVec3]) -> bool {
        let flat = |id: u32| self.project(points[id as usize]);
        ids.windows(2)
            .skip(1)
            .all(|side| turn(DVec2::ZERO, flat(side[0]), flat(side[1])) >= -self.smallest_turn)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn cut(corners: &[[f64; 2]], lift: impl Fn(DVec2) -> DVec3) -> (Cut, f64, usize) {
        let points: Vec<DVec3> = corners.iter().map(|&c| lift(c.into())).collect();
        let ids: Vec<u32> = (0..points.len() as u32).collect();
        let mut triangles = vec![];
        let how = Cutter::new(1000).cut(&ids, &points, &mut triangles);
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|id| DVec2::from(corners[id as usize]));
            0.5 * turn(a, b, c)
        };
        // Unsigned: overlaps and flipped triangles would make it larger than the polygon.
        (how, triangles.iter().map(|t| area(t).abs()).sum(), triangles.len())
    }

    const FLAT: fn(DVec2) -> DVec3 = |p| DVec3::new(p.x, p.y, 0.0);

    #[test]
    fn convex_polygons_become_fans() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
        assert_eq!(cut(&square, FLAT), (Cut::Fan, 2.0, 2));
        // With a straight corner, seen from behind, tilted.
        let tilted = |p: DVec2| DVec3::new(p.y, 3.0 - p.x, 0.3 * p.x + 5.0);
        let house = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
        let (how, area, count) = cut(&house, tilted);
        assert_eq!((how, count), (Cut::Fan, 3));
        assert!((area - 2.0).abs() < 1e-12);
    }

    #[test]
    fn other_polygons_lose_their_ears_and_keep_their_area() {
        let arrow = [[0.0, 0.0], [2.0, 1.0], [0.0, 2.0], [0.5, 1.0]];
        let turned = [arrow[1], arrow[2], arrow[3], arrow[0]];
        assert_eq!(cut(&arrow, FLAT).1, 1.5);
        assert_eq!(cut(&turned, FLAT).1, 1.5);
        // A comb of 40 teeth.
        let mut comb = vec![[40.0, -1.0]];
        for tooth in (0..40).rev() {
            let x = f64::from(tooth);
            comb.extend([[x + 1.0, 0.0], [x + 0.5, 9.0]]);
        }
        comb.extend([[0.0, 0.0], [0.0, -1.0]]);
        let sloped = |p: DVec2| DVec3::new(p.x + p.y, 1.0 - p.x, 2.0 * p.y);
        let (how, area, count) = cut(&comb, sloped);
        assert_eq!((how, count), (Cut::Ears, comb.len() - 2));
        assert!((area - (40.0 + 40.0 * 4.5)).abs() < 1e-9, "{area}");
    }

    #[test]
    fn polygons_without_ears_and_endless_ones_come_to_an_end() {
        let bow_tie = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
        assert_eq!(cut(&bow_tie, FLAT).2, 2);
        let spot = [[1.0, 1.0]; 9];
        assert_eq!(cut(&spot, FLAT).2, 7);
        let star: Vec<[f64; 2]> = (0..5000)
            .map(|i| {
                let (angle, r) = (f64::from(i) * 0.3 + 0.1, 1.0 + f64::from(i % 2));
                [r * angle.cos(), r * angle.sin()]
            })
            .collect();
        assert_eq!(cut(&star, FLAT).0, Cut::Forced);
        assert_eq!(cut(&star[..999], FLAT).2, 997);
    }
}
