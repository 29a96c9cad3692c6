//! Checkpoints: everything a run needs to go on to the same bits, in one file.
//!
//! ```text
//! 16 bytes   magic
//! u32        format version
//! u64        length of the payload
//! payload    text fields (u64 length, UTF-8), numbers and arrays, in the order of [`Checkpoint`]
//! u64        checksum of the payload
//! ```
//!
//! All little-endian; floats by their bits. The file appears whole or not at all and is forced to the disk. A reader
//! takes nothing on trust: magic, format, length and checksum are looked at before the payload, and every length
//! within it against what is left.

use std::io::{self, Write};
use std::path::Path;

use bytemuck::Pod;
use glam::DVec3;
use pliant_math::hash::{Fnv, FnvInPieces};
use pliant_world::{ContactMemory, FactorMemory, GuardMemory, Repeats, RunTotals, Snapshot, State};

use crate::error::OutputError;
use crate::write::write_durably;

const MAGIC: [u8; 16] = *b"PLIANT\x1a\r\nSTATE\0\0";

/// Changes whenever the payload does.
const FORMAT: u32 = 3;

/// A point of a run, with what must be known of its files to go on from there.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Version of the program that wrote it.
    pub version: String,
    /// Title of the scene.
    pub title: String,
    /// Hash of the scene's text and of all that was set for it.
    pub scene: u64,
    /// Hash of what the scene was built into.
    pub fingerprint: u64,
    /// The run is over.
    pub finished: bool,
    /// How often the run was taken up again.
    pub resumed: u64,
    /// Elapsed time so far (s).
    pub wall_seconds: f64,
    /// Processor time so far (s), and the part of it from the first step on.
    pub cpu_seconds: [f64; 2],
    /// Times of the frames written (s).
    pub frame_times: Vec<f64>,
    /// Bytes of `probes.csv` and `energy.csv`.
    pub table_bytes: [u64; 2],
    /// The state with its counts.
    pub snapshot: Snapshot,
}

impl Checkpoint {
    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        write_durably(path, |out| self.write_to(out))
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        // Encoded twice, to count and to write: a copy of it would be as large as the state.
        let mut sum = FnvInPieces::default();
        self.encode(&mut |bytes| sum.add(bytes));
        out.write_all(&MAGIC)?;
        out.write_all(&FORMAT.to_le_bytes())?;
        out.write_all(&sum.length().to_le_bytes())?;
        let mut written = Ok(());
        self.encode(&mut |bytes| {
            if written.is_ok() {
                written = out.write_all(bytes);
            }
        });
        written?;
        out.write_all(&sum.value().to_le_bytes())
    }

    /// Reads a file back.
    pub fn read(path: &Path) -> Result<Self, OutputError> {
        let bytes = std::fs::read(path).map_err(|error| OutputError::file("read", path, error))?;
        Self::parse(&bytes).map_err(|reason| OutputError::checkpoint(path, reason))
    }

    /// Reads the bytes of a file back.
    ///
    /// # Errors
    /// Why it is no checkpoint, or none that can be used.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        const DAMAGED: &str = "it is damaged: it ends too early";
        let rest = bytes.strip_prefix(&MAGIC).ok_or("it is no checkpoint of pliant")?;
        let (format, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
        let format = u32::from_le_bytes(*format);
        if format != FORMAT {
            return Err(format!(
                "it has checkpoint format {format}, but this program writes and reads {FORMAT}"
            ));
        }
        let (length, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
        let (payload, rest) = usize::try_from(u64::from_le_bytes(*length))
            .ok()
            .and_then(|length| rest.split_at_checked(length))
            .ok_or(DAMAGED)?;
        if rest != Fnv::new().words(payload).value().to_le_bytes() {
            return Err("it is damaged: its checksum is wrong".into());
        }
        Decoder(payload).checkpoint().ok_or_else(|| "it is damaged: its parts do not fit each other".into())
    }

    fn encode(&self, take: &mut dyn FnMut(&[u8])) {
        let mut out = Encoder(take);
        let Snapshot { state, totals, frames } = &self.snapshot;
        out.text(&self.version).text(&self.title);
        out.counts(&[self.scene, self.fingerprint, u64::from(self.finished), self.resumed]);
        out.numbers(&[self.wall_seconds, self.cpu_seconds[0], self.cpu_seconds[1]]);
        out.list(&self.frame_times).counts(&self.table_bytes);
        out.counts(&[*frames, totals.steps, totals.iterations, totals.linear_iterations]);
        out.counts(&[totals.cutbacks, totals.projections, totals.inverted_looks]);
        let repeats = &totals.repeats;
        out.counts(&[
            repeats.not_finite,
            repeats.inverted,
            repeats.runaway,
            repeats.energy,
            repeats.not_converged,
        ]);
        out.numbers(&[totals.smallest_step, totals.largest_step]);
        let guard = &state.guard;
        out.numbers(&[state.time, state.dt, guard.share, guard.agitation, guard.energy, guard.first_step]);
        out.counts(&[state.step, state.guard.calm]);
        out.list(&state.stepper);
        for field in [&state.q, &state.v, &state.a] {
            out.list(bytemuck::cast_slice(field));
        }
        let contact = &state.contact;
        out.items(&contact.touches).items(&contact.couplings).items(&contact.force);
        out.items(&contact.on_colliders).items(&contact.deepest);
        let factor = &state.factor;
        out.items(&factor.q).items(&factor.v).numbers(&factor.numbers);
    }
}

