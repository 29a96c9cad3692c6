// What the documents say of the page, against the page.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { keysTable, withKeysTable } from "../dev/keys_table.ts";
import { ACTIONS } from "../src/ui/keys.ts";

/** Tests run in web/out/test. */
const GUIDE = new URL("../../../../../docs/viewer.md", import.meta.url);

test("the guide's table of keys is that of the page", () => {
  const guide = readFileSync(GUIDE, "utf8");
  assert.equal(guide, withKeysTable(guide), "Run: npm run pictures -- --keys");
  for (const action of ACTIONS) assert.ok(keysTable().includes(`| ${action.label}`), action.label);
});

test("every picture that the guide shows is there", () => {
  const pictures = [...readFileSync(GUIDE, "utf8").matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((found) => found[1]);
  assert.ok(pictures.length >= 5);
  for (const picture of pictures) assert.ok(existsSync(new URL(picture, GUIDE)), picture);
});
