// Energies and probes over time: one chart for the energies, one for each unit among the probes.
import uPlot from "uplot";
import type { SampleRing } from "../data/samples.ts";
import { inWords, type Probe } from "../net/protocol.ts";
import { hexColour, partColour } from "../data/colour.ts";
import { digits, scaleFor, withUnit } from "../data/format.ts";
import { el, setText } from "../ui/dom.ts";

interface Series {
  name: string;
  unit: string;
  /** Numbers of one series, oldest first. */
  values: (ring: SampleRing) => Float64Array;
  shown: boolean;
  colour: string;
  readout: HTMLElement;
}

const CHART_HEIGHT = 170;
const FIRST_PROBE = 4;

function total(ring: SampleRing): Float64Array {
  const [kinetic, elastic, load] = [ring.column(1), ring.column(2), ring.column(3)];
  return kinetic.map((value, k) => value + elastic[k] + (Number.isNaN(load[k]) ? 0 : load[k]));
}

/** One chart and the check boxes of its series. */
class Chart {
  readonly root = el("section", { class: "group chart" });
  private readonly box = el("div", { class: "chart-box" });
  private readonly checks = el("div", { class: "checks" });
  private plot: uPlot | null = null;
  private unit = "";
  private data: uPlot.AlignedData = [[]];

  constructor(
    title: string,
    private readonly series: Series[],
    private readonly changed: () => void,
  ) {
    this.unit = series[0]?.unit ?? "";
    this.root.append(el("h3", {}, title), this.box, this.checks);
    for (const each of series) this.checks.append(this.check(each));
  }

  draw(ring: SampleRing): void {
    const shown = this.series.filter((each) => each.shown);
    const columns = shown.map((each) => each.values(ring));
    // uPlot leaves gaps at null; NaN would spoil its scales.
    const gaps = (column: Float64Array): (number | null)[] => Array.from(column, (value) => (Number.isFinite(value) ? value : null));
    this.data = [Array.from(ring.column(0)), ...columns.map(gaps)];
    this.plot ??= this.make(shown);
    this.plot.setData(this.data);
    this.readouts(null, ring);
  }

  /** Forgets the drawing: its size, colours or series are other ones now. */
  drop(): void {
    this.plot?.destroy();
    this.plot = null;
  }

  private readouts(index: number | null, ring: SampleRing | null): void {
    let column = 1;
    for (const each of this.series) {
      const values = each.shown ? (this.data[column] as (number | null)[]) : null;
      if (each.shown) column += 1;
      const value = values ? values.at(index ?? -1) : ring && each.values(ring).at(-1);
      setText(each.readout, Number.isFinite(value) ? withUnit(value as number, each.unit, 3) : "–");
    }
  }

  private check(series: Series): HTMLElement {
    const box = el("input", { type: "checkbox", checked: series.shown });
    box.addEventListener("change", () => {
      series.shown = box.checked;
      this.drop();
      this.changed();
    });
    const dot = el("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = series.colour;
    return el("label", { class: "check" }, box, dot, el("span", { class: "grow" }, inWords(series.name)), series.readout);
  }

  private make(shown: Series[]): uPlot {
    const style = getComputedStyle(document.documentElement);
    const [text, line] = [style.getPropertyValue("--quiet").trim(), style.getPropertyValue("--line").trim()];
    const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, font: "11px system-ui", labelFont: "11px system-ui" };
    const scaled = (_: uPlot, splits: number[]): string[] => {
      const scale = scaleFor(Math.max(...splits.map(Math.abs)), this.unit);
      return splits.map((value, k) => digits(value * scale.factor, 4) + (k === splits.length - 1 ? ` ${scale.unit}` : ""));
    };
    this.box.replaceChildren();
    return new uPlot(
      {
        width: Math.max(this.box.clientWidth, 120),
        height: CHART_HEIGHT,
        legend: { show: false },
        cursor: { y: false, points: { size: 6 } },
        scales: { x: { time: false } },
        padding: [10, 8, 0, 0],
        axes: [
          { ...axis, size: 28, values: (_, splits) => splits.map((value, k) => digits(value, 4) + (k === splits.length - 1 ? " s" : "")) },
          { ...axis, size: 62, values: scaled, space: 28 },
        ],
        series: [{}, ...shown.map((each) => ({ stroke: each.colour, width: 1.6, points: { show: false } }))],
        hooks: { setCursor: [(plot) => this.readouts(plot.cursor.idx ?? null, null)] },
      },
      this.data,
      this.box,
    );
  }
}

export class PlotsPanel {
  readonly root = el("div", { class: "stack" });
  private charts: Chart[] = [];
  private drawn = -1;
  private made = "";

  constructor(private readonly ring: SampleRing) {
    new ResizeObserver(() => this.redraw()).observe(this.root);
  }

  setProbes(probes: Probe[]): void {
    const key = JSON.stringify(probes);
    if (key === this.made) return;
    this.made = key;
    for (const chart of this.charts) chart.drop();
    const again = (): void => this.redraw();
    const energies = [
      series("kinetic", "J", 0, (ring) => ring.column(1)),
      series("elastic", "J", 1, (ring) => ring.column(2)),
      series("of loads", "J", 2, (ring) => ring.column(3)),
      series("total", "J", 5, total),
    ];
    const all = probes.map((probe, k) => series(probe.name, probe.unit, k, (ring) => ring.column(FIRST_PROBE + k)));
    const units = [...new Set(probes.map((probe) => probe.unit))];
    this.charts = [
      new Chart("Energy", energies, again),
      ...units.map((unit) => new Chart(unit ? `Probes (${unit})` : "Probes", all.filter((each) => each.unit === unit), again)),
    ];
    this.root.replaceChildren(...this.charts.map((chart) => chart.root));
    this.drawn = -1;
  }

  /** Draws when there is something new and somebody sees it. */
  draw(): void {
    if (this.root.offsetParent === null || this.drawn === this.ring.version) return;
    this.drawn = this.ring.version;
    for (const chart of this.charts) chart.draw(this.ring);
  }

  /** Another size or other colours. */
  redraw(): void {
    for (const chart of this.charts) chart.drop();
    this.drawn = -1;
    this.draw();
  }
}

function series(name: string, unit: string, index: number, values: Series["values"]): Series {
  return { name, unit, values, shown: true, colour: hexColour(partColour(index)), readout: el("output", { class: "number" }) };
}
