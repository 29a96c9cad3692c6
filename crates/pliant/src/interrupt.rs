//! Ctrl-C: the first one asks the run to stop at a good state, the second one ends the program at once.

use crate::cli::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Signals closer together than this are one.
const SAME_SIGNAL: Duration = Duration::from_millis(500);

/// Becomes true when the user (or the system, by a termination signal) wants the program to stop.
pub fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(install).clone()
}

fn install() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let (seen, mut first) = (flag.clone(), None);
    let handler = move || {
        if seen.swap(true, Ordering::Relaxed) {
            // A signal to a process and to its group comes twice at once; only a later one is meant as a second.
            if first.is_none_or(|first: Instant| first.elapsed() < SAME_SIGNAL) {
                return;
            }
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
        first = Some(Instant::now());
        eprintln!("\nstopping at the next good state; press Ctrl-C again to end at once");
    };
    // Where no handler can be had, Ctrl-C ends the program as always and --resume goes on from the last checkpoint.
    let _ = ctrlc::set_handler(handler);
    flag
}
