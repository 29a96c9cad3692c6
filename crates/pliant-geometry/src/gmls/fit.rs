//! The fit at one point: no matrix but G itself is ever formed, only products with c and its derivatives.
//!
//! Lengths are in units of `L`, the spacing of the first supporting sample; pairs of axes are ordered xx, yy, zz, yz, xz, xy.
//! Samples are handled four side by side (a *group*); what is missing in the last group has a kernel of zero.

use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};

use super::breadth::Across;
use super::cholesky::Cholesky;
use super::{Gmls, GmlsBasis, GmlsError, GmlsRow, Spot};

/// The axes of the second derivatives.
const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];

/// Weight of each second derivative in the fit.
const PAIR_WEIGHTS: [f64; 6] = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0];

/// First derivatives of the monomials: which ones are linear in the axis and what they leave, as (monomial, axis).
const SLOPES: [[(usize, usize); 3]; 3] =
    [[(4, 0), (8, 2), (9, 1)], [(5, 1), (7, 2), (9, 0)], [(6, 2), (7, 1), (8, 0)]];

/// A number of four samples.
type Four = [f64; WIDTH];

/// Memory for evaluations; any number of them, one at a time.
#[derive(Clone, Debug, Default)]
pub struct GmlsScratch {
    groups: Vec<Group>,
    pub(super) supporters: Vec<u32>,
    pub(super) rows: Vec<GmlsRow>,
}

/// What four samples bring to the fit.
#[derive(Clone, Debug)]
struct Group {
    /// From the point to the sample.
    d: [Four; 3],
    /// Spacing over `L`.
    scale: Four,
    /// The kernel and its derivatives, ordered as in [`GmlsRow`].
    kernel: [Four; 10],
    /// Products of the residuals of the value and the first derivatives with c and its derivatives.
    products: [[Four; 10]; 4],
}

impl Gmls {
    pub(super) fn evaluate_with<const M: usize>(
        &self,
        at: &Spot,
        supporters: &[u32],
        ridge: f64,
        derivatives: bool,
        scratch: &mut GmlsScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError> {
        let &[first, ..] = supporters else { return Err(GmlsError::OutOfReach { point: at.x }) };
        out.resize(supporters.len() * self.basis.nodes_a_sample(), [0.0; 10]);
        let L = self.spacings[first as usize];
        let groups = &mut scratch.groups;
        dispatch(Fit::<M> { gmls: self, at, L, supporters, ridge, derivatives, groups, out })
            .ok_or(GmlsError::Undetermined { point: at.x, supporters: supporters.len() })
    }

    /// Weights of the residuals of second derivatives, but for the power of the spacing.
    #[inline(always)]
    fn curvature_weights(&self, ridge: f64) -> [f64; 6] {
        let share = match self.basis {
            GmlsBasis::Linear => 0.0,
            GmlsBasis::Quadratic => 1.0,
            GmlsBasis::Condensed => ridge,
        };
        PAIR_WEIGHTS.map(
            #[inline(always)]
            |weight| share * weight,
        )
    }
}

/// The fit with M monomials.
struct Fit<'a, const M: usize> {
    gmls: &'a Gmls,
    at: &'a Spot,
    L: f64,
    supporters: &'a [u32],
    ridge: f64,
    derivatives: bool,
    groups: &'a mut Vec<Group>,
    out: &'a mut [GmlsRow],
}

impl<const M: usize> Kernel for Fit<'_, M> {
    /// None if the samples leave a polynomial open.
    type Output = Option<()>;

    #[inline(always)]
    fn run<R: Real>(mut self) -> Option<()> {
        self.gather::<R>();
        let curvature = self.gmls.curvature_weights(self.ridge);
        let factor = Cholesky::of(moments::<R, M>(self.groups, &curvature))?;
        let c = coefficients::<R, M>(self.groups, &curvature, &factor, self.derivatives);
        self.write_rows::<R>(&c);
        Some(())
    }
}

