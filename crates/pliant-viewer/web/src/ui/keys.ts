// Everything that can be done, once: from this table come the keys, the buttons' names and the help.
import type { IconName } from "./icons.ts";

/** `holding` counts only while a body is held by the keyboard, and goes before the others then. */
export type Mode = "always" | "live" | "replay" | "holding";

interface ActionShape {
  id: string;
  group: "Run" | "Look from" | "Move the camera" | "Show" | "Touch" | "While holding" | "Keep" | "Page";
  /** What it does; the accessible name of its button. */
  label: string;
  keys: readonly string[];
  icon: IconName | "none";
  mode: Mode;
}

export const ACTIONS = [
  { id: "play", group: "Run", label: "Play or pause", keys: ["Space"], icon: "play", mode: "always" },
  { id: "step", group: "Run", label: "Step forward", keys: ["ArrowRight"], icon: "step", mode: "always" },
  { id: "back", group: "Run", label: "Step back", keys: ["ArrowLeft"], icon: "back", mode: "replay" },
  { id: "reset", group: "Run", label: "Back to the beginning", keys: ["R"], icon: "reset", mode: "always" },
  { id: "loop", group: "Run", label: "Play in a loop", keys: ["B"], icon: "loop", mode: "replay" },
  { id: "slower", group: "Run", label: "Slower", keys: ["["], icon: "farther", mode: "always" },
  { id: "faster", group: "Run", label: "Faster", keys: ["]"], icon: "nearer", mode: "always" },

  { id: "frame", group: "Look from", label: "Frame all", keys: ["F"], icon: "frame", mode: "always" },
  { id: "view1", group: "Look from", label: "Front", keys: ["1"], icon: "none", mode: "always" },
  { id: "view2", group: "Look from", label: "Back", keys: ["2"], icon: "none", mode: "always" },
  { id: "view3", group: "Look from", label: "Left", keys: ["3"], icon: "none", mode: "always" },
  { id: "view4", group: "Look from", label: "Right", keys: ["4"], icon: "none", mode: "always" },
  { id: "view5", group: "Look from", label: "Top", keys: ["5"], icon: "none", mode: "always" },
  { id: "view6", group: "Look from", label: "Bottom", keys: ["6"], icon: "none", mode: "always" },
  { id: "view7", group: "Look from", label: "Isometric", keys: ["7"], icon: "none", mode: "always" },
  { id: "orbitLeft", group: "Move the camera", label: "Turn left", keys: ["Shift+ArrowLeft"], icon: "left", mode: "always" },
  { id: "orbitRight", group: "Move the camera", label: "Turn right", keys: ["Shift+ArrowRight"], icon: "right", mode: "always" },
  { id: "orbitUp", group: "Move the camera", label: "Turn up", keys: ["Shift+ArrowUp"], icon: "up", mode: "always" },
  { id: "orbitDown", group: "Move the camera", label: "Turn down", keys: ["Shift+ArrowDown"], icon: "down", mode: "always" },
  { id: "panLeft", group: "Move the camera", label: "Move left", keys: ["Ctrl+ArrowLeft"], icon: "left", mode: "always" },
  { id: "panRight", group: "Move the camera", label: "Move right", keys: ["Ctrl+ArrowRight"], icon: "right", mode: "always" },
  { id: "panUp", group: "Move the camera", label: "Move up", keys: ["Ctrl+ArrowUp"], icon: "up", mode: "always" },
  { id: "panDown", group: "Move the camera", label: "Move down", keys: ["Ctrl+ArrowDown"], icon: "down", mode: "always" },
  { id: "zoomIn", group: "Move the camera", label: "Nearer", keys: ["+", "="], icon: "nearer", mode: "always" },
  { id: "zoomOut", group: "Move the camera", label: "Farther", keys: ["-"], icon: "farther", mode: "always" },

  { id: "colour", group: "Show", label: "Colour by the next field", keys: ["C"], icon: "colour", mode: "always" },
  { id: "lock", group: "Show", label: "Lock the range of the legend", keys: ["L"], icon: "lock", mode: "always" },
  { id: "wireframe", group: "Show", label: "Wireframe", keys: ["W"], icon: "wireframe", mode: "always" },
  { id: "ghost", group: "Show", label: "Ghost of the rest shape", keys: ["G"], icon: "ghost", mode: "always" },
  { id: "through", group: "Show", label: "See through surfaces", keys: ["T"], icon: "through", mode: "always" },
  { id: "slice", group: "Show", label: "Slice plane", keys: ["X"], icon: "slice", mode: "always" },
  { id: "value", group: "Show", label: "Read the value at the centre", keys: ["V"], icon: "value", mode: "always" },

  { id: "hold", group: "Touch", label: "Take hold at the centre of the view", keys: ["H"], icon: "hold", mode: "live" },
  { id: "pinMode", group: "Touch", label: "Pin what is let go", keys: ["N"], icon: "pin", mode: "live" },
  { id: "unpin", group: "Touch", label: "Remove pins made by hand", keys: ["U"], icon: "unpin", mode: "live" },

  { id: "pullLeft", group: "While holding", label: "Pull left", keys: ["ArrowLeft"], icon: "left", mode: "holding" },
  { id: "pullRight", group: "While holding", label: "Pull right", keys: ["ArrowRight"], icon: "right", mode: "holding" },
  { id: "pullUp", group: "While holding", label: "Pull up", keys: ["ArrowUp"], icon: "up", mode: "holding" },
  { id: "pullDown", group: "While holding", label: "Pull down", keys: ["ArrowDown"], icon: "down", mode: "holding" },
  { id: "pullNearer", group: "While holding", label: "Pull nearer", keys: ["PageDown"], icon: "nearer", mode: "holding" },
  { id: "pullFarther", group: "While holding", label: "Push farther", keys: ["PageUp"], icon: "farther", mode: "holding" },
  { id: "release", group: "While holding", label: "Let go", keys: ["Enter", "Escape"], icon: "close", mode: "holding" },
  { id: "releasePin", group: "While holding", label: "Let go and pin", keys: ["Shift+Enter"], icon: "pin", mode: "holding" },

  { id: "png", group: "Keep", label: "Save a picture (PNG)", keys: ["P"], icon: "picture", mode: "always" },
  { id: "gif", group: "Keep", label: "Record a film (GIF)", keys: ["Shift+P"], icon: "film", mode: "always" },
  { id: "link", group: "Keep", label: "Copy a link with this camera", keys: ["K"], icon: "link", mode: "always" },

  { id: "panels", group: "Page", label: "Show or hide the panels", keys: ["O"], icon: "panel", mode: "always" },
  { id: "help", group: "Page", label: "Help", keys: ["?"], icon: "help", mode: "always" },
] as const satisfies readonly ActionShape[];

