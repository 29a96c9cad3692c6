// A server that only pretends: serves ../bundle and speaks the viewer's protocol with a made-up scene, so that the page
// can be tried and tested without the engine.
//   node dev/mock.mjs [--port 8123] [--triangles 50000] [--replay] [--fail]
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { encodeFrame } from "./encode.mjs";
import { MockScene } from "./mock_scene.mjs";

const bundle = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "bundle");
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:";
const FILES = { "/": ["index.html", "text/html; charset=utf-8"], "/viewer.js": ["viewer.js", "text/javascript; charset=utf-8"], "/viewer.css": ["viewer.css", "text/css; charset=utf-8"], "/licenses": ["LICENSES.txt", "text/plain; charset=utf-8"] };
const FRAME_STEP = 1 / 60;
const FRAMES = 120;

const TEXT = `title = "A jelly that wobbles"
about = "Made up by the mock server."

[time]
duration = "2 s"

[material.jelly]
law = "neo-hookean"
young = "20 kPa"
poisson = 0.45

[body.jelly]
shape = { ball = "50 cm" }
material = "jelly"
`;

/** One page that looks on. */
class Viewing {
  constructor(socket, options) {
    Object.assign(this, { socket, options, playing: true, speed: 1, index: 0, id: 0, waiting: false, field: "", pinned: 0, fresh: true, busy: false, unheard: [] });
    this.scene = new MockScene(options.triangles);
    this.shown = new Set(["surface", "colliders", "contacts", "pins"]);
    this.log = options.log;
    socket.on("message", (data) => this.received(JSON.parse(data.toString())));
    socket.on("close", () => clearInterval(this.timer));
    this.hello();
    this.state();
    this.timer = setInterval(() => this.tick(), 16);
  }

  say(message) {
    this.socket.send(JSON.stringify(message));
  }

  get time() {
    return this.index * FRAME_STEP;
  }

  hello(text = TEXT) {
    const replay = this.options.replay;
    const layers = [["surface", "Surfaces"], ["colliders", "Colliders"], ["contacts", "Contact points"], ["pins", "Pins"], ["points", "Material points"], ["cells", "Cells"], ["elastons", "Elastons"], ["surfels", "Surfels"]];
    this.say({
      kind: "hello", version: "0.0.0-mock", mode: replay ? "replay" : "live", name: "jelly", title: "A jelly that wobbles",
      about: "Made up by the mock server.\nDrag it with the mouse.", up: [0, 0, 1], text: replay ? "" : text, editable: !replay,
      duration: 2, frame_step: FRAME_STEP, frames: replay ? FRAMES : 0, times: replay ? Array.from({ length: FRAMES }, (_, k) => k * FRAME_STEP) : [],
      fields: [{ name: "displacement", unit: "m" }, { name: "stress", unit: "Pa" }],
      layers: layers.map(([name, label]) => ({ name, label, shown: this.shown.has(name) })),
      parameters: [
        { path: "material.jelly.young", group: "Material jelly", label: "Young's modulus", unit: "Pa", value: 20000, least: 1000, most: 1e6, scale: "log", whole: false },
        { path: "material.jelly.poisson", group: "Material jelly", label: "Poisson's ratio", unit: "", value: 0.45, least: 0, most: 0.49, scale: "linear", whole: false },
        { path: "time.step", group: "Time", label: "Step", unit: "ms", value: 5, least: 0.1, most: 20, scale: "log", whole: false },
        { path: "stepper.iterations", group: "Time", label: "Newton iterations", unit: "", value: 8, least: 1, most: 50, scale: "linear", whole: true },
      ],
      probes: [{ name: "top height", unit: "m" }, { name: "floor force", unit: "N" }],
      gallery: [{ name: "jelly", title: "A jelly that wobbles" }, { name: "swinging-beam", title: "A soft beam swings under its own weight" }, { name: "pile-in-a-bowl", title: "Soft things fall into a bowl" }],
      bounds: [[-1.35, -0.5, 0], [1.35, 0.5, 1.1]],
    });
    this.say({ kind: "samples", rows: [], restart: true });
    this.fresh = true;
  }

  state() {
    const failed = this.options.fail && this.index > 30 ? "Step 31 was refused: the energy grew from 1.2 J to 8.9e12 J in body jelly.\nTry a smaller step (time.step), or a stiffer material." : "";
    if (failed) this.playing = false;
    this.say({ kind: "state", playing: this.playing, finished: this.finished, failed, time: this.time, step: this.index, hash: (0x9e3779b1 * (this.index + 7 * this.pinned) >>> 0).toString(16), speed: this.speed, warnings: ["Body jelly is coarse: 3 cells across its thinnest part."] });
  }

  get finished() {
    return this.options.replay && this.index >= FRAMES - 1;
  }

  tick() {
    if (this.busy) return;
    if (this.playing && !this.finished && !this.waiting) {
      this.index += 1;
      this.sample();
      if (this.finished) this.playing = false;
      if (this.finished || (this.options.fail && this.index === 31)) this.state();
      this.due = true;
    }
    if (this.due && !this.waiting) this.frame();
  }