impl<const M: usize> Fit<'_, M> {
    #[inline(always)]
    fn gather<R: Real>(&mut self) {
        let gmls = self.gmls;
        self.groups.clear();
        for samples in self.supporters.chunks(WIDTH) {
            let (mut d, mut scale) = ([[0.0; WIDTH]; 3], [1.0; WIDTH]);
            let (mut radius, mut weight) = ([1.0; WIDTH], [0.0; WIDTH]);
            let mut across = [Across::NOWHERE; WIDTH];
            for (lane, &i) in samples.iter().enumerate() {
                let i = i as usize;
                let between = (gmls.samples[i] - self.at.x) / self.L;
                (d[0][lane], d[1][lane], d[2][lane]) = (between.x, between.y, between.z);
                scale[lane] = gmls.spacings[i] / self.L;
                radius[lane] = gmls.radii[i] / self.L;
                weight[lane] = gmls.kernel_weights[i];
                across[lane] = gmls.breadths[i].across(between, self.L);
                if let Some(aside) = gmls.asides.get(i) {
                    self.at.add_to(aside, self.L, &mut across[lane]);
                }
            }
            let kernel = kernel(load(&d), R::load(&radius), R::load(&weight), &across);
            let kernel = store(&kernel);
            self.groups.push(Group { d, scale, kernel, products: [[[0.0; WIDTH]; 10]; 4] });
        }
    }

    #[inline(always)]
    fn write_rows<R: Real>(&mut self, c: &[[f64; M]; 10]) {
        let nodes = self.gmls.basis.nodes_a_sample();
        for (group, out) in self.groups.iter().zip(self.out.chunks_mut(WIDTH * nodes)) {
            let w: [R; 10] = load(&group.kernel);
            for node in 0..4 {
                let row = row(&w, &load(&group.products[node]), self.L, self.derivatives);
                scatter(&row, out, node, nodes);
            }
            if nodes > 4 {
                let square = R::load(&group.scale) * R::load(&group.scale);
                for pair in 0..M.saturating_sub(4) {
                    let weight = square * R::splat(PAIR_WEIGHTS[pair]);
                    let mut products = [R::zero(); 10];
                    for derivative in 0..10 {
                        products[derivative] = weight * R::splat(c[derivative][4 + pair]);
                    }
                    let row = row(&w, &products, self.L, self.derivatives);
                    scatter(&row, out, 4 + pair, nodes);
                }
            }
        }
    }
}

#[inline(always)]
fn load<R: Real, const N: usize>(numbers: &[Four; N]) -> [R; N] {
    let mut loaded = [R::zero(); N];
    for n in 0..N {
        loaded[n] = R::load(&numbers[n]);
    }
    loaded
}

#[inline(always)]
fn store<R: Real, const N: usize>(numbers: &[R; N]) -> [Four; N] {
    let mut stored = [[0.0; WIDTH]; N];
    for n in 0..N {
        stored[n] = numbers[n].to_lanes();
    }
    stored
}

/// Sum of the four.
#[inline(always)]
fn sum<R: Real>(numbers: R) -> f64 {
    let [a, b, c, d] = numbers.to_lanes();
    (a + b) + (c + d)
}

/// Writes the rows of one node of four samples; fewer where the samples end.
#[inline(always)]
fn scatter<R: Real>(row: &[R; 10], out: &mut [GmlsRow], node: usize, nodes: usize) {
    let row = store(row);
    for (lane, out) in out.iter_mut().skip(node).step_by(nodes).enumerate() {
        for n in 0..10 {
            out[n] = row[n][lane];
        }
    }
}

/// w = (1 - q²)⁴ and its derivatives by the point, which moves against d. q² r² = d² - psi(s), s = d . P d: see [`super::Breadth`].
///
/// With e = d - psi' P d: w_,j = 8 k u³ e_j and w_,jk = 48 k² u² e_j e_k - 8 k u³ (1 - psi' P - 2 psi'' (P d)(P d)^T)_jk; k = 1/r², u = 1 - q².
#[inline(always)]
fn kernel<R: Real>(d: [R; 3], radius: R, weight: R, across: &[Across; WIDTH]) -> [R; 10] {
    let of = |number: fn(&Across) -> f64| R::from_lanes(|lane| number(&across[lane]));
    let k = R::one() / (radius * radius);
    let square = d[0].mul_add(d[0], d[1].mul_add(d[1], d[2] * d[2])) - of(|of| of.psi);
    let u = (R::one() - k * square).max(R::zero());
    let first = R::splat(8.0) * weight * k * (u * u * u);
    let second = R::splat(48.0) * weight * (k * u) * (k * u);
    let mut row = [R::zero(); 10];
    row[0] = weight * (u * u) * (u * u);
    let change = [of(|of| of.change.x), of(|of| of.change.y), of(|of| of.change.z)];
    let e = [d[0] - change[0], d[1] - change[1], d[2] - change[2]];
    let slopes: [fn(&Across) -> f64; 6] = [
        |of| of.slopes[0],
        |of| of.slopes[1],
        |of| of.slopes[2],
        |of| of.slopes[3],
        |of| of.slopes[4],
        |of| of.slopes[5],
    ];
    for j in 0..3 {
        row[1 + j] = first * e[j];
    }
    for pair in 0..6 {
        let (j, k) = PAIRS[pair];
        let unit = if j == k { R::one() } else { R::zero() };
        row[4 + pair] = second * e[j] * e[k] - first * (unit - of(slopes[pair]));
    }
    row
}

