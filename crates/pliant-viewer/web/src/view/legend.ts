// The legend: which field colours the bodies, its scale in numbers, and the lock of its range.
import { cssColour, viridis } from "../data/colour.ts";
import { axisOf, type Axis } from "../data/ticks.ts";
import { inWords, type Field } from "../net/protocol.ts";
import { byId, el, setText } from "../ui/dom.ts";

/** A field's range: as the newest frame has it, until it is locked. */
export class FieldRange {
  low = 0;
  high = 1;
  locked = false;
  known = false;

  /** Takes the range of a frame over; null when no value is known. True when the range is another one. */
  follow(range: [number, number] | null): boolean {
    if (this.locked || !range) return false;
    const same = this.known && range[0] === this.low && range[1] === this.high;
    [this.low, this.high] = range;
    this.known = true;
    return !same;
  }

  /** Sets and locks it; false when these are no ends of a range. */
  fix(low: number, high: number): boolean {
    if (!Number.isFinite(low) || !Number.isFinite(high) || low >= high) return false;
    this.low = low;
    this.high = high;
    this.locked = true;
    this.known = true;
    return true;
  }

  /** Another field: nothing is known of it. */
  forget(): void {
    this.locked = false;
    this.known = false;
    this.low = 0;
    this.high = 1;
  }
}

export class Legend {
  axis: Axis | null = null;
  private readonly root = byId("legend");
  private readonly select = byId<HTMLSelectElement>("field");
  private readonly body = byId("legend-body");
  private readonly bar = byId("legend-bar");
  private readonly ticks = byId("legend-ticks");
  private readonly unit = byId("legend-unit");

  constructor(choose: (field: string) => void) {
    const steps = Array.from({ length: 17 }, (_, k) => cssColour(viridis(k / 16)));
    this.bar.style.background = `linear-gradient(to top, ${steps.join(", ")})`;
    this.select.addEventListener("change", () => choose(this.select.value));
  }

  setFields(fields: Field[], chosen: string): void {
    const options = fields.map(({ name }) => el("option", { value: name }, inWords(name)));
    this.select.replaceChildren(el("option", { value: "" }, "no field"), ...options);
    this.select.value = chosen;
    this.root.hidden = fields.length === 0;
  }

  choose(field: string): void {
    this.select.value = field;
  }

  show(field: Field | null, range: FieldRange): void {
    this.body.hidden = !field || !range.known;
    this.root.dataset.locked = String(range.locked);
    if (!field || !range.known) {
      this.axis = null;
      return;
    }
    this.axis = axisOf(range.low, range.high, field.unit);
    setText(this.unit, this.axis.unit || "no unit");
    this.showTicks(this.axis);
  }

  private showTicks(axis: Axis): void {
    while (this.ticks.children.length < axis.ticks.length) this.ticks.append(el("li"));
    while (this.ticks.children.length > axis.ticks.length) this.ticks.lastElementChild?.remove();
    axis.ticks.forEach((tick, k) => {
      const item = this.ticks.children[k] as HTMLElement;
      setText(item, tick.words);
      item.style.bottom = `${(100 * tick.fraction).toFixed(2)}%`;
    });
  }
}
