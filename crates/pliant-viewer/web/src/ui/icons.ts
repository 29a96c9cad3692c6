// Line drawings of 24 by 24 units for the buttons.
import { svg } from "./dom.ts";

const PATHS = {
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  step: "M6 5l9 7-9 7zM18.5 5v14",
  back: "M18 5l-9 7 9 7zM5.5 5v14",
  reset: "M4.5 13a7.5 7.5 0 1 0 2.2-6.3L4 9.2M4 4v5.2h5.2",
  loop: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  frame: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9.5 9.5h5v5h-5z",
  wireframe: "M12 4L4 19h16zM12 4v15M8 11.5l4 7.5 4-7.5z",
  ghost: "M6 20V10a6 6 0 0 1 12 0v10l-2-2-2 2-2-2-2 2-2-2zM10 10v1.5M14 10v1.5",
  slice: "M5 8l7-4 7 4v8l-7 4-7-4zM2 14.5l20-5",
  through: "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  colour: "M12 3.5c4 4.8 6 7.7 6 10.5a6 6 0 0 1-12 0c0-2.8 2-5.7 6-10.5z",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  hold: "M12 3v5M12 16v5M3 12h5M16 12h5M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3",
  value: "M4 20l1-4.5L14.5 6l3.5 3.5L8.5 19zM13 4.5l6.5 6.5M17 3.5l3.5 3.5",
  pin: "M12 21v-7M6.5 14h11l-2.5-4V4H9v6z",
  unpin: "M12 21v-7M6.5 14h11l-2.5-4V4H9v6zM3 3l18 18",
  picture: "M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 12h4M16 12h4",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  panel: "M4 5h16v14H4zM14.5 5v14",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  nearer: "M12 7v10M7 12h10",
  farther: "M7 12h10",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const drawing = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  drawing.append(svg("path", { d: PATHS[name] }));
  return drawing;
}

/** Puts another drawing into a button. */
export function setIcon(button: HTMLElement, name: IconName): void {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.querySelector("svg")?.remove();
  button.prepend(icon(name));
}
