//! Hundreds of damaged surfaces: no reader may panic, hang, or hold more than 1 MB and 20 times the file.
//!
//! The only test of its binary, so that nothing else disturbs the counting allocator. Every case is made from a
//! seed, so a failure can be had again; the message names the case.
#![allow(clippy::unwrap_used)]

#[path = "common/surface_files.rs"]
mod surface_files;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::mpsc;
use std::time::Duration;

use glam::DVec3;
use pliant_geometry::TriangleSurface;
use pliant_output::read::surface;
use surface_files::{SurfaceFile, all_formats, cube, sphere, torus};

/// Counts the live bytes of each thread. Reallocation is the default one: new block, copy, old block freed, so both
/// are counted.
struct Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(change: isize) {
    // A thread that ends may free after its counters are gone.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + change);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

// SAFETY: every call is handed to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` gives, and the most bytes it held at a time.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before) as usize)
}

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// What can be wrong with a surface whose file is sound.
const SHAPE_DAMAGES: [&str; 8] = [
    "holes",
    "flips",
    "duplicates",
    "not a number",
    "huge",
    "zero triangles",
    "shuffled ids",
    "tiny and far",
];

fn damage_shape(kind: &str, surface: &mut TriangleSurface, random: &mut Random) {
    let (points, triangles) = (surface.points.len(), surface.triangles.len());
    for _ in 0..1 + random.below(5) {
        let t = random.below(surface.triangles.len());
        let p = random.below(points);
        match kind {
            "holes" => _ = surface.triangles.swap_remove(t),
            "flips" => surface.triangles[t].swap(0, 1),
            "duplicates" => surface.triangles.push(surface.triangles[t]),
            "not a number" => surface.points[p][random.below(3)] = [f64::NAN, f64::INFINITY][random.below(2)],
            "huge" => surface.points[p] *= [1e30, 1e149, 1e155, 1e300][random.below(4)],
            "zero triangles" => surface.triangles[t] = [p as u32; 3],
            "shuffled ids" => surface.triangles[t] = [0, 1, 2].map(|_| random.below(points) as u32),
            _ => surface.points[p] = surface.points[p] * 1e-160 + DVec3::splat(1e140),
        }
    }
    assert!(surface.triangles.len() <= triangles + 5);
}

/// What can be wrong with the bytes.
const BYTE_DAMAGES: [&str; 8] = [
    "cut off",
    "bytes changed",
    "bits flipped",
    "a piece lost",
    "a piece twice",
    "huge numbers",
    "garbage behind",
    "garbage within",
];

fn damage_bytes(kind: &str, bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let to = (at + 1 + random.below(200)).min(bytes.len());
    match kind {
        "cut off" => bytes.truncate(at),
        "bytes changed" => (0..1 + random.below(20)).for_each(|_| {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }),
        "bits flipped" => (0..1 + random.below(5)).for_each(|_| {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }),
        "a piece lost" => drop(bytes.drain(at..to)),
        "a piece twice" => {
            let piece = bytes[at..to].to_vec();
            bytes.splice(at..at, piece);
        }
        "huge numbers" => enlarge_a_number(bytes, random),
        "garbage behind" => bytes.extend((0..random.below(3000)).map(|_| random.next() as u8)),
        _ => {
            let garbage: Vec<u8> = (0..random.below(3000)).map(|_| random.next() as u8).collect();
            bytes.splice(at..to, garbage);
        }
    }
}

/// Counts in headers, ids in faces: a run of digits, or four bytes.
fn enlarge_a_number(bytes: &mut Vec<u8>, random: &mut Random) {
    let digits: Vec<usize> = (0..bytes.len().min(400)).filter(|&i| bytes[i].is_ascii_digit()).collect();
    let huge =
        ["4294967295", "18446744073709551615", "99999999999999999999999", "2000000000"][random.below(4)];
    if digits.is_empty() || random.below(2) == 0 {
        let at = if random.below(2) == 0 { 80 } else { random.below(bytes.len()) };
        let end = (at + 4).min(bytes.len());
        bytes[at.min(end)..end].fill(0xff);
        return;
    }
    let at = digits[random.below(digits.len())];
    bytes.splice(at..at + 1, huge.bytes());
}