  sample() {
    const t = this.time;
    this.say({ kind: "samples", restart: false, rows: [[t, 2 + Math.sin(8 * t) ** 2, 3 + Math.cos(8 * t) ** 2, null, 1.05 + 0.1 * Math.sin(4 * t), 49 + 20 * Math.sin(9 * t)]] });
  }

  frame() {
    this.due = false;
    this.waiting = true;
    this.id += 1;
    const { parts, grab } = this.scene.parts(this.time, this.field, this.shown, this.fresh);
    this.fresh = false;
    const solver = { step_ms: 6.25, iterations: 4, contacts: 4, phases: [["assemble", 2.1], ["factorise", 2.6], ["contact", 0.9], ["rest", 0.65]] };
    this.socket.send(encodeFrame({ id: this.id, index: this.index, time: this.time, step: 4 * this.index, speed_ratio: 0.97, solver, grab }, parts));
  }

  setBusy(what, seconds) {
    this.busy = seconds > 0;
    this.say({ kind: "busy", what, seconds });
    if (!this.busy) this.unheard.splice(0).forEach((message) => this.received(message));
  }

  received(message) {
    if (this.busy) {
      this.unheard.push(message);
      return;
    }
    this.log.push(message);
    this[`on_${message.kind}`]?.(message);
    if (message.kind !== "ack") this.due = true;
  }

  on_ack({ id }) { if (id === this.id) this.waiting = false; }
  on_play() { this.playing = true; this.state(); }
  on_pause() { this.playing = false; this.state(); }
  on_step({ by }) { this.playing = false; this.index = Math.max(this.index + by, 0); this.state(); }
  on_reset() { this.index = 0; this.options.fail = false; this.hello(); this.state(); }
  on_speed({ value }) { this.speed = value; this.state(); }
  on_seek({ frame }) { this.index = frame; this.state(); }
  on_colour({ field }) { this.field = field; }
  on_layers({ shown }) { this.shown = new Set(shown); this.fresh = true; }
  on_grab({ part, triangle, target }) { if (part === "jelly") this.scene.grab(triangle, target); }
  on_drag({ target }) { if (this.scene.pull) this.scene.pull.target = target; }
  on_release({ pin }) {
    if (pin && this.scene.pull) this.scene.pins.push(this.scene.pull.target);
    this.pinned += pin ? 1 : 0;
    this.scene.pull = null;
    this.state();
  }
  on_unpin() { this.scene.pins = []; }
  on_set({ path, value }) {
    if (path === "material.jelly.young") this.scene.softness = Math.sqrt(20000 / value);
    this.state();
  }
  on_scene({ text }) {
    const line = text.split("\n").findIndex((each) => each.includes("wrong")) + 1;
    if (line === 0) { this.hello(text); this.say({ kind: "problems", problems: [] }); return; }
    this.say({ kind: "problems", problems: [{ severity: "error", line, column: 1, key: "material.jelly", reason: "The word wrong is not known here.", remedy: "Remove it." }, { severity: "warning", line: 2, column: 1, key: "about", reason: "The text is short.", remedy: "Say more." }] });
  }
  on_gallery({ name }) { if (name !== "jelly") this.say({ kind: "error", text: `The mock has no scene ${name}.` }); }
  on_ask_state() { this.state(); }
}

/** Starts the server; gives its address, what pages have said, and a way to end it. */
export function startMock({ port = 0, triangles = 50000, replay = false, fail = false, token = "mock" } = {}) {
  const log = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const file = FILES[pathname];
    const allowed = pathname !== "/" || searchParams.get("token") === token;
    if (!file || !allowed || !existsSync(join(bundle, file[0]))) {
      response.writeHead(allowed ? 404 : 403).end();
      return;
    }
    response.writeHead(200, { "Content-Type": file[1], "Content-Security-Policy": POLICY, "Cache-Control": "no-store" });
    response.end(readFileSync(join(bundle, file[0])));
  });
  const sockets = new WebSocketServer({
    server,
    verifyClient: ({ req }) => new URL(req.url, "http://localhost").searchParams.get("token") === token,
  });
  const viewings = new Set();
  sockets.on("connection", (socket) => viewings.add(new Viewing(socket, { triangles, replay, fail, log })));
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      const base = `http://127.0.0.1:${server.address().port}`;
      const drop = () => sockets.clients.forEach((client) => client.terminate());
      const close = () => new Promise((done) => {
        drop();
        sockets.close();
        server.close(done);
        // A browser keeps connections that it may need: nobody waits for those.
        server.closeAllConnections();
      });
      const setToken = (now) => { token = now; };
      /** Says that something takes so long (s); while it does, nothing that pages ask for is done. */
      const setBusy = (what, seconds) => viewings.forEach((viewing) => viewing.setBusy(what, seconds));
      resolve({ url: `${base}/?token=${token}`, base, log, drop, close, setToken, setBusy });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, otherwise) => (process.argv.includes(name) ? Number(process.argv[process.argv.indexOf(name) + 1]) : otherwise);
  const { url } = await startMock({ port: option("--port", 8123), triangles: option("--triangles", 50000), replay: process.argv.includes("--replay"), fail: process.argv.includes("--fail") });
  console.log(url);
}
