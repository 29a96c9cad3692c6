//! Numbers in kernels: one source for plain `f64` and for four elements side by side.
//!
//! A kernel (a constitutive law, the inner loop of a method) is written once, generic over [`Real`], and marked
//! `#[inline(always)]`. [`dispatch`] then runs it with [`Lanes`] on processors that have AVX2 and
//! fused multiply-add, and with [`Portable`] elsewhere. Both do the same operations in the same order on each
//! lane, so they give the same bits.
//!
//! This is not genericity over precision: everything is f64. It exists because a four-wide kernel is three
//! times as fast as a scalar one, and because writing each law twice would be a second way of doing one thing.
//!
//! In a kernel every function on the way must be `#[inline(always)]`, closures too
//! (`from_fn(#[inline(always)] |i, j| ...)`): what is not inlined is compiled without AVX2 and runs ten times slower.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// Elements handled side by side by [`Lanes`] and [`Portable`].
pub const WIDTH: usize = 4;

/// A point with a fourth number, so that one load or store moves it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct PaddedPoint(pub [f64; 4]);

impl From<glam::DVec3> for PaddedPoint {
    #[inline(always)]
    fn from(p: glam::DVec3) -> Self {
        Self([p.x, p.y, p.z, 0.0])
    }
}

impl From<PaddedPoint> for glam::DVec3 {
    #[inline(always)]
    fn from(p: PaddedPoint) -> Self {
        Self::new(p.0[0], p.0[1], p.0[2])
    }
}

/// A real number, or several side by side, in a kernel.
pub trait Real:
    Copy
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// How many numbers it holds.
    const COUNT: usize;
    /// The same number in every lane.
    fn splat(x: f64) -> Self;
    /// `self * a + b`, rounded once.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// Square root in each lane.
    fn sqrt(self) -> Self;
    /// The larger of the two in each lane.
    fn max(self, other: Self) -> Self;
    /// The number in lane `i < COUNT`.
    fn lane(self, i: usize) -> f64;
    /// All lanes; what is beyond `COUNT` is zero.
    fn to_lanes(self) -> [f64; WIDTH];
    /// Builds from a function of the lane index.
    fn from_lanes(f: impl FnMut(usize) -> f64) -> Self;

    /// Reads `COUNT` numbers that stand side by side.
    #[inline(always)]
    fn load(numbers: &[f64]) -> Self {
        Self::from_lanes(|i| numbers[i])
    }

    /// Asks for the memory from `numbers[start]` on, soon to be loaded; it may be beyond the end.
    #[inline(always)]
    fn prefetch(numbers: &[f64], start: usize) {
        let _ = (numbers, start);
    }

    /// Point `index[i]` into lane `i`.
    #[inline(always)]
    fn gather(points: &[PaddedPoint], index: &[u16]) -> [Self; 3] {
        std::array::from_fn(|k| Self::from_lanes(|i| points[index[i] as usize].0[k]))
    }

    /// Adds lane `i` to point `index[i]`, lane after lane: points may repeat.
    #[inline(always)]
    fn scatter_add(vector: [Self; 3], points: &mut [PaddedPoint], index: &[u16]) {
        for i in 0..Self::COUNT {
            let point = &mut points[index[i] as usize].0;
            for k in 0..3 {
                point[k] += vector[k].lane(i);
            }
        }
    }

    /// Applies a scalar function to each lane (logarithms, cube roots, decompositions).
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let mut lanes = self.to_lanes();
        for x in lanes.iter_mut().take(Self::COUNT) {
            *x = f(*x);
        }
        Self::load(&lanes)
    }
    /// Zero in every lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }
    /// One in every lane.
    #[inline(always)]
    fn one() -> Self {
        Self::splat(1.0)
    }
}

impl Real for f64 {
    const COUNT: usize = 1;
    #[inline(always)]
    fn splat(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        f64::mul_add(self, a, b)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self
    }
    #[inline(always)]
    fn to_lanes(self) -> [f64; WIDTH] {
        [self, 0.0, 0.0, 0.0]
    }
    #[inline(always)]
    fn from_lanes(mut f: impl FnMut(usize) -> f64) -> Self {
        f(0)
    }
}

