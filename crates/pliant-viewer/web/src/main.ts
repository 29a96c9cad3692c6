// Starts the page: makes the buttons, wires keys and pointers, opens the connection.
import { Actions } from "./actions.ts";
import { App } from "./app.ts";
import { testHook } from "./hook.ts";
import { Connection } from "./net/connection.ts";
import { actionButton } from "./ui/buttons.ts";
import { byId } from "./ui/dom.ts";
import { Help } from "./ui/help.ts";
import { ACTIONS, actionFor, belongsToField, spelled, type ActionId } from "./ui/keys.ts";
import { togglePanels } from "./ui/tabs.ts";
import { fromHash } from "./view/camera.ts";
import { PointerControl } from "./view/pointer.ts";

const TOOLBAR: ActionId[] = ["frame", "wireframe", "ghost", "through", "slice", "colour", "value", "hold", "pinMode", "unpin", "png", "gif", "link"];
const RUN_BUTTONS: ActionId[] = ["reset", "back", "play", "step", "loop"];
const REPEATED = /^(step|back|orbit|pan|zoom|pull)/;
const NARROW = "(max-width: 760px)";

const token = new URLSearchParams(location.search).get("token") ?? "";
const address = new URL(`live?token=${encodeURIComponent(token)}`, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
const connection = new Connection(address.href, token, {
  opened: () => app.opened(),
  lost: (reason, seconds) => app.connectionLost(reason, seconds),
  message: (message) => app.received(message),
  frame: (data) => app.receivedFrame(data),
});
// First of all: the server answers while the page is being made.
connection.open();

// Buttons are made before there is anything they could act on: they find it when they are pressed.
const act = (id: ActionId): void => actions.do(id);

function addButtons(id: string, actionIds: readonly ActionId[]): void {
  byId(id).append(...actionIds.map((each) => actionButton(each, act)));
}

addButtons("toolbar", TOOLBAR);
addButtons("run-buttons", RUN_BUTTONS);
addButtons("head-buttons", ["help", "panels"]);
addButtons("hold-pad", ACTIONS.filter((action) => action.mode === "holding").map((action) => action.id));
const speed = byId("speed");
speed.before(actionButton("slower", act));
speed.after(actionButton("faster", act));
const worded = (group: string): HTMLElement[] => ACTIONS.filter((action) => action.group === group).map((action) => actionButton(action.id, act, "words"));

const app = new App(connection, act, { views: worded("Look from"), moves: worded("Move the camera") });
const actions = new Actions(app, new Help());

const drawApp = app.view.afterDraw;
app.view.afterDraw = () => {
  // First, while the canvas can still be read.
  actions.drawn();
  drawApp();
};

new PointerControl(app.view.canvas, {
  camera: app.view.camera,
  grabAt: (x, y) => {
    const hit = app.hello?.mode === "live" ? app.view.bodyAt(x, y) : null;
    app.hover(null);
    return hit !== null && app.grab.begin(hit, app.view.camera, "pointer");
  },
  dragTo: (x, y) => {
    app.grab.dragTo(x, y, app.view.camera);
    app.view.requestDraw();
  },
  letGo: (pin) => app.grab.end(pin || actions.pins),
  hover: (place) => app.hover(place),
  cameraMoved: () => {
    app.view.stopFlight();
    app.view.requestDraw();
  },
});

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || belongsToField(event.target, spelled(event))) return;
  const action = actionFor(event, app.hello?.mode ?? "live", app.grab.heldBy === "keyboard");
  if (!action) return;
  event.preventDefault();
  // A key that is kept down turns, moves and steps on; it does not switch to and fro.
  if (!event.repeat || REPEATED.test(action.id)) actions.do(action.id);
});

addEventListener("hashchange", () => {
  const linked = fromHash(location.hash);
  if (linked) app.view.flyTo(linked);
});

// The view's frame and cross are for whoever uses the keyboard; the pointer shows where it is itself.
const usedBy = (what: "pointer" | "keys") => (): void => {
  document.documentElement.dataset.by = what;
  app.view.overlay.setCross(what === "keys" && document.activeElement === app.view.canvas);
};
addEventListener("pointerdown", usedBy("pointer"), true);
addEventListener("keydown", usedBy("keys"), true);
addEventListener("keyup", usedBy("keys"), true);

const narrow = matchMedia(NARROW);
togglePanels(!narrow.matches);
narrow.addEventListener("change", () => togglePanels(!narrow.matches));

Object.defineProperty(window, "__pliant", { value: testHook(app), writable: false });
