//! Four numbers side by side: a node's three unknowns and one lane that is not looked at.
//!
//! Both implementations do the same fused operations, so they give the same bits.

use crate::sparse::pattern::BLOCK;
use glam::DVec3;

/// A node's vector padded to four numbers; the last is zero.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C, align(32))]
pub struct Quad(pub [f64; 4]);

impl Quad {
    /// The vector without the padding.
    #[inline]
    pub fn vector(&self) -> DVec3 {
        DVec3::new(self.0[0], self.0[1], self.0[2])
    }
}

/// Numbers of a block.
pub const ENTRIES: usize = BLOCK * BLOCK;

/// Four `f64`. The methods must only run on a processor that has the instructions of the type.
pub trait Vec4: Copy {
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn zero() -> Self;
    /// # Safety
    /// `from` points to four readable numbers.
    unsafe fn load(from: *const f64) -> Self;
    /// # Safety
    /// `from` points to four readable numbers.
    unsafe fn load_single(from: *const f32) -> Self;
    /// # Safety
    /// `to` points to four writable numbers.
    unsafe fn store(self, to: *mut f64);
    /// The number at `from` in all lanes.
    /// # Safety
    /// `from` is readable.
    unsafe fn splat(from: *const f64) -> Self;
    /// The number at `from` in all lanes.
    /// # Safety
    /// `from` is readable.
    unsafe fn splat_single(from: *const f32) -> Self;
    /// `c - self * b`, rounded once.
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self;
    /// `self * b + c`, rounded once.
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn mul_add(self, b: Self, c: Self) -> Self;
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn mul(self, b: Self) -> Self;
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn add(self, b: Self) -> Self;
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn sub(self, b: Self) -> Self;
    /// The first three lanes and a zero.
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn first_three(self) -> Self;
    /// `(a0 + a1 + a2, b0 + b1 + b2, c0 + c1 + c2, 0)`.
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn sums_of_three(a: Self, b: Self, c: Self) -> Self;
}

/// For any processor.
#[derive(Clone, Copy)]
pub struct Portable([f64; 4]);

// SAFETY of all methods: they only use the pointers the caller vouches for.
impl Vec4 for Portable {
    #[inline(always)]
    unsafe fn zero() -> Self {
        Self([0.0; 4])
    }
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        Self(unsafe { from.cast::<[f64; 4]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn load_single(from: *const f32) -> Self {
        Self(unsafe { from.cast::<[f32; 4]>().read_unaligned() }.map(f64::from))
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        unsafe { to.cast::<[f64; 4]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn splat(from: *const f64) -> Self {
        Self([unsafe { *from }; 4])
    }
    #[inline(always)]
    unsafe fn splat_single(from: *const f32) -> Self {
        Self([f64::from(unsafe { *from }); 4])
    }
    #[inline(always)]
    unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self {
        Self(std::array::from_fn(|i| (-self.0[i]).mul_add(b.0[i], c.0[i])))
    }
    #[inline(always)]
    unsafe fn mul_add(self, b: Self, c: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].mul_add(b.0[i], c.0[i])))
    }
    #[inline(always)]
    unsafe fn mul(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * b.0[i]))
    }
    #[inline(always)]
    unsafe fn add(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + b.0[i]))
    }
    #[inline(always)]
    unsafe fn sub(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - b.0[i]))
    }
    #[inline(always)]
    unsafe fn first_three(self) -> Self {
        Self([self.0[0], self.0[1], self.0[2], 0.0])
    }
    #[inline(always)]
    unsafe fn sums_of_three(a: Self, b: Self, c: Self) -> Self {
        let sum = |v: [f64; 4]| (v[0] + v[1]) + v[2];
        Self([sum(a.0), sum(b.0), sum(c.0), 0.0])
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::Avx2;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vec4;
    use std::arch::x86_64::*;

    /// One register of AVX2 with fused multiply-add.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256d);

    // SAFETY of all methods: the caller runs them only where AVX2 and FMA are present, on valid pointers.
    impl Vec4 for Avx2 {
        #[inline(always)]
        unsafe fn zero() -> Self {
            Self(unsafe { _mm256_setzero_pd() })
        }
        #[inline(always)]
        unsafe fn load(from: *const f64) -> Self {
            Self(unsafe { _mm256_loadu_pd(from) })
        }
        #[inline(always)]
        unsafe fn load_single(from: *const f32) -> Self {
            Self(unsafe { _mm256_cvtps_pd(_mm_loadu_ps(from)) })
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut f64) {
            unsafe { _mm256_storeu_pd(to, self.0) }
        }
        #[inline(always)]
        unsafe fn splat(from: *const f64) -> Self {
            Self(unsafe { _mm256_set1_pd(*from) })
        }
        #[inline(always)]
        unsafe fn splat_single(from: *const f32) -> Self {
            Self(unsafe { _mm256_set1_pd(f64::from(*from)) })
        }
        #[inline(always)]
        unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm256_fnmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        unsafe fn mul_add(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm256_fmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        unsafe fn mul(self, b: Self) -> Self {
            Self(unsafe { _mm256_mul_pd(self.0, b.0) })
        }
        #[inline(always)]
        unsafe fn add(self, b: Self) -> Self {
            Self(unsafe { _mm256_add_pd(self.0, b.0) })
        }
        #[inline(always)]
        unsafe fn sub(self, b: Self) -> Self {
            Self(unsafe { _mm256_sub_pd(self.0, b.0) })
        }
        #[inline(always)]
        unsafe fn first_three(self) -> Self {
            Self(unsafe { _mm256_blend_pd::<0b1000>(self.0, _mm256_setzero_pd()) })
        }
        #[inline(always)]
        unsafe fn sums_of_three(a: Self, b: Self, c: Self) -> Self {
            // Transposes three rows (a, b, c, 0), so that the sums are lane by lane and lane 3 stays zero.
            unsafe {
                let zero = _mm256_setzero_pd();
                let ab_even = _mm256_unpacklo_pd(a.0, b.0); // a0 b0 a2 b2
                let ab_odd = _mm256_unpackhi_pd(a.0, b.0); // a1 b1 . .
                let c_even = _mm256_unpacklo_pd(c.0, zero); // c0 0 c2 0
                let c_odd = _mm256_unpackhi_pd(c.0, zero); // c1 0 . 0
                let first = _mm256_permute2f128_pd::<0x20>(ab_even, c_even); // a0 b0 c0 0
                let second = _mm256_permute2f128_pd::<0x20>(ab_odd, c_odd); // a1 b1 c1 0
                let third = _mm256_permute2f128_pd::<0x31>(ab_even, c_even); // a2 b2 c2 0
                Self(_mm256_add_pd(_mm256_add_pd(first, second), third))
            }
        }
    }
}

/// Whether [`Avx2`] can be used.
pub fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}