/// Implements the operators of [`Real`] from lane-wise primitives.
macro_rules! operators {
    ($ty:ty, |$a:ident, $b:ident| $add:expr, $sub:expr, $mul:expr, $div:expr) => {
        impl Add for $ty {
            type Output = Self;
            #[inline(always)]
            fn add(self, $b: Self) -> Self {
                let $a = self;
                $add
            }
        }
        impl Sub for $ty {
            type Output = Self;
            #[inline(always)]
            fn sub(self, $b: Self) -> Self {
                let $a = self;
                $sub
            }
        }
        impl Mul for $ty {
            type Output = Self;
            #[inline(always)]
            fn mul(self, $b: Self) -> Self {
                let $a = self;
                $mul
            }
        }
        impl Div for $ty {
            type Output = Self;
            #[inline(always)]
            fn div(self, $b: Self) -> Self {
                let $a = self;
                $div
            }
        }
        impl Neg for $ty {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self::splat(-0.0) - self
            }
        }
        impl AddAssign for $ty {
            #[inline(always)]
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
        impl SubAssign for $ty {
            #[inline(always)]
            fn sub_assign(&mut self, o: Self) {
                *self = *self - o;
            }
        }
    };
}

/// Four numbers side by side on any processor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Portable(pub [f64; WIDTH]);

#[inline(always)]
fn zip(a: Portable, b: Portable, f: impl Fn(f64, f64) -> f64) -> Portable {
    Portable([f(a.0[0], b.0[0]), f(a.0[1], b.0[1]), f(a.0[2], b.0[2]), f(a.0[3], b.0[3])])
}

operators!(
    Portable,
    |a, b| zip(a, b, |x, y| x + y),
    zip(a, b, |x, y| x - y),
    zip(a, b, |x, y| x * y),
    zip(a, b, |x, y| x / y)
);

impl Real for Portable {
    const COUNT: usize = WIDTH;
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; WIDTH])
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].mul_add(a.0[i], b.0[i])))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f64::sqrt))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        zip(self, other, |x, y| if x > y { x } else { y })
    }
    #[inline(always)]
    fn lane(self, i: usize) -> f64 {
        self.0[i]
    }
    #[inline(always)]
    fn to_lanes(self) -> [f64; WIDTH] {
        self.0
    }
    #[inline(always)]
    fn from_lanes(mut f: impl FnMut(usize) -> f64) -> Self {
        Self([f(0), f(1), f(2), f(3)])
    }
}

