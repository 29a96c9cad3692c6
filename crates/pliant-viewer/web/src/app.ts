// The page: what arrives goes to the panels and the view, what is done goes to the server.
import { rangeOf } from "./data/colour.ts";
import { rangeWords, timeWords, withUnit } from "./data/format.ts";
import { SampleRing } from "./data/samples.ts";
import type { Connection } from "./net/connection.ts";
import { FrameDecoder, type Frame } from "./net/decode.ts";
import { inWords, type Field, type FromServer, type Hello, type Problem, type State, type ToServer } from "./net/protocol.ts";
import { LatestOnly } from "./net/rate.ts";
import { EditorPanel } from "./panels/editor.ts";
import { ParametersPanel } from "./panels/parameters.ts";
import { PlotsPanel } from "./panels/plots.ts";
import { ScenePanel } from "./panels/scene_panel.ts";
import { ShowPanel } from "./panels/show_panel.ts";
import { SolverPanel } from "./panels/solver_panel.ts";
import { Transport } from "./panels/transport.ts";
import { Announcer } from "./ui/announce.ts";
import { BusyMark } from "./ui/busy.ts";
import { actionButton, setPressed, showButtonsFor, type Act } from "./ui/buttons.ts";
import { byId, setText } from "./ui/dom.ts";
import { Tabs, togglePanels } from "./ui/tabs.ts";
import { Banner, toast } from "./ui/toast.ts";
import { fromHash } from "./view/camera.ts";
import { Grab } from "./view/grab.ts";
import { FieldRange, Legend } from "./view/legend.ts";
import { placeWords } from "./view/overlay.ts";
import { Viewport } from "./view/viewport.ts";

const SAMPLES_KEPT = 32768;
const PANEL_INTERVAL_MS = 250;
const HOVER_INTERVAL_MS = 60;

export class App {
  readonly view = new Viewport();
  readonly ring = new SampleRing(SAMPLES_KEPT);
  readonly range = new FieldRange();
  readonly transport: Transport;
  readonly show: ShowPanel;
  readonly editor: EditorPanel;
  readonly legend: Legend;
  readonly busy = new BusyMark();
  readonly grab = new Grab((message) => this.send(message));
  hello: Hello | null = null;
  state: State | null = null;
  field = "";
  frames = 0;
  /** From the page's request to its first picture (ms). */
  firstFrameMs = NaN;
  lastScriptMs = 0;
  lastDecodeMs = 0;
  reading: string | null = null;
  lostReason = "";
  private readonly tabs: Tabs;
  private readonly scenePanel = new ScenePanel((name) => this.send({ kind: "gallery", name }));
  private readonly parameters = new ParametersPanel((path, value) => this.send({ kind: "set", path, value }));
  private readonly plots = new PlotsPanel(this.ring);
  private readonly solver = new SolverPanel();
  private readonly announcer = new Announcer((words) => setText(byId("summary"), words));
  private readonly decoder = new FrameDecoder();
  private readonly lost = new Banner("lost", "Try now", () => this.connection.open());
  private readonly failed = new Banner("failed", "Back to the beginning", () => this.act("reset"));
  private readonly slowPanels = new LatestOnly<null>(PANEL_INTERVAL_MS, () => this.drawPanels());
  private readonly hovers = new LatestOnly<[number, number] | null>(HOVER_INTERVAL_MS, (place) => this.hoverAt(place));
  private pending: Frame | null = null;
  private drawStarted = 0;
  private newInThisDraw = false;
  private frameTimes: number[] = [];
  private hoverPlace: [number, number] | null = null;

