// What every action of the table does.
import type { App } from "./app.ts";
import { timeWords } from "./data/format.ts";
import { inWords } from "./net/protocol.ts";
import { nextSpeed } from "./panels/transport.ts";
import { compose, FilmRecorder, MOST_FRAMES, toPng, type Caption } from "./record/recorder.ts";
import { setPressed } from "./ui/buttons.ts";
import { byId, download, fileName, setText } from "./ui/dom.ts";
import type { Help } from "./ui/help.ts";
import type { ActionId } from "./ui/keys.ts";
import { togglePanels } from "./ui/tabs.ts";
import { toast } from "./ui/toast.ts";
import { STANDARD_VIEWS, toHash } from "./view/camera.ts";

/** One press of an arrow key turns by so much (rad), or moves by so much of the view. */
const TURN = Math.PI / 24;
const MOVE = 0.05;
const ZOOM = 1.15;

export class Actions {
  private pinOnRelease = false;
  private readonly film = new FilmRecorder();
  private readonly table: Record<ActionId, () => void>;

  constructor(
    private readonly app: App,
    private readonly help: Help,
  ) {
    this.table = { ...this.running(), ...this.cameraMoves(), ...this.showing(), ...this.touching(), ...this.keeping() };
  }

  do(id: ActionId): void {
    this.table[id]();
  }

  get pins(): boolean {
    return this.pinOnRelease;
  }

  /** The view has been drawn: a film takes its frame. */
  drawn(): void {
    if (!this.film.running) return;
    const more = this.film.take(this.app.view.canvas, this.caption(), performance.now());
    setText(byId("recording"), `Recording, ${this.film.length} frames of at most ${MOST_FRAMES}. Shift P ends it.`);
    if (!more) void this.endFilm();
  }

  private running(): Pick<Record<ActionId, () => void>, "play" | "step" | "back" | "reset" | "loop" | "slower" | "faster"> {
    const { app } = this;
    return {
      play: () => this.playOrPause(),
      step: () => app.send({ kind: "step", by: 1 }),
      back: () => app.send({ kind: "step", by: -1 }),
      reset: () => {
        // At the beginning nothing is held.
        app.grab.forget();
        app.refreshHolding();
        app.send(app.hello?.mode === "replay" ? { kind: "seek", frame: 0 } : { kind: "reset" });
      },
      loop: () => {
        app.transport.loop = !app.transport.loop;
        setPressed("loop", app.transport.loop);
      },
      slower: () => app.send({ kind: "speed", value: nextSpeed(app.state?.speed ?? 1, -1) }),
      faster: () => app.send({ kind: "speed", value: nextSpeed(app.state?.speed ?? 1, 1) }),
    };
  }

  private playOrPause(): void {
    const { app } = this;
    if (app.state?.playing) {
      app.send({ kind: "pause" });
      app.expectPlaying(false);
      return;
    }
    // At the end there is nothing more to play: begin again.
    if (app.state?.finished) this.do("reset");
    app.send({ kind: "play" });
    app.expectPlaying(true);
  }

  private cameraMoves(): Pick<Record<ActionId, () => void>, CameraAction> {
    const { view } = this.app;
    const move = (change: () => void) => (): void => {
      view.stopFlight();
      change();
      view.requestDraw();
    };
    const turn = (azimuth: number, elevation: number) => move(() => view.camera.orbit(azimuth * TURN, elevation * TURN));
    const pan = (right: number, up: number) => move(() => view.camera.pan(right * MOVE, up * MOVE));
    const from = (index: number) => (): void => {
      const bounds = view.bounds() ?? this.app.hello?.bounds;
      if (bounds) view.flyTo(view.camera.framing(bounds, STANDARD_VIEWS[index]));
    };
    return {
      frame: () => {
        const bounds = view.bounds() ?? this.app.hello?.bounds;
        if (bounds) view.flyTo(view.camera.framing(bounds));
      },
      view1: from(0),
      view2: from(1),
      view3: from(2),
      view4: from(3),
      view5: from(4),
      view6: from(5),
      view7: from(6),
      orbitLeft: turn(-1, 0),
      orbitRight: turn(1, 0),
      orbitUp: turn(0, 1),
      orbitDown: turn(0, -1),
      panLeft: pan(1, 0),
      panRight: pan(-1, 0),
      panUp: pan(0, -1),
      panDown: pan(0, 1),
      zoomIn: move(() => view.camera.zoom(1 / ZOOM)),
      zoomOut: move(() => view.camera.zoom(ZOOM)),
    };
  }

  private showing(): Pick<Record<ActionId, () => void>, ShowAction> {
    const { app } = this;
    const toggle = (id: ActionId, option: "wireframe" | "ghost" | "seeThrough") => (): void => {
      const on = !app.view.options[option];
      app.view.setOptions({ [option]: on });
      setPressed(id, on);
    };
    return {
      colour: () => {
        const names = ["", ...(app.hello?.fields ?? []).map((field) => field.name)];
        app.chooseField(names[(names.indexOf(app.field) + 1) % names.length]);
      },
      lock: () => app.toggleLock(),
      wireframe: toggle("wireframe", "wireframe"),
      ghost: toggle("ghost", "ghost"),
      through: toggle("through", "seeThrough"),
      slice: () => app.show.setSlice(!app.show.sliceOn),
      value: () => toast(app.wordsAt(0, 0) ?? "Nothing is at the centre of the view."),
    };
  }

