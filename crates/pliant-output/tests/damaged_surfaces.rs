//! Thousands of damaged surfaces: nothing may panic, hang, or hold more than 1 MB and 20 times the file, neither
//! reading them nor examining what was read.
//!
//! Files that spend less than 10 bytes on a triangle (only binary PLY with corners of one or two bytes can) count as
//! if they spent 10 when they are examined: the triangles and points alone are 24 bytes each by then.
//!
//! The only test of its binary, so that nothing else disturbs the counting allocator. Every case is made from a
//! seed, so a failure can be had again; the message names the case.
#![allow(clippy::unwrap_used)]

#[path = "common/surface_files.rs"]
mod surface_files;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Duration;

use glam::DVec3;
use pliant_geometry::TriangleSurface;
use pliant_output::read::surface;
use surface_files::{SurfaceFile, all_formats, cube, sphere, torus};

/// Counts the live bytes of all threads. Reallocation is the default one: new block, copy, old block freed, so both
/// are counted.
struct Counting;

static LIVE: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn count(change: isize) {
    let live = LIVE.fetch_add(change, Relaxed) + change;
    PEAK.fetch_max(live, Relaxed);
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

/// What `work` gives, and the most bytes that were held at a time on top of `before`.
fn peak_of<T>(before: isize, work: impl FnOnce() -> T) -> (T, usize) {
    PEAK.store(LIVE.load(Relaxed), Relaxed);
    let result = work();
    (result, (PEAK.load(Relaxed) - before).max(0) as usize)
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
    files.extend(greedy_sheets());
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

/// A sheet of 120 by 120 points of three bytes as binary PLY, with two bytes a corner: as quadrilaterals, as strips,
/// and as strips that come eight times; and triangles that all cross each other.
fn greedy_sheets() -> Vec<SurfaceFile> {
    const SIDE: usize = 120;
    let file = |name, face: &str, points: Vec<u8>, lists: &[Vec<u16>]| {
        let mut bytes = format!(
            "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty uchar x\nproperty uchar y\n\
             property uchar z\nelement {face} {}\nproperty list ushort ushort vertex_indices\nend_header\n",
            points.len() / 3,
            lists.len()
        )
        .into_bytes();
        bytes.extend(points);
        for list in lists {
            bytes.extend((list.len() as u16).to_le_bytes());
            bytes.extend(list.iter().flat_map(|id| id.to_le_bytes()));
        }
        SurfaceFile { name, bytes }
    };
    let sheet = || {
        let point = |i: usize| [i % SIDE, i / SIDE, (i % SIDE) * (i / SIDE) / 500].map(|x| x as u8);
        (0..SIDE * SIDE).flat_map(point).collect::<Vec<u8>>()
    };
    let id = |row: usize, column: usize| (row * SIDE + column) as u16;
    let quad = |row, column| {
        vec![id(row, column), id(row, column + 1), id(row + 1, column + 1), id(row + 1, column)]
    };
    let quads: Vec<_> =
        (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| quad(row, column))).collect();
    let strip = |row| (0..SIDE).flat_map(|column| [id(row, column), id(row + 1, column)]).collect();
    let strips: Vec<Vec<u16>> = (0..SIDE - 1).map(strip).collect();
    let mut random = Random(7);
    let tangle = (0..3 * 200).map(|_| random.next() as u8).collect();
    let crossing: Vec<_> = (0..500).map(|_| (0..3).map(|_| random.below(200) as u16).collect()).collect();
    vec![
        file("quads.ply", "face", sheet(), &quads),
        file("strips.ply", "tristrips", sheet(), &strips),
        file("strips again.ply", "tristrips", sheet(), &vec![strips.clone(); 8].concat()),
        file("tangle.ply", "face", tangle, &crossing),
    ]
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

/// Whatever the reader lets through, its promises hold.
fn check_promises(case: &str, surface: &TriangleSurface) {
    assert!(!surface.triangles.is_empty(), "{case}");
    assert!(surface.triangles.iter().flatten().all(|&id| (id as usize) < surface.points.len()), "{case}");
    assert!(surface.points.iter().all(|p| p.abs().max_element() <= 1e150), "{case}");
}

/// What happened to all cases.
#[derive(Default)]
struct Tally {
    cases: usize,
    accepted: usize,
    examined: usize,
    /// Of those, the ones held to 20 times their own size without the allowance for the densest files.
    strict: usize,
    /// Cases that held too much, with figures.
    greedy: Vec<String>,
    /// Most bytes held for each byte of a file beyond the free megabyte, by the reader and with the examination.
    worst: [f64; 2],
}

impl Tally {
    fn hold(&mut self, what: usize, case: &str, peak: usize, size: usize) {
        let free = 1 << 20;
        let each = peak.saturating_sub(free) as f64 / size.max(1) as f64;
        self.worst[what] = self.worst[what].max(each);
        if peak > free + 20 * size {
            let what = ["reading", "examining"][what];
            self.greedy.push(format!("{case}: {what} held {peak} bytes for {size}: 1 MB + {each:.1} times"));
        }
    }

    /// Reads a file, examines what was read, and holds what comes out against the promises.
    fn check(&mut self, case: &str, file: &SurfaceFile, with_examination: bool) {
        let (size, before) = (file.bytes.len(), LIVE.load(Relaxed));
        let (result, peak) = peak_of(before, || surface(file.name, &file.bytes));
        self.cases += 1;
        self.hold(0, case, peak, size);
        match result {
            Ok(read) => {
                self.accepted += 1;
                check_promises(case, &read.surface);
                if with_examination {
                    self.examined += 1;
                    let (report, peak) = peak_of(before, || read.surface.examine());
                    let dense = 10 * read.surface.triangles.len();
                    self.strict += usize::from(dense <= size);
                    self.hold(1, case, peak, size.max(dense));
                    assert!(report.is_refused() || report.enclosed_volume > 0.0, "{case}");
                }
            }
            Err(error) => {
                assert!(!error.reason.is_empty() && !error.remedy.is_empty(), "{case}");
                let text = error.to_string();
                assert!(text.starts_with(file.name) && text.len() < 400, "{case}: {text}");
            }
        }
    }
}

/// All cases; `begin` is told each before it starts.
fn all_cases(begin: impl Fn(String)) -> Tally {
    let mut tally = Tally::default();
    let mut run = |case: String, file: &SurfaceFile| {
        begin(case.clone());
        // It asks for thousands of winding numbers and takes far longer than reading: a fifth of the cases will do.
        let with_examination = tally.cases % 5 == 1 || case.starts_with("greedy");
        tally.check(&case, file, with_examination);
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
    tally
}

#[test]
fn damaged_surfaces_do_no_harm() {
    // The threads of the examination take memory when they start, which is no case's fault.
    cube().examine();
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
    let Tally { cases, accepted, examined, strict, greedy, worst: [reading, examining] } =
        worker.join().unwrap_or_else(|_| panic!("failed: {last}"));
    println!(
        "{cases} damaged surfaces, {accepted} read, {examined} of them examined ({strict} without allowance); beyond 1 MB at most {reading:.1} \
         and {examining:.1} times the file"
    );
    assert!(greedy.is_empty(), "{} cases held too much:\n{}", greedy.len(), greedy.join("\n"));
    assert!(
        cases > 2000 && strict >= 200,
        "{cases} cases, {strict} of {examined} examined without allowance"
    );
    // Neither everything refused nor everything let through.
    assert!(accepted > cases / 4 && accepted < cases * 9 / 10, "{accepted} of {cases} were read");
}
