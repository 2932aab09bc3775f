import { dismiss, popDownTo, select } from "./changes.js";
import { checkCommand } from "./commands.js";
import { nodeSize, optionsSize } from "./data-size.js";
import { act, checkActing, LayoutReader, limits } from "./layout-reader.js";
import { optionKeys } from "./option-keys.js";
import { nested, readOptions } from "./option-values.js";
import { Refusal } from "./refusal.js";
import { within } from "./tree.js";

/// Carries a command out on the tree, wholly or not at all. What comes of it is `change`: `componentId` of the reply, `after`
/// (events that follow when it is done), `removed` (ids of components that are gone), `warnings`, and the `options` said with it.
export class CommandRun {
  #tree;
  #said;
  #reader = null;
  change = { componentId: null, after: [], removed: [], warnings: [], options: null };

  /// `number` is the next one for ids; afterwards, the one after those that were given.
  constructor(tree, number, name, said) {
    checkCommand(name, said);
    this.#tree = tree;
    this.#said = said;
    this.number = number;
    this[name]();
  }

  // MARK: - Roots

  setRoot() {
    const tree = this.#tree;
    const { root, modals, overlays } = this.#said;
    this.#begin([...(tree.root ? [tree.root] : []), ...tree.modals]);
    const made = this.#reader.read(root, "root");
    const over = (modals ?? []).map((layout, index) => this.#reader.read(layout, `modals[${index}]`));
    const above = (overlays ?? []).map((layout, index) => this.#reader.read(layout, `overlays[${index}]`));
    this.#finish();
    if (tree.root) this.#release(tree.root);
    dismiss(tree, [...tree.modals], this.change);
    tree.root = made;
    tree.modals = over;
    tree.overlays.push(...above);
    for (const top of [made, ...over, ...above]) tree.adopt(top);
    this.change.componentId = made.id;
  }

  // MARK: - Stacks

  push() {
    const stack = this.#stack();
    this.#begin();
    const node = this.#reader.read(this.#said.layout, "layout", { depth: this.#tree.depth(stack) + 1, parent: stack });
    this.#finish();
    node.parent = stack;
    stack.children.push(node);
    this.#tree.adopt(node);
    this.change.componentId = node.id;
  }

  pop() {
    const stack = this.#stack();
    if (stack.children.length < 2) throw new Refusal("nothing-to-pop", { node: stack.id });
    this.#options();
    this.change.componentId = stack.children.at(-1).id;
    popDownTo(this.#tree, stack, stack.children.length - 1, this.change);
  }

  popTo() {
    let node = this.#named();
    while (node.parent && node.parent.type !== "stack") node = node.parent;
    if (!node.parent) throw new Refusal("no-stack", { node: this.#said.componentId });
    this.#options();
    popDownTo(this.#tree, node.parent, node.parent.children.indexOf(node) + 1, this.change);
    this.change.componentId = node.id;
  }

  popToRoot() {
    const stack = this.#stack();
    this.#options();
    popDownTo(this.#tree, stack, 1, this.change);
    this.change.componentId = stack.children[0].id;
  }

  setStackRoot() {
    const tree = this.#tree;
    const stack = this.#stack();
    const { children } = this.#said;
    if (children.length === 0) throw new Refusal("no-children", { node: stack.id });
    this.#begin(stack.children);
    const depth = tree.depth(stack) + 1;
    const made = children.map((layout, index) => this.#reader.read(layout, `children[${index}]`, { depth, parent: stack }));
    this.#finish();
    for (const child of stack.children) this.#release(child);
    stack.children = made;
    for (const child of made) {
      child.parent = stack;
      tree.adopt(child);
    }
    this.change.componentId = made.at(-1).id;
  }

  // MARK: - Modals and overlays

  showModal() {
    this.#show(this.#tree.modals);
  }

  showOverlay() {
    this.#show(this.#tree.overlays);
  }

  dismissModal() {
    const modal = this.#topAmong(this.#tree.modals, "not-modal");
    this.#options();
    this.change.componentId = modal.id;
    dismiss(this.#tree, [modal], this.change);
  }

  dismissAllModals() {
    this.#options();
    dismiss(this.#tree, [...this.#tree.modals], this.change);
  }

  dismissOverlay() {
    const overlay = this.#topAmong(this.#tree.overlays, "not-overlay");
    this.change.componentId = overlay.id;
    this.#tree.overlays = this.#tree.overlays.filter((one) => one !== overlay);
    this.#release(overlay);
  }

  dismissAllOverlays() {
    for (const overlay of this.#tree.overlays) this.#release(overlay);
    this.#tree.overlays = [];
  }

  // MARK: - Options

  mergeOptions() {
    const node = this.#named();
    const merged = new Map(node.options);
    const acting = new Map();
    for (const [key, value] of readOptions(this.#said.options, node.id)) {
      const { acts, meaningless } = optionKeys.get(key);
      const container = acts ? nearest(node, key.split(".")[0]) : null;
      if (meaningless || acts && (container === null || value === null)) this.change.warnings.push({ componentId: node.id, key });
      if (acts) {
        if (container !== null && value !== null) acting.set(container, (acting.get(container) ?? new Map()).set(key, value));
      } else if (value === null) {
        merged.delete(key);
      } else {
        merged.set(key, value);
      }
    }
    const size = nodeSize(node.passProps, merged);
    if (this.#size - node.size + size > limits.data) throw new Refusal("data-too-large", { node: node.id });
    for (const [container, options] of acting) checkActing(container, options, container.id);
    this.#tree.size += size - node.size;
    node.options = merged;
    node.size = size;
    for (const [container, options] of acting) select(this.#tree, container, () => act(container, options), this.change);
    this.change.componentId = node.id;
  }

  setDefaultOptions() {
    const options = this.#optionsOfNobody();
    if (this.#tree.size + optionsSize(options) > limits.data) throw new Refusal("data-too-large");
    this.#tree.defaultOptions = options;
  }

  // MARK: - Parts

  #named() {
    const node = this.#tree.node(this.#said.componentId);
    if (node === null) throw new Refusal("no-such", { node: this.#said.componentId });
    return node;
  }

  #stack() {
    const stack = this.#tree.stack(this.#named());
    if (stack === null) throw new Refusal("no-stack", { node: this.#said.componentId });
    return stack;
  }

  #topAmong(tops, otherwise) {
    const top = this.#tree.top(this.#named());
    if (!tops.includes(top)) throw new Refusal(otherwise, { node: this.#said.componentId });
    return top;
  }

  get #size() {
    return this.#tree.size + optionsSize(this.#tree.defaultOptions);
  }

  // Begins to read layouts that come in the place of some.
  #begin(going = []) {
    const ids = new Set();
    let size = this.#size;
    for (const top of going) {
      for (const node of within(top)) {
        ids.add(node.id);
        size -= node.size;
      }
    }
    const taken = (id) => this.#tree.node(id) !== null && !ids.has(id);
    this.#reader = new LayoutReader({ taken, nodes: this.#tree.count - ids.size, size, number: this.number });
  }

  #finish() {
    this.change.warnings = this.#reader.finish();
    this.number = this.#reader.number;
  }

  // Options that are said of no node: those that act on one say nothing.
  #optionsOfNobody() {
    const options = new Map();
    for (const [key, value] of readOptions(this.#said.options, null)) {
      if (value === null) continue;
      const { acts, meaningless } = optionKeys.get(key);
      if (acts || meaningless) this.change.warnings.push({ key });
      if (!acts) options.set(key, value);
    }
    return options;
  }

  // What is said of the animation of something that goes.
  #options() {
    if ((this.#said.options ?? null) === null) return;
    this.change.options = nested(this.#optionsOfNobody());
  }

  #release(top) {
    this.change.removed.push(...this.#tree.release(top));
  }

  #show(tops) {
    this.#begin();
    const node = this.#reader.read(this.#said.layout, "layout");
    this.#finish();
    tops.push(node);
    this.#tree.adopt(node);
    this.change.componentId = node.id;
  }
}

function nearest(node, type) {
  for (let one = node; one; one = one.parent) if (one.type === type) return one;
  return null;
}
