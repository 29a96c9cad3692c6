// Tabs after the pattern of the WAI-ARIA guide: arrows move between them, one panel is shown.
import { setPressed } from "./buttons.ts";
import { byId, el } from "./dom.ts";

export interface Tab {
  id: string;
  label: string;
  content: HTMLElement;
  /** Called when the tab comes into view. */
  shown?: () => void;
}

export class Tabs {
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly panels = new Map<string, HTMLElement>();
  current = "";

  constructor(
    private readonly root: HTMLElement,
    private readonly tabs: Tab[],
  ) {
    const list = el("div", { role: "tablist", class: "tabs", "aria-label": "Panels" });
    root.append(list);
    for (const tab of tabs) this.add(list, tab);
    list.addEventListener("keydown", (event) => this.move(event));
    this.show(tabs[0].id);
  }

  show(id: string): void {
    this.current = id;
    for (const [name, button] of this.buttons) {
      button.setAttribute("aria-selected", String(name === id));
      button.tabIndex = name === id ? 0 : -1;
    }
    for (const [name, panel] of this.panels) panel.hidden = name !== id;
    this.tabs.find((tab) => tab.id === id)?.shown?.();
  }

  /** A number or mark beside the tab's name. */
  setBadge(id: string, text: string): void {
    const button = this.buttons.get(id);
    if (button) button.dataset.badge = text;
  }

  setAvailable(id: string, available: boolean): void {
    const button = this.buttons.get(id);
    if (button) button.hidden = !available;
    if (!available && this.current === id) this.show(this.tabs[0].id);
  }

  private add(list: HTMLElement, tab: Tab): void {
    const button = el(
      "button",
      { type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}`, "data-badge": "" },
      tab.label,
    );
    button.addEventListener("click", () => this.show(tab.id));
    const panel = el(
      "div",
      { role: "tabpanel", id: `panel-${tab.id}`, "aria-labelledby": `tab-${tab.id}`, class: `panel panel-${tab.id}` },
      tab.content,
    );
    list.append(button);
    this.root.append(panel);
    this.buttons.set(tab.id, button);
    this.panels.set(tab.id, panel);
  }

  private move(event: KeyboardEvent): void {
    const open = this.tabs.filter((tab) => !this.buttons.get(tab.id)?.hidden).map((tab) => tab.id);
    const at = open.indexOf(this.current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(open[(to + open.length) % open.length]);
    this.buttons.get(this.current)?.focus();
  }
}

/** Opens or closes the panels: a column beside the view, a drawer over it in a small window. */
export function togglePanels(open = document.body.dataset.side !== "open"): void {
  document.body.dataset.side = open ? "open" : "closed";
  byId("side").inert = !open;
  setPressed("panels", open);
}
