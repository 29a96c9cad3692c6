//! Eight numbers side by side, in the widest registers the processor has.
//!
//! Every implementation does the same fused operations in the same order on each number, so the factor has the
//! same bits on all of them.

/// Eight `f64`. The methods must only run on a processor that has the instructions of the type.
pub trait Vec8: Copy {
    /// Columns of a tile whose accumulators fit into the registers.
    const COLUMNS: usize;
    /// Slivers of eight rows whose accumulators fit into the registers beside each other.
    const SLIVERS: usize;

    /// # Safety
    /// `from` points to eight readable numbers.
    unsafe fn load(from: *const f64) -> Self;
    /// Eight numbers of single precision.
    /// # Safety
    /// `from` points to eight readable numbers.
    unsafe fn load_single(from: *const f32) -> Self;
    /// # Safety
    /// `to` points to eight writable numbers.
    unsafe fn store(self, to: *mut f64);
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn splat(x: f64) -> Self;
    /// `self * b + c`, rounded once.
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn mul_add(self, b: Self, c: Self) -> Self;
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn add(self, b: Self) -> Self;
    /// The eight numbers.
    /// # Safety
    /// The processor has the instructions of the type.
    #[inline(always)]
    unsafe fn to_array(self) -> [f64; 8] {
        let mut numbers = [0.0; 8];
        // SAFETY: eight writable numbers.
        unsafe { self.store(numbers.as_mut_ptr()) };
        numbers
    }
    /// `c - self * b`, rounded once.
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self;
    /// # Safety
    /// The processor has the instructions of the type.
    unsafe fn mul(self, b: Self) -> Self;
}

/// For any processor.
#[derive(Clone, Copy)]
pub struct Portable([f64; 8]);

impl Vec8 for Portable {
    const COLUMNS: usize = 4;
    const SLIVERS: usize = 1;

    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        // SAFETY: the caller gives eight readable numbers.
        Self(unsafe { from.cast::<[f64; 8]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn load_single(from: *const f32) -> Self {
        // SAFETY: the caller gives eight readable numbers.
        Self(unsafe { from.cast::<[f32; 8]>().read_unaligned() }.map(f64::from))
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: the caller gives eight writable numbers.
        unsafe { to.cast::<[f64; 8]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn splat(x: f64) -> Self {
        Self([x; 8])
    }
    #[inline(always)]
    unsafe fn mul_add(self, b: Self, c: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].mul_add(b.0[i], c.0[i])))
    }
    #[inline(always)]
    unsafe fn add(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + b.0[i]))
    }
    #[inline(always)]
    unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self {
        Self(std::array::from_fn(|i| (-self.0[i]).mul_add(b.0[i], c.0[i])))
    }
    #[inline(always)]
    unsafe fn mul(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * b.0[i]))
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vec8;
    use std::arch::x86_64::*;

    /// Two registers of AVX2 with fused multiply-add.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256d, __m256d);

    // SAFETY of all methods: the caller runs them only where AVX2 and FMA are present, on valid pointers.
    impl Vec8 for Avx2 {
        const COLUMNS: usize = 4;
        const SLIVERS: usize = 1;

        #[inline(always)]
        unsafe fn load(from: *const f64) -> Self {
            unsafe { Self(_mm256_loadu_pd(from), _mm256_loadu_pd(from.add(4))) }
        }
        #[inline(always)]
        unsafe fn load_single(from: *const f32) -> Self {
            unsafe {
                let (low, high) = (_mm_loadu_ps(from), _mm_loadu_ps(from.add(4)));
                Self(_mm256_cvtps_pd(low), _mm256_cvtps_pd(high))
            }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut f64) {
            unsafe {
                _mm256_storeu_pd(to, self.0);
                _mm256_storeu_pd(to.add(4), self.1);
            }
        }
        #[inline(always)]
        unsafe fn splat(x: f64) -> Self {
            unsafe {
                let x = _mm256_set1_pd(x);
                Self(x, x)
            }
        }
        #[inline(always)]
        unsafe fn mul_add(self, b: Self, c: Self) -> Self {
            unsafe { Self(_mm256_fmadd_pd(self.0, b.0, c.0), _mm256_fmadd_pd(self.1, b.1, c.1)) }
        }
        #[inline(always)]
        unsafe fn add(self, b: Self) -> Self {
            unsafe { Self(_mm256_add_pd(self.0, b.0), _mm256_add_pd(self.1, b.1)) }
        }
        #[inline(always)]
        unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self {
            unsafe { Self(_mm256_fnmadd_pd(self.0, b.0, c.0), _mm256_fnmadd_pd(self.1, b.1, c.1)) }
        }
        #[inline(always)]
        unsafe fn mul(self, b: Self) -> Self {
            unsafe { Self(_mm256_mul_pd(self.0, b.0), _mm256_mul_pd(self.1, b.1)) }
        }
    }

    /// One register of AVX-512.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512d);

    // SAFETY of all methods: the caller runs them only where AVX-512F is present, on valid pointers.
    impl Vec8 for Avx512 {
        const COLUMNS: usize = 8;
        const SLIVERS: usize = 3;

        #[inline(always)]
        unsafe fn load(from: *const f64) -> Self {
            unsafe { Self(_mm512_loadu_pd(from)) }
        }
        #[inline(always)]
        unsafe fn load_single(from: *const f32) -> Self {
            unsafe { Self(_mm512_cvtps_pd(_mm256_loadu_ps(from))) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut f64) {
            unsafe { _mm512_storeu_pd(to, self.0) }
        }
        #[inline(always)]
        unsafe fn splat(x: f64) -> Self {
            unsafe { Self(_mm512_set1_pd(x)) }
        }
        #[inline(always)]
        unsafe fn mul_add(self, b: Self, c: Self) -> Self {
            unsafe { Self(_mm512_fmadd_pd(self.0, b.0, c.0)) }
        }
        #[inline(always)]
        unsafe fn add(self, b: Self) -> Self {
            unsafe { Self(_mm512_add_pd(self.0, b.0)) }
        }
        #[inline(always)]
        unsafe fn negative_mul_add(self, b: Self, c: Self) -> Self {
            unsafe { Self(_mm512_fnmadd_pd(self.0, b.0, c.0)) }
        }
        #[inline(always)]
        unsafe fn mul(self, b: Self) -> Self {
            unsafe { Self(_mm512_mul_pd(self.0, b.0)) }
        }
    }
}

