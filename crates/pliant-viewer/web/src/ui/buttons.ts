// Buttons made from the table of actions.
import { ACTIONS, keyWords, type Action, type ActionId } from "./keys.ts";
import { el } from "./dom.ts";
import { icon } from "./icons.ts";

export type Act = (id: ActionId) => void;

/** Actions that are on or off. */
export const TOGGLES: ReadonlySet<ActionId> = new Set(["wireframe", "ghost", "through", "slice", "lock", "loop", "pinMode", "gif", "panels"]);

const KEY_NAMES: Record<string, string> = { Ctrl: "Control" };

function shortcut(keys: readonly string[]): string {
  return keys.map((key) => key.replace(/^\w+(?=\+.)/, (first) => KEY_NAMES[first] ?? first)).join(" ");
}

/** A button for an action; with words or with its drawing only. */
export function actionButton(id: ActionId, act: Act, look: "icon" | "words" = "icon"): HTMLButtonElement {
  const action: Action | undefined = ACTIONS.find((each) => each.id === id);
  if (!action) throw new Error(`there is no action ${id}`);
  const button = el("button", {
    type: "button",
    class: look === "icon" ? "tool" : "worded",
    title: `${action.label} (${action.keys.map(keyWords).join(" or ")})`,
    "aria-label": action.label,
    "aria-keyshortcuts": shortcut(action.keys),
    "aria-pressed": TOGGLES.has(id) ? "false" : false,
    "data-action": id,
    "data-mode": action.mode,
    "data-icon": action.icon,
  });
  if (action.icon !== "none") button.append(icon(action.icon));
  if (look === "words") button.append(el("span", {}, action.label));
  button.addEventListener("click", (event) => {
    act(id);
    // Whoever uses the mouse wants the keys to go to the view, not to press the same button again.
    if (event.detail > 0 && look === "icon") document.getElementById("canvas")?.focus({ preventScroll: true });
  });
  return button;
}

/** Shows whether an action is on, at all its buttons. */
export function setPressed(id: ActionId, on: boolean): void {
  for (const button of document.querySelectorAll(`[data-action="${id}"]`)) button.setAttribute("aria-pressed", String(on));
}

/** Hides the buttons of what cannot be done: in replay nothing is touched. */
export function showButtonsFor(mode: "live" | "replay"): void {
  const other = mode === "live" ? "replay" : "live";
  for (const button of document.querySelectorAll<HTMLElement>(`[data-mode="${other}"]`)) button.hidden = true;
  for (const button of document.querySelectorAll<HTMLElement>(`[data-mode="${mode}"]`)) button.hidden = false;
}
