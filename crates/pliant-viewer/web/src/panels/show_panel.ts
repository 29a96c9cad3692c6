// What is shown: layers, standard views, the slice plane and the range of the legend.
import type { Layer, Vec3 } from "../net/protocol.ts";
import type { HalfSpace } from "../mesh/raycast.ts";
import type { Bounds } from "../view/camera.ts";
import { hexColour, layerColour } from "../data/colour.ts";
import { digits } from "../data/format.ts";
import { el, setText } from "../ui/dom.ts";

export interface ShowEvents {
  layers(shown: string[]): void;
  slice(keep: HalfSpace | null): void;
  range(low: number, high: number): void;
  /** The box around the bodies now: the plane goes where they are. */
  bounds(): Bounds | null;
}

const AXES = ["x", "y", "z"] as const;

export class ShowPanel {
  readonly root = el("div", { class: "stack" });
  sliceOn = false;
  private readonly layers = el("div", { class: "checks" });
  private readonly sliceCheck = el("input", { type: "checkbox", id: "slice-on" });
  private readonly axis = el("select", { "aria-label": "Axis of the slice plane" }, ...AXES.map((name) => el("option", { value: name }, `across ${name}`)));
  private readonly position = el("input", { type: "range", min: 0, max: 1000, value: 500, "aria-label": "Position of the slice plane" });
  private readonly positionWords = el("output", { class: "number" });
  private readonly flip = el("input", { type: "checkbox" });
  private readonly low = el("input", { type: "number", step: "any", "aria-label": "Lower end of the legend" });
  private readonly high = el("input", { type: "number", step: "any", "aria-label": "Upper end of the legend" });
  private readonly rangeUnit = el("span", { class: "unit" });
  private bounds: Bounds = [[-1, -1, -1], [1, 1, 1]];
  private made = "";

  /** Buttons for the camera are made from the table of actions. */
  constructor(
    private readonly events: ShowEvents,
    viewButtons: HTMLElement[],
    moveButtons: HTMLElement[],
  ) {
    this.root.append(
      section("Layers", this.layers),
      section("Look from", el("div", { class: "button-grid" }, ...viewButtons)),
      section("Slice plane", this.sliceControls()),
      section("Range of the legend", this.rangeControls()),
      section("Move the camera", el("div", { class: "button-grid" }, ...moveButtons)),
    );
  }

  /** The layers of a scene; those that were chosen or left out before stay so. */
  setLayers(layers: Layer[]): void {
    const key = JSON.stringify(layers);
    if (key === this.made) return;
    this.made = key;
    const chosen = new Map(this.boxes().map((box) => [box.value, box.checked]));
    this.layers.replaceChildren(...layers.map((layer, k) => this.layerCheck({ ...layer, shown: chosen.get(layer.name) ?? layer.shown }, k)));
  }

  /** Layers with a tick. */
  shown(): string[] {
    return this.boxes().filter((box) => box.checked).map((box) => box.value);
  }

  /** Layers without a tick. */
  hidden(): Set<string> {
    return new Set(this.boxes().filter((box) => !box.checked).map((box) => box.value));
  }

  private boxes(): HTMLInputElement[] {
    return [...this.layers.querySelectorAll("input")];
  }

  setBounds(bounds: Bounds): void {
    this.bounds = bounds;
    this.showPosition();
  }

  setSlice(on: boolean): void {
    this.sliceOn = on;
    this.sliceCheck.checked = on;
    this.tellSlice();
  }

  setRange(low: number, high: number, unit: string): void {
    for (const [field, value] of [[this.low, low], [this.high, high]] as const) {
      if (document.activeElement !== field) field.value = String(Number(value.toPrecision(5)));
    }
    setText(this.rangeUnit, unit);
  }

  /** What the slice leaves, or null. */
  keep(): HalfSpace | null {
    if (!this.sliceOn) return null;
    const axis = AXES.indexOf(this.axis.value as (typeof AXES)[number]);
    const sign = this.flip.checked ? 1 : -1;
    const normal: Vec3 = [0, 0, 0];
    normal[axis] = sign;
    return { normal, constant: -sign * this.place(axis) };
  }

  private place(axis: number): number {
    const [low, high] = this.bounds;
    return low[axis] + ((high[axis] - low[axis]) * Number(this.position.value)) / 1000;
  }

  private layerCheck(layer: Layer, index: number): HTMLElement {
    const box = el("input", { type: "checkbox", value: layer.name, checked: layer.shown });
    box.addEventListener("change", () => this.events.layers(this.shown()));
    const dot = el("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = hexColour(layerColour(layer.name, index));
    return el("label", { class: "check" }, box, dot, layer.label);
  }

  private sliceControls(): HTMLElement {
    this.sliceCheck.addEventListener("change", () => this.setSlice(this.sliceCheck.checked));
    for (const control of [this.axis, this.position, this.flip]) {
      control.addEventListener("input", () => {
        if (this.sliceOn) this.tellSlice();
        else this.setSlice(true);
      });
    }
    return el(
      "div",
      { class: "stack tight" },
      el("div", { class: "row" }, el("label", { class: "check" }, this.sliceCheck, "cut the bodies"), this.axis, el("label", { class: "check" }, this.flip, "other side")),
      el("div", { class: "row" }, this.position, this.positionWords),
    );
  }

  private tellSlice(): void {
    this.bounds = this.events.bounds() ?? this.bounds;
    this.showPosition();
    this.events.slice(this.keep());
  }

  private showPosition(): void {
    const axis = AXES.indexOf(this.axis.value as (typeof AXES)[number]);
    const words = `${digits(this.place(axis), 3)} m`;
    setText(this.positionWords, words);
    this.position.setAttribute("aria-valuetext", words);
  }

  private rangeControls(): HTMLElement {
    const fix = (): void => this.events.range(this.low.valueAsNumber, this.high.valueAsNumber);
    this.low.addEventListener("change", fix);
    this.high.addEventListener("change", fix);
    return el("div", { class: "row" }, this.low, el("span", {}, "to"), this.high, this.rangeUnit);
  }
}

function section(title: string, content: HTMLElement): HTMLElement {
  return el("section", { class: "group" }, el("h3", {}, title), content);
}
