//! Which pieces of matter touch, which cells do, and what hangs together.
//!
//! Two pieces touch if they are no farther apart than their extents along the line between them (and a little more, but for those of one line that are far apart along it), or if their spheres overlap and these are larger than
//! the pieces: the radii of bare points are given, those of pieces of a shape only follow from their longest edge, and would reach across narrow gaps. Points much nearer to each other than they reach, and within a sixteenth of the spacing, stand for one place here: the work
//! stays in proportion to the points even where a cloud is absurdly dense.

use glam::DVec3;
use rayon::prelude::*;

use crate::cell_list::CellList;

use super::Piece;
use super::boxes;
use super::lloyd::Clusters;
use super::matter::Matter;

/// Pieces count as touching up to this multiple of their extents: cells of irregular clouds leave gaps.
const SLACK: f64 = 1.3;

/// Pieces of unlike size are cuboids so many times as large as their moments say: those of round sections reach beyond them by so much.
const ROUNDER: f64 = 1.16;

/// Pieces are flat if their shortest edge is less than this part of the longest.
const FLAT: f64 = 0.5;

/// Spheres count for the connection up to this part of the spacing; how long pieces are counts in full, since what is thin is one piece
/// across, next to others that were cut smaller.
const LARGEST_SPHERE: f64 = 0.4;

/// Spheres count if their radius is more than this share of the longest edge.
const SPHERE_OF_EDGE: f64 = 0.6;

/// Spheres that touch but for rounding do so.
const ROUNDING: f64 = 1.0 + 1e-6;

/// Part of the spacing that stands for one place.
const VOXEL: f64 = 1.0 / 16.0;

/// Voxels are at most this part of the sphere of the pieces in them, or of their shortest side, and halved this often at most.
const VOXEL_OF_SPHERE: f64 = 0.8;
const VOXEL_OF_SIDE: f64 = 0.5;
const MOST_LEVELS: f64 = 20.0;

/// Links that are kept of one piece to later ones.
const MOST_LINKS: usize = 64;

/// Points that touch, as pairs of places.
pub(super) fn touching(matter: &Matter) -> Vec<(u32, u32)> {
    let (heads, mut links) = voxel_heads(matter);
    let reach = |place: u32| reach(matter, place as usize);
    let largest = heads.iter().map(|&place| reach(place)).fold(0.0, f64::max);
    // Small pieces next to large ones are many, and must not look as far as these.
    let level = |place: u32| (largest / reach(place)).log2().clamp(0.0, MOST_LEVELS) as u32;
    let heads: Vec<Head> = heads.into_iter().map(|place| Head { place, level: level(place) }).collect();
    let last = heads.iter().map(|head| head.level).max().unwrap_or(0);
    for level in 0..=last {
        link_level(matter, &heads, level, &mut links);
    }
    links
}

/// The point that stands for those in its voxel.
struct Head {
    place: u32,
    /// Pieces of a level reach no farther than half of what is farthest on the one before.
    level: u32,
}

/// Links pieces of a level to each other and to smaller ones: so nobody has to look farther than about its own size.
fn link_level(matter: &Matter, heads: &[Head], level: u32, links: &mut Vec<(u32, u32)>) {
    let own: Vec<u32> = heads.iter().filter(|head| head.level == level).map(|head| head.place).collect();
    let reach = |place: u32| reach(matter, place as usize);
    let largest = own.iter().map(|&place| reach(place)).fold(0.0, f64::max);
    // Those of the level first, then smaller ones.
    let smaller = heads.iter().filter(|head| head.level > level).map(|head| head.place);
    let all: Vec<u32> = own.iter().copied().chain(smaller).collect();
    let x: Vec<DVec3> = all.iter().map(|&place| matter.x()[place as usize]).collect();
    let mut cells = CellList::default();
    cells.rebuild(&x, 2.0 * largest);
    let chunks: Vec<Vec<(u32, u32)>> = (0..own.len().div_ceil(1024))
        .into_par_iter()
        .map(|chunk| {
            let mut found = Vec::new();
            for head in 1024 * chunk..own.len().min(1024 * (chunk + 1)) {
                let mut kept = 0;
                let own_reach = reach(own[head]);
                cells.neighbours_of(x[head], (own_reach + largest) * ROUNDING, |other| {
                    let is_new = other as usize > head && kept < MOST_LINKS;
                    let other = all[other as usize];
                    if is_new && do_touch(matter, own[head], other, own_reach + reach(other)) {
                        found.push((own[head], other));
                        kept += 1;
                    }
                });
            }
            found
        })
        .collect();
    links.extend(chunks.into_iter().flatten());
}

