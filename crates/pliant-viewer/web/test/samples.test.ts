// The ring of samples, and sending only the newest of many values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SampleRing } from "../src/data/samples.ts";
import { LatestOnly } from "../src/net/rate.ts";
import { pauseAfter, reasonOf } from "../src/net/connection.ts";
import { Announcer } from "../src/ui/announce.ts";

test("rows come back in the order they went in", () => {
  const ring = new SampleRing(4);
  for (let k = 0; k < 3; k += 1) ring.push([k, 10 * k]);
  assert.deepEqual([...ring.column(0)], [0, 1, 2]);
  assert.deepEqual([...ring.column(1)], [0, 10, 20]);
  assert.equal(ring.latest(1), 20);
});

test("a full ring forgets the oldest rows", () => {
  const ring = new SampleRing(4);
  for (let k = 0; k < 11; k += 1) ring.push([k]);
  assert.equal(ring.length, 4);
  assert.deepEqual([...ring.column(0)], [7, 8, 9, 10]);
  assert.equal(ring.latest(0), 10);
});

test("a run that goes back takes its rows back", () => {
  const ring = new SampleRing(4);
  for (let k = 0; k < 6; k += 1) ring.push([k]);
  ring.rewind(4);
  assert.deepEqual([...ring.column(0)], [2, 3]);
  ring.push([4]);
  ring.push([5]);
  ring.push([6]);
  assert.deepEqual([...ring.column(0)], [3, 4, 5, 6]);
  ring.rewind(0);
  assert.equal(ring.length, 0);
  ring.rewind(NaN);
});

test("rows of another width begin anew, and so does clear", () => {
  const ring = new SampleRing(4);
  ring.push([1, 2]);
  const before = ring.version;
  ring.push([3, 4, 5]);
  assert.deepEqual([...ring.column(2)], [5]);
  assert.ok(ring.version > before);
  ring.clear();
  assert.equal(ring.length, 0);
  assert.ok(Number.isNaN(ring.latest(0)));
  assert.deepEqual([...ring.column(7)], []);
});

test("of many values the first and the newest are sent", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  const sent: number[] = [];
  const rate = new LatestOnly<number>(30, (value) => sent.push(value), () => now);
  const pass = (ms: number): void => {
    now += ms;
    context.mock.timers.tick(ms);
  };
  for (let k = 0; k < 50; k += 1) rate.offer(k);
  assert.deepEqual(sent, [0]);
  pass(29);
  assert.deepEqual(sent, [0]);
  pass(1);
  assert.deepEqual(sent, [0, 49]);
  pass(30);
  rate.offer(50);
  rate.offer(51);
  rate.flush();
  assert.deepEqual(sent, [0, 49, 50, 51]);
  rate.offer(52);
  rate.cancel();
  pass(100);
  assert.equal(sent.at(-1), 51);
});

test("pauses between attempts grow to a limit", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 50].map(pauseAfter), [0.5, 1, 2, 4, 8, 15, 15, 15]);
});

test("a lost connection is told from a refused one", () => {
  assert.match(reasonOf(true, 1006, "", "t"), /connection is lost/);
  assert.match(reasonOf(false, 1006, "", "t"), /does not answer, or refuses/);
  assert.match(reasonOf(false, 1006, "", ""), /no token/);
  assert.match(reasonOf(true, 1008, "too many messages", "t"), /too many messages/);
});

test("the summary is told at once, then never twice within two seconds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  const said: [number, string][] = [];
  const announcer = new Announcer((words) => said.push([now, words]), () => now);
  const pass = (ms: number): void => {
    now += ms;
    context.mock.timers.tick(ms);
  };
  for (let k = 0; k < 200; k += 1) {
    announcer.tell({ status: k > 60 ? "Paused" : "Playing", time: `${k} s`, range: "" });
    pass(100);
  }
  assert.equal(said[0][1], "Playing, 0 s.");
  assert.ok(said.some(([, words]) => words.startsWith("Paused")));
  for (let k = 1; k < said.length; k += 1) assert.ok(said[k][0] - said[k - 1][0] >= 2000, `${said[k][0]}`);
});
