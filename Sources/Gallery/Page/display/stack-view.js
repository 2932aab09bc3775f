import { TopBar } from "./top-bar.js";
import { PagesView } from "./view.js";

/// A stack: its last child below a bar. Where that has a stack of its own, or several, the bar is theirs.
export class StackView extends PagesView {
  #bar = null;

  constructor(stage, node) {
    super(stage, node, "stack");
    this.element.append(this.pages);
  }

  update() {
    super.update();
    if (this.hasBar) {
      if (!this.#bar) {
        this.#bar = new TopBar(this);
        this.element.prepend(this.#bar.element);
      }
      this.#bar.update();
    } else if (this.#bar) {
      this.#bar.close();
      this.#bar = null;
    }
    const { name } = this.stage.carrying;
    this.turn((before) => (name === "setStackRoot" ? "setStackRoot" : this.node.children.includes(before.node) ? "push" : "pop"));
  }

  /// Whether the bar of its component is this stack's: no other stack is nearer.
  get hasBar() {
    return hasBar(this.stage.tree, this.node);
  }

  close() {
    this.#bar?.close();
  }
}

export function hasBar(tree, stack) {
  return ![...shownWithin(tree, tree.currentChild(stack))].some(({ type }) => type === "stack");
}

function* shownWithin(tree, node) {
  if (node === null) return;
  yield node;
  if (node.type === "splitView") for (const child of node.children) yield* shownWithin(tree, child);
  else yield* shownWithin(tree, tree.currentChild(node));
}
