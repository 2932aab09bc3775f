import { element } from "../elements.js";
import { icon } from "../icons.js";
import { tileName } from "../text.js";
import { firstSource, fullSource, isOtherFile } from "./source.js";
import { clamped, fitSize, fitting, largestScale, uprightSize } from "./zoom.js";

/// A photo on the stage. It holds at most one decoded picture beside its thumbnail, and none after `release`.
export class PhotoSlide {
  #app;
  #stage;
  #box;
  #tile;
  #picture = null;
  // The picture that is being read and decoded.
  #coming = null;
  #loading = null;
  #source = null;
  #size = { width: 0, height: 0 };
  #wanted = 0;
  #whole = false;
  #failed = false;
  view = fitting;

  /// `stage` gives the size of the room that there is, in CSS pixels.
  constructor(app, item, stage) {
    this.#app = app;
    this.item = item;
    this.#stage = stage;
    this.#size = { width: item.width ?? 0, height: item.height ?? 0 };
    this.#tile = element("img", { class: "slide-tile", alt: "", draggable: "false", decoding: "async" });
    this.#tile.addEventListener("load", () => {
      const like = { width: this.#tile.naturalWidth, height: this.#tile.naturalHeight };
      this.#size = uprightSize(this.#size, like) ?? like;
      this.#tile.classList.add("is-here");
      this.layout();
    });
    this.#box = element("div", { class: "slide-box" }, this.#tile);
    this.element = element("div", { class: "slide photo-slide is-loading", role: "group", "aria-label": tileName(item) },
      this.#box, element("div", { class: "slide-wait", "aria-hidden": "true" }));
    this.#tile.src = app.api.thumbnail(item, "large");
    this.layout();
  }

  /// What grows out of the grid's tile.
  get shared() {
    return this.#box;
  }

  get isReady() {
    return this.#picture !== null;
  }

  get isZoomed() {
    return this.view.scale > 1.001;
  }

  get picture() {
    return this.#size;
  }

