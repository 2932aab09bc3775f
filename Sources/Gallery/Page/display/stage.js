import { BottomTabsView } from "./bottom-tabs-view.js";
import { Changes, shareElements } from "./changes.js";
import { ComponentView } from "./component-view.js";
import { titleOf } from "./contents.js";
import { Layers } from "./layers.js";
import { Motions } from "./motion.js";
import { SideMenuPartView, SideMenuView } from "./side-menu-view.js";
import { SplitView } from "./split-view.js";
import { hasBar, StackView } from "./stack-view.js";
import { TopTabsView } from "./top-tabs-view.js";

const kinds = {
  component: ComponentView, externalComponent: ComponentView, stack: StackView, bottomTabs: BottomTabsView, topTabs: TopTabsView, splitView: SplitView,
  sideMenu: SideMenuView, sideMenuLeft: SideMenuPartView, sideMenuCenter: SideMenuPartView, sideMenuRight: SideMenuPartView,
};
// What is nearly there is waited for, so that it comes whole; and nothing is waited for in vain. In milliseconds.
const moment = 80;
const longest = 3000;

/// The tree as the page shows it: a view for each node that has something to show, kept as long as its node is the same. What has
/// changed is said by the tree alone; views look at it and become what it says.
export class Stage {
  #views = new Map();
  #made = [];
  // Views whose ids others have now. They stay on screen until those are there.
  #replaced = [];
  #isAnother = false;
  #afterwards = [];
  #followers = [];
  tree = null;
  motions = new Motions();
  /// The name of what is carried out, and the options that were said with it.
  carrying = { name: "", options: null };

  /// `tell(gesture)`: what a user does.
  constructor(app, tell) {
    this.app = app;
    this.tell = tell;
    this.changes = new Changes(this);
    this.layers = new Layers(this);
  }

  /// Another tree, of which parts may be those of the one before.
  begin(tree) {
    this.tree = tree;
    this.#isAnother = true;
  }

  // MARK: - What views ask

  view(node) {
    const view = node ? this.#views.get(node.id) : null;
    return view?.node === node ? view : null;
  }

  change(change) {
    this.changes.add(change);
  }

  whenCalm(work) {
    this.motions.hold(200);
    this.motions.whenCalm(work);
  }

  /// When what is carried out is on screen.
  afterwards(work) {
    this.#afterwards.push(work);
  }

  title({ name, passProps }) {
    return titleOf(name, passProps);
  }

  isTopmost(node) {
    return this.tree.topmost === node;
  }

  /// Whether the bar of a stack stands above a component.
  hasBar(component) {
    let stack = component;
    while (stack && stack.type !== "stack") stack = stack.parent;
    return stack !== null && hasBar(this.tree, stack) && this.tree.option("topBar.visible", stack);
  }

  /// The part of a side menu that is open before a component, or null.
  openMenu(component) {
    for (let one = component.parent; one; one = one.parent) {
      const open = one.type === "sideMenu" && one.children.find((child) => child.type !== "sideMenuCenter" && this.tree.isOpen(child));
      if (open && !this.#isWithin(component, open)) return open;
    }
    return null;
  }

  #isWithin(node, outer) {
    for (let one = node; one; one = one.parent) if (one === outer) return true;
    return false;
  }

  // MARK: - Back

  /// Whether the gesture `back` does something.
  get canGoBack() {
    return this.tree.modals.length > 0 || this.#pops(this.tree.topmost);
  }

