import { optionKeys } from "./option-keys.js";
import { nested } from "./option-values.js";

/// What is open on one display: a root, modals over it and overlays over those, and the options that hold for all.
export class Tree {
  root = null;
  modals = [];
  overlays = [];
  defaultOptions = new Map();
  #byID = new Map();
  #instances = 0;
  /// How much room passProps and options of all nodes take.
  size = 0;

  get count() {
    return this.#byID.size;
  }

  get tops() {
    return [...(this.root ? [this.root] : []), ...this.modals, ...this.overlays];
  }

  node(id) {
    return this.#byID.get(id) ?? null;
  }

  * nodes() {
    for (const top of this.tops) yield* within(top);
  }

  /// Nodes that belong to the tree from now on. Where they lie is for the caller.
  adopt(top) {
    for (const node of within(top)) {
      this.#instances += 1;
      node.instance = this.#instances;
      this.#byID.set(node.id, node);
      this.size += node.size;
    }
  }

  /// Nodes that do so no longer: the ids of the components among them that were made.
  release(top) {
    const gone = [];
    for (const node of within(top)) {
      this.#byID.delete(node.id);
      this.size -= node.size;
      if (node.made) gone.push(node.id);
    }
    return gone;
  }

  /// The outermost node that one lies in.
  top(node) {
    let top = node;
    while (top.parent) top = top.parent;
    return top;
  }

  depth(node) {
    return node.parent ? this.depth(node.parent) + 1 : 1;
  }

  /// The child that stands for a container: the last of a stack, the selected tab, what is beside the menus, the second part.
  currentChild(node) {
    switch (node.type) {
      case "stack": case "splitView": case "sideMenuLeft": case "sideMenuCenter": case "sideMenuRight": return node.children.at(-1);
      case "bottomTabs": case "topTabs": return node.children[this.selected(node)];
      case "sideMenu": return node.children.find(({ type }) => type === "sideMenuCenter");
      default: return null;
    }
  }

  /// The component that current children lead to.
  leaf(node) {
    const child = this.currentChild(node);
    return child ? this.leaf(child) : node;
  }

  /// The component whose turn it is: that of the highest modal, else of the root.
  get topmost() {
    const top = this.modals.at(-1) ?? this.root;
    return top && this.leaf(top);
  }

  selected(node) {
    return node.options.get(`${node.type}.currentTabIndex`) ?? 0;
  }

  isOpen(menu) {
    return menu.parent.options.get(`sideMenu.${menu.type === "sideMenuLeft" ? "left" : "right"}.visible`) ?? false;
  }

  /// What an option is for a node: as its current component says, else the nearest above that says it, else the default.
  option(key, node) {
    for (let one = this.leaf(node); one; one = one.parent) {
      if (one.options.has(key)) return one.options.get(key);
    }
    return this.defaultOptions.get(key) ?? optionKeys.get(key).default;
  }

  /// All options that are said for a node, by the same rule, as a map of whole keys.
  options(node) {
    const all = new Map(this.defaultOptions);
    const chain = [];
    for (let one = this.leaf(node); one; one = one.parent) chain.push(one);
    for (const one of chain.reverse()) for (const [key, value] of one.options) all.set(key, value);
    return all;
  }

  /// The nearest stack around a node, itself included, else the nearest within, along current children.
  stack(node) {
    for (let one = node; one; one = one.parent) if (one.type === "stack") return one;
    for (let one = this.currentChild(node); one; one = this.currentChild(one)) if (one.type === "stack") return one;
    return null;
  }

  /// The components on screen, from the bottom.
  visible() {
    return this.#shown().flatMap((top) => [...this.#leaves(top)]);
  }

  /// The components that should be there: `now` with what is on screen, `later` after it.
  wanted() {
    const now = [];
    const later = [];
    for (const top of this.#shown()) this.#want(top, now, later);
    return { now, later };
  }

  // What no modal covers.
  #shown() {
    const tops = [...(this.root ? [this.root] : []), ...this.modals];
    const covering = this.modals.findLastIndex((modal) => this.option("modal.presentationStyle", modal) === "fullScreen");
    const first = covering < 0 ? 0 : covering + tops.length - this.modals.length;
    return [...tops.slice(first), ...this.overlays];
  }

  #parts(node) {
    switch (node.type) {
      case "sideMenu": return node.children.filter((child) => child.type === "sideMenuCenter" || this.isOpen(child));
      case "splitView": return node.children;
      default: return [this.currentChild(node)];
    }
  }

  * #leaves(node) {
    if (node.children.length === 0) yield node;
    else for (const part of this.#parts(node)) yield* this.#leaves(part);
  }

  #want(node, now, later) {
    if (node.children.length === 0) {
      now.push(node);
    } else if (node.type === "bottomTabs") {
      const mode = this.option("bottomTabs.tabsAttachMode", node);
      this.#want(this.currentChild(node), now, later);
      for (const child of node.children) {
        if (child === this.currentChild(node) || mode === "onSwitchToTab") continue;
        const within = [];
        this.#want(child, mode === "together" ? now : within, later);
        later.push(...within);
      }
    } else {
      for (const part of this.#parts(node)) this.#want(part, now, later);
    }
  }

  get json() {
    return {
      root: this.root && nodeJSON(this.root),
      modals: this.modals.map(nodeJSON),
      overlays: this.overlays.map(nodeJSON),
      defaultOptions: nested(this.defaultOptions),
    };
  }
}

export function* within(node) {
  yield node;
  for (const child of node.children) yield* within(child);
}

/// A node as a layout has it.
export function nodeJSON(node) {
  const data = {
    ...(node.name === null ? {} : { name: node.name }),
    ...(node.passProps === null ? {} : { passProps: node.passProps }),
    ...(node.options.size === 0 ? {} : { options: nested(node.options) }),
  };
  return {
    id: node.id, type: node.type,
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(node.children.length === 0 ? {} : { children: node.children.map(nodeJSON) }),
  };
}
