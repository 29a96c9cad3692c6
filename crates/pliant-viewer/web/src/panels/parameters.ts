// Sliders for the numbers of the scene: what is moved acts at once, at most ten times a second.
import type { Parameter } from "../net/protocol.ts";
import { LatestOnly } from "../net/rate.ts";
import { el } from "../ui/dom.ts";

const SLIDER_STEPS = 1000;
const SET_INTERVAL_MS = 100;

/** Whether the slider of a parameter can be logarithmic. */
function isLog(p: Parameter): boolean {
  return p.scale === "log" && p.least > 0 && p.most > p.least;
}

/** Place of a value on the slider, 0 to SLIDER_STEPS. */
export function sliderOf(p: Parameter, value: number): number {
  const fraction = isLog(p)
    ? Math.log(value / p.least) / Math.log(p.most / p.least)
    : (value - p.least) / (p.most - p.least);
  return Math.round(SLIDER_STEPS * Math.min(Math.max(Number.isFinite(fraction) ? fraction : 0, 0), 1));
}

/** The value at a place of the slider, rounded to what a slider can tell apart. */
export function valueOf(p: Parameter, place: number): number {
  const fraction = place / SLIDER_STEPS;
  if (fraction <= 0) return p.least;
  if (fraction >= 1) return p.most;
  const value = isLog(p) ? p.least * (p.most / p.least) ** fraction : p.least + (p.most - p.least) * fraction;
  if (p.whole) return Math.round(value);
  const fine = isLog(p) ? value : p.most - p.least;
  const decimals = 3 - Math.floor(Math.log10(Math.abs(fine) || 1));
  return decimals > 15 || decimals < -15 ? value : Number((Math.round(value * 10 ** decimals) / 10 ** decimals).toPrecision(12));
}

/** A number as a person would type it: no noise of binary fractions. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}

class Row {
  readonly root = el("div", { class: "parameter" });
  private readonly slider: HTMLInputElement;
  private readonly number: HTMLInputElement;
  private readonly sending: LatestOnly<number>;

  constructor(
    private parameter: Parameter,
    index: number,
    set: (path: string, value: number) => void,
  ) {
    const id = `parameter-${index}`;
    const name = parameter.unit ? `${parameter.label} (${parameter.unit})` : parameter.label;
    this.slider = el("input", { type: "range", min: 0, max: SLIDER_STEPS, step: 1, "aria-label": `${name}, slider` });
    this.number = el("input", { type: "number", id, step: parameter.whole ? 1 : "any", "data-path": parameter.path });
    this.sending = new LatestOnly(SET_INTERVAL_MS, (value) => set(parameter.path, value));
    const label = el("label", { for: id, title: parameter.path }, parameter.label);
    const unit = el("span", { class: "unit" }, parameter.unit);
    this.root.append(el("div", { class: "parameter-head" }, label, el("span", { class: "number" }, this.number, unit)), this.slider);
    this.slider.addEventListener("input", () => this.slid());
    this.number.addEventListener("change", () => this.typed());
    this.show(parameter.value);
  }

  /** The server says what it is now; a field that is being edited is left alone. */
  take(parameter: Parameter): void {
    this.parameter = parameter;
    if (document.activeElement !== this.number) this.show(parameter.value);
  }

  private show(value: number): void {
    this.slider.value = String(sliderOf(this.parameter, value));
    this.number.value = plain(value);
    this.slider.setAttribute("aria-valuetext", `${plain(value)} ${this.parameter.unit}`.trim());
  }

  private slid(): void {
    const value = valueOf(this.parameter, Number(this.slider.value));
    this.number.value = plain(value);
    this.slider.setAttribute("aria-valuetext", `${plain(value)} ${this.parameter.unit}`.trim());
    this.number.removeAttribute("aria-invalid");
    this.sending.offer(value);
  }

  private typed(): void {
    const value = this.number.valueAsNumber;
    if (!Number.isFinite(value)) {
      this.number.setAttribute("aria-invalid", "true");
      return;
    }
    this.number.removeAttribute("aria-invalid");
    const kept = this.parameter.whole ? Math.round(value) : value;
    this.show(kept);
    this.sending.offer(kept);
  }
}

export class ParametersPanel {
  readonly root = el("div", { class: "stack" });
  private rows = new Map<string, Row>();
  private made = "";

  constructor(private readonly set: (path: string, value: number) => void) {}

  /** New parameters; the same ones as before only get their values, so that focus stays where it is. */
  setParameters(parameters: Parameter[]): void {
    const key = JSON.stringify(parameters.map((parameter) => ({ ...parameter, value: 0 })));
    if (key === this.made) {
      for (const parameter of parameters) this.rows.get(parameter.path)?.take(parameter);
      return;
    }
    this.made = key;
    this.rows = new Map(parameters.map((parameter, k) => [parameter.path, new Row(parameter, k, this.set)]));
    const groups = [...new Set(parameters.map((parameter) => parameter.group))];
    this.root.replaceChildren(...groups.map((group) => this.section(group, parameters)));
    if (parameters.length === 0) this.root.append(el("p", { class: "quiet" }, "This scene has no numbers to change while it runs."));
  }

  private section(group: string, parameters: Parameter[]): HTMLElement {
    const rows = parameters.filter((parameter) => parameter.group === group).map((parameter) => this.rows.get(parameter.path)?.root ?? "");
    return el("section", { class: "group" }, el("h3", {}, group || "Scene"), ...rows);
  }
}
