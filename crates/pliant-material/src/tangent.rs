//! Derivatives shared by the laws psi = mu/2 I1 + f(J): P = mu F + f'(J) cof F,
//! dP = mu dF + f' D cof(F)[dF] + f'' (cof F : dF) cof F.

use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// `a` u v^T into the 3x3 block (i, j) of a 9x9 matrix.
#[inline(always)]
fn add_outer<R: Real>(block: &mut M3<R>, a: R, u: &[R; 3], v: &[R; 3]) {
    for k in 0..3 {
        let scaled = a * u[k];
        for l in 0..3 {
            block[k][l] = scaled.mul_add(v[l], block[k][l]);
        }
    }
}

/// Builds a symmetric 9x9 matrix from its six upper 3x3 blocks.
#[inline(always)]
pub(crate) fn from_blocks<R: Real>(block: impl Fn(usize, usize) -> M3<R>) -> [[R; 9]; 9] {
    let mut tangent = [[R::zero(); 9]; 9];
    for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
        let upper = block(i, j);
        for k in 0..3 {
            for l in 0..3 {
                tangent[3 * i + k][3 * j + l] = upper[k][l];
                tangent[3 * j + l][3 * i + k] = upper[k][l];
            }
        }
    }
    tangent
}

/// Coefficients of d2psi/dF2 of an isotropic law in F and its cofactors:
/// shear I + slope D cof + curvature cof (x) cof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VolumetricTangent<R> {
    pub shear: R,
    pub slope: R,
    pub curvature: R,
}

impl<R: Real> VolumetricTangent<R> {
    /// dP for a change dF.
    #[inline(always)]
    pub fn apply(&self, F: &M3<R>, cof: &M3<R>, dF: &M3<R>) -> M3<R> {
        let along = self.curvature * small::contract(cof, dF);
        let d_cof = small::cofactor_differential(F, dF);
        small::from_fn(
            #[inline(always)]
            |i, k| {
                let volumetric = along.mul_add(cof[i][k], self.slope * d_cof[i][k]);
                self.shear.mul_add(dF[i][k], volumetric)
            },
        )
    }

    /// The block (i, j), i <= j, of the 9x9 matrix: D cof has the entries eps_ijm eps_kln F_mn.
    #[inline(always)]
    pub fn block(&self, F: &M3<R>, cof: &M3<R>, i: usize, j: usize) -> M3<R> {
        let mut block = small::zero();
        if i == j {
            for k in 0..3 {
                block[k][k] = self.shear;
            }
        } else {
            let m = 3 - i - j;
            let s = if m == 1 { -self.slope } else { self.slope };
            let (x, y, z) = (s * F[m][0], s * F[m][1], s * F[m][2]);
            block = [[R::zero(), z, -y], [-z, R::zero(), x], [y, -x, R::zero()]];
        }
        add_outer(&mut block, self.curvature, &cof[i], &cof[j]);
        block
    }
}

/// Adds `a` (F_i cof_j^T + cof_i F_j^T) to a block: the mixed term of laws in J^(-2/3) I1.
#[inline(always)]
pub(crate) fn add_mixed<R: Real>(block: &mut M3<R>, a: R, F: &M3<R>, cof: &M3<R>, i: usize, j: usize) {
    add_outer(block, a, &F[i], &cof[j]);
    add_outer(block, a, &cof[i], &F[j]);
}
