//! Which samples a triangle covers: exact edge functions on a fixed-point grid, row by row.
//!
//! Corners are rounded to 1/256 of a pixel, so every test is exact in integers, and triangles that share an edge
//! cover each sample once (top-left rule; J. Pineda, "A parallel algorithm for polygon rasterization", 1988).

/// An array of three; unlike `map` it is always inlined.
#[inline(always)]
pub(crate) fn three<T>(item: impl Fn(usize) -> T) -> [T; 3] {
    [item(0), item(1), item(2)]
}

/// Grid steps a pixel.
pub(crate) const SUBPIXELS: i64 = 256;
const SHIFT: u32 = 8;

/// Rows up to this many pixels wide are walked through.
const NARROW: i64 = 12;

/// Pixels from a corner up to, and without, another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: i64,
    pub(crate) top: i64,
    pub(crate) right: i64,
    pub(crate) bottom: i64,
}

/// A triangle on the grid, turned so that its inside is on the positive side of its edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    x: [i32; 3],
    y: [i32; 3],
}

/// One edge: `step_x * column + step_y * row + constant >= 0` inside, for sample 0 of each pixel.
#[derive(Clone, Copy, Debug)]
struct Edge {
    along_x: i64,
    along_y: i64,
    constant: i64,
    inverse_step: f64,
}

impl Outline {
    /// The outline of three places (pixels), or nothing if it has no area on the grid.
    pub(crate) fn new(corners: [(f64, f64); 3]) -> Option<Self> {
        // Half a grid step is lost by rounding; what is far outside must be clipped before.
        let grid = |place: f64| {
            let steps = place * SUBPIXELS as f64;
            (steps + if steps < 0.0 { -0.5 } else { 0.5 }) as i32
        };
        let mut outline = Self { x: three(|i| grid(corners[i].0)), y: three(|i| grid(corners[i].1)) };
        let area = outline.doubled_area();
        if area < 0 {
            outline.x.swap(1, 2);
            outline.y.swap(1, 2);
        }
        (area != 0).then_some(outline)
    }

    fn doubled_area(&self) -> i64 {
        let (x, y) = (three(|i| i64::from(self.x[i])), three(|i| i64::from(self.y[i])));
        (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0])
    }

    /// The pixels that may be touched.
    pub(crate) fn pixels(&self) -> Rect {
        let low = |v: [i32; 3]| i64::from(v[0].min(v[1]).min(v[2])) >> SHIFT;
        let high = |v: [i32; 3]| (i64::from(v[0].max(v[1]).max(v[2])) >> SHIFT) + 1;
        Rect { left: low(self.x), top: low(self.y), right: high(self.x), bottom: high(self.y) }
    }

    fn edges(&self) -> [Edge; 3] {
        three(|i| {
            let j = (i + 1) % 3;
            let (x, y) = (i64::from(self.x[i]), i64::from(self.y[i]));
            let (dx, dy) = (i64::from(self.x[j]) - x, i64::from(self.y[j]) - y);
            // Samples on an edge belong to the triangle whose left or upper edge it is.
            let keeps_border = dy < 0 || (dy == 0 && dx > 0);
            let constant = dy * x - dx * y - i64::from(!keeps_border);
            Edge { along_x: -dy, along_y: dx, constant, inverse_step: 1.0 / (-dy * SUBPIXELS) as f64 }
        })
    }

    /// Calls `span(row, first, end)` for every row of samples with something inside, for each of the sample places
    /// (grid steps inside the pixel). The first argument of `span` is the index of the sample place.
    pub(crate) fn scan(
        &self,
        within: Rect,
        places: &[(i64, i64)],
        mut span: impl FnMut(usize, i64, i64, i64),
    ) {
        let pixels = self.pixels();
        let beside = pixels.left >= within.right || pixels.right <= within.left;
        if beside || pixels.top >= within.bottom || pixels.bottom <= within.top {
            return;
        }
        let edges = self.edges();
        let (left, right) = (pixels.left.max(within.left), pixels.right.min(within.right));
        let (low_y, high_y) = (
            i64::from(self.y[0].min(self.y[1]).min(self.y[2])),
            i64::from(self.y[0].max(self.y[1]).max(self.y[2])),
        );
        for (index, &(place_x, place_y)) in places.iter().enumerate() {
            let top = ((low_y - place_y + SUBPIXELS - 1) >> SHIFT).max(within.top);
            let bottom = (((high_y - place_y) >> SHIFT) + 1).min(within.bottom);
            for row in top..bottom {
                let y = row * SUBPIXELS + place_y;
                let at_left = |edge: &Edge| {
                    edge.constant + edge.along_y * y + edge.along_x * (left * SUBPIXELS + place_x)
                };
                let values = [at_left(&edges[0]), at_left(&edges[1]), at_left(&edges[2])];
                let (first, end) = if right - left <= NARROW {
                    walk(&edges, values, left, right)
                } else {
                    narrow_all(&edges, values, left, right)
                };
                if first < end {
                    span(index, row, first, end);
                }
            }
        }
    }
}

/// Columns of a row that are inside all edges, found one by one; `values` are the edges' at column `left`.
fn walk(edges: &[Edge; 3], mut values: [i64; 3], left: i64, right: i64) -> (i64, i64) {
    let steps = [edges[0].along_x * SUBPIXELS, edges[1].along_x * SUBPIXELS, edges[2].along_x * SUBPIXELS];
    // The sign bit of the union is set if any of the three is negative.
    let mut column = left;
    while column < right && (values[0] | values[1] | values[2]) < 0 {
        values = [values[0] + steps[0], values[1] + steps[1], values[2] + steps[2]];
        column += 1;
    }
    let first = column;
    while column < right && (values[0] | values[1] | values[2]) >= 0 {
        values = [values[0] + steps[0], values[1] + steps[1], values[2] + steps[2]];
        column += 1;
    }
    (first, column)
}

/// The same for wide rows, by division.
fn narrow_all(edges: &[Edge; 3], values: [i64; 3], left: i64, right: i64) -> (i64, i64) {
    let (mut first, mut end) = (left, right);
    for (edge, value) in edges.iter().zip(values) {
        (first, end) = edge.narrow(value, left, first, end);
    }
    (first, end)
}

impl Edge {
    /// Narrows a span of columns to the inside of this edge, whose value at column `left` is given.
    fn narrow(&self, at_left: i64, left: i64, first: i64, end: i64) -> (i64, i64) {
        let step = self.along_x * SUBPIXELS;
        if step == 0 {
            return if at_left >= 0 { (first, end) } else { (first, first) };
        }
        let inside = |column: i64| at_left + step * (column - left) >= 0;
        // The float is off by at most one column; the integers decide.
        let zero = (-at_left as f64 * self.inverse_step).clamp(-2.0, (end - left) as f64 + 2.0);
        let mut border = left + (zero + 2.0) as i64 - 2;
        if step > 0 {
            while !inside(border) && border < end {
                border += 1;
            }
            (first.max(border), end)
        } else {
            while inside(border) && border < end {
                border += 1;
            }
            (first, end.min(border))
        }
    }
}
