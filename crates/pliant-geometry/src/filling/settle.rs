//! From cells with shares of matter to sites.

use glam::DVec3;

use super::boxes::Boxes;
use super::shares::Shares;
use super::{Filling, FillingError, check_count};

/// A cell that holds less than this share of its volume gives it to neighbours, if they are near.
pub(super) const KEPT: f64 = 0.4;

/// A cell that holds less than this gives it away even if nobody is near: a site with next to no mass among others would need steps next to nothing.
const CRUMB: f64 = 0.05;

/// A cell that holds its volume to within this share is not cut by the surface.
pub(super) const FULL: f64 = 0.02;

/// Matter is near a neighbouring cell if it is at most this far from the plane halfway to it, in the shortest edges of its
/// own. In the middle of the cell this is 0.5: a part thinner than a cell is not near the next cell along it, and keeps all its cells.
const NEAR: f64 = 0.3;

/// It is not near matter of that cell farther off than this, in widths of the cell: that lies beyond a gap.
const BEYOND_GAP: f64 = 1.25;

/// No matter is given to a site farther off than this, in widths of its cell; sites move a little towards what they get.
const FAR: f64 = 1.3;

/// Cells, of which each is one or several of those that shares were made for. The first three lists have one entry a cell.
pub(super) struct Cells {
    /// Middles (m).
    pub places: Vec<DVec3>,
    pub volumes: Vec<f64>,
    /// Distance to neighbours (m).
    pub widths: Vec<f64>,
    /// The shortest edge of a cell as a share of its width.
    pub slimness: f64,
    /// The cell of each cell that shares were made for.
    pub owners: Vec<u32>,
}

/// What a cell holds.
#[derive(Clone, Copy, Default)]
struct Holding {
    volume: f64,
    /// About the middle of the cell (m⁴).
    moment: DVec3,
}

/// Makes sites of the cells that hold enough; `neighbours` lists the cells around a cell.
pub(super) fn settle(
    boxes: &Boxes<'_>,
    shares: &Shares,
    cells: &Cells,
    neighbours: impl Fn(usize, &mut Vec<u32>),
) -> Result<Filling, FillingError> {
    let mut holdings = vec![Holding::default(); cells.places.len()];
    for part in shares.parts() {
        cells.add(&mut holdings, cells.owners[part.cell as usize], part.volume, part.middle);
    }
    let mut heirs = cells.heirs(&holdings, neighbours);
    let stands: Vec<DVec3> = (0..holdings.len()).map(|cell| cells.stand(&holdings, cell)).collect();
    cells.keep_far(shares, &holdings, &stands, &mut heirs);
    let heir = |cell: u32, point: DVec3| nearest(&heirs[cell as usize], &stands, point).unwrap_or(cell);
    // What was given away is counted anew, part by part.
    for part in shares.parts() {
        let cell = cells.owners[part.cell as usize];
        let to = heir(cell, part.middle);
        if to != cell {
            cells.add(&mut holdings, to, part.volume, part.middle);
        }
    }
    let kept: Vec<usize> = (0..heirs.len()).filter(|cell| heirs[*cell].is_empty()).collect();
    check_count(kept.len(), cells.widths[kept[0]])?;
    let mut site_of_cell = vec![0; heirs.len()];
    kept.iter().zip(0..).for_each(|(cell, site)| site_of_cell[*cell] = site);
    let site =
        |(cell, point): (&u32, &DVec3)| site_of_cell[heir(cells.owners[*cell as usize], *point) as usize];
    Ok(Filling {
        points: kept.iter().map(|cell| cells.stand(&holdings, *cell)).collect(),
        volumes: kept.iter().map(|cell| holdings[*cell].volume).collect(),
        spacings: kept.iter().map(|cell| cells.widths[*cell]).collect(),
        site_of_piece: shares.cell_of_piece.iter().zip(boxes.points).map(site).collect(),
    })
}