/// The first point in each voxel, and the links to it of the others in the same. A voxel is smaller than the pieces in it, so that
/// what touches a piece of its also touches the one that stands for it, or nearly so.
fn voxel_heads(matter: &Matter) -> (Vec<u32>, Vec<(u32, u32)>) {
    let smallest = matter.h.iter().copied().fold(f64::INFINITY, f64::min);
    let origin = matter.x().iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let voxel = |x: DVec3, place: u32| {
        let (sphere, side) = (sphere(matter, place as usize), matter.shortest[place as usize]);
        let level = level(VOXEL * smallest, (VOXEL_OF_SPHERE * sphere).max(VOXEL_OF_SIDE * side));
        let side = VOXEL * smallest * 0.5f64.powi(level as i32);
        (level, ((x - origin) / side).to_array().map(|c| c.floor() as i64))
    };
    let mut sorted: Vec<((u32, [i64; 3]), u32)> = matter
        .x()
        .par_iter()
        .zip(0..matter.len() as u32)
        .map(|(x, place)| (voxel(*x, place), place))
        .collect();
    sorted.par_sort_unstable();
    let (mut heads, mut links) = (Vec::new(), Vec::new());
    for run in sorted.chunk_by(|a, b| a.0 == b.0) {
        let (_, head) = run[0];
        heads.push(head);
        links.extend(run[1..].iter().map(|(_, place)| (head, *place)));
    }
    heads.sort_unstable();
    (heads, links)
}

/// How often the largest side must be halved to be no more than the wanted one.
fn level(largest: f64, wanted: f64) -> u32 {
    (largest / wanted).log2().ceil().clamp(0.0, MOST_LEVELS) as u32
}

/// How far a piece reaches at most (m).
fn reach(matter: &Matter, place: usize) -> f64 {
    let corner = if matter.are_alike { 0.0 } else { ROUNDER * 3f64.sqrt() };
    sphere(matter, place).max(SLACK.max(corner) * 0.5 * matter.length[place])
}

/// The sphere around a piece, as far as it counts (m).
fn sphere(matter: &Matter, place: usize) -> f64 {
    let radius = matter.radius[place];
    if matter.by_spheres || radius > SPHERE_OF_EDGE * matter.length[place] {
        radius.min(LARGEST_SPHERE * matter.h[place])
    } else {
        0.0
    }
}

fn do_touch(matter: &Matter, a: u32, b: u32, reach: f64) -> bool {
    let (a, b) = (a as usize, b as usize);
    let between = matter.x()[b] - matter.x()[a];
    let distance = between.length();
    if distance > reach * ROUNDING {
        return false;
    }
    let is_next = !matter.are_far_along(a, b);
    if is_next && distance <= (sphere(matter, a) + sphere(matter, b)) * ROUNDING {
        return true;
    }
    let along = between / distance;
    let half = |place: usize| (3.0 * along.dot(matter.moment[place] * along).max(0.0)).sqrt();
    let do_boxes_touch = |scale: f64| {
        let moments = [&matter.moment[a], &matter.moment[b]];
        boxes::do_touch([matter.x()[a], matter.x()[b]], moments, scale)
    };
    if distance <= if is_next { SLACK } else { 1.0 } * (half(a) + half(b)) {
        // Along a slanted line flat pieces are long, and reach across gaps that are wider than they are thick.
        let is_flat = |place: usize| matter.shortest[place] < FLAT * matter.length[place];
        return !(is_next && (is_flat(a) || is_flat(b))) || do_boxes_touch(SLACK);
    }
    matter.are_unlike(a, b) && do_boxes_touch(if is_next { ROUNDER } else { 1.0 })
}

/// Places by cluster, and which clusters touch.
pub(super) struct Cells {
    starts: Vec<u32>,
    places: Vec<u32>,
    neighbour_starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// Centroids (m), and the distance of the farthest point from it (m).
    pub centres: Vec<DVec3>,
    pub sizes: Vec<f64>,
    /// Whether parts are so close that what is around a cell must be looked for along the body.
    pub has_gaps: bool,
}

impl Cells {
    pub fn new(matter: &Matter, clusters: &Clusters, links: &[(u32, u32)]) -> Self {
        let count = clusters.sites.len();
        let (starts, places) = group(count, clusters.owner.iter().zip(0u32..).map(|(o, p)| (*o, p)));
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for &(a, b) in links {
            let (a, b) = (clusters.owner[a as usize], clusters.owner[b as usize]);
            if a != b {
                pairs.push((a, b));
                pairs.push((b, a));
            }
        }
        pairs.par_sort_unstable();
        pairs.dedup();
        let (neighbour_starts, neighbours) = group(count, pairs.into_iter());
        let mut cells = Self {
            starts,
            places,
            neighbour_starts,
            neighbours,
            centres: Vec::new(),
            sizes: Vec::new(),
            has_gaps: false,
        };
        cells.centres = (0..count).map(|i| cells.centre(matter, i, clusters.sites[i])).collect();
        cells.sizes = (0..count).map(|i| cells.size(matter, i)).collect();
        cells
    }

    /// The same in a body with close parts.
    pub fn with_gaps(self, has_gaps: bool) -> Self {
        Self { has_gaps, ..self }
    }

    /// Places of a cluster, ascending.
    pub fn points(&self, cluster: usize) -> &[u32] {
        &self.places[self.starts[cluster] as usize..self.starts[cluster + 1] as usize]
    }

    /// Clusters that touch it, ascending.
    pub fn neighbours(&self, cluster: usize) -> &[u32] {
        &self.neighbours[self.neighbour_starts[cluster] as usize..self.neighbour_starts[cluster + 1] as usize]
    }