/// Hands over the bytes of plain things, as they are in the memory of a little-endian machine.
struct Encoder<'a>(&'a mut dyn FnMut(&[u8]));

impl Encoder<'_> {
    fn plain<T: Pod>(&mut self, items: &[T]) -> &mut Self {
        (self.0)(bytemuck::cast_slice(items));
        self
    }

    fn counts(&mut self, values: &[u64]) -> &mut Self {
        self.plain(values)
    }

    fn numbers(&mut self, values: &[f64]) -> &mut Self {
        self.plain(values)
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.items(text.as_bytes())
    }

    fn list(&mut self, values: &[f64]) -> &mut Self {
        self.items(values)
    }

    /// How many, and then all of them.
    fn items<T: Pod>(&mut self, items: &[T]) -> &mut Self {
        self.counts(&[items.len() as u64]).plain(items)
    }
}

/// What is left of a payload. Nothing is allocated that is not there.
struct Decoder<'a>(&'a [u8]);

impl Decoder<'_> {
    fn checkpoint(mut self) -> Option<Checkpoint> {
        let (version, title) = (self.text()?, self.text()?);
        let [scene, fingerprint, finished, resumed] = self.counts()?;
        let [wall_seconds, cpu, stepping] = self.numbers()?;
        let (frame_times, table_bytes) = (self.list()?, self.counts()?);
        let snapshot = self.snapshot()?;
        self.0.is_empty().then_some(Checkpoint {
            version,
            title,
            scene,
            fingerprint,
            finished: finished != 0,
            resumed,
            wall_seconds,
            cpu_seconds: [cpu, stepping],
            frame_times,
            table_bytes,
            snapshot,
        })
    }

    fn snapshot(&mut self) -> Option<Snapshot> {
        let [frames, steps, iterations, linear_iterations] = self.counts()?;
        let [cutbacks, projections, inverted_looks] = self.counts()?;
        let [not_finite, inverted, runaway, energy, not_converged] = self.counts()?;
        let [smallest_step, largest_step] = self.numbers()?;
        let repeats = Repeats { not_finite, inverted, runaway, energy, not_converged };
        let totals = RunTotals {
            steps,
            iterations,
            linear_iterations,
            cutbacks,
            projections,
            inverted_looks,
            repeats,
            smallest_step,
            largest_step,
        };
        Some(Snapshot { state: self.state()?, totals, frames })
    }

    fn state(&mut self) -> Option<State> {
        let [time, dt, share, agitation, energy, first_step] = self.numbers()?;
        let [step, calm] = self.counts()?;
        let guard = GuardMemory { share, calm, agitation, energy, first_step };
        let stepper = self.list()?;
        let (q, v, a) = (self.vectors()?, self.vectors()?, self.vectors()?);
        let contact = ContactMemory {
            touches: self.items()?,
            couplings: self.items()?,
            force: self.items()?,
            on_colliders: self.items()?,
            deepest: self.items()?,
        };
        let factor = FactorMemory { q: self.items()?, v: self.items()?, numbers: self.numbers()? };
        let fits = |list: &[DVec3]| list.is_empty() || list.len() == q.len();
        let is_whole = q.len() == v.len() && q.len() == a.len() && fits(&factor.q);
        (is_whole && factor.q.len() == factor.v.len()).then_some(State {
            time,
            step,
            dt,
            q,
            v,
            a,
            stepper,
            guard,
            contact,
            factor,
        })
    }

    fn take(&mut self, length: usize) -> Option<&[u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn count(&mut self) -> Option<u64> {
        self.take(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes were taken")))
    }

    fn counts<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut values = [0; N];
        for value in &mut values {
            *value = self.count()?;
        }
        Some(values)
    }

    fn numbers<const N: usize>(&mut self) -> Option<[f64; N]> {
        self.counts().map(|bits| bits.map(f64::from_bits))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.count()?).ok()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn list(&mut self) -> Option<Vec<f64>> {
        let length = usize::try_from(self.count()?).ok()?.checked_mul(8)?;
        let (words, _) = self.take(length)?.as_chunks();
        Some(words.iter().map(|word| f64::from_le_bytes(*word)).collect())
    }

    fn vectors(&mut self) -> Option<Vec<DVec3>> {
        let flat = self.list()?;
        let (triples, rest) = flat.as_chunks::<3>();
        rest.is_empty().then(|| triples.iter().map(|t| DVec3::from_array(*t)).collect())
    }

    fn items<T: Pod>(&mut self) -> Option<Vec<T>> {
        let length = usize::try_from(self.count()?).ok()?.checked_mul(size_of::<T>())?;
        let items = self.take(length)?.chunks_exact(size_of::<T>());
        Some(items.map(bytemuck::pod_read_unaligned).collect())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use pliant_world::{Deepest, TouchMemory};
    use proptest::prelude::*;

    pub(super) fn sample() -> Checkpoint {
        let mut state = State::at_rest((0..7).map(|i| DVec3::splat(f64::from(i) / 3.0)).collect());
        state.stepper = vec![0.1, f64::INFINITY];
        (state.time, state.step, state.v[3].x, state.guard.energy) = (0.3, 17, -0.0, 1.0);
        let touch = TouchMemory { key: 3, flags: 2, stretch: [0.1, -0.2, 0.3], force: 5.0, allowance: 1e-9 };
        let deepest = Deepest { pair: [1, 7], depth: 1e-3, share: 0.5, time: 0.25, place: [1.0, 2.0, 3.0] };
        state.contact = ContactMemory {
            touches: vec![touch, TouchMemory { key: 4, ..touch }],
            couplings: vec![[0, 5], [2, 3], [2, 4]],
            force: vec![DVec3::new(0.5, 0.0, -0.0)],
            on_colliders: vec![DVec3::Z],
            deepest: vec![deepest],
        };
        let (q, v) = (state.q.clone(), state.v.clone());
        state.factor = FactorMemory { q, v, numbers: [0.25, 1e4, 1.0, 100.0, 0.0] };
        Checkpoint {
            version: "1.2.3".into(),
            title: "Ein Würfel".into(),
            scene: 1,
            fingerprint: u64::MAX,
            finished: false,
            resumed: 2,
            wall_seconds: 1.5,
            cpu_seconds: [2.5, 1.0 / 3.0],
            frame_times: vec![0.0, 0.1, 0.2],
            table_bytes: [100, 200],
            snapshot: Snapshot { state, totals: RunTotals::default(), frames: 3 },
        }
    }

    fn bytes() -> Vec<u8> {
        let mut bytes = Vec::new();
        sample().write_to(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn comes_back_to_the_bit() {
        let back = Checkpoint::parse(&bytes()).unwrap();
        assert_eq!(back, sample());
        assert_eq!(back.snapshot.state.hash(), sample().snapshot.state.hash());
    }

    #[test]
    fn any_flipped_bit_and_any_cut_is_noticed() {
        let good = bytes();
        for bit in 0..8 * good.len() {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(Checkpoint::parse(&bad).is_err(), "bit {bit}");
        }
        for length in 0..good.len() {
            assert!(Checkpoint::parse(&good[..length]).is_err(), "{length} bytes");
        }
        assert!(Checkpoint::parse(&[good.as_slice(), b"x"].concat()).is_err());
    }

    #[test]
    fn other_formats_and_foreign_files_are_refused_by_name() {
        let mut other = bytes();
        other[16] = 9;
        assert!(Checkpoint::parse(&other).unwrap_err().contains("checkpoint format 9"));
        assert!(Checkpoint::parse(b"PNG").unwrap_err().contains("no checkpoint of pliant"));
    }

    proptest! {
        #[test]
        fn damaged_payloads_with_right_checksums_never_panic(
            at in 0usize..2000, value in any::<u8>(), cut in 0usize..2000
        ) {
            let mut payload = Vec::new();
            sample().encode(&mut |bytes| payload.extend_from_slice(bytes));
            let at = at % payload.len();
            payload[at] = value;
            payload.truncate(payload.len() - cut % payload.len());
            let _ = Decoder(&payload).checkpoint();
        }
    }
}
