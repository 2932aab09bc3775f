import { element } from "../elements.js";

/// What a node of the tree is on the page. The stage is what all views of a display have in common: `tree`, `app`, `view(node)`,
/// `tell(gesture)`, `change({ kind, enter, exit })`.
export class View {
  constructor(stage, node, name) {
    this.stage = stage;
    this.node = node;
    this.element = element("div", { class: `display-node display-${name} display-hidden display-coming`, dataset: { node: node.id }, inert: true });
  }

  /// What an option is for this node now.
  say(key) {
    return this.stage.tree.option(key, this.node);
  }

  /// The component whose options these are.
  get leaf() {
    return this.stage.tree.leaf(this.node);
  }

  get isShown() {
    return !this.element.classList.contains("display-hidden");
  }

  /// What is not on screen keeps its place and its size, and is there for nobody.
  show(shown) {
    this.element.classList.toggle("display-hidden", !shown);
    if (shown) this.element.classList.remove("display-coming");
    this.element.inert = !shown;
  }

  /// Puts the element of a child where it belongs; it is not on screen yet.
  attach() {}

  /// Makes it what the tree says, where it is on screen; those within follow by themselves.
  update() {
    this.element.style.backgroundColor = this.say("layout.backgroundColor") ?? "";
  }

  /// The parts that are on screen with it.
  get parts() {
    return [];
  }

  close() {}
}

/// A view of pages of which one is on screen.
export class PagesView extends View {
  current = null;
  pages = element("div", { class: "display-pages" });

  attach(view) {
    if (view.element.parentElement !== this.pages) this.pages.append(view.element);
  }

  get parts() {
    return [this.stage.tree.currentChild(this.node)];
  }

  /// Another page is on screen from now on. `kind` says how it comes.
  turn(kind) {
    const view = this.stage.view(this.stage.tree.currentChild(this.node));
    const before = this.current;
    if (view === before || view === null) return;
    this.current = view;
    if (before === null) view.show(true);
    else this.stage.change({ kind: kind(before, view), enter: view, exit: before });
  }
}