/// Files that make as much of few bytes as their format allows, larger than the free megabyte.
fn greedy_files() -> Vec<SurfaceFile> {
    let file = |name, bytes: Vec<u8>| SurfaceFile { name, bytes };
    let ply = |kind: &str, vertices: usize, list: &str, faces: usize| {
        format!(
            "ply\nformat {kind} 1.0\nelement vertex {vertices}\nproperty char x\nproperty char y\nproperty char z\n\
             element face {faces}\nproperty list {list} vertex_indices\nend_header\n"
        )
        .into_bytes()
    };
    let n = 400_000;
    let mut files = vec![
        file("faces.obj", [b"v 0 0 0\nv 1 0 0\nv 0 1 0\n".to_vec(), b"f 1 2 3\n".repeat(n)].concat()),
        file("one polygon.obj", [b"v 0 0 0\nf".to_vec(), b" 1".repeat(n)].concat()),
        file("points.obj", [b"v 0 0 0\n".repeat(n), b"f 1 2 3\n".to_vec()].concat()),
        file(
            "bad points.obj",
            [b"v nan 0 0\n".repeat(n), b"v 0 0 0\nf 400001 400001 400001".to_vec()].concat(),
        ),
        file("faces of two.obj", [b"v 0 0 0\n".to_vec(), b"f 1 1\n".repeat(n)].concat()),
        file("quads.off", [format!("OFF 1 {n} 0\n0 0 0\n").into_bytes(), b"4 0 0 0 0\n".repeat(n)].concat()),
    ];
    let vertex = b"\0\0\0".to_vec();
    let long_list = [
        ply("binary_little_endian", 1, "uint uchar", 1),
        vertex.clone(),
        (n as u32).to_le_bytes().to_vec(),
        vec![0; n],
    ];
    files.push(file("one polygon.ply", long_list.concat()));
    files.push(file(
        "points.ply",
        [ply("binary_big_endian", n, "uchar uchar", 1), vertex.repeat(n), b"\x03\0\0\0".to_vec()].concat(),
    ));
    files.push(file(
        "triangles.ply",
        [ply("binary_big_endian", 1, "uchar uchar", n), vertex.clone(), b"\x03\0\0\0".repeat(n)].concat(),
    ));
    files.push(file(
        "polygons.ply",
        [ply("ascii", 1, "int int", n / 10), b"0 0 0\n".to_vec(), b"9 0 0 0 0 0 0 0 0 0\n".repeat(n / 10)]
            .concat(),
    ));
    let header =
        [b"ply\nformat ascii 1.0\n".to_vec(), b"element a 1\nproperty int a\n".repeat(n / 10)].concat();
    files.push(file("header.ply", header));
    files.push(file(
        "facets.stl",
        [
            b"solid\n".to_vec(),
            b"facet normal outer loop vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 endloop endfacet\n"
                .repeat(n / 10),
            b"endsolid".to_vec(),
        ]
        .concat(),
    ));
    files.push(file(
        "one facet.stl",
        [
            b"solid\nfacet normal outer loop\n".to_vec(),
            b"vertex 0 0 0\n".repeat(n),
            b"endloop endfacet endsolid".to_vec(),
        ]
        .concat(),
    ));
    files.extend(hard_polygons());
    files
}

/// Polygons that keep the search for ears busy.
fn hard_polygons() -> Vec<SurfaceFile> {
    let mut random = Random(99);
    let mut text = String::new();
    for _ in 0..1000 {
        text += &format!("v {} {} 0\n", random.below(1000), random.below(1000));
    }
    let all: String = (1..=1000).map(|id| format!(" {id}")).collect();
    let crossing = text + &format!("f{all}\n").repeat(200);
    let mut comb = String::new();
    for tooth in 0..499 {
        comb += &format!("v {tooth} 0 0\nv {tooth}.5 9 0\n");
    }
    comb += "v 500 0 0\nv 500 -1 0\n";
    let comb = comb + &format!("f{all}\n").repeat(200);
    let file = |name, text: String| SurfaceFile { name, bytes: text.into_bytes() };
    vec![file("crossing.obj", crossing), file("comb.obj", comb)]
}