/// Monomials 1, x, y, z, x²/2, y²/2, z²/2, yz, xz, xy at d.
#[inline(always)]
fn monomials<R: Real, const M: usize>(d: &[R; 3]) -> [R; M] {
    let mut p = [R::one(); M];
    p[1..4].copy_from_slice(d);
    for pair in 0..M.saturating_sub(4) {
        let (j, k) = PAIRS[pair];
        let half = if j == k { 0.5 } else { 1.0 };
        p[4 + pair] = R::splat(half) * d[j] * d[k];
    }
    p
}

/// G, below and on the diagonal.
#[inline(always)]
fn moments<R: Real, const M: usize>(groups: &[Group], curvature: &[f64; 6]) -> [[f64; M]; M] {
    let mut G = [[R::zero(); M]; M];
    let mut fourth_powers = R::zero();
    for group in groups {
        let (d, s, w) = (load(&group.d), R::load(&group.scale), R::load(&group.kernel[0]));
        let p: [R; M] = monomials(&d);
        for m in 0..M {
            let left = w * p[m];
            for n in 0..=m {
                G[m][n] = left.mul_add(p[n], G[m][n]);
            }
        }
        let squared = w * s * s;
        for j in 0..3 {
            G[1 + j][1 + j] += squared;
            if M > 4 {
                for (a, &(m, along)) in SLOPES[j].iter().enumerate() {
                    let left = squared * d[along];
                    G[m][1 + j] += left;
                    // Monomials of an axis ascend, so this is the lower triangle.
                    for &(n, other) in &SLOPES[j][..=a] {
                        G[m][n] = left.mul_add(d[other], G[m][n]);
                    }
                }
            }
        }
        fourth_powers = (squared * s).mul_add(s, fourth_powers);
    }
    let mut summed = [[0.0; M]; M];
    for m in 0..M {
        for n in 0..=m {
            summed[m][n] = sum(G[m][n]);
        }
    }
    for pair in 0..M.saturating_sub(4) {
        summed[4 + pair][4 + pair] += curvature[pair] * sum(fourth_powers);
    }
    summed
}

/// c and, if asked for, its derivatives. Leaves the products of the residuals with them in the groups.
#[inline(always)]
fn coefficients<R: Real, const M: usize>(
    groups: &mut [Group],
    curvature: &[f64; 6],
    factor: &Cholesky<M>,
    derivatives: bool,
) -> [[f64; M]; 10] {
    let mut c = [[0.0; M]; 10];
    c[0][0] = 1.0;
    factor.solve(&mut c[0]);
    if !derivatives {
        groups.iter_mut().for_each(
            #[inline(always)]
            |group| group.multiply::<R, M, 1>(&c, 0),
        );
        return c;
    }
    let mut sums = [[R::zero(); M]; 9];
    for group in groups.iter_mut() {
        group.multiply::<R, M, 1>(&c, 0);
        let Gc: [R; M] = group.times(0, &c[0], curvature);
        for derivative in 0..9 {
            subtract(&mut sums[derivative], R::load(&group.kernel[1 + derivative]), &Gc);
        }
    }
    for derivative in 0..9 {
        for m in 0..M {
            // Derivatives of the monomials at the point itself are unit vectors.
            let unit = if m == 1 + derivative { 1.0 } else { 0.0 };
            c[1 + derivative][m] = unit + sum(sums[derivative][m]);
        }
    }
    factor.solve_all::<R>(&mut c[1..4]);
    let mut sums = [[R::zero(); M]; 6];
    for group in groups.iter_mut() {
        group.multiply::<R, M, 3>(&c, 1);
        let w: [R; 10] = load(&group.kernel);
        let mut Gc = [[R::zero(); M]; 3];
        for j in 0..3 {
            Gc[j] = group.times(1 + j, &c[1 + j], curvature);
        }
        for (pair, &(j, k)) in PAIRS.iter().enumerate() {
            subtract(&mut sums[pair], w[1 + j], &Gc[k]);
            subtract(&mut sums[pair], w[1 + k], &Gc[j]);
        }
    }
    for pair in 0..6 {
        for m in 0..M {
            c[4 + pair][m] += sum(sums[pair][m]);
        }
    }
    factor.solve_all::<R>(&mut c[4..10]);
    groups.iter_mut().for_each(
        #[inline(always)]
        |group| group.multiply::<R, M, 6>(&c, 4),
    );
    c
}

