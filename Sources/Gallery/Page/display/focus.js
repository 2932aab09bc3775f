/// Where the keyboard is. It goes to what comes on screen where what it was in has gone, into a modal or an overlay that takes it
/// in any case, and back to where it was when that goes.
export class Focus {
  #stage;
  #holder = null;
  #leaf = null;
  // Where it was in a frame, in a component, or in the gallery.
  #places = new WeakMap();

  constructor(stage) {
    this.#stage = stage;
  }

  before() {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return;
    this.#places.set(this.#holder ?? this, activeElement);
    const view = this.#leaf;
    if (view?.element.contains(activeElement)) this.#places.set(view, activeElement);
  }

  shown() {
    const { tree, layers } = this.#stage;
    const holder = layers.focused;
    const component = holder ? tree.leaf(holder.node) : tree.root && tree.leaf(tree.root);
    // A menu that is open has it.
    const menu = component && this.#stage.openMenu(component);
    const node = menu ? tree.leaf(menu) : component;
    const leaf = node && this.#stage.view(node);
    const isAnother = holder !== this.#holder;
    const isOtherLeaf = leaf !== this.#leaf;
    this.#holder = holder;
    this.#leaf = leaf;
    if (isOtherLeaf && leaf) this.#stage.app.announce(tree.option("topBar.title.text", node) ?? (this.#stage.title(node) || "Photos"));
    if (!isAnother && !(isOtherLeaf && this.#isLost)) return;
    const before = (leaf && this.#places.get(leaf)) ?? this.#places.get(holder ?? this);
    if (isThere(before)) before.focus({ preventScroll: true });
    else if (leaf?.focus) leaf.focus();
    else document.getElementById("main").focus({ preventScroll: true });
  }

  get #isLost() {
    return !isThere(document.activeElement) || document.activeElement === document.body;
  }
}

function isThere(element) {
  return element?.isConnected === true && !element.closest("[inert], [hidden]");
}
