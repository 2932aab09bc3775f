import { element } from "./elements.js";
import { icon } from "./icons.js";
import { duration, tileName } from "./text.js";

/// One photo in a grid. It has its size before anything of it is known, so nothing moves when it comes.
export class Tile {
  #images;
  #image = null;
  item = null;

  constructor(images, id) {
    this.#images = images;
    this.element = element("div", { class: "tile", role: "option", id, "aria-selected": "false" });
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
    tile.setAttribute("aria-setsize", String(total));
    tile.setAttribute("aria-posinset", String(index + 1));
    this.mark({ selected, active });
    if (!item) {
      if (this.item || !tile.hasAttribute("aria-label")) {
        this.#clear();
        tile.setAttribute("aria-label", "Loading");
        tile.classList.add("waiting");
      }
      return;
    }
    if (this.item?.id === item.id && this.address === address && this.item.favorite === item.favorite
      && this.item.localTime === item.localTime && this.item.description === item.description) return;
    const samePicture = this.item?.id === item.id && this.address === address && this.#image;
    const image = samePicture ? this.#image : null;
    if (!samePicture) this.#clear();
    this.item = item;
    this.address = address;
    tile.classList.remove("waiting");
    tile.dataset.id = item.id;
    tile.setAttribute("aria-label", tileName(item));
    if (!image) this.#image = element("img", { alt: "", draggable: "false", decoding: "async" });
    tile.replaceChildren(this.#image, element("span", { class: "tile-check", "aria-hidden": "true" }, icon("check", { size: 16 })));
    if (item.type === "video") {
      tile.append(element("span", { class: "tile-badge", "aria-hidden": "true" }, icon("play", { size: 12 }), item.duration ? duration(item.duration) : ""));
    }
    if (item.favorite) tile.append(element("span", { class: "tile-heart", "aria-hidden": "true" }, icon("heart", { size: 16, solid: true })));
    if (!image) tile.classList.add("coming");
  }

  /// Asks for the picture, unless it is there or was asked for.
  load() {
    const image = this.#image;
    if (!image || image.asked) return;
    image.asked = true;
    this.#images.load(image, this.address, (ok) => {
      this.element.classList.remove("coming");
      if (ok) image.classList.add("there");
      else {
        this.element.classList.add("broken");
        image.replaceWith(element("span", { class: "tile-missing", "aria-hidden": "true" }, icon("missing", { size: 28 })));
      }
    });
  }

  mark({ selected, active }) {
    const value = String(Boolean(selected));
    if (this.element.getAttribute("aria-selected") !== value) this.element.setAttribute("aria-selected", value);
    this.element.classList.toggle("active", Boolean(active));
  }

  #clear() {
    if (this.#image) this.#images.drop(this.#image);
    this.#image = null;
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
