/// The browser's way back, and Escape: they go back in the tree as long as there is something to go back to.
export class BackWay {
  #stage;
  // Whether the history has an entry of the display's own on top, that going back takes away.
  #isGuarded = false;

  constructor(stage) {
    this.#stage = stage;
    // Before the gallery's router hears of it.
    addEventListener("popstate", (event) => this.#popped(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("keydown", (event) => this.#keep(event), { capture: true });
  }

  shown() {
    if (this.#isGuarded || !this.#stage.canGoBack) return;
    this.#isGuarded = true;
    history.pushState({ ...history.state, display: true }, "");
  }

  #popped(event) {
    if (!this.#isGuarded || event.state?.display) return;
    this.#isGuarded = false;
    event.stopImmediatePropagation();
    // What the entry was for may have been popped by a script.
    if (!this.#stage.canGoBack) {
      history.back();
      return;
    }
    this.#stage.tell({ gesture: "back" });
    this.shown();
  }

  #key(event) {
    const { tree, layers } = this.#stage;
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || document.querySelector("dialog[open], :popover-open")) return;
    if (tree.topmost === null || layers.overlays.some(({ intercepts }) => intercepts)) return;
    const menu = this.#stage.openMenu(tree.topmost);
    if (menu) this.#stage.tell({ gesture: "closeMenu", componentId: menu.parent.id, side: menu.type === "sideMenuLeft" ? "left" : "right" });
    else if (tree.modals.length > 0) this.#stage.tell({ gesture: "dismissModal" });
    else if (this.#stage.canGoBack) this.#stage.tell({ gesture: "back" });
    else return;
    event.preventDefault();
  }

  // Keys that an overlay has for itself reach nothing else.
  #keep(event) {
    const { keys } = this.#stage.layers;
    if (!keys || keys.element.contains(event.target)) return;
    event.stopImmediatePropagation();
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault();
  }
}
