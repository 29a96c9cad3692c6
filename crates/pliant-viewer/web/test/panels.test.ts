// Sliders, speeds, the scene's text and the spring's drawing: the parts of them that need no page.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parameter } from "../src/net/protocol.ts";
import { draftAfter, lineSpan } from "../src/panels/editor.ts";
import { plain, sliderOf, valueOf } from "../src/panels/parameters.ts";
import { nextSpeed, speedWords } from "../src/panels/transport.ts";
import { springPath } from "../src/view/overlay.ts";

const YOUNG: Parameter = { path: "young", group: "", label: "", unit: "Pa", value: 2e4, least: 1e3, most: 1e6, scale: "log", whole: false };
const COUNT: Parameter = { ...YOUNG, least: 1, most: 50, scale: "linear", whole: true };

test("sliders go from end to end, by ratios where the scale is logarithmic", () => {
  assert.equal(valueOf(YOUNG, 0), 1e3);
  assert.equal(valueOf(YOUNG, 1000), 1e6);
  assert.ok(Math.abs(valueOf(YOUNG, 333) / 1e4 - 1) < 0.01);
  assert.equal(sliderOf(YOUNG, 1e6), 1000);
  assert.equal(sliderOf(YOUNG, 5), 0);
  for (const place of [1, 250, 501, 999]) assert.ok(Math.abs(sliderOf(YOUNG, valueOf(YOUNG, place)) - place) <= 1);
});

test("whole numbers stay whole, ranges without width or with zero do no harm", () => {
  assert.equal(valueOf(COUNT, 500), 26);
  assert.equal(sliderOf({ ...COUNT, least: 3, most: 3 }, 3), 0);
  assert.equal(sliderOf({ ...YOUNG, least: 0 }, 5e5), 500);
  assert.equal(plain(0.1 + 0.2), "0.3");
});

test("speeds go up to as fast as it goes, and back", () => {
  assert.equal(nextSpeed(1, 1), 2);
  assert.equal(nextSpeed(1, -1), 0.5);
  assert.equal(nextSpeed(10, 1), 0);
  assert.equal(nextSpeed(0, -1), 10);
  assert.equal(nextSpeed(0, 1), 0);
  assert.equal(nextSpeed(0.1, -1), 0.1);
  assert.equal(nextSpeed(3, 1), 5);
  assert.equal(speedWords(0), "as fast as it goes");
});

test("what was typed stays until another text runs", () => {
  assert.equal(draftAfter("typed", "base", "base"), "typed");
  assert.equal(draftAfter("typed", "base", "other"), "other");
  assert.equal(draftAfter("", "", "first"), "first");
});

test("lines are found by their numbers", () => {
  const text = "one\ntwo\n\nfour";
  assert.deepEqual([1, 2, 3, 4, 9].map((line) => text.slice(...lineSpan(text, line))), ["one", "two", "", "four", "four"]);
});

test("a spring goes from its grip to the pointer", () => {
  const path = springPath([0, 0], [100, 0]);
  assert.match(path, /^M0\.0 0\.0L/);
  assert.match(path, /L100\.0 0\.0$/);
  assert.equal(springPath([5, 5], [5, 5]), "M5 5L5 5");
});