  /** `act` does what a button says; it is handed in, since actions need the app and the app has buttons. */
  constructor(
    readonly connection: Connection,
    private readonly act: Act,
    cameraButtons: { views: HTMLElement[]; moves: HTMLElement[] },
  ) {
    this.show = new ShowPanel(
      {
        layers: (shown) => this.setLayers(shown),
        slice: (keep) => {
          this.view.setSlice(keep);
          setPressed("slice", keep !== null);
        },
        range: (low, high) => this.fixRange(low, high),
        bounds: () => this.view.bodyBounds(),
      },
      cameraButtons.views,
      cameraButtons.moves,
    );
    this.editor = new EditorPanel(
      (text) => this.send({ kind: "scene", text }) || toast("Not sent: there is no connection.", "error"),
      (count) => this.tabs.setBadge("text", count > 0 ? String(count) : ""),
    );
    this.tabs = new Tabs(byId("side"), [
      { id: "scene", label: "Scene", content: this.scenePanel.root },
      { id: "adjust", label: "Adjust", content: this.parameters.root },
      { id: "show", label: "Show", content: this.show.root },
      { id: "plots", label: "Plots", content: this.plots.root, shown: () => this.plots.redraw() },
      { id: "solver", label: "Solver", content: this.solver.root, shown: () => this.drawPanels() },
      { id: "text", label: "Text", content: this.editor.root },
    ]);
    this.legend = new Legend((field) => this.chooseField(field));
    this.transport = new Transport({
      seek: (frame) => this.send({ kind: "seek", frame }),
      speed: (value) => this.send({ kind: "speed", value }),
    });
    this.view.beforeDraw = () => this.beforeDraw();
    this.view.afterDraw = () => this.afterDraw();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.plots.redraw());
    byId("lock-place").append(actionButton("lock", this.act));
  }

  send(message: ToServer): boolean {
    const sent = this.connection.send(message);
    if (sent) this.busy.asked(message.kind);
    return sent;
  }

  get fieldShown(): Field | null {
    return this.hello?.fields.find((field) => field.name === this.field) ?? null;
  }

  /** Frames in the last second. */
  get fps(): number {
    const since = performance.now() - 1000;
    return this.frameTimes.filter((at) => at > since).length;
  }

  get problems(): Problem[] {
    return this.editor.problems;
  }

  get tab(): string {
    return this.tabs.current;
  }

  showTab(id: string): void {
    this.tabs.show(id);
  }

  chooseField(name: string): void {
    this.field = name;
    this.range.forget();
    setPressed("lock", false);
    this.legend.choose(name);
    this.send({ kind: "colour", field: name });
    this.showRange();
  }

  /** Locks the legend's range as it is, or lets it follow the values again. */
  toggleLock(): void {
    if (!this.fieldShown || !this.range.known) {
      toast("Choose a field to colour by first (key C).");
      return;
    }
    this.range.locked = !this.range.locked;
    setPressed("lock", this.range.locked);
    this.followRange();
    this.showRange();
  }

  /** What is at a place of the screen, in words; null when nothing is. */
  wordsAt(x: number, y: number): string | null {
    const found = this.view.readAt(x, y);
    if (!found) return null;
    const field = this.fieldShown;
    if (!field || !found.part.values) return `${found.part.name} at ${placeWords(found.point)}`;
    return `${inWords(field.name)} ${withUnit(found.value, field.unit)}`;
  }

  hover(place: [number, number] | null): void {
    this.hoverPlace = place;
    this.hovers.offer(place);
  }

  opened(): void {
    this.lost.hide();
    this.lostReason = "";
    this.busy.take({ kind: "busy", what: "", seconds: 0 });
    this.decoder.reset();
  }

  connectionLost(reason: string, seconds: number): void {
    this.lostReason = reason;
    this.grab.forget();
    this.refreshHolding();
    const pause = seconds < 1 ? "at once" : `in ${Math.round(seconds)} s`;
    this.lost.show("No connection", `${reason} Trying again ${pause}.`);
    this.tellSummary();
  }

  received(message: FromServer): void {
    switch (message.kind) {
      case "hello":
        this.setHello(message);
        break;
      case "samples":
        if (message.restart) this.ring.clear();
        if (message.rows.length > 0) this.ring.rewind(message.rows[0][0]);
        for (const row of message.rows) this.ring.push(row);
        this.slowPanels.offer(null);
        break;
      case "problems":
        this.setProblems(message.problems);
        break;
      case "state":
        this.setState(message);
        break;
      case "busy":
        this.busy.take(message);
        this.tellSummary();
        break;
      case "error":
        toast(message.text, "error");
        break;
    }
  }

  private setHello(hello: Hello): void {
    const first = this.hello === null;
    const another = this.hello?.name !== hello.name;
    this.hello = hello;
    document.title = `${hello.title} · Pliant`;
    setText(byId("title"), hello.title);
    const linked = first ? fromHash(location.hash) : null;
    this.view.setHello(hello, another && !linked);
    if (linked) this.view.camera.state = linked;
    this.scenePanel.setHello(hello);
    this.parameters.setParameters(hello.parameters);
    this.show.setLayers(hello.layers);
    this.show.setBounds(hello.bounds);
    this.plots.setProbes(hello.probes);
    this.editor.setText(hello.text, hello.editable && hello.mode === "live");
    this.tabs.setAvailable("text", hello.mode === "live");
    this.tabs.setAvailable("adjust", hello.mode === "live");
    this.transport.setHello(hello);
    this.legend.setFields(hello.fields, this.field);
    showButtonsFor(hello.mode);
    this.grab.forget();
    this.refreshHolding();
    this.keepField(hello, another);
    // The server may have met this page for the first time, after a lost connection.
    this.setLayers(this.show.shown());
  }

  /** The field chosen before is asked for again where the scene has it. */
  private keepField(hello: Hello, another: boolean): void {
    if (!hello.fields.some((field) => field.name === this.field)) this.field = "";
    this.legend.choose(this.field);
    if (another) this.range.forget();
    setPressed("lock", this.range.locked);
    if (this.field) this.send({ kind: "colour", field: this.field });
    this.showRange();
  }

  private setProblems(problems: Problem[]): void {
    this.editor.setProblems(problems);
    if (!problems.some((problem) => problem.severity === "error")) return;
    togglePanels(true);
    this.tabs.show("text");
    this.editor.focusFirstProblem();
  }

  /** Shows at once what was asked for; the server's word comes when it is no longer busy. */
  expectPlaying(playing: boolean): void {
    if (this.busy.on && this.state) this.setState({ ...this.state, playing, finished: false });
  }

  private setState(state: State): void {
    this.state = state;
    const playButton = document.querySelector<HTMLElement>('#run-buttons [data-action="play"]');
    if (playButton) this.transport.setState(state, playButton);
    if (state.failed) this.failed.show("The run has stopped", state.failed);
    else this.failed.hide();
    this.tabs.setBadge("solver", state.warnings.length > 0 ? String(state.warnings.length) : "");
    if (state.finished && this.transport.loop && this.hello?.mode === "replay") {
      this.send({ kind: "seek", frame: 0 });
      this.send({ kind: "play" });
    }
    this.slowPanels.offer(null);
    this.tellSummary();
  }

  receivedFrame(data: ArrayBuffer): void {
    const begun = performance.now();
    try {
      const frame = this.decoder.decode(data);
      this.send({ kind: "ack", id: frame.id });
      // On its way when another field was chosen: its values would be read in the wrong unit.
      if (frame.field !== null && frame.field !== this.field) for (const part of frame.parts) part.values = null;
      this.pending = frame;
    } catch (reason) {
      toast(`The server sent ${reason instanceof Error ? reason.message : "what is no frame"}.`, "error");
    }
    this.lastDecodeMs = performance.now() - begun;
    this.view.requestDraw();
  }

  private beforeDraw(): void {
    this.drawStarted = performance.now();
    this.newInThisDraw = this.pending !== null;
    if (!this.pending) return;
    const frame = this.pending;
    this.pending = null;
    this.view.setFrame(frame);
    this.followRange();
  }

  private afterDraw(): void {
    const { frame } = this.view;
    this.view.overlay.setSpring(frame && this.springOf(frame), this.view.camera);
    if (!this.newInThisDraw || !frame) return;
    this.newInThisDraw = false;
    if (this.frames === 0) this.firstFrameMs = performance.now();
    this.frames += 1;
    this.frameTimes = [...this.frameTimes.slice(-120), performance.now()];
    this.transport.setFrame(frame);
    this.lastScriptMs = this.lastDecodeMs + performance.now() - this.drawStarted;
    this.slowPanels.offer(null);
    if (this.hoverPlace) this.hovers.offer(this.hoverPlace);
  }

  /** The spring as the server sees it; its free end is where the pointer is now. */
  private springOf(frame: Frame): Frame["grab"] {
    if (!frame.grab) return null;
    return this.grab.heldBy ? { ...frame.grab, to: this.grab.target } : frame.grab;
  }

  /** Takes over the range of the values that are shown. */
  private followRange(): void {
    const { frame, hidden } = this.view;
    if (!frame || !this.fieldShown) return;
    const values = frame.parts.filter((part) => !hidden.has(part.layer)).flatMap((part) => (part.values ? [part.values] : []));
    if (this.range.follow(rangeOf(values))) this.showRange();
  }

  private fixRange(low: number, high: number): void {
    if (!this.range.fix(low, high)) {
      toast("The lower end of the range must be below the upper one.", "error");
      return;
    }
    setPressed("lock", true);
    this.showRange();
  }

  private showRange(): void {
    const field = this.fieldShown;
    this.view.setRange(this.range.low, this.range.high);
    this.legend.show(field, this.range);
    if (field && this.range.known) this.show.setRange(this.range.low, this.range.high, field.unit);
  }

  private setLayers(shown: string[]): void {
    this.view.setHidden(this.show.hidden());
    this.send({ kind: "layers", shown });
  }

  private hoverAt(place: [number, number] | null): void {
    this.reading = place && !this.grab.heldBy ? this.wordsAt(...place) : null;
    const { clientWidth, clientHeight } = this.view.canvas;
    const [x, y] = place ?? [0, 0];
    this.view.overlay.setReading(this.reading, [((x + 1) / 2) * clientWidth, ((1 - y) / 2) * clientHeight]);
    this.view.canvas.dataset.over = this.reading === null ? "" : "body";
  }

  /** The pad of buttons is there while something is held by the keyboard. */
  refreshHolding(): void {
    byId("hold-pad").hidden = this.grab.heldBy !== "keyboard";
  }

  private drawPanels(): void {
    this.plots.draw();
    this.tellSummary();
    if (this.tabs.current !== "solver") return;
    const triangles = this.view.frame?.parts.reduce((sum, part) => sum + (part.topology.triangles?.length ?? 0) / 3, 0) ?? 0;
    this.solver.show(this.view.frame, this.state, { fps: this.fps, scriptMs: this.lastScriptMs, triangles });
  }

  private tellSummary(): void {
    const field = this.fieldShown;
    const time = this.view.frame?.time ?? this.state?.time ?? 0;
    const duration = this.hello && this.hello.duration > 0 ? ` of ${this.hello.duration} s` : "";
    const range = field && this.range.known ? `${inWords(field.name)} ${rangeWords(this.range.low, this.range.high, field.unit)}` : "";
    const status = this.statusWords();
    setText(byId("status"), [this.busy.words || status, range].filter(Boolean).join(" · "));
    // Read aloud, so it comes seldom; the time that is seen stands under the view.
    this.announcer.tell({ status, range, time: timeWords(time, 0.1).replace(" s", duration ? "" : " s") + duration });
  }

  private statusWords(): string {
    if (this.connection.state !== "open") return "No connection";
    // Without the seconds: it is read aloud.
    if (this.busy.on) return this.busy.task;
    if (this.state?.failed) return "Stopped by an error";
    if (this.state?.finished) return "Finished";
    return this.state?.playing ? "Playing" : "Paused";
  }
}
