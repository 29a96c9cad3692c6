//! Where a line turns so sharply that what is swept along it is two bodies that meet: at kinks, and in bends so tight that samples do not see that they are bends.

use glam::DVec3;

use super::curve::Link;

/// A line has a kink where it turns by more than this (cosine), from one link to the next or within so many distances of samples.
const KINK: f64 = 0.6;
const TIGHT: f64 = 1.5;

/// A bend is a kink for each such angle (radians) it turns by.
const TURN_A_KINK: f64 = 2.5;

/// A line that turns by less than this at the end of a link (radians) goes straight on.
const STRAIGHT: f64 = 1e-6;

/// Where a line turns sharply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    /// The cell that begins there, or nearest to it.
    pub cell: usize,
    /// Where on the line it is (m).
    pub place: DVec3,
    /// The radius of the bend (m); nothing where it is a corner.
    pub radius: f64,
}

/// Kinks, in the order of their cells. `samples` is the distance of samples (m).
pub(super) fn kinks(links: &[Link], closed: bool, samples: f64) -> Vec<Turn> {
    let line = Line { links, closed, half: 0.5 * TIGHT * samples };
    let count = links.len();
    let turns: Vec<usize> =
        (usize::from(!closed)..count).filter(|&i| line.is_sharp(i) || line.is_tight(i)).collect();
    let mut kinks: Vec<Turn> = Vec::new();
    for run in turns.chunk_by(|a, b| line.are_near(*a, *b)) {
        let sharp: Vec<usize> = run.iter().copied().filter(|&i| line.is_sharp(i)).collect();
        let (places, radius) =
            if sharp.is_empty() { (line.shared_out(run), line.radius(run)) } else { (sharp, 0.0) };
        let turn = |i: usize| Turn { cell: line.nearest_cell(i), place: links[i].from, radius };
        kinks.extend(places.into_iter().map(turn));
    }
    let cells = links[count - 1].cell + 1;
    kinks.retain(|turn| turn.cell < cells && (closed || turn.cell > 0));
    kinks.dedup_by_key(|turn| turn.cell);
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

    /// Whether two links are of the same bend: where a line is about as narrow as counts, links that are tight and others take turns.
    fn are_near(&self, a: usize, b: usize) -> bool {
        self.links[a + 1..b].iter().map(|link| link.length).sum::<f64>() < 2.0 * self.half
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

    /// By how much it turns where a link begins (radians).
    fn turn(&self, link: usize) -> f64 {
        self.direction(self.before(link)).angle_between(self.direction(link))
    }

    /// The radius of a bend where it is narrowest (m): it turns at the ends of some of its links only.
    fn radius(&self, bend: &[usize]) -> f64 {
        let (first, last) = (bend[0], bend[bend.len() - 1]);
        let turns: Vec<usize> = (first..=last).filter(|&link| self.turn(link) > STRAIGHT).collect();
        let radius = |pair: &[usize]| {
            let way: f64 = self.links[pair[0]..pair[1]].iter().map(|link| link.length).sum();
            2.0 * way / (self.turn(pair[0]) + self.turn(pair[1]))
        };
        turns.windows(2).map(radius).reduce(f64::min).unwrap_or(0.0)
    }

    /// Where the kinks of a bend are: it turns by as much before and behind each of them.
    fn shared_out(&self, bend: &[usize]) -> Vec<usize> {
        let turn = |link: usize| self.turn(link);
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