  private touching(): Pick<Record<ActionId, () => void>, TouchAction> {
    const { app } = this;
    const pull = (right: number, up: number, nearer: number) => (): void => {
      app.grab.nudge(right, up, nearer, app.view.camera);
      app.view.requestDraw();
    };
    const letGo = (pin: boolean) => (): void => {
      app.grab.end(pin);
      app.refreshHolding();
    };
    return {
      hold: () => this.takeHold(),
      pinMode: () => {
        this.pinOnRelease = !this.pinOnRelease;
        setPressed("pinMode", this.pinOnRelease);
      },
      unpin: () => app.send({ kind: "unpin" }),
      pullLeft: pull(-1, 0, 0),
      pullRight: pull(1, 0, 0),
      pullUp: pull(0, 1, 0),
      pullDown: pull(0, -1, 0),
      pullNearer: pull(0, 0, 1),
      pullFarther: pull(0, 0, -1),
      release: () => letGo(this.pinOnRelease)(),
      releasePin: letGo(true),
    };
  }

  private takeHold(): void {
    const { app } = this;
    if (app.grab.heldBy === "keyboard") {
      this.do("release");
      return;
    }
    const hit = app.view.bodyNearCentre();
    if (!hit) {
      toast("No body is near the centre of the view.");
      return;
    }
    if (app.grab.begin(hit, app.view.camera, "keyboard")) toast(`Holding ${hit.part}. Arrow keys pull, Enter lets go.`);
    app.refreshHolding();
  }

  private keeping(): Pick<Record<ActionId, () => void>, "png" | "gif" | "link" | "panels" | "help"> {
    return {
      png: () => void this.savePicture(),
      gif: () => (this.film.running ? void this.endFilm() : this.startFilm()),
      link: () => void this.copyLink(),
      panels: () => togglePanels(),
      help: () => this.help.toggle(),
    };
  }

  private caption(): Caption {
    const { app } = this;
    const style = getComputedStyle(document.documentElement);
    return {
      time: timeWords(app.view.frame?.time ?? 0, app.hello?.frameStep ?? 0),
      field: inWords(app.field),
      axis: app.legend.axis,
      text: style.getPropertyValue("--text").trim(),
      background: style.getPropertyValue("--view").trim(),
    };
  }

  private async savePicture(): Promise<void> {
    const { app } = this;
    if (!app.view.hasPicture) {
      toast("There is no picture to save: this browser has no WebGL.", "error");
      return;
    }
    app.view.drawNow();
    const { canvas } = app.view;
    try {
      const picture = await toPng(compose(canvas, canvas.width, this.caption()));
      const name = fileName(`${app.hello?.name ?? "pliant"} ${(app.view.frame?.time ?? 0).toFixed(3)} s`, "png");
      download(picture, name);
      toast(`Saved ${name}.`);
    } catch (reason) {
      toast(reason instanceof Error ? reason.message : "The picture could not be made.", "error");
    }
  }

  private startFilm(): void {
    if (!this.app.view.hasPicture) {
      toast("There is no picture to record: this browser has no WebGL.", "error");
      return;
    }
    this.film.start();
    setPressed("gif", true);
    byId("recording").hidden = false;
    this.app.view.requestDraw();
  }

  private async endFilm(): Promise<void> {
    const status = byId("recording");
    setPressed("gif", false);
    const film = await this.film.finish(performance.now(), (fraction) => setText(status, `Making the film, ${Math.round(100 * fraction)} %`));
    status.hidden = true;
    if (!film) {
      toast("The film has no frames.", "error");
      return;
    }
    const name = fileName(this.app.hello?.name ?? "pliant", "gif");
    download(new Blob([film], { type: "image/gif" }), name);
    toast(`Saved ${name}, ${Math.max(Math.round(film.length / 1024), 1)} KiB.`);
  }

  private async copyLink(): Promise<void> {
    history.replaceState(null, "", toHash(this.app.view.camera.state));
    try {
      await navigator.clipboard.writeText(location.href);
      toast("The link is copied. It shows this scene from here, while this run lasts.");
    } catch {
      toast("The link is in the address bar: copy it from there.");
    }
  }
}

type CameraAction =
  | "frame" | "view1" | "view2" | "view3" | "view4" | "view5" | "view6" | "view7"
  | "orbitLeft" | "orbitRight" | "orbitUp" | "orbitDown"
  | "panLeft" | "panRight" | "panUp" | "panDown" | "zoomIn" | "zoomOut";
type ShowAction = "colour" | "lock" | "wireframe" | "ghost" | "through" | "slice" | "value";
type TouchAction =
  | "hold" | "pinMode" | "unpin"
  | "pullLeft" | "pullRight" | "pullUp" | "pullDown" | "pullNearer" | "pullFarther" | "release" | "releasePin";