/// Which implementation of [`Vec8`] the running processor gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instructions {
    /// [`Portable`]
    Portable,
    /// [`Avx2`]
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// [`Avx512`]
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The widest the processor has.
    pub fn detect() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// All the processor has, narrowest first.
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f") {
                all.push(Self::Avx512);
            }
        }
        all
    }
}

/// Makes a kernel callable for each set of instructions; a kernel may be generic over one type more, and a number.
macro_rules! with_instructions {
    ($(#[$doc:meta])* $name:ident, $kernel:ident $(<$generic:ident: $bound:path, const $number:ident>)?,
     ($($arg:ident: $ty:ty),*) $(-> $out:ty)?) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// As the kernel's; `instructions` must be available.
        pub unsafe fn $name$(<$generic: $bound, const $number: usize>)?(instructions: $crate::sparse::cholesky::vec8::Instructions, $($arg: $ty),*) $(-> $out)? {
            use $crate::sparse::cholesky::vec8::*;
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                unsafe fn wide$(<$generic: $bound, const $number: usize>)?($($arg: $ty),*) $(-> $out)? {
                    unsafe { $kernel::<Avx512 $(, $generic, $number)?>($($arg),*) }
                }
                #[target_feature(enable = "avx2,fma")]
                unsafe fn half$(<$generic: $bound, const $number: usize>)?($($arg: $ty),*) $(-> $out)? {
                    unsafe { $kernel::<Avx2 $(, $generic, $number)?>($($arg),*) }
                }
                // SAFETY: the caller has checked the instructions.
                match instructions {
                    Instructions::Avx512 => return unsafe { wide$(::<$generic, $number>)?($($arg),*) },
                    Instructions::Avx2 => return unsafe { half$(::<$generic, $number>)?($($arg),*) },
                    Instructions::Portable => {}
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = instructions;
            // SAFETY: the caller's.
            unsafe { $kernel::<Portable $(, $generic, $number)?>($($arg),*) }
        }
    };
}
pub(super) use with_instructions;
