// What the scene is about, and the gallery to choose another one from.
import type { Hello } from "../net/protocol.ts";
import { el, setText } from "../ui/dom.ts";

export class ScenePanel {
  readonly root = el("div", { class: "stack" });
  private readonly title = el("h2");
  private readonly about = el("p", { class: "about" });
  private readonly facts = el("dl", { class: "facts" });
  private readonly gallery = el("ul", { class: "gallery" });
  private readonly galleryHead = el("h3", {}, "Gallery");
  private listed = "";

  constructor(private readonly choose: (name: string) => void) {
    this.root.append(this.title, this.about, this.facts, this.galleryHead, this.gallery);
  }

  setHello(hello: Hello): void {
    setText(this.title, hello.title);
    setText(this.about, hello.about.trim());
    const facts: [string, string][] = [
      ["Mode", hello.mode === "live" ? "live simulation" : "replay of a finished run"],
      ["Name", hello.name],
      ["Duration", `${hello.duration} s`],
      ...(hello.mode === "replay" ? ([["Frames", String(hello.frames)]] as [string, string][]) : []),
      ["Pliant", hello.version],
    ];
    this.facts.replaceChildren(...facts.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]));
    this.setGallery(hello);
  }

  private setGallery(hello: Hello): void {
    const key = JSON.stringify(hello.gallery);
    this.galleryHead.hidden = hello.gallery.length === 0;
    if (key !== this.listed) {
      this.listed = key;
      this.gallery.replaceChildren(...hello.gallery.map(({ name, title }) => this.entry(name, title)));
    }
    for (const button of this.gallery.querySelectorAll("button")) {
      const current = button.dataset.name === hello.name;
      if (current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  private entry(name: string, title: string): HTMLLIElement {
    const button = el("button", { type: "button", "data-name": name }, el("span", { class: "entry-title" }, title || name));
    if (title) button.append(el("span", { class: "entry-name" }, name));
    button.addEventListener("click", () => this.choose(name));
    return el("li", {}, button);
  }
}
