// The help dialog: what the mouse does, and all keys from the table of actions.
import { ACTIONS, keyWords } from "./keys.ts";
import { byId, el } from "./dom.ts";

const MOUSE: [string, string][] = [
  ["Drag a body", "take hold of it: a spring pulls it after the pointer"],
  ["Shift at letting go", "pin it where it is"],
  ["Drag the background", "turn the view"],
  ["Right or middle drag", "move the view"],
  ["Wheel", "zoom to the pointer"],
  ["Point at a surface", "read the value there"],
  ["One finger", "turn, or take hold of a body"],
  ["Two fingers", "zoom and move"],
];

export class Help {
  private readonly dialog = byId<HTMLDialogElement>("help");

  constructor() {
    const body = el("div", { class: "help-body" }, section("Mouse and touch", MOUSE));
    for (const group of new Set(ACTIONS.map((action) => action.group))) {
      const rows = ACTIONS.filter((action) => action.group === group).map((action): [string, string] => [
        action.keys.map(keyWords).join(" or "),
        action.label + (action.mode === "replay" ? " (replay)" : action.mode === "live" ? " (live)" : ""),
      ]);
      body.append(section(group, rows));
    }
    body.append(section("Scene text", [["Ctrl Enter", "apply the text"]]));
    const close = el("button", { type: "button", class: "primary" }, "Close");
    close.addEventListener("click", () => this.dialog.close());
    const licences = el("a", { href: "licenses", target: "_blank", rel: "noreferrer" }, "Licences");
    const head = el("div", { class: "dialog-head" }, el("h2", { id: "help-title" }, "Keys and gestures"), close);
    this.dialog.append(head, body, licences);
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  toggle(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }
}

function section(title: string, rows: [string, string][]): HTMLElement {
  const list = el("dl");
  for (const [key, words] of rows) list.append(el("dt", {}, key), el("dd", {}, words));
  return el("section", {}, el("h3", {}, title), list);
}
