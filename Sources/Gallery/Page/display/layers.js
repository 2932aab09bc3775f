import { element } from "../elements.js";
import { ModalFrame } from "./modal-frame.js";
import { OverlayFrame } from "./overlay-frame.js";

/// What lies over each other: the gallery or the root, modals, overlays.
export class Layers {
  #stage;
  #root = null;
  // By their views.
  #modals = new Map();
  #overlays = new Map();

  constructor(stage) {
    this.#stage = stage;
    this.splash = element("div", { class: "display-splash", role: "status", hidden: true },
      element("img", { src: "/page/icon.svg", alt: "", width: 72, height: 72 }), element("span", { class: "visually-hidden" }, "Loading"));
    this.rootPlace = element("div", { class: "display-root", role: "main" });
    this.modalPlace = element("div", { class: "display-modals" });
    this.overlayPlace = element("div", { class: "display-overlays" });
    this.element = element("div", { id: "display", class: "display" }, this.rootPlace, this.splash, this.modalPlace, this.overlayPlace);
    this.gallery = [document.getElementById("navigation"), document.getElementById("main")];
    document.getElementById("main").after(this.element);
  }

  /// Whether there is a root on screen.
  get hasRoot() {
    return this.#root !== null;
  }

  /// Where what is at the top of the tree lies. It is not on screen yet.
  attach(view) {
    const { tree } = this.#stage;
    if (tree.modals.includes(view.node)) this.#frame(this.#modals, this.modalPlace, ModalFrame, view);
    else if (tree.overlays.includes(view.node)) this.#frame(this.#overlays, this.overlayPlace, OverlayFrame, view);
    else if (view.element.parentElement !== this.rootPlace) this.rootPlace.append(view.element);
  }

  #frame(frames, place, Frame, view) {
    if (frames.has(view)) return;
    const frame = new Frame(this.#stage, view);
    frames.set(view, frame);
    frame.update();
    place.append(frame.element);
  }

  // The frames that are open, from the bottom.
  #open(frames, nodes) {
    return nodes.map((node) => frames.get(this.#stage.view(node))).filter(Boolean);
  }

  get modals() {
    return this.#open(this.#modals, this.#stage.tree.modals);
  }

  get overlays() {
    return this.#open(this.#overlays, this.#stage.tree.overlays);
  }

  /// Says what comes and what goes.
  update() {
    const { tree } = this.#stage;
    const root = tree.root && this.#stage.view(tree.root);
    if (root !== this.#root) {
      const before = this.#root;
      this.#root = root;
      this.#stage.change({ kind: "setRoot", enter: root, exit: before });
    }
    this.#turn(this.#modals, this.modals, { comes: "showModal", goes: "dismissModal" });
    this.#turn(this.#overlays, this.overlays, { comes: "overlay", goes: "overlay" });
  }

  #turn(frames, open, { comes, goes }) {
    for (const frame of open) {
      frame.update();
      if (frame.element.classList.contains("display-coming")) this.#stage.change({ kind: comes, enter: frame, exit: null });
    }
    for (const [view, frame] of frames) {
      if (open.includes(frame)) continue;
      frames.delete(view);
      this.#stage.change({ kind: goes, enter: null, exit: frame });
      this.#stage.motions.whenCalm(() => frame.element.remove());
    }
  }

  /// What is covered is there for nobody: neither to be seen, where something covers all of it, nor for the keyboard.
  cover() {
    const { tree } = this.#stage;
    const { modals, overlays } = this;
    const isDisplay = tree.root !== null;
    document.documentElement.classList.toggle("display", isDisplay);
    const layers = [{ parts: isDisplay ? [this.rootPlace] : this.gallery, blocks: false }, ...modals.map(({ element: part }) => ({ parts: [part], blocks: true })),
      ...overlays.map((frame) => ({ parts: [frame.element], blocks: frame.intercepts }))];
    const blocking = layers.findLastIndex(({ blocks }) => blocks);
    layers.forEach(({ parts }, at) => {
      for (const part of parts) part.inert = at < blocking;
    });
    if (isDisplay) for (const part of this.gallery) part.inert = true;
    else this.gallery[0].inert ||= document.documentElement.classList.contains("covered");
    const covering = tree.modals.findLastIndex((modal) => tree.option("modal.presentationStyle", modal) === "fullScreen");
    const covered = [...(covering < 0 ? [] : [this.rootPlace]), ...modals.filter(({ node }) => tree.modals.indexOf(node) < covering).map(({ element: part }) => part)];
    for (const { parts: [part] } of layers) if (!covered.includes(part)) part.classList.remove("display-covered");
    // What comes over them may move yet.
    this.#stage.motions.whenCalm(() => {
      for (const part of covered) if (part.inert) part.classList.add("display-covered");
    });
  }

  /// Until the components of the first root are there.
  wait(waits) {
    this.splash.hidden = !waits;
    if (waits) document.documentElement.classList.add("display");
  }

  /// The highest that has the focus, and what it is to be given to there: a frame, or null for the root.
  get focused() {
    return this.overlays.findLast(({ takesFocus }) => takesFocus) ?? this.modals.at(-1) ?? null;
  }

  /// The highest overlay that keys belong to, or null.
  get keys() {
    return this.overlays.findLast(({ hasKeys }) => hasKeys) ?? null;
  }
}