  // A stack around a node that has something below.
  #pops(node) {
    for (let one = node; one; one = one.parent) if (one.type === "stack" && one.children.length > 1) return true;
    return false;
  }

  #leadsToTopmost(node) {
    return this.#isWithin(this.tree.topmost, node);
  }

  /// Whether there is something to go back to from a stack.
  goesBack(stack) {
    if (this.#leadsToTopmost(stack)) return this.#pops(stack);
    return stack.children.length > 1 && this.tree.option("topBar.backButton.popStackOnPress", stack);
  }

  /// The gesture goes back where the topmost component is; beside it, a stack pops by a command.
  goBack(stack) {
    this.tell(this.#leadsToTopmost(stack) ? { gesture: "back" } : { command: "pop", componentId: stack.id });
  }

  // MARK: - Carrying out

  /// Does what the machine said, and resolves when it is on screen.
  async carryOut({ carryOut, make, options = null }) {
    this.motions.settle();
    this.carrying = { name: carryOut, options };
    this.#prepare(new Set(make));
    const opened = this.#opened();
    const isFirst = this.view(this.tree.root) !== null && !this.layers.hasRoot;
    this.layers.wait(isFirst);
    await earlier(opened, isFirst || this.#waits ? longest : moment);
    this.layers.wait(false);
    await this.#show();
    await earlier(opened, longest);
    for (const work of this.#afterwards.splice(0)) work();
    await drawn();
    for (const view of this.#made.splice(0)) view.element.classList.remove("display-coming");
  }

  /// Components that are not on screen yet, to be there when they are.
  makeLater(ids) {
    if (ids.length === 0) return;
    this.#prepare(new Set(ids));
    for (const view of this.#made.splice(0)) view.opened?.then(() => view.element.classList.remove("display-coming"));
  }

  #prepare(make) {
    const { tree } = this;
    for (const top of tree.tops) {
      const view = this.#need(top, make);
      if (view) this.layers.attach(view);
    }
    this.#isAnother = false;
    for (const view of this.#made) view.update();
  }

  // The view of a node, where the node has something to show or is to have it.
  #need(node, make) {
    if (node.children.length === 0) return this.view(node) ?? this.#kept(node) ?? (make.has(node.id) ? this.#make(node) : null);
    const children = node.children.map((child) => this.#need(child, make)).filter(Boolean);
    if (children.length === 0) return null;
    const view = this.view(node) ?? this.#kept(node) ?? this.#make(node);
    for (const child of children) view.attach(child);
    return view;
  }

  #make(node) {
    const view = new kinds[node.type](this, node);
    const before = this.#views.get(node.id);
    if (before) this.#replaced.push(before);
    this.#views.set(node.id, view);
    this.#made.push(view);
    return view;
  }

  // Of a tree that was sent anew, what is as it was stays.
  #kept(node) {
    const view = this.#isAnother ? this.#views.get(node.id) : null;
    const isSame = view && ["type", "name"].every((key) => view.node[key] === node[key]) && isSameJSON(view.node.passProps, node.passProps);
    if (!isSame) return null;
    view.node = node;
    return view;
  }

  #drop(view) {
    this.motions.whenCalm(() => {
      view.close();
      view.element.remove();
    });
  }

  // When those that are to be on screen have something to show.
  #opened() {
    return Promise.all(this.tree.visible().map((node) => this.view(node)?.opened));
  }

  get #waits() {
    const kind = { push: "push", setRoot: "setRoot", setStackRoot: "setStackRoot", showModal: "showModal" }[this.carrying.name];
    const { topmost } = this.tree;
    return kind !== undefined && topmost !== null && this.tree.option(`animations.${kind}.waitForRender`, topmost);
  }

  async #show() {
    this.#tellFollowers("before");
    this.layers.update();
    for (const node of this.#onScreen()) this.view(node)?.update();
    const { shared } = this.changes;
    const change = () => this.changes.do({ isMoved: this.carrying.name !== "restore" });
    await shareElements(shared, change, this.layers.element);
    for (const view of this.#replaced.splice(0)) this.#drop(view);
    const visible = new Set(this.tree.visible());
    for (const [id, view] of [...this.#views]) {
      if (this.tree.node(id) !== view.node) {
        this.#views.delete(id);
        this.#drop(view);
      } else {
        view.rest?.(!visible.has(view.node));
      }
    }
    this.layers.cover();
    this.#tellFollowers("shown");
  }

  // The nodes that are on screen, each before those within it.
  * #onScreen(nodes = this.tree.tops) {
    for (const node of nodes) {
      yield node;
      yield* this.#onScreen(this.view(node)?.parts ?? []);
    }
  }

  // MARK: - Those who follow

  /// `follower.before()` is called before what is on screen changes, `follower.shown()` after it.
  follow(follower) {
    this.#followers.push(follower);
  }

  #tellFollowers(name) {
    for (const follower of this.#followers) follower[name]?.();
  }
}

// Whatever the order of members.
function isSameJSON(one, other) {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && isSameJSON(one[key], other[key]));
}

// When it holds, or so many milliseconds have passed.
function earlier(promise, milliseconds) {
  let timer;
  const end = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}

// When the browser has drawn what there is now. It draws nothing where nobody looks.
function drawn() {
  if (document.visibilityState === "hidden") return Promise.resolve();
  return earlier(new Promise((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        resolve();
      };
      channel.port2.postMessage(null);
    });
  }), 250);
}