    pub fn volumes(&self, matter: &Matter) -> Vec<f64> {
        let volume = |i: usize| self.points(i).iter().map(|&place| matter.volume[place as usize]).sum();
        (0..self.centres.len()).map(volume).collect()
    }

    fn centre(&self, matter: &Matter, cluster: usize, site: DVec3) -> DVec3 {
        let (mut volume, mut sum) = (0.0, DVec3::ZERO);
        for &place in self.points(cluster) {
            let v = matter.volume[place as usize];
            volume += v;
            sum += v * (matter.x()[place as usize] - site);
        }
        if volume > 0.0 { site + sum / volume } else { site }
    }

    fn size(&self, matter: &Matter, cluster: usize) -> f64 {
        let distance = |place: &u32| matter.x()[*place as usize].distance(self.centres[cluster]);
        self.points(cluster).iter().map(distance).fold(0.0, f64::max)
    }
}

/// Sorts values by their group, keeping their order.
pub(super) fn group(count: usize, items: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; count + 1];
    for (group, _) in items.clone() {
        starts[group as usize + 1] += 1;
    }
    for i in 0..count {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut values = vec![0; starts[count] as usize];
    for (group, value) in items {
        values[next[group as usize] as usize] = value;
        next[group as usize] += 1;
    }
    (starts, values)
}

/// Sets that merge.
pub(super) struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    pub fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect() }
    }

    pub fn root(&mut self, mut i: u32) -> u32 {
        while self.parent[i as usize] != i {
            let above = self.parent[self.parent[i as usize] as usize];
            self.parent[i as usize] = above;
            i = above;
        }
        i
    }

    /// The smaller number stays, so that the result does not depend on the order.
    pub fn merge(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}

/// Connected pieces, ordered by the first point of the cloud they hold.
pub(super) fn pieces(
    matter: &Matter,
    links: &[(u32, u32)],
    samples: &Clusters,
    reach: &[Vec<u32>],
    elastons: &Clusters,
) -> Vec<Piece> {
    let mut sets = Sets::new(matter.len());
    for &(a, b) in links {
        sets.merge(a, b);
    }
    let (number, count) = number_pieces(matter, &mut sets);
    let mut pieces = vec![Piece { points: 0, volume: 0.0, centre: DVec3::ZERO, samples: 0, group: 0 }; count];
    for (place, &piece) in number.iter().enumerate() {
        let piece = &mut pieces[piece as usize];
        piece.points += 1;
        piece.volume += matter.volume[place];
        piece.centre += matter.volume[place] * matter.x()[place];
    }
    pieces.iter_mut().for_each(|piece| piece.centre /= piece.volume);
    count_samples(matter, samples, &number, &mut pieces);
    group_pieces(&number, samples, reach, elastons, &mut pieces);
    pieces
}

/// The piece of each place.
pub(super) fn number_pieces(matter: &Matter, sets: &mut Sets) -> (Vec<u32>, usize) {
    let mut by_id: Vec<u32> = (0..matter.len() as u32).collect();
    by_id.sort_unstable_by_key(|&place| matter.id[place as usize]);
    let mut number_of_root = vec![u32::MAX; matter.len()];
    let mut number = vec![0; matter.len()];
    let mut count = 0;
    for place in by_id {
        let root = sets.root(place) as usize;
        if number_of_root[root] == u32::MAX {
            number_of_root[root] = count;
            count += 1;
        }
        number[place as usize] = number_of_root[root];
    }
    (number, count as usize)
}

/// A sample counts for the piece that most of its matter belongs to.
fn count_samples(matter: &Matter, samples: &Clusters, number: &[u32], pieces: &mut [Piece]) {
    let mut shares: Vec<(u32, u32, f64)> =
        (0..matter.len()).map(|place| (samples.owner[place], number[place], matter.volume[place])).collect();
    shares.sort_by_key(|(sample, piece, _)| (*sample, *piece));
    for of_sample in shares.chunk_by(|a, b| a.0 == b.0) {
        let mut best = (0.0, 0);
        for of_piece in of_sample.chunk_by(|a, b| a.1 == b.1) {
            let volume: f64 = of_piece.iter().map(|share| share.2).sum();
            if volume > best.0 {
                best = (volume, of_piece[0].1);
            }
        }
        pieces[best.1 as usize].samples += 1;
    }
}

/// Pieces whose matter is moved by the same sample belong together.
fn group_pieces(
    number: &[u32],
    samples: &Clusters,
    reach: &[Vec<u32>],
    elastons: &Clusters,
    pieces: &mut [Piece],
) {
    let mut sets = Sets::new(pieces.len());
    let mut piece_of_sample = vec![u32::MAX; samples.sites.len()];
    for (place, &piece) in number.iter().enumerate() {
        for &sample in &reach[elastons.owner[place] as usize] {
            let first = &mut piece_of_sample[sample as usize];
            if *first == u32::MAX {
                *first = piece;
            }
            sets.merge(*first, piece);
        }
    }
    for piece in 0..pieces.len() {
        pieces[piece].group = sets.root(piece as u32);
    }
}
