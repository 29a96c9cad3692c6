// Round numbers along a scale.
import { digits, scaleFor } from "./format.ts";

export interface Tick {
  /** 0 at the lower end, 1 at the upper one. */
  fraction: number;
  value: number;
  words: string;
}

export interface Axis {
  ticks: Tick[];
  /** With the prefix or power of ten that was taken out. */
  unit: string;
}

/** 1, 2 or 5 times a power of ten, at least `step`. */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const lead = step / power;
  return power * (lead <= 1.0001 ? 1 : lead <= 2.0001 ? 2 : lead <= 5.0001 ? 5 : 10);
}

/** About `count` marks from `low` to `high`. */
export function axisOf(low: number, high: number, unit: string, count = 5): Axis {
  const scale = scaleFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  const [bottom, top] = [low * scale.factor, high * scale.factor];
  const span = top - bottom;
  if (!Number.isFinite(span) || span <= 1e-9 * Math.max(Math.abs(top), Math.abs(bottom))) {
    const words = Number.isFinite(low) ? digits(bottom, 3) : "–";
    return { ticks: [{ fraction: 0.5, value: low, words }], unit: scale.unit };
  }
  const step = roundStep(span / count);
  const decimals = Math.min(Math.max(-Math.floor(Math.log10(step) + 1e-9), 0), 12);
  const ticks: Tick[] = [];
  const last = Math.floor(top / step + 1e-6);
  for (let k = Math.ceil(bottom / step - 1e-6); k <= last; k += 1) {
    // Adding zero turns a negative zero into a plain one.
    const value = k * step + 0;
    const words = value.toFixed(decimals).replace("-", "−");
    ticks.push({ fraction: Math.min(Math.max((value - bottom) / span, 0), 1), value: value / scale.factor, words });
  }
  return { ticks, unit: scale.unit };
}
