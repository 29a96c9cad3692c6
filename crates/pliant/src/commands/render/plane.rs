//! Planes among the colliders. A plane has no end; frames show a square of it. One that is level and under everything is
//! the ground of the pictures, of the others as much is drawn as is near.

use glam::DVec3;
use pliant_output::SurfacePart;

/// By how much the sides of a square may differ (parts of a side).
const SQUARE: f64 = 1e-6;

/// Cosine of the slope below which a plane is level: a tenth of a degree.
const LEVEL: f64 = 1.0 - 1.5e-6;

/// The square that stands for a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlaneSquare {
    corner: DVec3,
    sides: [DVec3; 2],
}

impl PlaneSquare {
    /// The triangles of [`around`](Self::around), wound as those of the collider.
    pub(super) const TRIANGLES: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

    /// The square of a collider that is a plane; nothing if it is anything else.
    pub(super) fn of(collider: &SurfacePart) -> Option<Self> {
        let &[a, b, c, d] = collider.positions.as_slice() else { return None };
        if !collider.is_plane || collider.triangles != Self::TRIANGLES {
            return None;
        }
        let sides = [b - a, d - a];
        let length = sides[0].length();
        let is_square = (sides[1].length() - length).abs() <= SQUARE * length
            && sides[0].dot(sides[1]).abs() <= SQUARE * length * length
            && c.distance(b + sides[1]) <= SQUARE * length;
        (is_square && length > 0.0 && length.is_finite()).then_some(Self { corner: a, sides })
    }

    /// Its height along the up axis (m), if it is level.
    pub(super) fn level_height(&self, up: DVec3) -> Option<f64> {
        let normal = self.sides[0].cross(self.sides[1]).normalize_or_zero();
        let middle = self.corner + 0.5 * (self.sides[0] + self.sides[1]);
        (normal.dot(up).abs() >= LEVEL).then(|| middle.dot(up))
    }

    /// The corners of the square of the plane that reaches this far (m) around the foot of `centre`.
    pub(super) fn around(&self, centre: DVec3, reach: f64) -> [DVec3; 4] {
        let [u, v] = self.sides.map(DVec3::normalize);
        let away = centre - self.corner;
        let foot = self.corner + u * away.dot(u) + v * away.dot(v);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(i, j)| foot + (u * i + v * j) * reach)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn square(turn: glam::DQuat) -> SurfacePart {
        let corner = |x: f64, y: f64| turn * DVec3::new(x, y, 0.0) + DVec3::new(3.0, 2.0, 1.0);
        SurfacePart {
            positions: vec![corner(-2.0, -2.0), corner(2.0, -2.0), corner(2.0, 2.0), corner(-2.0, 2.0)],
            triangles: PlaneSquare::TRIANGLES.to_vec(),
            is_plane: true,
            ..SurfacePart::default()
        }
    }

    #[test]
    fn squares_are_told_from_other_things() {
        let part = square(glam::DQuat::from_rotation_x(0.4));
        assert!(PlaneSquare::of(&part).is_some());
        let other = |change: fn(&mut SurfacePart)| {
            let mut part = part.clone();
            change(&mut part);
            PlaneSquare::of(&part)
        };
        assert_eq!(other(|part| part.positions[2] += DVec3::Z * 0.1), None, "not flat");
        assert_eq!(other(|part| part.positions.swap(0, 1)), None, "crossed");
        assert_eq!(other(|part| part.positions.iter_mut().for_each(|x| x.x *= 2.0)), None, "oblong");
        assert_eq!(other(|part| part.positions.push(DVec3::ZERO)), None);
        assert_eq!(other(|part| _ = part.triangles.pop()), None);
        assert_eq!(other(|part| part.is_plane = false), None, "a plate");
        assert_eq!(other(|part| part.positions.iter_mut().for_each(|x| *x = DVec3::NAN)), None);
        assert_eq!(other(|part| part.positions.iter_mut().for_each(|x| *x = DVec3::ONE)), None);
        assert_eq!(PlaneSquare::of(&SurfacePart::default()), None);
    }

    #[test]
    fn only_level_planes_have_a_height() {
        let height = |turn| PlaneSquare::of(&square(turn)).unwrap().level_height(DVec3::Z);
        assert!((height(glam::DQuat::IDENTITY).unwrap() - 1.0).abs() < 1e-12);
        assert!((height(glam::DQuat::from_rotation_x(1e-3)).unwrap() - 1.0).abs() < 1e-12);
        assert!(height(glam::DQuat::from_rotation_y(std::f64::consts::PI)).is_some(), "upside down");
        assert_eq!(height(glam::DQuat::from_rotation_x(0.01)), None);
    }

    #[test]
    fn the_drawn_square_goes_where_things_are() {
        let plane = PlaneSquare::of(&square(glam::DQuat::IDENTITY)).unwrap();
        let near = plane.around(DVec3::new(3.5, 2.0, 7.0), 0.5);
        let wanted = [(3.0, 1.5), (4.0, 1.5), (4.0, 2.5), (3.0, 2.5)];
        for (found, (x, y)) in near.iter().zip(wanted) {
            assert!(found.distance(DVec3::new(x, y, 1.0)) < 1e-12, "{found}");
        }
        let far = plane.around(DVec3::new(90.0, 80.0, -7.0), 1.0);
        assert!(far[2].distance(DVec3::new(91.0, 81.0, 1.0)) < 1e-12, "a plane has no end");
    }
}
