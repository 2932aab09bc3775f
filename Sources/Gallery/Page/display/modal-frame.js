import { element } from "../elements.js";

// So far a sheet is drawn down until it is to go, in CSS pixels, or so fast, in pixels a millisecond.
const far = 96;
const fast = 0.6;

/// What a modal lies in: a sheet of some style over what is dimmed.
export class ModalFrame {
  #stage;
  #drag = null;

  constructor(stage, view) {
    this.#stage = stage;
    this.view = view;
    this.backdrop = element("div", { class: "display-backdrop", onclick: () => this.#leave() });
    this.grip = element("div", { class: "display-grip", "aria-hidden": "true" });
    this.moving = element("div", { class: "display-sheet", role: "dialog", "aria-modal": "true", tabindex: -1 }, this.grip, view.element);
    this.element = element("div", { class: "display-modal display-hidden display-coming", dataset: { modal: view.node.id } }, this.backdrop, this.moving);
    this.grip.addEventListener("pointerdown", (event) => this.#down(event));
    this.grip.addEventListener("pointermove", (event) => this.#move(event));
    this.grip.addEventListener("pointerup", (event) => this.#up(event));
    this.grip.addEventListener("pointercancel", () => this.#settle());
  }

  get node() {
    return this.view.node;
  }

  get style() {
    return this.#stage.tree.option("modal.transitionStyle", this.node);
  }

  update() {
    const { tree } = this.#stage;
    const leaf = tree.leaf(this.node);
    this.element.dataset.style = tree.option("modal.presentationStyle", this.node);
    this.backdrop.style.backgroundColor = tree.option("modal.backgroundColor", this.node) ?? "";
    this.moving.setAttribute("aria-label", tree.option("topBar.title.text", this.node) ?? (this.#stage.title(leaf) || "Dialogue"));
    this.view.show(true);
  }

  show(shown) {
    this.element.classList.toggle("display-hidden", !shown);
    if (shown) this.element.classList.remove("display-coming");
  }

  // Beside a sheet one may also press; whether it goes, the tree says.
  #leave() {
    this.#stage.tell({ gesture: "dismissModal" });
  }

  #down(event) {
    if (event.button !== 0) return;
    this.grip.setPointerCapture(event.pointerId);
    this.#drag = { y: event.clientY, time: event.timeStamp };
    this.moving.classList.add("is-drawn");
  }

  #move(event) {
    if (this.#drag) this.moving.style.translate = `0 ${Math.max(0, event.clientY - this.#drag.y)}px`;
  }

  #up(event) {
    if (!this.#drag) return;
    const way = event.clientY - this.#drag.y;
    const speed = way / Math.max(1, event.timeStamp - this.#drag.time);
    this.#settle();
    if (way > far || way > 24 && speed > fast) this.#leave();
  }

  #settle() {
    this.#drag = null;
    this.moving.classList.remove("is-drawn");
    this.moving.style.translate = "";
  }
}
