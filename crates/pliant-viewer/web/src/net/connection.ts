// The WebSocket to the server: opens it, opens it again with growing pauses when it is lost, and says in words why.
import { parseMessage, type FromServer, type ToServer } from "./protocol.ts";

export type ConnectionState = "connecting" | "open" | "lost";

export interface ConnectionEvents {
  opened(): void;
  /** Why there is no connection, and after how many seconds it is tried again. */
  lost(reason: string, retrySeconds: number): void;
  message(message: FromServer): void;
  frame(data: ArrayBuffer): void;
}

const FIRST_PAUSE_S = 0.5;
const LONGEST_PAUSE_S = 15;
/** A connection that lived this long was a good one: pauses begin anew. */
const GOOD_AFTER_MS = 5000;

/** Seconds before the next attempt, after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_S * 2 ** Math.max(failures - 1, 0), LONGEST_PAUSE_S);
}

/** Why a connection ended, in words. */
export function reasonOf(everOpened: boolean, code: number, reason: string, token: string): string {
  if (code === 1008) return `The server ended the connection: ${reason || "a message was not allowed"}.`;
  if (code === 1013 || code === 1001) return `The server has gone${reason ? `: ${reason}` : ""}.`;
  if (everOpened) return "The connection is lost. Is pliant still running?";
  if (!token) return "The address has no token. Copy it in full, as pliant prints it.";
  return "The server does not answer, or refuses this address. Is pliant still running, and is the token from this run?";
}

export class Connection {
  state: ConnectionState = "connecting";
  private socket: WebSocket | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private openedAt = 0;
  private everOpened = false;

  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly events: ConnectionEvents,
  ) {}

  /** Tries now, whatever pause is under way. */
  open(): void {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.state = "connecting";
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.arrived(event.data);
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event);
    };
    this.socket = socket;
  }

  /** True when the message went out. */
  send(message: ToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private opened(): void {
    this.state = "open";
    this.openedAt = performance.now();
    this.everOpened = true;
    this.events.opened();
  }

  private arrived(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.events.frame(data);
      return;
    }
    const message = parseMessage(data);
    if (message) this.events.message(message);
  }

  private closed(event: CloseEvent): void {
    const wasGood = this.state === "open" && performance.now() - this.openedAt > GOOD_AFTER_MS;
    this.failures = wasGood ? 1 : this.failures + 1;
    this.state = "lost";
    const pause = pauseAfter(this.failures);
    this.timer = setTimeout(() => this.open(), pause * 1000);
    this.events.lost(reasonOf(this.everOpened, event.code, event.reason, this.token), pause);
  }
}
