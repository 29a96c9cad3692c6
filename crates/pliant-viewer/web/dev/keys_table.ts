// The table of keys in docs/viewer.md, from the table that the page itself works with.
import { ACTIONS, keyWords, type Mode } from "../src/ui/keys.ts";

const BEGIN = "<!-- keys: made by npm run pictures -->";
const END = "<!-- end of keys -->";

const WHEN: Record<Mode, string> = { always: "", live: "live only", replay: "replay only", holding: "" };

function row(action: (typeof ACTIONS)[number]): string {
  const keys = action.keys.map((key) => `\`${keyWords(key)}\``).join(" or ");
  return `| ${keys} | ${[action.label, WHEN[action.mode]].filter(Boolean).join(", ")} |`;
}

/** All keys, group by group, as Markdown. */
export function keysTable(): string {
  const groups = [...new Set(ACTIONS.map((action) => action.group))];
  const rows = groups.flatMap((group) => [`| **${group}** | |`, ...ACTIONS.filter((action) => action.group === group).map(row)]);
  return ["| key | does |", "|---|---|", ...rows].join("\n");
}

/** The document with the table as it should be. */
export function withKeysTable(document: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The document has no place for the table: ${BEGIN} and ${END}.`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${keysTable()}\n\n${document.slice(end)}`;
}
