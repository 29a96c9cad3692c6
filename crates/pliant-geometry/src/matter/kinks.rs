//! Where a line turns so sharply that what is swept along it is two bodies that meet: at kinks, and in bends so tight that samples do not see that they are bends.

use glam::DVec3;

use super::curve::Link;

/// A line has a kink where it turns by more than this (cosine), from one link to the next or within so many distances of samples.
const KINK: f64 = 0.6;
const TIGHT: f64 = 0.5;

/// A bend is a kink for each such angle (radians) it turns by.
const TURN_A_KINK: f64 = 2.5;

/// Cells at whose beginning the line has a kink, ascending. `samples` is the distance of samples (m).
pub(super) fn kinks(links: &[Link], closed: bool, samples: f64) -> Vec<usize> {
    let line = Line { links, closed, half: 0.5 * TIGHT * samples };
    let count = links.len();
    let turns: Vec<usize> =
        (usize::from(!closed)..count).filter(|&i| line.is_sharp(i) || line.is_tight(i)).collect();
    let mut kinks: Vec<usize> = Vec::new();
    for run in turns.chunk_by(|a, b| a + 1 == *b) {
        let sharp: Vec<usize> = run.iter().copied().filter(|&i| line.is_sharp(i)).collect();
        let places = if sharp.is_empty() { line.shared_out(run) } else { sharp };
        kinks.extend(places.into_iter().map(|i| line.nearest_cell(i)));
    }
    let cells = links[count - 1].cell + 1;
    kinks.retain(|cell| *cell < cells && (closed || *cell > 0));
    kinks.dedup();
    kinks
}

struct Line<'a> {
    links: &'a [Link],
    closed: bool,
    /// How far from a place turns count for it (m).
    half: f64,
}

impl Line<'_> {
    fn direction(&self, link: usize) -> DVec3 {
        self.links[link].frame.z_axis
    }

    fn before(&self, link: usize) -> usize {
        (link + self.links.len() - 1) % self.links.len()
    }

    /// Whether the line turns sharply where a link begins.
    fn is_sharp(&self, link: usize) -> bool {
        self.direction(self.before(link)).dot(self.direction(link)) < KINK
    }

    /// Whether it does so near there.
    fn is_tight(&self, link: usize) -> bool {
        let behind = self.beside(link, false);
        self.beside(link, true).iter().any(|ahead| behind.iter().any(|behind| behind.dot(*ahead) < KINK))
    }

    /// Directions of links near the beginning of one, on one side of it.
    fn beside(&self, link: usize, forward: bool) -> Vec<DVec3> {
        let count = self.links.len();
        let mut found = Vec::new();
        let mut way = 0.0;
        for step in 0..count {
            let other = if forward { (link + step) % count } else { (link + 2 * count - 1 - step) % count };
            let is_beyond_end = !self.closed && forward != (other >= link);
            if is_beyond_end || way >= self.half {
                break;
            }
            found.push(self.direction(other));
            way += self.links[other].length;
        }
        found
    }

    /// Where the kinks of a bend are: it turns by as much before and behind each of them.
    fn shared_out(&self, bend: &[usize]) -> Vec<usize> {
        let turn = |link: usize| self.direction(self.before(link)).angle_between(self.direction(link));
        let whole: f64 = bend.iter().map(|&link| turn(link)).sum();
        let number = (whole / TURN_A_KINK).round().max(1.0);
        let (mut so_far, mut next) = (0.0, 0.5);
        let mut places = Vec::new();
        for &link in bend {
            so_far += turn(link) * number / whole;
            if so_far >= next {
                next += 1.0;
                places.push(link);
            }
        }
        places
    }

    /// The cell that begins nearest to the beginning of a link.
    fn nearest_cell(&self, link: usize) -> usize {
        let cell = self.links[link].cell;
        let is_own = |other: &&Link| other.cell == cell;
        let behind = self.links[..link].iter().rev().take_while(is_own).count();
        let ahead = self.links[link..].iter().take_while(is_own).count() - 1;
        cell + usize::from(behind > ahead)
    }
}
