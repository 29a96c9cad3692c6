// Short messages at the edge of the view that go away by themselves, and banners that stay while their cause does.
import { byId, el, setText } from "./dom.ts";

const SHOWN_MS = 6000;

export type ToastKind = "info" | "error";

/** Shows a message for some seconds. */
export function toast(text: string, kind: ToastKind = "info"): void {
  const box = byId("toasts");
  for (const old of [...box.children]) if (old.textContent === text) old.remove();
  const message = el("p", { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" }, text);
  box.append(message);
  while (box.children.length > 3) box.firstElementChild?.remove();
  setTimeout(() => message.remove(), SHOWN_MS);
}

/** A banner over the view, with one button. */
export class Banner {
  private readonly head = el("strong");
  private readonly text = el("span", { class: "banner-text" });
  private readonly button: HTMLButtonElement;
  private readonly root: HTMLElement;
  private key = "";

  constructor(id: string, buttonText: string, act: () => void) {
    this.root = byId(id);
    this.button = el("button", { type: "button", class: "primary" }, buttonText);
    this.button.addEventListener("click", act);
    this.root.append(this.head, this.text, this.button);
  }

  get shown(): boolean {
    return !this.root.hidden;
  }

  show(head: string, text: string): void {
    const key = `${head}\n${text}`;
    if (key === this.key && this.shown) return;
    this.key = key;
    setText(this.head, head);
    setText(this.text, text);
    this.root.hidden = false;
  }

  hide(): void {
    this.root.hidden = true;
  }
}
