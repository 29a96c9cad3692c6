// The server is at something that takes long and hears nothing until it is done: the page says so, and that what is asked for will
// happen after it, so that nobody thinks it hangs.
import type { Busy, ToServer } from "../net/protocol.ts";
import { toast } from "./toast.ts";

/** What waits until the step at hand is done; frames and colours are the connection's own business. */
const WAITING: ReadonlySet<ToServer["kind"]> = new Set(["play", "pause", "step", "reset", "set", "scene", "gallery", "speed", "unpin"]);

export class BusyMark {
  private now: Busy = { kind: "busy", what: "", seconds: 0 };

  take(busy: Busy): void {
    this.now = busy;
    document.documentElement.dataset.busy = String(this.on);
  }

  get on(): boolean {
    return this.now.seconds > 0;
  }

  get seconds(): number {
    return this.now.seconds;
  }

  /** What it is at; "" when nothing takes long. */
  get task(): string {
    if (!this.on) return "";
    return this.now.what === "scene" ? "Building the scene" : "Computing a step";
  }

  /** With how long it has taken. */
  get words(): string {
    return this.on ? `${this.task} for ${this.seconds} s` : "";
  }

  /** Something was asked for: it has to wait. */
  asked(kind: ToServer["kind"]): void {
    if (this.on && WAITING.has(kind)) toast(this.now.what === "scene" ? "That happens when the scene is built." : "That happens when this step is done.");
  }
}
