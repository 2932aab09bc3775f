import { favorite, trash } from "./actions.js";
import { element } from "./elements.js";
import { icon } from "./icons.js";
import { count, number } from "./text.js";
import { Underway } from "./underway.js";

/// What can be done with the photos that are selected in a grid. It is there while some are.
export class SelectionBar {
  #app;
  #grid;
  #count;
  #listed;
  #done;
  #underway = new Underway();
  #work = Promise.resolve();

  /// `listed(ids)`: a promise of those that are to be changed, of photos of the grid; `done()`: something was, a promise that the
  /// grid shows it.
  constructor(app, grid, container, { listed, done }) {
    this.#app = app;
    this.#grid = grid;
    this.#listed = listed;
    this.#done = done;
    this.#count = element("span", { class: "selection-count" });
    const button = (name, picture, act, kind = "") => element("button", {
      type: "button", class: `button quiet changes ${kind}`, "aria-label": name, title: name, onclick: act,
    }, icon(picture), element("span", {}, name));
    this.element = element("div", { class: "selection-bar", hidden: true, role: "region", "aria-label": "Selected photos" }, element("div", {},
      element("button", { type: "button", class: "icon-button", "aria-label": "Clear the selection", title: "Clear the selection (Esc)", onclick: () => this.#clear() }, icon("close")),
      this.#count,
      button("Favourite", "heart", () => this.act("favorite", grid.selection.ids)),
      button("Edit", "edit", () => this.act("edit", grid.selection.ids)),
      button("Trash", "trash", () => this.act("trash", grid.selection.ids), "danger")));
    container.append(this.element);
    grid.addEventListener("select", ({ detail }) => this.#show(detail.size));
    grid.addEventListener("act", ({ detail }) => this.act(detail.action, detail.ids, detail.item));
  }

  #show(size) {
    const appears = this.element.hidden && size > 0;
    this.element.hidden = size === 0;
    document.documentElement.classList.toggle("selecting", size > 0);
    this.#count.textContent = size > 0 ? `${number(size)} selected` : "";
    if (appears || size === 0) this.#app.announce(size === 0 ? "Nothing selected" : `${count(size, "item")} selected`);
  }

  #clear() {
    this.#grid.selection.clear();
    this.#grid.focus();
  }

  async act(action, wanted, item = null) {
    if (this.#app.info.readOnly || wanted.length === 0) return;
    this.element.setAttribute("aria-busy", "true");
    const ids = await this.#listed(wanted).finally(() => this.element.removeAttribute("aria-busy"));
    if (ids.length === 0) return;
    await this.#underway.run(ids, () => (action === "edit" ? this.#busy(this.#edit(ids)) : this.#change(action, ids, item)));
  }

  #busy(work) {
    this.#work = Promise.allSettled([this.#work, work]);
    return work;
  }

  /// Resolves when nothing is being changed from here.
  get idle() {
    return this.#work;
  }

  async #change(action, ids, item) {
    const many = this.#grid.selection.size > 0;
    const lines = await this.#busy(action === "trash" ? trash(this.#app, ids) : favorite(this.#app, ids, many || !item?.favorite));
    if (!lines) return;
    if (many) this.#clear();
    const read = this.#done();
    // What has gone is shown until the list was read, and is not to be thrown away once more.
    if (action === "trash") await read;
  }

  async #edit(ids) {
    try {
      const { openEditor } = await import("./editor.js");
      await openEditor(this.#app, ids, { onDone: () => this.#done() });
    } catch (failure) {
      console.error(failure);
      this.#app.toast("The editor could not be opened.", { kind: "error" });
    }
  }

  close() {
    document.documentElement.classList.remove("selecting");
    this.element.remove();
  }
}
