// What the solver is doing: time by phase, iterations, contacts, warnings; and what the page itself costs.
import type { Frame } from "../net/decode.ts";
import type { State } from "../net/protocol.ts";
import { digits } from "../data/format.ts";
import { el, setText } from "../ui/dom.ts";

/** What the page knows of itself. */
export interface PageCost {
  fps: number;
  scriptMs: number;
  triangles: number;
}

export class SolverPanel {
  readonly root = el("div", { class: "stack" });
  private readonly facts = el("dl", { class: "facts" });
  private readonly phases = el("ul", { class: "phases" });
  private readonly warnings = el("ul", { class: "warnings" });
  private readonly warningsHead = el("h3", {}, "Warnings");

  constructor() {
    const section = (title: string, content: HTMLElement): HTMLElement => el("section", { class: "group" }, el("h3", {}, title), content);
    this.root.append(section("Last step", this.facts), section("Time by phase", this.phases));
    this.root.append(el("section", { class: "group" }, this.warningsHead, this.warnings));
  }

  show(frame: Frame | null, state: State | null, cost: PageCost): void {
    const solver = frame?.solver;
    this.showFacts([
      ["Step", frame ? String(frame.step) : "–"],
      ["Time a step", solver ? `${digits(solver.stepMs, 3)} ms` : "–"],
      ["Iterations", solver ? digits(solver.iterations, 3) : "–"],
      ["Contacts", solver ? digits(solver.contacts, 6) : "–"],
      ["Speed", frame && Number.isFinite(frame.speedRatio) ? `${digits(frame.speedRatio, 3)} simulated s a second` : "–"],
      ["State hash", state?.hash ? state.hash : "–"],
      ["Triangles", String(cost.triangles)],
      ["Page", `${cost.fps} frames a second, ${digits(cost.scriptMs, 2)} ms of script each`],
    ]);
    this.showPhases(solver?.phases ?? []);
    this.showWarnings([...(state?.warnings ?? []), ...(frame?.complaints ?? [])]);
  }

  private showFacts(rows: [string, string][]): void {
    if (this.facts.children.length !== 2 * rows.length) {
      this.facts.replaceChildren(...rows.flatMap(([key]) => [el("dt", {}, key), el("dd")]));
    }
    rows.forEach(([, value], k) => setText(this.facts.children[2 * k + 1], value));
  }

  private showPhases(phases: [string, number][]): void {
    const total = phases.reduce((sum, [, ms]) => sum + ms, 0) || 1;
    while (this.phases.children.length < phases.length) {
      const bar = el("span", { class: "phase-bar" });
      this.phases.append(el("li", {}, el("span", { class: "phase-name" }), el("span", { class: "phase-track" }, bar), el("span", { class: "number" })));
    }
    while (this.phases.children.length > phases.length) this.phases.lastElementChild?.remove();
    phases.forEach(([name, ms], k) => {
      const [label, track, number] = [...this.phases.children[k].children];
      setText(label, name);
      setText(number, `${digits(ms, 3)} ms`);
      (track.firstElementChild as HTMLElement).style.width = `${((100 * ms) / total).toFixed(1)}%`;
    });
  }

  private showWarnings(warnings: string[]): void {
    setText(this.warningsHead, warnings.length > 0 ? `Warnings (${warnings.length})` : "Warnings: none");
    while (this.warnings.children.length < warnings.length) this.warnings.append(el("li"));
    while (this.warnings.children.length > warnings.length) this.warnings.lastElementChild?.remove();
    warnings.forEach((text, k) => setText(this.warnings.children[k], text));
  }
}