fn check_promises(surface: &TriangleSurface) {
    assert!(surface.triangles.iter().flatten().all(|&id| (id as usize) < surface.points.len()));
    assert!(surface.points.iter().all(|p| p.abs().max_element() <= 1e150));
}

/// Whatever the reader lets through, the examination by pliant-geometry comes to an end without panic.
fn examine(surface: &TriangleSurface) {
    let report = surface.examine();
    assert!(!format!("{report:?}").is_empty());
}

/// Reads a file and holds what comes out against the promises; true if it was accepted.
fn check(case: &str, name: &str, bytes: &[u8], with_examination: bool) -> bool {
    let (result, peak) = peak_of(|| surface(name, bytes));
    let limit = (1 << 20) + 20 * bytes.len();
    assert!(peak <= limit, "{case}: {peak} bytes held for a file of {} bytes, limit {limit}", bytes.len());
    match result {
        Ok(read) => {
            assert!(!read.surface.triangles.is_empty(), "{case}");
            check_promises(&read.surface);
            if with_examination {
                examine(&read.surface);
            }
            true
        }
        Err(error) => {
            assert!(!error.reason.is_empty() && !error.remedy.is_empty(), "{case}");
            assert!(error.to_string().starts_with(name) && error.to_string().len() < 400, "{case}: {error}");
            false
        }
    }
}

/// All cases; `begin` is told each before it starts.
fn all_cases(begin: impl Fn(String)) -> (usize, usize) {
    let (mut cases, mut accepted) = (0, 0);
    let mut run = |case: String, file: &SurfaceFile| {
        begin(case.clone());
        cases += 1;
        // It takes twenty times as long as reading: a third of the cases will do.
        let with_examination = cases % 3 == 1 || case.starts_with("greedy");
        accepted += usize::from(check(&case, file.name, &file.bytes, with_examination));
    };
    for file in greedy_files() {
        run(format!("greedy {}", file.name), &file);
    }
    for (shape, good) in [("cube", cube()), ("torus", torus()), ("sphere", sphere())] {
        for seed in 0..6 {
            for kind in SHAPE_DAMAGES {
                let mut random = Random(seed);
                let mut damaged = good.clone();
                damage_shape(kind, &mut damaged, &mut random);
                all_formats(&damaged)
                    .iter()
                    .for_each(|file| run(format!("{shape}, {kind}, {}, seed {seed}", file.name), file));
            }
            for (number, mut file) in all_formats(&good).into_iter().enumerate() {
                for kind in BYTE_DAMAGES {
                    let whole = file.bytes.clone();
                    damage_bytes(kind, &mut file.bytes, &mut Random(100 * seed + number as u64));
                    run(format!("{shape}, {kind}, {}, seed {seed}", file.name), &file);
                    file.bytes = whole;
                }
            }
        }
    }
    (cases, accepted)
}

#[test]
fn damaged_surfaces_do_no_harm() {
    let (tell, told) = mpsc::channel();
    let worker = std::thread::spawn(move || all_cases(|case| tell.send(case).unwrap()));
    let mut last = String::from("nothing");
    loop {
        match told.recv_timeout(Duration::from_secs(30)) {
            Ok(case) => last = case,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("hangs: {last}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    let (cases, accepted) = worker.join().unwrap_or_else(|_| panic!("failed: {last}"));
    assert!(cases > 2000, "{cases} cases");
    // Neither everything refused nor everything let through.
    assert!(accepted > cases / 4 && accepted < cases * 9 / 10, "{accepted} of {cases} were read");
    println!("{cases} damaged surfaces, {accepted} read, the others refused");
}
