import { element, fill } from "../elements.js";
import { elementCalled } from "./element-ids.js";

// An element is held so long for a preview, and so long again for the thing itself; in milliseconds.
const held = 450;
const committed = 900;

/// What is shown of an element of the topmost component while it is held down, where that component says which one.
export class Preview {
  #stage;
  #timers = [];
  #shown = null;
  #swallow = false;
  // Where the element was taken hold of.
  #from = null;

  constructor(stage) {
    this.#stage = stage;
    const place = stage.layers.element;
    place.addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => this.#up(), { capture: true });
    addEventListener("pointermove", (event) => this.#move(event), { capture: true });
    place.addEventListener("click", (event) => this.#click(event), { capture: true });
    place.addEventListener("contextmenu", (event) => this.#shown && event.preventDefault());
  }

  before() {
    this.#end();
  }

  #say(key) {
    const { tree } = this.#stage;
    return tree.topmost && tree.option(`preview.${key}`, tree.topmost);
  }

  #down(event) {
    this.#swallow = false;
    const id = event.button === 0 ? this.#say("elementId") : null;
    const view = id && this.#stage.view(this.#stage.tree.topmost);
    const about = view && elementCalled(id, view.element);
    if (!about?.contains(event.target)) return;
    // What else is done by holding it is not.
    event.stopPropagation();
    this.#from = { x: event.clientX, y: event.clientY };
    this.#timers = [setTimeout(() => this.#show(about, id), held)];
    if (this.#say("commit")) this.#timers.push(setTimeout(() => this.#commit(id), held + committed));
  }

  #move({ clientX, clientY }) {
    if (this.#from && !this.#shown && Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > 10) this.#release();
  }

  #show(about, id) {
    this.#swallow = true;
    navigator.vibrate?.(10);
    const size = (key) => (this.#say(key) === null ? {} : { [key]: `${this.#say(key)}px` });
    const actions = this.#say("actions");
    const picture = about.dataset.id ? element("img", { src: this.#stage.app.api.preview(about.dataset.id, 1280), alt: "" }) : copyOf(about);
    this.#shown = element("div", { class: "display-preview", role: "dialog", "aria-label": "Preview", tabindex: -1, onclick: (event) => event.target === this.#shown && this.#end() },
      element("div", { class: "display-preview-card", style: { ...size("width"), ...size("height") } }, picture),
      actions.length > 0 && element("div", { class: "display-preview-actions", role: "menu" }, actions.map(({ id: action, title, style = "default" }) => element("button", {
        type: "button", role: "menuitem", class: `is-${style}`, onclick: () => this.#choose(action),
      }, title))));
    this.#shown.dataset.about = id;
    this.#stage.layers.element.append(this.#shown);
  }

  // A finger that holds on wants the thing itself.
  #commit(id) {
    this.#end();
    this.#stage.tell({ gesture: "completePreview", componentId: this.#stage.tree.topmost.id, previewComponentId: id });
  }

  #choose(action) {
    this.#end();
    this.#stage.tell({ gesture: "pressButton", componentId: this.#stage.tree.topmost.id, buttonId: action });
  }

  #click(event) {
    if (!this.#swallow) return;
    this.#swallow = false;
    if (this.#shown?.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #up() {
    this.#release();
    // With actions it stays until one is chosen, or something beside it is pressed.
    if (this.#shown && !this.#shown.querySelector("button")) this.#end();
  }

  #release() {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.#from = null;
  }

  #end() {
    this.#release();
    this.#shown?.remove();
    this.#shown = null;
  }
}

function copyOf(about) {
  const copy = element("div", {});
  fill(copy, about.cloneNode(true));
  copy.inert = true;
  for (const one of copy.querySelectorAll("[id]")) one.removeAttribute("id");
  return copy;
}