impl Cells {
    #[inline]
    fn add(&self, holdings: &mut [Holding], cell: u32, volume: f64, middle: DVec3) {
        let holding = &mut holdings[cell as usize];
        holding.volume += volume;
        holding.moment += volume * (middle - self.places[cell as usize]);
    }

    /// Where the site of a cell stands: in its middle if it is full, else at the centroid of what it holds.
    fn stand(&self, holdings: &[Holding], cell: usize) -> DVec3 {
        let share = holdings[cell].volume / self.volumes[cell];
        if (share - 1.0).abs() <= FULL { self.places[cell] } else { self.centroid(holdings, cell) }
    }

    fn centroid(&self, holdings: &[Holding], cell: usize) -> DVec3 {
        self.places[cell] + holdings[cell].moment / holdings[cell].volume
    }

    /// Who may take what a cell holds; nobody if it is kept. Of the cells that hold little, the fuller are asked first.
    fn heirs(&self, holdings: &[Holding], neighbours: impl Fn(usize, &mut Vec<u32>)) -> Vec<Vec<u32>> {
        let share = |cell: u32| holdings[cell as usize].volume / self.volumes[cell as usize];
        let mut poor: Vec<u32> = (0..holdings.len() as u32).filter(|cell| share(*cell) < KEPT).collect();
        poor.sort_by(|a, b| share(*b).total_cmp(&share(*a)));
        let mut is_kept = vec![true; holdings.len()];
        poor.iter().for_each(|cell| is_kept[*cell as usize] = false);
        let mut heirs = vec![Vec::new(); holdings.len()];
        let mut around = Vec::new();
        for &cell in &poor {
            let cell = cell as usize;
            around.clear();
            neighbours(cell, &mut around);
            around.retain(|other| is_kept[*other as usize]);
            let is_taken =
                |other: &u32| self.is_crumb(holdings, cell) || self.is_near(holdings, cell, *other as usize);
            if around.iter().any(is_taken) {
                heirs[cell] = around.clone();
            } else {
                is_kept[cell] = true;
            }
        }
        heirs
    }

    fn is_crumb(&self, holdings: &[Holding], cell: usize) -> bool {
        holdings[cell].volume < CRUMB * self.volumes[cell]
    }

    /// Keeps cells that would give matter to sites far from it after all.
    fn keep_far(&self, shares: &Shares, holdings: &[Holding], stands: &[DVec3], heirs: &mut [Vec<u32>]) {
        for part in shares.parts() {
            let cell = self.owners[part.cell as usize] as usize;
            if let Some(heir) = nearest(&heirs[cell], stands, part.middle) {
                let heir = heir as usize;
                let is_far = stands[heir].distance(part.middle) > FAR * self.widths[heir];
                if is_far && !self.is_crumb(holdings, cell) {
                    heirs[cell].clear();
                }
            }
        }
    }

    /// Whether what a cell holds is so near to another that its site can take it.
    fn is_near(&self, holdings: &[Holding], cell: usize, other: usize) -> bool {
        let (own, theirs) = (self.places[cell], self.places[other]);
        let (width, other_width) = (self.widths[cell], self.widths[other]);
        let matter = self.centroid(holdings, cell);
        // Of cells of different sizes, the plane is the one their faces are in.
        let larger = 0.25 * (other_width * other_width - width * width);
        let to_plane = 0.5 * (matter.distance_squared(theirs) - matter.distance_squared(own) - larger);
        let gap = BEYOND_GAP * width.max(other_width);
        to_plane <= NEAR * self.slimness * width * own.distance(theirs)
            && matter.distance_squared(self.centroid(holdings, other)) <= gap * gap
    }
}

/// The nearest of some places; of several the first.
fn nearest(among: &[u32], places: &[DVec3], point: DVec3) -> Option<u32> {
    let distance = |cell: &u32| places[*cell as usize].distance_squared(point);
    among.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
