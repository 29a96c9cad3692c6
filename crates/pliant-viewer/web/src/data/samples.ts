// The newest rows of numbers over time, in a ring of fixed size.

export class SampleRing {
  private columns: Float64Array[] = [];
  private start = 0;
  private filled = 0;
  /** Grows with every change: who draws can tell whether there is something new. */
  version = 0;

  constructor(private readonly capacity: number) {}

  get length(): number {
    return this.filled;
  }

  get width(): number {
    return this.columns.length;
  }

  clear(): void {
    this.start = 0;
    this.filled = 0;
    this.columns = [];
    this.version += 1;
  }

  /** Adds a row; one of another width begins anew. A missing number is NaN. */
  push(row: readonly number[]): void {
    if (row.length !== this.columns.length) {
      this.clear();
      this.columns = row.map(() => new Float64Array(this.capacity));
    }
    const place = (this.start + this.filled) % this.capacity;
    this.columns.forEach((column, k) => (column[place] = row[k]));
    if (this.filled < this.capacity) this.filled += 1;
    else this.start = (this.start + 1) % this.capacity;
    this.version += 1;
  }

  /** Takes back all rows from this time on (first column): the run has gone back, or a row is told twice. */
  rewind(time: number): void {
    while (this.filled > 0 && this.latest(0) >= time) this.filled -= 1;
    this.version += 1;
  }

  /** One column from the oldest row to the newest. */
  column(index: number): Float64Array {
    const made = new Float64Array(this.filled);
    if (index >= this.columns.length) return made.fill(NaN);
    const source = this.columns[index];
    const first = Math.min(this.filled, this.capacity - this.start);
    made.set(source.subarray(this.start, this.start + first));
    made.set(source.subarray(0, this.filled - first), first);
    return made;
  }

  /** The newest number of a column, or NaN. */
  latest(index: number): number {
    if (this.filled === 0 || index >= this.columns.length) return NaN;
    return this.columns[index][(this.start + this.filled - 1) % this.capacity];
  }
}
