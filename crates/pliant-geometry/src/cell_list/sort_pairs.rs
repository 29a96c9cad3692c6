//! Pairs of ids into order: pieces of unsorted pairs to one sorted list, in time proportional to their number.
//!
//! Each piece splits its pairs by blocks of first ids; then each block, which is small enough for the cache, gathers its
//! pairs from all pieces by a counting sort over its ids and sorts the few pairs of each id.

/// Ids a block holds at least, as a power of two, and blocks at most.
const SMALLEST_BLOCK: u32 = 11;
const MOST_BLOCKS: usize = 256;

/// Pairs of one id that are ranked by counting.
const FEW: usize = 20;

/// The pairs of one piece by blocks of first ids, each in one number, and where each block begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pairs: Vec<u64>,
    starts: Vec<u32>,
}

/// How ids are cut into blocks of `1 << bits` each.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    bits: u32,
    ids: usize,
}

/// The buffers of the sort.
#[derive(Clone, Debug, Default)]
pub(super) struct PairSorter {
    blocks: Vec<Block>,
}

/// How many pairs a block holds, and where those of each of its ids begin.
#[derive(Clone, Debug, Default)]
struct Block {
    pairs: usize,
    starts: Vec<u32>,
    /// The second ids, by first.
    seconds: Vec<u32>,
}

impl Blocks {
    /// Of so many ids.
    pub fn of(ids: usize) -> Self {
        let mut bits = SMALLEST_BLOCK;
        while ids >> bits >= MOST_BLOCKS {
            bits += 1;
        }
        Self { bits, ids }
    }

    fn count(self) -> usize {
        (self.ids >> self.bits) + 1
    }
}

impl PairSorter {
    /// Writes the pairs of all pieces to `out` in order.
    pub fn sort(&mut self, pieces: &[Piece], split: Blocks, out: &mut Vec<(u32, u32)>) {
        self.blocks.resize_with(split.count(), Block::default);
        for (index, block) in self.blocks.iter_mut().enumerate() {
            block.pairs = pieces.iter().map(|piece| piece.block(index).len()).sum();
        }
        out.resize(self.blocks.iter().map(|block| block.pairs).sum(), (0, 0));
        fill(&mut self.blocks, 0, &Pieces { pieces, split }, out);
    }
}

impl Piece {
    /// Takes the pairs over, the first id in the upper half: a counting sort by blocks.
    pub fn take(&mut self, found: &[u64], split: Blocks) {
        let Self { pairs, starts } = self;
        let block = |pair: u64| (pair >> 32 >> split.bits) as usize;
        starts.clear();
        starts.resize(split.count() + 2, 0);
        found.iter().for_each(|&pair| starts[block(pair) + 2] += 1);
        (1..starts.len()).for_each(|k| starts[k] += starts[k - 1]);
        pairs.resize(found.len(), 0);
        for &pair in found {
            let next = &mut starts[block(pair) + 1];
            pairs[*next as usize] = pair;
            *next += 1;
        }
    }

    fn block(&self, index: usize) -> &[u64] {
        &self.pairs[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Pieces that were split into the same blocks.
struct Pieces<'a> {
    pieces: &'a [Piece],
    split: Blocks,
}

/// Fills the part of the list that belongs to some blocks, halves of them at once.
fn fill(blocks: &mut [Block], first: usize, split: &Pieces, out: &mut [(u32, u32)]) {
    if let [block] = blocks {
        return block.fill(first, split, out);
    }
    let middle = blocks.len() / 2;
    let (left, right) = blocks.split_at_mut(middle);
    let pairs: usize = left.iter().map(|block| block.pairs).sum();
    let (out_left, out_right) = out.split_at_mut(pairs);
    rayon::join(|| fill(left, first, split, out_left), || fill(right, first + middle, split, out_right));
}

impl Block {
    fn fill(
        &mut self,
        index: usize,
        &Pieces { pieces, split: Blocks { bits, ids } }: &Pieces,
        out: &mut [(u32, u32)],
    ) {
        let Self { starts, seconds, .. } = self;
        let first_id = index << bits;
        let own = |pair: u64| (pair >> 32) as usize - first_id;
        starts.clear();
        starts.resize((ids - first_id).min(1 << bits) + 2, 0);
        for piece in pieces {
            piece.block(index).iter().for_each(|&pair| starts[own(pair) + 2] += 1);
        }
        (1..starts.len()).for_each(|k| starts[k] += starts[k - 1]);
        seconds.resize(out.len(), 0);
        for piece in pieces {
            for &pair in piece.block(index) {
                let next = &mut starts[own(pair) + 1];
                seconds[*next as usize] = pair as u32;
                *next += 1;
            }
        }
        for (run, id) in starts.windows(2).zip(first_id as u32..) {
            let run = run[0] as usize..run[1] as usize;
            write_sorted(id, &mut seconds[run.clone()], &mut out[run]);
        }
    }
}

/// Writes the pairs of one id. A handful, which is the rule, is ranked by counting: that needs no guesses.
#[inline]
fn write_sorted(id: u32, seconds: &mut [u32], out: &mut [(u32, u32)]) {
    if seconds.len() > FEW {
        seconds.sort_unstable();
        out.iter_mut().zip(seconds).for_each(|(pair, second)| *pair = (id, *second));
        return;
    }
    for &second in seconds.iter() {
        let rank: usize = seconds.iter().map(|other| usize::from(*other < second)).sum();
        out[rank] = (id, second);
    }
}
