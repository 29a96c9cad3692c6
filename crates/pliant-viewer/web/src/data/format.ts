// Numbers in words: with SI prefixes where the unit takes them, else with powers of ten.

/** Units that take the prefixes of the SI as they are. */
const PREFIXED = new Set(["Pa", "m", "N", "J", "W", "Hz", "s", "m/s", "m/s2", "m/s^2", "m/s²", "N/m", "J/m3", "J/m^3", "J/m³", "N m", "N s"]);
const PREFIXES: [number, string][] = [
  [12, "T"],
  [9, "G"],
  [6, "M"],
  [3, "k"],
  [0, ""],
  [-3, "m"],
  [-6, "µ"],
  [-9, "n"],
  [-12, "p"],
];
const MINUS = "−";

/** A unit with the power of ten that was taken out of its numbers. */
export interface Scale {
  factor: number;
  unit: string;
}

/** The prefix with which numbers up to `size` read best. */
export function scaleFor(size: number, unit: string): Scale {
  const plain = { factor: 1, unit };
  const magnitude = Math.abs(size);
  if (!Number.isFinite(magnitude) || magnitude === 0) return plain;
  if (PREFIXED.has(unit)) {
    const fits = PREFIXES.find(([power]) => magnitude >= 0.9995 * 10 ** power) ?? PREFIXES[PREFIXES.length - 1];
    // Nobody says kiloseconds.
    if (unit === "s" && fits[0] > 0) return plain;
    return { factor: 10 ** -fits[0], unit: fits[1] + unit };
  }
  if (magnitude >= 1e-3 && magnitude < 1e5) return plain;
  const power = 3 * Math.floor(Math.log10(magnitude) / 3);
  return { factor: 10 ** -power, unit: `10${superscript(power)} ${unit}`.trim() };
}

function superscript(power: number): string {
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  return String(power).replaceAll(/./g, (c) => (c === "-" ? "⁻" : digits[Number(c)]));
}

/** With so many significant digits, without needless zeros. */
export function digits(value: number, significant = 4): string {
  if (Number.isNaN(value)) return "not known";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const power = Math.floor(Math.log10(Math.abs(value)));
  const words = power >= 7 || power < -4 ? value.toExponential(significant - 1) : fixed(value, significant - 1 - power);
  return words.replaceAll("-", MINUS);
}

function fixed(value: number, decimals: number): string {
  const words = value.toFixed(Math.min(Math.max(decimals, 0), 20));
  return words.includes(".") ? words.replace(/0+$/, "").replace(/\.$/, "") : words;
}

/** A value with its unit: `12.3 kPa`. */
export function withUnit(value: number, unit: string, significant = 4): string {
  if (!Number.isFinite(value)) return digits(value);
  const scale = scaleFor(value, unit);
  return `${digits(value * scale.factor, significant)} ${scale.unit}`.trim();
}

/** Two ends of a range in one unit: `0 to 12.3 kPa`. */
export function rangeWords(low: number, high: number, unit: string): string {
  const scale = scaleFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  return `${digits(low * scale.factor, 3)} to ${digits(high * scale.factor, 3)} ${scale.unit}`.trim();
}

/** Simulated time, always in seconds, with as many decimals as the step between frames needs. */
export function timeWords(time: number, frameStep: number): string {
  const decimals = frameStep > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(frameStep)) + 1, 2), 9) : 3;
  return `${time.toFixed(decimals)} s`;
}