export type Action = (typeof ACTIONS)[number];
export type ActionId = Action["id"];

/** What a key press says, of a keyboard event or a test. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** A key press as written in the table, or "" when it is not the page's business. */
export function spelled(press: KeyPress): string {
  if (press.altKey) return "";
  const letter = /^[a-z]$/i.test(press.key);
  const key = press.key === " " ? "Space" : letter ? press.key.toUpperCase() : press.key;
  // Signs like ? need shift on some keyboards and not on others: only the sign counts.
  const sign = press.key.length === 1 && !letter && press.key !== " ";
  const shift = press.shiftKey && !sign ? "Shift+" : "";
  const control = press.ctrlKey || press.metaKey ? "Ctrl+" : "";
  return control + shift + key;
}

/** The action of a key press. */
export function actionFor(press: KeyPress, mode: "live" | "replay", holding: boolean): Action | null {
  const keys = spelled(press);
  if (!keys) return null;
  const fits = (action: Action, wanted: Mode): boolean => action.mode === wanted && (action.keys as readonly string[]).includes(keys);
  const held = holding ? ACTIONS.find((action) => fits(action, "holding")) : undefined;
  return held ?? ACTIONS.find((action) => fits(action, "always") || fits(action, mode)) ?? null;
}

const SHORT: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
};

/** A key of the table as people write it. */
export function keyWords(keys: string): string {
  const plus = keys.endsWith("+") ? keys : "";
  return plus || keys.split("+").map((part) => SHORT[part] ?? part).join(" ");
}

/** Whether a field of the page needs this key itself. */
export function belongsToField(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog")) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  const pressing = keys === "Space" || keys === "Enter";
  const moving = /^(Shift\+)?(Arrow|Page|Home|End)/.test(keys);
  if (target instanceof HTMLInputElement) {
    if (target.type === "range") return moving;
    if (target.type === "checkbox" || target.type === "radio") return pressing;
    return true;
  }
  if (target.getAttribute("role") === "tab") return pressing || moving;
  return pressing && target.closest("button, a, summary") !== null;
}
