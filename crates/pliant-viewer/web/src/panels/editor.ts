// The text of the scene beside the view: edited, applied with Ctrl+Enter, problems shown at their lines.
import type { Problem } from "../net/protocol.ts";
import { el, setText } from "../ui/dom.ts";

/** What becomes of the draft when the server says which text runs now. */
export function draftAfter(draft: string, base: string, text: string): string {
  // The running text is as before: what was typed meanwhile stays.
  return text === base ? draft : text;
}

/** Where a line (1 is the first) begins and ends in a text. */
export function lineSpan(text: string, line: number): [number, number] {
  let start = 0;
  for (let k = 1; k < line; k += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return [start, end < 0 ? text.length : end];
}

export class EditorPanel {
  readonly root = el("div", { class: "editor" });
  problems: Problem[] = [];
  private base = "";
  private readonly area = el("textarea", {
    id: "scene-text",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    "aria-label": "Text of the scene",
    "aria-describedby": "problem-head",
  });
  private readonly numbers = el("div", { class: "line-numbers" });
  private readonly strips = el("div", { class: "line-strips" });
  private readonly head = el("p", { id: "problem-head", class: "quiet", role: "status" });
  private readonly list = el("ul", { class: "problems" });
  private readonly applyButton = el("button", { type: "button", class: "primary", title: "Ctrl Enter" }, "Apply and restart");
  private readonly revertButton = el("button", { type: "button" }, "Revert");
  private counted = 0;

  constructor(
    private readonly apply: (text: string) => void,
    private readonly problemsChanged: (count: number) => void,
  ) {
    const gutter = el("div", { class: "gutter", "aria-hidden": "true" }, this.numbers);
    const sheet = el("div", { class: "sheet" }, this.area);
    const buttons = el("div", { class: "row" }, this.applyButton, this.revertButton);
    this.root.append(buttons, el("div", { class: "editor-box" }, this.strips, gutter, sheet), this.head, this.list);
    this.area.addEventListener("input", () => this.edited());
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.send();
    });
    this.applyButton.addEventListener("click", () => this.send());
    this.revertButton.addEventListener("click", () => this.revert());
    this.edited();
  }

  /** The text that runs now. */
  setText(text: string, editable: boolean): void {
    const draft = draftAfter(this.area.value, this.base, text);
    const other = text !== this.base;
    this.base = text;
    if (draft !== this.area.value) this.area.value = draft;
    this.area.readOnly = !editable;
    this.applyButton.hidden = !editable;
    this.revertButton.hidden = !editable;
    if (other) this.setProblems([]);
    this.edited();
  }

  setProblems(problems: Problem[]): void {
    this.problems = problems;
    this.list.replaceChildren(...problems.map((problem) => this.entry(problem)));
    const errors = problems.filter((problem) => problem.severity === "error").length;
    this.area.setAttribute("aria-invalid", String(errors > 0));
    setText(this.head, this.summary(errors, problems.length - errors));
    this.markLines();
    this.problemsChanged(problems.length);
  }

  focusFirstProblem(): void {
    const first = this.problems.find((problem) => problem.line > 0);
    if (first) this.goTo(first);
  }

  private summary(errors: number, warnings: number): string {
    const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;
    if (errors > 0) return `${count(errors, "error")}${warnings > 0 ? `, ${count(warnings, "warning")}` : ""}. The scene from before goes on.`;
    return warnings > 0 ? `${count(warnings, "warning")}.` : "";
  }

  private entry(problem: Problem): HTMLLIElement {
    const place = problem.line > 0 ? `Line ${problem.line}` : "Scene";
    const where = problem.key ? `${place}, ${problem.key}` : place;
    const button = el(
      "button",
      { type: "button", class: `problem ${problem.severity}` },
      el("strong", {}, `${where}: ${problem.severity}`),
      el("span", {}, problem.reason),
      el("span", { class: "quiet" }, problem.remedy),
    );
    button.addEventListener("click", () => this.goTo(problem));
    return el("li", {}, button);
  }

  private goTo(problem: Problem): void {
    if (problem.line <= 0) return;
    const [start, end] = lineSpan(this.area.value, problem.line);
    const from = problem.column > 0 ? Math.min(start + problem.column - 1, end) : start;
    this.area.focus();
    this.area.setSelectionRange(from, end);
    const height = this.lineHeight();
    this.area.scrollTop = Math.max((problem.line - 4) * height, 0);
    this.area.scrollLeft = 0;
    this.follow();
  }

  private send(): void {
    if (this.area.readOnly) return;
    this.setProblems([]);
    this.apply(this.area.value);
  }

  private revert(): void {
    this.area.value = this.base;
    this.setProblems([]);
    this.edited();
  }

  private edited(): void {
    const lines = this.area.value.split("\n").length;
    if (lines !== this.counted) {
      this.counted = lines;
      setText(this.numbers, Array.from({ length: lines }, (_, k) => k + 1).join("\n"));
    }
    this.revertButton.disabled = this.area.value === this.base;
    this.follow();
  }

  /** Numbers and marks scroll with the text. */
  private follow(): void {
    const move = `translateY(${-this.area.scrollTop}px)`;
    this.numbers.style.transform = move;
    this.strips.style.transform = move;
  }

  private lineHeight(): number {
    return parseFloat(getComputedStyle(this.area).lineHeight) || 18;
  }

  private markLines(): void {
    const placed = this.problems.filter((problem) => problem.line > 0);
    this.strips.replaceChildren(
      ...placed.map((problem) => {
        const strip = el("div", { class: `strip ${problem.severity}`, "data-line": problem.line });
        strip.style.setProperty("--line-index", String(problem.line - 1));
        return strip;
      }),
    );
  }
}