/// Four numbers in one AVX2 register. Only to be used inside functions entered through
/// [`dispatch`], which checks the processor first.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Lanes(std::arch::x86_64::__m256d);

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::*;
    use std::arch::x86_64::*;

    // SAFETY of every block below: `Lanes` values exist only where `dispatch` found AVX2 and FMA.
    operators!(
        Lanes,
        |a, b| Lanes(unsafe { _mm256_add_pd(a.0, b.0) }),
        Lanes(unsafe { _mm256_sub_pd(a.0, b.0) }),
        Lanes(unsafe { _mm256_mul_pd(a.0, b.0) }),
        Lanes(unsafe { _mm256_div_pd(a.0, b.0) })
    );

    impl Real for Lanes {
        const COUNT: usize = WIDTH;
        #[inline(always)]
        fn splat(x: f64) -> Self {
            Self(unsafe { _mm256_set1_pd(x) })
        }
        #[inline(always)]
        fn mul_add(self, a: Self, b: Self) -> Self {
            Self(unsafe { _mm256_fmadd_pd(self.0, a.0, b.0) })
        }
        #[inline(always)]
        fn sqrt(self) -> Self {
            Self(unsafe { _mm256_sqrt_pd(self.0) })
        }
        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Self(unsafe { _mm256_max_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn lane(self, i: usize) -> f64 {
            self.to_lanes()[i]
        }
        #[inline(always)]
        fn to_lanes(self) -> [f64; WIDTH] {
            let mut out = Portable([0.0; WIDTH]);
            unsafe { _mm256_store_pd(out.0.as_mut_ptr(), self.0) };
            out.0
        }
        #[inline(always)]
        fn from_lanes(f: impl FnMut(usize) -> f64) -> Self {
            let lanes = Portable::from_lanes(f);
            Self(unsafe { _mm256_load_pd(lanes.0.as_ptr()) })
        }
        #[inline(always)]
        fn load(numbers: &[f64]) -> Self {
            let numbers: &[f64; WIDTH] = numbers[..WIDTH].try_into().expect("the slice has WIDTH numbers");
            Self(unsafe { _mm256_loadu_pd(numbers.as_ptr()) })
        }
        #[inline(always)]
        fn prefetch(numbers: &[f64], start: usize) {
            // A hint: never an error, wherever it points.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(numbers.as_ptr().wrapping_add(start).cast()) };
        }
        #[inline(always)]
        fn gather(points: &[PaddedPoint], index: &[u16]) -> [Self; 3] {
            let index: &[u16; WIDTH] = index[..WIDTH].try_into().expect("one index a lane");
            let [a, b, c, d] = index.map(|i| points[i as usize].0.as_ptr());
            unsafe {
                let (a, b) = (_mm256_load_pd(a), _mm256_load_pd(b));
                let (c, d) = (_mm256_load_pd(c), _mm256_load_pd(d));
                let (xz_ab, xz_cd) = (_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
                let (y_ab, y_cd) = (_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
                [
                    Self(_mm256_permute2f128_pd::<0x20>(xz_ab, xz_cd)),
                    Self(_mm256_permute2f128_pd::<0x20>(y_ab, y_cd)),
                    Self(_mm256_permute2f128_pd::<0x31>(xz_ab, xz_cd)),
                ]
            }
        }
        #[inline(always)]
        fn scatter_add(vector: [Self; 3], points: &mut [PaddedPoint], index: &[u16]) {
            let [x, y, z] = vector.map(|v| v.0);
            let rows = unsafe {
                let zero = _mm256_setzero_pd();
                let (xy_ac, xy_bd) = (_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y));
                let (z_ac, z_bd) = (_mm256_unpacklo_pd(z, zero), _mm256_unpackhi_pd(z, zero));
                [
                    _mm256_permute2f128_pd::<0x20>(xy_ac, z_ac),
                    _mm256_permute2f128_pd::<0x20>(xy_bd, z_bd),
                    _mm256_permute2f128_pd::<0x31>(xy_ac, z_ac),
                    _mm256_permute2f128_pd::<0x31>(xy_bd, z_bd),
                ]
            };
            // Read before anything is written.
            let index: [u16; WIDTH] = index[..WIDTH].try_into().expect("one index a lane");
            for i in 0..WIDTH {
                let point = points[index[i] as usize].0.as_mut_ptr();
                unsafe { _mm256_store_pd(point, _mm256_add_pd(_mm256_load_pd(point), rows[i])) };
            }
        }
    }
}

/// True if kernels run on [`Lanes`].
#[inline]
pub fn has_lanes() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// A kernel that can run at either lane type. Implement `run` as `#[inline(always)]`.
pub trait Kernel {
    /// What it returns.
    type Output;
    /// The kernel, generic over the lane type.
    fn run<R: Real>(self) -> Self::Output;
}

/// Runs a kernel with the widest lanes the processor has: the one place where code is chosen by processor.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,fma")]
        fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
            kernel.run::<Lanes>()
        }
        if has_lanes() {
            // SAFETY: the features were just found.
            return unsafe { run_avx2(kernel) };
        }
    }
    kernel.run::<Portable>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sample([f64; 8]);
    impl Kernel for Sample {
        type Output = [f64; 4];
        #[inline(always)]
        fn run<R: Real>(self) -> [f64; 4] {
            let a = R::from_lanes(|i| self.0[i]);
            let b = R::from_lanes(|i| self.0[4 + i]);
            let c = ((a * b - a / b).mul_add(a, -b) + a.max(b).sqrt()).map(f64::sin);
            std::array::from_fn(|i| c.lane(i))
        }
    }

    struct Move<'a>(&'a [PaddedPoint], [u16; 4], &'a mut [PaddedPoint]);
    impl Kernel for Move<'_> {
        type Output = ();
        #[inline(always)]
        fn run<R: Real>(self) {
            let p = R::gather(self.0, &self.1);
            let shift = R::load(&[0.5, 0.25, 1.5, 3.0]);
            R::scatter_add([p[0] + shift, p[1], p[2] * shift], self.2, &self.1);
        }
    }

    #[test]
    fn points_move_alike_in_all_lane_types_also_when_they_repeat() {
        let points: Vec<PaddedPoint> =
            (0..6).map(|i| glam::DVec3::new(f64::from(i), 0.1 * f64::from(i), -1.0).into()).collect();
        for index in [[0, 3, 5, 1], [2, 2, 2, 4]] {
            let (mut wide, mut portable) = (points.clone(), points.clone());
            dispatch(Move(&points, index, &mut wide));
            Move(&points, index, &mut portable).run::<Portable>();
            assert_eq!(wide, portable);
            assert_ne!(wide, points);
        }
    }

    #[test]
    fn lanes_portable_and_scalar_give_the_same_bits() {
        let x = [1.25, 0.3, 7.5, 1e-3, 0.77, 4.0, 0.1, 9.0];
        let wide = dispatch(Sample(x));
        assert_eq!(wide, Sample(x).run::<Portable>());
        for i in 0..4 {
            let (a, b) = (x[i], x[4 + i]);
            let c = ((a * b - a / b).mul_add(a, -b) + Real::max(a, b).sqrt()).sin();
            assert_eq!(wide[i], c);
        }
    }
}
