//! Which triangles share an edge. Half-edge 3 t + k runs from corner k of triangle t to the next corner; edges are
//! bucketed by their lower point (counting sort), so the work is near-linear and no hash is involved.

/// All half-edges, those over the same two points next to each other.
pub(crate) struct EdgeTable {
    starts: Vec<u32>,
    /// (upper point, half-edge), sorted within each bucket.
    entries: Vec<(u32, u32)>,
}

impl EdgeTable {
    /// Ids must be in range.
    pub fn new(point_count: usize, triangles: &[[u32; 3]]) -> Self {
        let mut starts = vec![0u32; point_count + 1];
        for half in 0..3 * triangles.len() {
            let (a, b) = ends(triangles, half);
            starts[a.min(b) as usize + 1] += 1;
        }
        for point in 0..point_count {
            starts[point + 1] += starts[point];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0); 3 * triangles.len()];
        for half in 0..3 * triangles.len() {
            let (a, b) = ends(triangles, half);
            let slot = &mut next[a.min(b) as usize];
            entries[*slot as usize] = (a.max(b), half as u32);
            *slot += 1;
        }
        for point in 0..point_count {
            entries[starts[point] as usize..starts[point + 1] as usize].sort_unstable();
        }
        Self { starts, entries }
    }

    /// Every edge: its two points, lower first, and its half-edges.
    pub fn edges(&self) -> impl Iterator<Item = ([u32; 2], &[(u32, u32)])> {
        self.starts.windows(2).zip(0u32..).flat_map(|(range, low)| {
            self.entries[range[0] as usize..range[1] as usize]
                .chunk_by(|a, b| a.0 == b.0)
                .map(move |run| ([low, run[0].0], run))
        })
    }
}

/// From and to of a half-edge.
pub(crate) fn ends(triangles: &[[u32; 3]], half: usize) -> (u32, u32) {
    let t = &triangles[half / 3];
    (t[half % 3], t[(half + 1) % 3])
}

/// True if the half-edge runs from its lower to its upper point. Turning a triangle renumbers its half-edges: valid
/// only for the triangles the half-edge was numbered with.
pub(crate) fn is_upward(triangles: &[[u32; 3]], half: u32) -> bool {
    let (a, b) = ends(triangles, half as usize);
    a < b
}

/// True if the triangle passes the edge from its lower to its upper point.
pub(crate) fn passes_upward(triangle: [u32; 3], [low, high]: [u32; 2]) -> bool {
    (0..3).any(|k| triangle[k] == low && triangle[(k + 1) % 3] == high)
}

/// Union-find; the root of a set is its lowest member.
pub(crate) struct Sets(Vec<u32>);

impl Sets {
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub fn root(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            let parent = self.0[i as usize];
            self.0[i as usize] = self.0[parent as usize];
            i = parent;
        }
        i
    }

    pub fn join(&mut self, i: u32, j: u32) {
        let (a, b) = (self.root(i), self.root(j));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
