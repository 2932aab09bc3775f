import { element } from "./elements.js";
import { icon } from "./icons.js";
import { duration, tileName } from "./text.js";

/// One photo in a grid. It has its size before anything of it is known, so nothing moves when it comes.
export class Tile {
  #images;
  #image = null;
  #next = null;
  item = null;

  constructor(images) {
    this.#images = images;
    this.element = element("div", { class: "tile", role: "option", "aria-selected": "false" });
  }

  /// Is the tile of another place from now on, and shows nothing yet.
  become(id) {
    if (this.element.id) this.#clear();
    this.element.removeAttribute("aria-label");
    this.element.id = id;
  }

  place(x, y, size) {
    const { style } = this.element;
    style.left = `${x}px`;
    style.top = `${y}px`;
    style.width = style.height = `${size}px`;
  }

  /// Shows an item, or that it is still to come.
  show(item, { index, total, address, selected, active }) {
    const { element: tile } = this;
    set(tile, "aria-setsize", total);
    set(tile, "aria-posinset", index + 1);
    this.mark({ selected, active });
    if (!item) {
      if (this.item || !tile.hasAttribute("aria-label")) {
        this.#clear();
        tile.setAttribute("aria-label", "Loading");
        tile.classList.add("waiting");
      }
      return;
    }
    const { item: shown, address: from } = this;
    if (shown?.id === item.id && from === address && same(shown, item)) return;
    if (shown?.id !== item.id) this.#clear();
    this.item = item;
    this.address = address;
    tile.classList.remove("waiting");
    tile.dataset.id = item.id;
    tile.setAttribute("aria-label", tileName(item));
    // A picture that has changed stays until the next one is there.
    if (from !== address || (!this.#image && !this.#next)) {
      if (this.#next) this.#images.drop(this.#next);
      this.#next = element("img", { alt: "", draggable: "false", decoding: "async" });
    }
    tile.classList.toggle("coming", !this.#image);
    tile.replaceChildren(...[this.#image, element("span", { class: "tile-check", "aria-hidden": "true" }, icon("check", { size: 16 })), ...badges(item)].filter(Boolean));
    this.element.classList.remove("broken");
  }

  /// Asks for the picture, unless it is there or was asked for.
  load() {
    const image = this.#next;
    if (!image || image.asked) return;
    image.asked = true;
    this.#images.load(image, this.address, (ok) => {
      if (image !== this.#next) return;
      this.#next = null;
      this.element.classList.remove("coming");
      image.classList.toggle("swapped", this.#image !== null);
      this.#image?.remove();
      this.#image = ok ? image : null;
      this.element.classList.toggle("broken", !ok);
      if (ok) image.classList.add("there");
      this.element.prepend(ok ? image : element("span", { class: "tile-missing", "aria-hidden": "true" }, icon("missing", { size: 28 })));
    });
  }

  /// A picture that could not be had is asked for anew when the tile is shown next.
  retry() {
    if (this.element.classList.contains("broken")) this.address = null;
  }

  mark({ selected, active }) {
    set(this.element, "aria-selected", Boolean(selected));
    this.element.classList.toggle("active", Boolean(active));
  }

  #clear() {
    if (this.#next) this.#images.drop(this.#next);
    this.#image = this.#next = null;
    this.item = null;
    this.address = null;
    this.element.replaceChildren();
    this.element.classList.remove("broken", "coming");
    delete this.element.dataset.id;
  }

  close() {
    this.#clear();
    this.element.remove();
  }
}

function same(one, other) {
  return ["favorite", "localTime", "precision", "description", "group", "duration", "type", "filename"].every((member) => one[member] === other[member]);
}

function badges(item) {
  return [
    item.type === "video" && element("span", { class: "tile-badge", "aria-hidden": "true" }, icon("play", { size: 12 }), item.duration ? duration(item.duration) : ""),
    item.favorite && element("span", { class: "tile-heart", "aria-hidden": "true" }, icon("heart", { size: 16, solid: true })),
  ];
}

// An attribute that is set to what it was costs as much as one that changes.
function set(tile, name, value) {
  if (tile.getAttribute(name) !== String(value)) tile.setAttribute(name, String(value));
}
