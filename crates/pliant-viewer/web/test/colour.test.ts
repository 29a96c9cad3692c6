// Colours, ticks and numbers in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { colourOf, rampBytes, rangeOf, UNKNOWN, viridis } from "../src/data/colour.ts";
import { digits, rangeWords, scaleFor, timeWords, withUnit } from "../src/data/format.ts";
import { axisOf, roundStep } from "../src/data/ticks.ts";
import { FieldRange } from "../src/view/legend.ts";

test("viridis begins dark blue, ends yellow and grows lighter", () => {
  assert.deepEqual(viridis(0), [0x44, 0x01, 0x54]);
  assert.deepEqual(viridis(1), [0xfd, 0xe7, 0x25]);
  const light = Array.from({ length: 101 }, (_, k) => viridis(k / 100)).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
  for (let k = 1; k < light.length; k += 1) assert.ok(light[k] >= light[k - 1] - 0.6, `at ${k}`);
});

test("values beyond the range get its ends, unknown ones are grey", () => {
  assert.deepEqual(colourOf(-5, 0, 1), viridis(0));
  assert.deepEqual(colourOf(9, 0, 1), viridis(1));
  assert.deepEqual(colourOf(NaN, 0, 1), UNKNOWN);
  assert.deepEqual(colourOf(2, 2, 2), viridis(0));
  const bytes = rampBytes(256);
  assert.deepEqual([...bytes.subarray(0, 4)], [0x44, 0x01, 0x54, 255]);
  assert.deepEqual([...bytes.subarray(-4)], [0xfd, 0xe7, 0x25, 255]);
});

test("the range leaves out what is not known", () => {
  assert.deepEqual(rangeOf([new Float32Array([3, NaN, -1]), new Float32Array([2])]), [-1, 3]);
  assert.equal(rangeOf([new Float32Array([NaN])]), null);
  assert.equal(rangeOf([]), null);
});

test("a locked range stays, an unlocked one follows", () => {
  const range = new FieldRange();
  assert.equal(range.follow([0, 2]), true);
  assert.equal(range.follow([0, 2]), false);
  range.locked = true;
  assert.equal(range.follow([0, 9]), false);
  assert.deepEqual([range.low, range.high], [0, 2]);
  assert.equal(range.fix(3, 3), false);
  assert.equal(range.fix(NaN, 3), false);
  assert.equal(range.fix(1, 3), true);
  assert.deepEqual([range.low, range.high, range.locked], [1, 3, true]);
});

test("steps are 1, 2 or 5 times a power of ten", () => {
  assert.deepEqual([0.7, 1, 1.5, 3, 6, 23].map(roundStep), [1, 1, 2, 5, 10, 50]);
});

test("ticks are round, inside the range and told in one unit", () => {
  const axis = axisOf(0, 4321, "Pa");
  assert.equal(axis.unit, "kPa");
  assert.deepEqual(axis.ticks.map((tick) => tick.words), ["0", "1", "2", "3", "4"]);
  assert.deepEqual(axis.ticks.map((tick) => tick.value), [0, 1000, 2000, 3000, 4000]);
  assert.ok(Math.abs(axis.ticks[4].fraction - 4000 / 4321) < 1e-12);
  assert.deepEqual(axisOf(-0.03, 0.02, "m").ticks.map((tick) => tick.words), ["−30", "−20", "−10", "0", "10", "20"]);
});

test("a range of one value, none or endless values has one tick", () => {
  assert.deepEqual(axisOf(5, 5, "N").ticks.map((tick) => tick.words), ["5"]);
  assert.deepEqual(axisOf(0, 0, "N").ticks.map((tick) => tick.words), ["0"]);
  assert.equal(axisOf(NaN, NaN, "N").ticks[0].words, "–");
  assert.equal(axisOf(0, Infinity, "N").ticks.length, 1);
  assert.equal(axisOf(1e6, 1e6 + 1e-7, "").ticks.length, 1);
});

test("numbers are told with prefixes where the unit takes them", () => {
  assert.equal(withUnit(12345, "Pa", 3), "12.3 kPa");
  assert.equal(withUnit(-0.00123, "m", 3), "−1.23 mm");
  assert.equal(withUnit(0, "m"), "0 m");
  assert.equal(withUnit(0.25, ""), "0.25");
  assert.equal(withUnit(NaN, "Pa"), "not known");
  assert.equal(withUnit(4200, "s", 2), "4200 s");
  assert.equal(withUnit(3.2e7, "kg/m3", 3), "32 10⁶ kg/m3");
  assert.equal(scaleFor(999.9, "Pa").unit, "kPa");
  assert.equal(rangeWords(0, 3550, "Pa"), "0 to 3.55 kPa");
  assert.equal(digits(-Infinity), "−∞");
  assert.equal(digits(1234.5, 4), "1235");
  assert.equal(timeWords(1, 1 / 60), "1.000 s");
  assert.equal(timeWords(1, 0), "1.000 s");
});
