//! What finding touching spheres costs beside the plain search for neighbours of points, both from scratch each time,
//! one after the other, the best of several.
//!
//!     RAYON_NUM_THREADS=1 cargo run --release -p pliant-contact --example sphere_speed

use std::time::Instant;

use pliant_contact::{SphereSearch, sphere_cloud};
use pliant_geometry::CellList;

fn main() {
    let (mut list, mut search, mut out) = (CellList::default(), SphereSearch::new(), vec![]);
    let mut seconds = vec![];
    for (count, rounds) in [(100_000usize, 30), (1_000_000, 7)] {
        let cloud = sphere_cloud(count, 10.0);
        let reach = 2.0 * cloud.radius;
        let mut best = [f64::INFINITY; 2];
        let mut found = 0;
        for _ in 0..rounds {
            let start = Instant::now();
            list.rebuild(&cloud.centres, reach);
            list.pairs(reach, &mut out);
            best[0] = best[0].min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            found = search.find(&cloud.centres, &cloud.radii, 0.0, |_, _| true).len();
            best[1] = best[1].min(start.elapsed().as_secs_f64());
        }
        let each = |pairs: usize| 2.0 * pairs as f64 / count as f64;
        println!(
            "{count}: points {:.2} ms ({:.2} neighbours), spheres {:.2} ms ({:.2} neighbours), ratio {:.3}",
            1e3 * best[0],
            each(out.len()),
            1e3 * best[1],
            each(found),
            best[1] / best[0]
        );
        seconds.push(best);
    }
    for (k, name) in ["points", "spheres"].into_iter().enumerate() {
        println!("{name}: ten times as many take {:.2} times as long", seconds[1][k] / seconds[0][k]);
    }
}
