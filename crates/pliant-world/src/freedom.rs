//! How a body that is held here and there can still move as a rigid one.

use glam::DVec3;

/// How a rigid body held by these rows (point, direction) can still move, if it can: a null direction of
/// sum w w^T with w = (d, r x d).
pub(crate) fn rigid_freedom(rows: &[(DVec3, DVec3)]) -> Option<String> {
    if rows.is_empty() {
        return Some("move anywhere".to_owned());
    }
    let centre = rows.iter().map(|r| r.0).sum::<DVec3>() / rows.len() as f64;
    let size = rows.iter().map(|r| r.0.distance(centre)).fold(0.0, f64::max).max(1e-300);
    let mut gram = [[0.0; 6]; 6];
    for (x, d) in rows {
        let moment = ((*x - centre) / size).cross(*d);
        let w = [d.x, d.y, d.z, moment.x, moment.y, moment.z];
        for i in 0..6 {
            for j in 0..6 {
                gram[i][j] += w[i] * w[j] / rows.len() as f64;
            }
        }
    }
    let null = null_direction(gram)?;
    let shift = DVec3::new(null[0], null[1], null[2]);
    let turn = DVec3::new(null[3], null[4], null[5]);
    let round = |v: DVec3| {
        let v = v.normalize_or_zero();
        format!("({:.2}, {:.2}, {:.2})", v.x + 0.0, v.y + 0.0, v.z + 0.0)
    };
    Some(if turn.length() > 1e-6 {
        format!("turn about {}", round(turn))
    } else {
        format!("move along {}", round(shift))
    })
}

/// What stops a turn about the line through all points of a body that is nothing but these points: such a turn moves nothing.
pub(crate) fn stopped_turn(points: &[DVec3]) -> Option<(DVec3, DVec3)> {
    let first = *points.first()?;
    let farthest = points.iter().copied().max_by(|a, b| first.distance(*a).total_cmp(&first.distance(*b)))?;
    let axis = (farthest - first).try_normalize()?;
    let size = first.distance(farthest);
    let is_on_line = |x: &DVec3| (*x - first).cross(axis).length() <= 1e-9 * size;
    let across = axis.any_orthonormal_vector();
    points.iter().all(is_on_line).then_some((first + across * size, axis.cross(across)))
}

/// A direction with (nearly) no weight in a positive semi-definite 6x6 matrix: complete-pivoting elimination.
fn null_direction(mut a: [[f64; 6]; 6]) -> Option<[f64; 6]> {
    let scale = (0..6).map(|i| a[i][i]).fold(0.0, f64::max);
    let mut order: [usize; 6] = std::array::from_fn(|i| i);
    for k in 0..6 {
        let best =
            (k..6).max_by(|&p, &q| a[order[p]][order[p]].total_cmp(&a[order[q]][order[q]])).unwrap_or(k);
        order.swap(k, best);
        let p = order[k];
        if a[p][p] <= 1e-10 * scale {
            return Some(back_substitute(&a, &order, k));
        }
        for &i in &order[k + 1..] {
            let factor = a[i][p] / a[p][p];
            for &j in &order[k + 1..] {
                a[i][j] -= factor * a[p][j];
            }
        }
    }
    None
}

/// The vector with x[order[k]] = 1, zero beyond, that the first k pivots cancel.
fn back_substitute(a: &[[f64; 6]; 6], order: &[usize; 6], k: usize) -> [f64; 6] {
    let mut x = [0.0; 6];
    x[order[k]] = 1.0;
    for row in (0..k).rev() {
        let p = order[row];
        let sum: f64 = order[row + 1..=k].iter().map(|&j| a[p][j] * x[j]).sum();
        x[p] = -sum / a[p][p];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_points_held_at_both_ends_cannot_move() {
        let points: Vec<DVec3> = (0..5).map(|i| DVec3::new(1.0, 2.0, f64::from(i))).collect();
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let mut rows: Vec<(DVec3, DVec3)> =
            [points[0], points[4]].iter().flat_map(|&x| axes.map(|axis| (x, axis))).collect();
        assert_eq!(rigid_freedom(&rows).as_deref(), Some("turn about (0.00, 0.00, 1.00)"));
        rows.extend(stopped_turn(&points));
        assert_eq!(rigid_freedom(&rows), None);
        let bent = [points[0], points[4], DVec3::ZERO];
        assert_eq!(stopped_turn(&bent), None);
    }
}
