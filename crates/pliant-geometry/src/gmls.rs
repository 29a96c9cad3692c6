//! Shape functions by generalised moving least squares, after [Martin10, section 8].
//!
//! A field is given by values and scaled derivatives at samples. At a point x a polynomial is fitted to all of them, weighted by
//! a kernel around x, and the field at x is the value of that polynomial. Because derivatives are fitted too, samples in a plane or on
//! a line determine the polynomial all the same: rods, shells and solids need no different treatment.
//!
//! Symbols: p the monomials, shifted to x and divided by the length `L` (so that p(x) = e_0 and its derivatives are unit
//! vectors); r_a the residual vectors of sample i: p, s p_,j, s² p_,jk at the sample, s its spacing; w the kernel.
//!
//! - G = sum w (p p^T + s² sum p_,j p_,j^T + s⁴ sum_{j<=k} m_jk p_,jk p_,jk^T)
//! - c = G^-1 p;  c_,j = G^-1 (p_,j - G_,j c);  c_,jk = G^-1 (p_,jk - G_,jk c - G_,j c_,k - G_,k c_,j)
//! - N_a = m_a w r_a . c, and its derivatives by the product rule [Martin10 (14), (16), (17)]
//!
//! m_jk is 1 for j = k and 2 otherwise, so that a turn of the axes changes nothing.
//!
//! Deviates: the residuals of derivatives are multiplied by the spacing (the paper's have different units); second
//! derivatives are counted for j <= k; the kernel is (1 - q²)⁴, which is better than the cube at wide supports; there is a third
//! basis, [`GmlsBasis::Condensed`].

mod aside;
mod breadth;
mod cholesky;
mod fit;

#[cfg(test)]
mod tests;

use glam::DVec3;

use crate::cell_list::CellList;
pub use aside::{ASIDE, Aside, Spot};
pub use breadth::Breadth;
pub use fit::GmlsScratch;

/// Which polynomials are fitted to which data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GmlsBasis {
    /// Linear polynomials, values and first derivatives: 12 unknowns a sample. Thin things lock.
    Linear,
    /// Quadratic polynomials, values, first and second derivatives: 30 unknowns a sample.
    Quadratic,
    /// Quadratic polynomials, values and first derivatives: 12 unknowns a sample. Second derivatives are drawn towards zero with a
    /// small weight, the ridge, which decides where the data leave them open.
    #[default]
    Condensed,
}

impl GmlsBasis {
    /// Unknown vectors of a sample: its place, 3 scaled first derivatives, and 6 second ones if they are unknowns.
    pub const fn nodes_a_sample(self) -> usize {
        match self {
            Self::Linear | Self::Condensed => 4,
            Self::Quadratic => 10,
        }
    }
}

/// Why a field has no value at a point.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GmlsError {
    /// No sample reaches the point.
    #[error(
        "no sample reaches the point ({:.4e}, {:.4e}, {:.4e}) m; the samples are too far apart or their supports too small",
        .point.x, .point.y, .point.z
    )]
    OutOfReach {
        /// The point (m).
        point: DVec3,
    },
    /// The samples that reach the point leave a polynomial open.
    #[error(
        "the {supporters} samples that reach the point ({:.4e}, {:.4e}, {:.4e}) m do not determine the field there; \
         wider supports or a larger ridge would",
        .point.x, .point.y, .point.z
    )]
    Undetermined {
        /// The point (m).
        point: DVec3,
        /// How many samples reach it.
        supporters: usize,
    },
}

/// A value and its derivatives: N, N_x, N_y, N_z, N_xx, N_yy, N_zz, N_yz, N_xz, N_xy.
pub type GmlsRow = [f64; 10];

/// Samples with their supports, and the shape functions they span.
#[derive(Clone, Debug)]
pub struct Gmls {
    samples: Vec<DVec3>,
    spacings: Vec<f64>,
    radii: Vec<f64>,
    kernel_weights: Vec<f64>,
    breadths: Vec<Breadth>,
    /// Where samples lie beside space; empty in bodies that are not folded.
    asides: Vec<Aside>,
    basis: GmlsBasis,
    ridge: f64,
    /// The farthest that a support holds something.
    farthest: f64,
    cells: CellList,
}

impl Gmls {
    /// Samples with their spacings (m, which scale the derivatives) and the radii of their supports (m), all positive.
    /// `ridge` is the weight of second derivatives in the condensed basis; the others do not use it.
    pub fn new(
        samples: Vec<DVec3>,
        spacings: Vec<f64>,
        radii: Vec<f64>,
        basis: GmlsBasis,
        ridge: f64,
    ) -> Self {
        assert_eq!(samples.len(), spacings.len(), "one spacing a sample");
        assert_eq!(samples.len(), radii.len(), "one radius a sample");
        let farthest = radii.iter().copied().fold(0.0, f64::max);
        let mut cells = CellList::default();
        cells.rebuild(&samples, farthest);
        let kernel_weights = vec![1.0; samples.len()];
        let breadths = vec![Breadth::NONE; samples.len()];
        let asides = Vec::new();
        Self { samples, spacings, radii, kernel_weights, breadths, asides, basis, ridge, farthest, cells }
    }

    /// The same with a factor on each sample's kernel, for samples that stand for less matter than their neighbours.
    #[must_use]
    pub fn with_kernel_weights(mut self, weights: Vec<f64>) -> Self {
        assert_eq!(self.samples.len(), weights.len(), "one weight a sample");
        self.kernel_weights = weights;
        self
    }

