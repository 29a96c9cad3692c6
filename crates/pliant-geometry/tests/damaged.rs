//! Damaged surfaces: no panic, no hang, and memory in proportion to the surface.
#![allow(clippy::unwrap_used)]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use glam::DVec3;
use pliant_geometry::{LatticeOptions, Solid, TriangleSurface, lattice, sample_inside};
use support::{Numbers, bumpy_sphere, cuboid, joined, sphere, torus};

/// Counts live bytes and their peak.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator unchanged; only counters are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(live, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` above with the same layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes live at the peak of `work`, beyond those before it.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    (result, PEAK.load(Ordering::Relaxed) - before)
}

fn damaged(seed: u64) -> TriangleSurface {
    let mut numbers = Numbers(seed * 7919 + 1);
    let mut surface = match seed % 5 {
        0 => sphere(DVec3::ZERO, 1.0, 12),
        1 => torus(1.0, 0.4, 20, 10),
        2 => cuboid(-DVec3::ONE, DVec3::ONE),
        3 => joined(&sphere(DVec3::ZERO, 1.0, 10), &sphere(DVec3::X, 0.7, 8)),
        _ => bumpy_sphere(DVec3::ONE, 3.0, 16, 0.2),
    };
    let wrecks = 1 + (numbers.next() * 4.0) as usize;
    for _ in 0..wrecks {
        let share = numbers.next().powi(2);
        let values = [f64::NAN, f64::INFINITY, -1e308, 1e300, 1e30, 1e-300, 0.0, -0.0];
        let count = surface.points.len().max(1) as f64;
        match (numbers.next() * 8.0) as usize {
            0 => surface.triangles.retain(|_| numbers.next() > share),
            1 => surface.triangles.iter_mut().filter(|_| numbers.next() < share).for_each(|t| t.swap(0, 1)),
            2 => surface.triangles.extend_from_within(..),
            3 => surface.points.iter_mut().filter(|_| numbers.next() < 0.05).for_each(|x| {
                x[seed as usize % 3] = values[seed as usize % 8];
            }),
            4 => surface.points.iter_mut().for_each(|x| *x *= values[2 + seed as usize % 6]),
            5 => {
                for t in surface.triangles.iter_mut().step_by(9) {
                    t[1] = (numbers.next() * 1.1 * count) as u32;
                }
            }
            6 => surface.points.iter_mut().for_each(|x| *x += 0.3 * share * (numbers_like(*x))),
            _ => surface.triangles.truncate((share * 5.0) as usize),
        }
    }
    surface
}

/// Some displacement of a point by its own digits.
fn numbers_like(x: DVec3) -> DVec3 {
    (x * 1234.567).fract()
}

/// One test only: the counters are those of the whole process.
#[test]
fn surfaces_of_any_kind_are_safe() {
    a_large_surface_is_examined_within_300_bytes_a_triangle();
    damaged_surfaces_never_panic_and_stay_within_their_memory();
}

fn damaged_surfaces_never_panic_and_stay_within_their_memory() {
    let options = LatticeOptions::default();
    // The pool's own memory is not the surface's.
    rayon::join(|| (), || ());
    let mut bodies = 0;
    for seed in 0..200 {
        let surface = damaged(seed);
        let (report, peak) = peak_of(|| surface.examine());
        let allowed = (1 << 20) + 300 * surface.triangles.len() + 100 * surface.points.len();
        assert!(peak < allowed, "seed {seed}: {peak} bytes, allowed {allowed}");
        // Half of them go all the way: the other half would only cost time.
        if seed % 2 == 1 {
            continue;
        }
        let Ok(solid) = Solid::new(&surface) else {
            assert!(report.is_refused(), "seed {seed}");
            continue;
        };
        let spacing = solid.suggested_spacing(800);
        assert!(spacing > 0.0 && spacing.is_finite(), "seed {seed}: {:?}", solid.report());
        if let Ok(body) = lattice(&solid, spacing, &options) {
            bodies += 1;
            assert!(body.mesh.is_positive(), "seed {seed}");
            assert!(body.report.min_dihedral > 5.0, "seed {seed}: {:?}", body.report);
            let rows = body.embed(&surface.points);
            assert!(rows.weights.iter().flatten().all(|w| w.is_finite()), "seed {seed}");
        }
        let _ = sample_inside(&solid, 2.0 * spacing);
    }
    assert!(bodies > 20, "only {bodies} of 100 became bodies");
}

fn a_large_surface_is_examined_within_300_bytes_a_triangle() {
    let surface = torus(1.0, 0.4, 400, 250);
    let (_, peak) = peak_of(|| surface.examine());
    let each = peak as f64 / surface.triangles.len() as f64;
    assert!(each < 300.0, "{each} bytes a triangle");
}
