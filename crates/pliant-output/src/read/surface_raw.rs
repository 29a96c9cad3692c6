//! What the surface readers collect, and how it becomes a surface.
//!
//! Memory: the readers count before they read, so points and triangles get their room once and exactly. A triangle
//! takes 12 bytes and at least 2 bytes of any file (a polygon's further corner, " 1"; a byte in binary PLY), a point
//! 24 bytes and at least 3 bytes. With the corners of the longest polygon (4 bytes each) this stays below 20 times
//! the file.

use glam::DVec3;
use pliant_geometry::TriangleSurface;

use super::ReadSurface;
use super::error::{DAMAGED, Fault};
use super::polygon::{Cut, Cutter};

/// Products of two coordinates must not overflow: larger ones count as not finite.
const LARGEST_COORDINATE: f64 = 1e150;

/// The remedy for ids that point nowhere. One such id is reason enough to refuse the file: the numbering is broken,
/// so that ids within range cannot be trusted either.
pub(super) const RENUMBER: &str = "the file is damaged or numbers its points wrongly: export it again";

/// Points and triangles as they were found.
pub(super) struct RawSurface {
    pub points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    cutter: Cutter,
    polygons: usize,
    ears: usize,
    forced: usize,
    /// Faces with fewer than three corners.
    slivers: usize,
    /// Triangles with points that are not finite.
    not_finite: usize,
    pub notes: Vec<String>,
    pub warnings: Vec<String>,
}

impl RawSurface {
    /// Room for so many points and triangles, which the reader has counted in the file.
    pub fn new(file_bytes: usize, points: usize, triangles: usize) -> Result<Self, Fault> {
        if points > u32::MAX as usize {
            let reason = format!("{points} points are more than can be numbered");
            return Err(Fault::file(reason, "simplify the surface"));
        }
        Ok(Self {
            points: Vec::with_capacity(points),
            triangles: Vec::with_capacity(triangles),
            cutter: Cutter::new(file_bytes),
            polygons: 0,
            ears: 0,
            forced: 0,
            slivers: 0,
            not_finite: 0,
            notes: vec![],
            warnings: vec![],
        })
    }

    /// Adds a face; all points must be there, all ids in range.
    pub fn polygon(&mut self, ids: &[u32]) {
        if ids.len() < 3 {
            self.slivers += 1;
            return;
        }
        if !ids.iter().all(|&id| is_usable(self.points[id as usize])) {
            self.not_finite += ids.len() - 2;
            return;
        }
        let how = self.cutter.cut(ids, &self.points, &mut self.triangles);
        self.polygons += usize::from(ids.len() > 3);
        self.ears += usize::from(how == Cut::Ears);
        self.forced += usize::from(how == Cut::Forced);
    }

    /// Adds a strip: every three neighbours are a triangle, every second one turned. Triangles with a corner twice
    /// only turn the strip and are left out.
    pub fn strip(&mut self, ids: &[u32]) {
        for (i, three) in ids.windows(3).enumerate() {
            let [a, b, c] = [three[0], three[1], three[2]];
            if a != b && b != c && c != a {
                let turned = if i % 2 == 0 { [a, b, c] } else { [b, a, c] };
                self.polygon(&turned);
            }
        }
    }

    /// Makes points that agree exactly one, as files need it that repeat the corners for every triangle.
    pub fn merge_equal_points(&mut self) {
        let key = |point: DVec3| point.to_array().map(|x| (x + 0.0).to_bits());
        let points = &self.points;
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_unstable_by_key(|&id| (key(points[id as usize]), id));
        // First the id of the first equal point, then in one sweep its new number: earlier ones come first.
        let mut new_id = vec![0u32; points.len()];
        for run in order.chunk_by(|&a, &b| key(points[a as usize]) == key(points[b as usize])) {
            run.iter().for_each(|&id| new_id[id as usize] = run[0]);
        }
        drop(order);
        let mut kept = 0;
        for id in 0..new_id.len() {
            let first = new_id[id] as usize;
            if first == id {
                self.points[kept] = self.points[id];
                new_id[id] = kept as u32;
                kept += 1;
            } else {
                new_id[id] = new_id[first];
            }
        }
        self.points.truncate(kept);
        self.renumber(&new_id);
    }

    fn renumber(&mut self, new_id: &[u32]) {
        self.triangles.iter_mut().flatten().for_each(|id| *id = new_id[*id as usize]);
    }

    /// Makes the surface: leaves out points that are not finite, tells what was done.
    pub fn finish(mut self) -> Result<ReadSurface, Fault> {
        self.drop_unusable_points();
        self.note_faces();
        if self.triangles.is_empty() {
            let remedy = "export the surface as triangles or polygons";
            let reason = if self.points.is_empty() && self.not_finite == 0 {
                "the file has neither points nor triangles".to_string()
            } else if self.not_finite > 0 {
                let all = counted(
                    self.not_finite,
                    "triangle was found, and it uses",
                    "triangles were found, and all use",
                );
                format!("{all} points that are not finite or beyond 1e150")
            } else {
                format!("the file has {}, but no triangles", counted(self.points.len(), "point", "points"))
            };
            return Err(Fault::file(reason, if self.not_finite > 0 { DAMAGED } else { remedy }));
        }
        let surface = TriangleSurface { points: self.points, triangles: self.triangles };
        Ok(ReadSurface { surface, notes: self.notes, warnings: self.warnings })
    }

    fn drop_unusable_points(&mut self) {
        if self.points.iter().all(|&point| is_usable(point)) {
            return;
        }
        let mut kept = 0;
        let mut new_id = vec![u32::MAX; self.points.len()];
        for id in 0..self.points.len() {
            if is_usable(self.points[id]) {
                self.points[kept] = self.points[id];
                new_id[id] = kept as u32;
                kept += 1;
            }
        }
        let dropped = self.points.len() - kept;
        self.points.truncate(kept);
        self.renumber(&new_id);
        self.warnings.push(format!(
            "{} left out: coordinates that are not finite or beyond 1e150; {} with them",
            counted(dropped, "point was", "points were"),
            counted(self.not_finite, "triangle went", "triangles went")
        ));
    }

    fn note_faces(&mut self) {
        let tell = |list: &mut Vec<String>, count: usize, one: &str, many: &str| {
            if count > 0 {
                list.push(counted(count, one, many));
            }
        };
        let notes = &mut self.notes;
        tell(notes, self.polygons, "polygon was cut into triangles", "polygons were cut into triangles");
        tell(notes, self.ears, "of them is not convex", "of them are not convex");
        let warnings = &mut self.warnings;
        tell(
            warnings,
            self.forced,
            "polygon crosses itself, has no area or too many corners: its triangles may overlap",
            "polygons cross themselves, have no area or too many corners: their triangles may overlap",
        );
        tell(
            warnings,
            self.slivers,
            "face with fewer than three corners was left out",
            "faces with fewer than three corners were left out",
        );
    }
}

fn is_usable(point: DVec3) -> bool {
    // False for NaN too.
    point.to_array().iter().all(|x| x.abs() <= LARGEST_COORDINATE)
}

/// `1 point was` or `3 points were`.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A coordinate as text; what the C libraries print for numbers that are not finite is NaN.
pub(super) fn coordinate(word: &str) -> Option<f64> {
    word.parse().ok().or_else(|| {
        let lower = word.to_ascii_lowercase();
        let is_odd =
            lower.len() < 24 && ["nan", "#ind", "#inf", "#qnan", "#snan"].iter().any(|m| lower.contains(m));
        is_odd.then_some(f64::NAN)
    })
}
