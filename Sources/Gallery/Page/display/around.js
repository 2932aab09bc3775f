import { element } from "../elements.js";

/// What lies around the page: the colour that a browser gives its own bars, and which way round the display is held.
export class Around {
  #stage;
  #meta = null;
  #orientation = "";

  constructor(stage) {
    this.#stage = stage;
  }

  shown() {
    const { tree } = this.#stage;
    const node = tree.topmost;
    this.#paint(node && tree.option("statusBar.backgroundColor", node));
    this.#turn(node ? tree.option("layout.orientation", node) : []);
  }

  #paint(colour) {
    if (!colour) {
      this.#meta?.remove();
      this.#meta = null;
      return;
    }
    if (!this.#meta) document.head.append(this.#meta = element("meta", { name: "theme-color" }));
    this.#meta.content = colour;
  }

  // Browsers do it for a page that fills the display, and some never: it stays as it is, then.
  #turn(orientations) {
    const wanted = new Set(orientations).size === 1 ? orientations[0] : "";
    if (wanted === this.#orientation) return;
    this.#orientation = wanted;
    if (wanted === "") screen.orientation?.unlock?.();
    else screen.orientation?.lock?.(wanted).catch(({ message }) => console.info(`${wanted}: ${message}`));
  }
}
