import { element } from "../elements.js";

/// What an overlay lies in. Where touches are to pass through, it is there for those that meet what is drawn alone.
export class OverlayFrame {
  #stage;

  constructor(stage, view) {
    this.#stage = stage;
    this.view = view;
    this.element = element("div", { class: "display-overlay display-hidden display-coming", tabindex: -1, dataset: { overlay: view.node.id } }, view.element);
  }

  get node() {
    return this.view.node;
  }

  get intercepts() {
    return this.#stage.tree.option("overlay.interceptTouchOutside", this.node);
  }

  get takesFocus() {
    return this.#stage.tree.option("overlay.takeFocus", this.node);
  }

  get hasKeys() {
    return this.#stage.tree.option("overlay.handleKeyboardEvents", this.node);
  }

  update() {
    this.element.classList.toggle("lets-through", !this.intercepts);
    this.element.setAttribute("role", this.intercepts ? "dialog" : "region");
    this.element.setAttribute("aria-label", this.#stage.title(this.#stage.tree.leaf(this.node)) || "Notice");
    this.view.show(true);
  }

  show(shown) {
    this.element.classList.toggle("display-hidden", !shown);
    if (shown) this.element.classList.remove("display-coming");
  }
}