impl Group {
    /// Products of the residuals with COUNT of the vectors.
    #[inline(always)]
    fn multiply<R: Real, const M: usize, const COUNT: usize>(&mut self, c: &[[f64; M]; 10], first: usize) {
        let (d, s) = (load(&self.d), R::load(&self.scale));
        let p: [R; M] = monomials(&d);
        for derivative in first..first + COUNT {
            let c = &c[derivative];
            let mut value = R::zero();
            for m in 0..M {
                value = p[m].mul_add(R::splat(c[m]), value);
            }
            self.products[0][derivative] = value.to_lanes();
            for j in 0..3 {
                let mut slope = R::splat(c[1 + j]);
                if M > 4 {
                    for &(m, along) in &SLOPES[j] {
                        slope = d[along].mul_add(R::splat(c[m]), slope);
                    }
                }
                self.products[1 + j][derivative] = (s * slope).to_lanes();
            }
        }
    }

    /// The samples' parts of G, but for their kernels, times a vector whose products with the residuals are known.
    #[inline(always)]
    fn times<R: Real, const M: usize>(
        &self,
        which: usize,
        vector: &[f64; M],
        curvature: &[f64; 6],
    ) -> [R; M] {
        let (d, s) = (load(&self.d), R::load(&self.scale));
        let mut result: [R; M] = monomials(&d);
        let value = R::load(&self.products[0][which]);
        for m in 0..M {
            result[m] = result[m] * value;
        }
        for j in 0..3 {
            let slope = s * R::load(&self.products[1 + j][which]);
            result[1 + j] += slope;
            if M > 4 {
                for &(m, along) in &SLOPES[j] {
                    result[m] = slope.mul_add(d[along], result[m]);
                }
            }
        }
        let fourth_power = (s * s) * (s * s);
        for pair in 0..M.saturating_sub(4) {
            result[4 + pair] =
                fourth_power.mul_add(R::splat(curvature[pair] * vector[4 + pair]), result[4 + pair]);
        }
        result
    }
}

/// The product of the kernel with r . c and its derivatives, in metres again.
#[inline(always)]
fn row<R: Real>(w: &[R; 10], rc: &[R; 10], L: f64, derivatives: bool) -> [R; 10] {
    let mut row = [R::zero(); 10];
    row[0] = w[0] * rc[0];
    if !derivatives {
        return row;
    }
    let (first, second) = (R::splat(1.0 / L), R::splat(1.0 / (L * L)));
    for j in 1..4 {
        row[j] = first * w[j].mul_add(rc[0], w[0] * rc[j]);
    }
    for (pair, &(j, k)) in PAIRS.iter().enumerate() {
        let mixed = w[1 + j].mul_add(rc[1 + k], w[1 + k] * rc[1 + j]);
        row[4 + pair] = second * w[4 + pair].mul_add(rc[0], w[0].mul_add(rc[4 + pair], mixed));
    }
    row
}

#[inline(always)]
fn subtract<R: Real, const M: usize>(a: &mut [R; M], factor: R, b: &[R; M]) {
    for m in 0..M {
        a[m] = (-factor).mul_add(b[m], a[m]);
    }
}