    /// The same with samples that stand for sections as broad as this.
    #[must_use]
    pub fn with_breadths(mut self, breadths: Vec<Breadth>) -> Self {
        assert_eq!(self.samples.len(), breadths.len(), "one breadth a sample");
        self.breadths = breadths;
        self.farthest = (0..self.samples.len()).map(|i| self.reach(i)).fold(0.0, f64::max);
        self.cells.rebuild(&self.samples, self.farthest);
        self
    }

    /// The same with samples that lie beside space, as a folded body is laid out; none of them if it is not.
    #[must_use]
    pub fn with_asides(mut self, asides: Vec<Aside>) -> Self {
        assert!(asides.is_empty() || self.samples.len() == asides.len(), "one a sample");
        self.asides = asides;
        self
    }

    /// Whether the support of a sample holds a place.
    pub fn does_support(&self, sample: usize, at: impl Into<Spot>) -> bool {
        let at = at.into();
        let d = at.x - self.samples[sample];
        let aside = self.asides.get(sample).map_or(0.0, |aside| at.distance_squared_aside(aside));
        self.breadths[sample].distance_squared(d) + aside < self.radii[sample] * self.radii[sample]
    }

    /// How far away from a sample its support may hold something (m).
    fn reach(&self, sample: usize) -> f64 {
        (self.radii[sample] * self.radii[sample] + self.breadths[sample].most()).sqrt()
    }

    /// Where the samples are (m).
    pub fn samples(&self) -> &[DVec3] {
        &self.samples
    }

    /// Their spacings (m).
    pub fn spacings(&self) -> &[f64] {
        &self.spacings
    }

    /// The radii of their supports (m).
    pub fn radii(&self) -> &[f64] {
        &self.radii
    }

    /// The weight of second derivatives in the condensed basis.
    pub fn ridge(&self) -> f64 {
        self.ridge
    }

    /// The basis.
    pub fn basis(&self) -> GmlsBasis {
        self.basis
    }

    /// Unknown vectors of all samples together.
    pub fn nodes(&self) -> usize {
        self.samples.len() * self.basis.nodes_a_sample()
    }

    /// Writes the samples whose support holds the point, ascending. `out` is overwritten.
    pub fn supporters(&self, at: impl Into<Spot>, out: &mut Vec<u32>) {
        let at = at.into();
        out.clear();
        self.cells.neighbours_of(at.x, self.farthest, |id| {
            if self.does_support(id as usize, at) {
                out.push(id);
            }
        });
        out.sort_unstable();
    }

    /// The same for a ball around the point (m): samples whose support may hold some of it.
    pub fn supporters_within(&self, x: DVec3, ball: f64, out: &mut Vec<u32>) {
        out.clear();
        self.cells.neighbours_of(x, self.farthest + ball, |id| {
            let reach = self.reach(id as usize) + ball;
            if self.samples[id as usize].distance_squared(x) < reach * reach {
                out.push(id);
            }
        });
        out.sort_unstable();
    }

    /// All shape functions at a point: for each of the given samples, which must support it, a row for each of its
    /// nodes. Derivatives are zero unless asked for. `out` is overwritten.
    ///
    /// # Errors
    /// If the samples are none or too few.
    pub fn evaluate(
        &self,
        at: impl Into<Spot>,
        supporters: &[u32],
        derivatives: bool,
        scratch: &mut GmlsScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError> {
        self.evaluate_ridged(at, supporters, self.ridge, derivatives, scratch, out)
    }

    /// The same with another ridge.
    ///
    /// # Errors
    /// If the samples are none or too few.
    pub fn evaluate_ridged(
        &self,
        at: impl Into<Spot>,
        supporters: &[u32],
        ridge: f64,
        derivatives: bool,
        scratch: &mut GmlsScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError> {
        let at = at.into();
        out.clear();
        match self.basis {
            GmlsBasis::Linear => self.evaluate_with::<4>(&at, supporters, ridge, derivatives, scratch, out),
            _ => self.evaluate_with::<10>(&at, supporters, ridge, derivatives, scratch, out),
        }
    }

    /// Weights of the nodes (`sample * nodes_a_sample + k`, ascending) at a point.
    ///
    /// # Errors
    /// If the samples that reach the point are none or too few.
    pub fn weights(&self, x: DVec3, scratch: &mut GmlsScratch) -> Result<Vec<(u32, f64)>, GmlsError> {
        let mut supporters = std::mem::take(&mut scratch.supporters);
        self.supporters(x, &mut supporters);
        let weights = self.weights_among(x, &supporters, scratch);
        scratch.supporters = supporters;
        weights
    }

    /// The same with the given supporting samples.
    ///
    /// # Errors
    /// If the samples are none or too few.
    pub fn weights_among(
        &self,
        x: DVec3,
        supporters: &[u32],
        scratch: &mut GmlsScratch,
    ) -> Result<Vec<(u32, f64)>, GmlsError> {
        let mut rows = std::mem::take(&mut scratch.rows);
        let result = self.evaluate(x, supporters, false, scratch, &mut rows);
        let count = self.basis.nodes_a_sample();
        let nodes = supporters.iter().flat_map(|&i| (0..count).map(move |k| (i as usize * count + k) as u32));
        let weights = result.map(|()| nodes.zip(rows.iter().map(|row| row[0])).collect());
        scratch.rows = rows;
        weights
    }
}
