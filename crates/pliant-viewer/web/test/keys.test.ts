// The table of actions: every key once, nothing that was promised is missing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTIONS, actionFor, keyWords, spelled, type KeyPress } from "../src/ui/keys.ts";

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held };
}

test("no key means two things at once", () => {
  for (const mode of ["live", "replay"] as const) {
    const keys = ACTIONS.filter((action) => action.mode === "always" || action.mode === mode).flatMap((action) => [...action.keys]);
    assert.deepEqual(keys.filter((key, k) => keys.indexOf(key) !== k), []);
  }
  const held = ACTIONS.filter((action) => action.mode === "holding").flatMap((action) => [...action.keys]);
  assert.equal(new Set(held).size, held.length);
});

test("every action has a name and a key, and names differ within a group", () => {
  assert.equal(new Set(ACTIONS.map((action) => action.id)).size, ACTIONS.length);
  for (const action of ACTIONS) assert.ok(action.label.length > 2 && action.keys.length > 0, action.id);
  assert.equal(new Set(ACTIONS.map((action) => action.group + action.label)).size, ACTIONS.length);
});

test("the keys that people expect do what they expect", () => {
  const expected: [string, Partial<KeyPress>, string][] = [
    [" ", {}, "play"],
    ["ArrowRight", {}, "step"],
    ["r", {}, "reset"],
    ["R", {}, "reset"],
    ["f", {}, "frame"],
    ["w", {}, "wireframe"],
    ["g", {}, "ghost"],
    ["x", {}, "slice"],
    ["c", {}, "colour"],
    ["l", {}, "lock"],
    ["p", {}, "png"],
    ["P", { shiftKey: true }, "gif"],
    ["k", {}, "link"],
    ["?", { shiftKey: true }, "help"],
    ["?", {}, "help"],
    ["7", {}, "view7"],
    ["h", {}, "hold"],
    ["ArrowLeft", { shiftKey: true }, "orbitLeft"],
    ["ArrowUp", { ctrlKey: true }, "panUp"],
    ["+", { shiftKey: true }, "zoomIn"],
    ["=", {}, "zoomIn"],
  ];
  for (const [key, held, id] of expected) assert.equal(actionFor(press(key, held), "live", false)?.id, id, key);
});

test("replay steps back and touches nothing; holding takes the arrows", () => {
  assert.equal(actionFor(press("ArrowLeft"), "replay", false)?.id, "back");
  assert.equal(actionFor(press("ArrowLeft"), "live", false), null);
  assert.equal(actionFor(press("h"), "replay", false), null);
  assert.equal(actionFor(press("ArrowRight"), "live", true)?.id, "pullRight");
  assert.equal(actionFor(press("Enter", { shiftKey: true }), "live", true)?.id, "releasePin");
  assert.equal(actionFor(press("w"), "live", true)?.id, "wireframe");
});

test("keys of the browser stay with the browser", () => {
  for (const [key, held] of [["r", { ctrlKey: true }], ["l", { ctrlKey: true }], ["f", { metaKey: true }], ["ArrowLeft", { altKey: true }], ["p", { ctrlKey: true }]] as const) {
    assert.equal(actionFor(press(key, held), "live", false), null, key);
  }
  assert.equal(spelled(press("x", { altKey: true })), "");
});

test("keys are written as people write them", () => {
  assert.equal(keyWords("Shift+ArrowLeft"), "Shift ←");
  assert.equal(keyWords("+"), "+");
  assert.equal(keyWords("Space"), "Space");
});