  get fit() {
    return fitSize(this.#size, this.#stage());
  }

  get largest() {
    return largestScale(this.#size, this.fit, devicePixelRatio);
  }

  /// The tile was drawn, or a moment has passed.
  settled(milliseconds) {
    const wait = new Promise((resolve) => setTimeout(resolve, milliseconds));
    return Promise.race([this.#tile.decode().catch(() => {}), wait]);
  }

  /// Loads what is looked at first. Resolves to whether there is a picture now.
  async load() {
    if (this.#picture) return true;
    if (this.#failed) return false;
    if (this.#loading) return this.#loading;
    const loading = this.#load().finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  async #load() {
    const turn = ++this.#wanted;
    let source = firstSource(this.item, this.#stage(), devicePixelRatio);
    this.element.classList.add("is-loading");
    this.element.classList.remove("has-failed");
    let failure = await this.#show(source, turn);
    if (failure && turn === this.#wanted && source.kind === "original") {
      // What the browser cannot read after all, photod may be able to.
      source = { kind: "preview", max: 2560 };
      failure = await this.#show(source, turn);
    }
    if (turn !== this.#wanted) return false;
    this.element.classList.remove("is-loading");
    if (failure) await this.#fail(source, turn);
    else this.#source = source;
    return !failure;
  }

  /// All the pixels there are, for looking closely. The picture before stays until they are decoded.
  async loadWhole() {
    if (this.#whole || !this.#source) return;
    const source = fullSource(this.item, this.#source);
    this.#whole = true;
    if (!source) return;
    const turn = ++this.#wanted;
    this.element.classList.add("is-sharpening");
    const failure = await this.#show(source, turn);
    if (turn !== this.#wanted) return;
    this.element.classList.remove("is-sharpening");
    if (!failure) this.#source = source;
  }

  #address(source) {
    const { api } = this.#app;
    return source.kind === "original" ? api.original(this.item) : api.preview(this.item, source.max);
  }

  // Gives what went wrong, or null. A picture that nobody waits for any more is let go.
  async #show(source, turn) {
    const picture = element("img", { class: "slide-picture", alt: tileName(this.item), draggable: "false" });
    picture.src = this.#address(source);
    this.#coming = picture;
    try {
      await picture.decode();
    } catch (failure) {
      picture.removeAttribute("src");
      return failure;
    }
    if (turn !== this.#wanted) {
      picture.removeAttribute("src");
      return null;
    }
    this.#coming = null;
    this.#size = source.kind === "original" || !this.#size.width
      ? { width: picture.naturalWidth, height: picture.naturalHeight }
      : uprightSize(this.#size, { width: picture.naturalWidth, height: picture.naturalHeight });
    const before = this.#picture;
    this.#picture = picture;
    this.#box.append(picture);
    before?.remove();
    before?.removeAttribute("src");
    this.layout();
    this.element.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    return null;
  }

  async #fail(source, turn) {
    const { name, message } = await whyNot(this.#address(source));
    if (turn !== this.#wanted) return;
    this.#failed = true;
    this.element.classList.add("has-failed");
    const address = this.#app.api.original(this.item, { download: true });
    const problem = element("div", { class: "slide-problem", role: "alert" },
      icon("missing", { size: 40 }),
      element("h2", {}, "This picture cannot be shown"),
      element("p", {}, message),
      element("div", { class: "slide-problem-actions" },
        element("button", { class: "stage-button", type: "button", onclick: () => this.#again() }, "Try again"),
        name === "no-such" ? null : element("a", { class: "stage-button", href: address, download: "" }, "Download the file")));
    this.element.querySelector(".slide-problem")?.remove();
    this.element.append(problem);
  }

  #again() {
    this.#failed = false;
    this.element.querySelector(".slide-problem")?.remove();
    this.load();
  }

  /// The size of the box is that of the picture as it fits; zooming is a transform of it.
  layout() {
    const { width, height } = this.fit;
    const { style } = this.#box;
    style.width = `${width}px`;
    style.height = `${height}px`;
    this.look(this.view);
  }

  /// Shows the picture by a view, brought back to where it may be.
  look(view, { smoothly = false } = {}) {
    this.view = clamped(view, this.fit, this.#stage(), this.largest);
    this.#box.classList.toggle("is-gliding", smoothly);
    this.#box.style.transform = `translate(-50%, -50%) translate(${this.view.x}px, ${this.view.y}px) scale(${this.view.scale})`;
    this.element.classList.toggle("is-zoomed", this.isZoomed);
    const density = this.#size.width > 0 ? (this.fit.width * this.view.scale * devicePixelRatio) / this.#size.width : 1;
    this.#box.classList.toggle("shows-pixels", density > 3);
    return this.view;
  }

  /// The item was read again. Gives whether its picture is to be loaded anew: its file has changed, or there was none.
  update(item) {
    const isAnother = isOtherFile(item, this.item) || this.#failed;
    this.item = item;
    this.element.setAttribute("aria-label", tileName(item));
    if (this.#picture) this.#picture.alt = tileName(item);
    if (isAnother) {
      this.#size = { width: item.width ?? 0, height: item.height ?? 0 };
      this.#tile.src = this.#app.api.thumbnail(item, "large");
    }
    return isAnother;
  }

  /// Beside the one that is looked at it is small again.
  rest() {
    if (this.isZoomed) this.look(fitting);
  }

  /// Gives the memory back; the thumbnail stays.
  release() {
    this.#letGo();
    this.view = fitting;
    this.look(fitting);
  }

  #letGo() {
    this.#wanted += 1;
    this.#loading = null;
    this.#coming?.removeAttribute("src");
    this.#coming = null;
    this.#whole = false;
    this.#failed = false;
    this.#source = null;
    this.element.classList.remove("is-sharpening");
    this.element.querySelector(".slide-problem")?.remove();
    this.#picture?.remove();
    this.#picture?.removeAttribute("src");
    this.#picture = null;
  }

  // What goes is not laid out once more: that would measure the whole page, for each slide.
  close() {
    this.#letGo();
    this.#tile.removeAttribute("src");
    this.element.remove();
  }
}

/// What the gallery says to an address that gave no picture.
export async function whyNot(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.ok) {
      answer.body?.cancel();
      return { isThere: true, name: "damaged", message: "The file is there, but the browser cannot read it." };
    }
    const { name, message } = await answer.json();
    return { isThere: false, name: name ?? "", message: message ?? "" };
  } catch {
    return { isThere: false, name: "unreachable", message: "The gallery does not answer. Is photod-gallery still running?" };
  }
}
