//! The sentences of a report.

use super::report::{RemarkLevel, SurfaceReport};

/// `1 hole`, `3 holes`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Four figures that count, without needless zeros.
pub fn figures(x: f64) -> String {
    let size = x.abs();
    if size == 0.0 || !x.is_finite() {
        return format!("{x}");
    }
    if !(1e-3..1e6).contains(&size) {
        let text = format!("{x:.3e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'));
    }
    let digits = (3 - size.log10().floor() as i32).max(0) as usize;
    let text = format!("{x:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

impl SurfaceReport {
    /// Everything that is known once the surface is cleaned and oriented.
    pub(super) fn describe(&mut self) {
        self.describe_size();
        self.describe_cleaning();
        self.describe_topology();
        self.describe_orientation();
    }

    fn note(&mut self, text: String) {
        self.remark(RemarkLevel::Note, text);
    }

    fn warn(&mut self, text: String) {
        self.remark(RemarkLevel::Warning, text);
    }

    fn describe_size(&mut self) {
        let size = self.bounds.size();
        let [x, y, z] = [size.x, size.y, size.z].map(figures);
        self.note(format!(
            "{}, {}, {x} x {y} x {z} m, area {} m2",
            counted(self.points, "point", "points"),
            counted(self.triangles, "triangle", "triangles"),
            figures(self.area)
        ));
    }

    fn describe_cleaning(&mut self) {
        if self.non_finite_points > 0 {
            let what = counted(self.non_finite_points, "point is", "points are");
            self.warn(format!("{what} not finite or beyond 1e90 m: left out"));
        }
        if self.unusable_triangles > 0 {
            let what = counted(self.unusable_triangles, "triangle uses", "triangles use");
            self.warn(format!("{what} points that are missing or not finite: dropped"));
        }
        if self.merged_points > 0 {
            self.note(format!(
                "{} in the same place as another: merged",
                counted(self.merged_points, "point", "points")
            ));
        }
        if self.unused_points > 0 {
            self.note(format!(
                "{} no triangle uses: left out",
                counted(self.unused_points, "point", "points")
            ));
        }
        if self.degenerate_triangles > 0 {
            let what = counted(self.degenerate_triangles, "triangle", "triangles");
            self.note(format!(
                "{what} without area: dropped where a point repeats, kept where they close a seam"
            ));
        }
        if self.two_sided {
            self.warn("every triangle is there once for each side: the first of each pair is taken".into());
        } else if self.duplicate_triangles > 0 {
            let what = counted(self.duplicate_triangles, "duplicate triangle", "duplicate triangles");
            self.warn(format!("{what}: one of each set is kept, opposite pairs cancel"));
        }
    }

    fn describe_topology(&mut self) {
        if self.component_count > 1 {
            self.note(format!("{} components", self.component_count));
        }
        if self.open_edges > 0 {
            let holes = counted(self.holes, "hole", "holes");
            let edges = counted(self.open_edges, "open edge", "open edges");
            self.warn(format!("{holes} ({edges}): the inside is decided by winding number"));
        }
        if self.non_manifold_edges > 0 {
            let what = counted(self.non_manifold_edges, "edge is", "edges are");
            self.warn(format!(
                "{what} shared by more than two triangles: the inside is decided by winding number"
            ));
        }
    }

    fn describe_orientation(&mut self) {
        if self.flipped_edges > 0 {
            let what = counted(self.flipped_edges, "pair of neighbours faces", "pairs of neighbours face");
            let turned = counted(self.turned_triangles, "triangle", "triangles");
            self.warn(format!("{what} opposite ways: {turned} turned to agree"));
        }
        if self.one_sided_edges > 0 {
            let what = counted(self.one_sided_edges, "edge", "edges");
            self.warn(format!("the surface has one side only (like a Moebius strip): {what} cannot agree"));
        }
        if self.inside_out {
            self.warn("all normals point inward: turned round".into());
        }
    }

    /// What is known once the inside has been sampled.
    pub(super) fn describe_inside(&mut self) {
        if self.overlapping {
            self.warn("parts overlap: what is inside any of them is inside".into());
        }
        let how = if self.volume_is_exact { "encloses" } else { "encloses about" };
        let state = if self.closed && self.open_edges == 0 { "closed" } else { "not quite closed" };
        self.note(format!("{state}: {how} {} m3", figures(self.enclosed_volume)));
    }

    pub(super) fn describe_self_intersections(&mut self) {
        let Some(found) = self.self_intersections else { return };
        if found.count > 0 {
            let least = if found.capped { "at least " } else { "" };
            let pairs = counted(found.count, "pair of triangles cuts", "pairs of triangles cut");
            self.warn(format!("{least}{pairs} through each other: the inside is decided by winding number"));
        }
    }

    /// The reason why the surface has no inside, with the remedy.
    pub(super) fn refuse_without_triangles(&mut self) {
        let reason = if self.triangles == 0 {
            "there are no triangles".to_owned()
        } else if self.unusable_triangles == self.triangles {
            "no triangle has three points with finite coordinates".to_owned()
        } else {
            "no triangle has an area".to_owned()
        };
        self.remark(
            RemarkLevel::Refusal,
            format!("{reason}, so nothing is enclosed; export the surface of the body as triangles"),
        );
    }

    pub(super) fn refuse_too_small(&mut self, longest: f64) {
        let size = figures(longest);
        self.remark(
            RemarkLevel::Refusal,
            format!(
                "the surface is only {size} m across, too small to compute with; give its points in metres"
            ),
        );
    }

    pub(super) fn refuse_without_inside(&mut self, strongest: f64) {
        let reason = if self.open_edges > 0 {
            let edges = counted(self.open_edges, "open edge", "open edges");
            format!(
                "the surface encloses nothing: it has {edges}, and nowhere does it surround a point by more than \
                 {:.0} %",
                100.0 * strongest
            )
        } else {
            "the surface encloses no volume: it is flat or folded onto itself".to_owned()
        };
        self.remark(RemarkLevel::Refusal, format!("{reason}; close it, or give the sheet a thickness"));
    }
}
