import { dismiss, popDownTo, select } from "./changes.js";
import { checkMembers, Refusal } from "./refusal.js";

/// What a user did, as the page tells it, and the members of each.
export const gestures = new Map(Object.entries({
  selectTab: { componentId: "id", index: "index" },
  longPressTab: { componentId: "id", index: "index" },
  back: {},
  pressButton: { componentId: "id", buttonId: "id" },
  dismissModal: {},
  openMenu: { componentId: "id", side: "side" },
  closeMenu: { componentId: "id", side: "side" },
  search: { componentId: "id", text: "id", isFocused: "bool" },
  cancelSearch: { componentId: "id" },
  completePreview: { componentId: "id", previewComponentId: "id" },
}));

/// Does what a gesture stands for. `change.at` are events that are told at once; `change.moves` says whether the tree has changed.
export class GestureRun {
  #tree;
  #said;
  change = { at: [], after: [], removed: [], moves: false };

  constructor(tree, name, said) {
    if (!gestures.has(name)) throw new Refusal("malformed", { key: "gesture" });
    const members = gestures.get(name);
    checkMembers(said, Object.keys(members), {});
    for (const key of Object.keys(members).sort()) {
      if (!fits(said[key], members[key])) throw new Refusal("malformed", { key });
    }
    this.#tree = tree;
    this.#said = said;
    this[name]();
  }

  selectTab() {
    const tabs = this.#tabs(["bottomTabs", "topTabs"]);
    const { index } = this.#said;
    if (tabs.type === "bottomTabs") this.#tell("bottomTabPressed", { componentId: tabs.id, tabIndex: index });
    if (tabs.type === "bottomTabs" && !this.#tree.option("bottomTab.selectTabOnPress", tabs.children[index])) return;
    if (index === this.#tree.selected(tabs)) return;
    select(this.#tree, tabs, () => tabs.options.set(`${tabs.type}.currentTabIndex`, index), this.change);
    this.change.moves = true;
  }

  longPressTab() {
    const tabs = this.#tabs(["bottomTabs"]);
    this.#tell("bottomTabLongPressed", { componentId: tabs.id, tabIndex: this.#said.index });
  }

  /// Goes back where the component whose turn it is lets one: in the nearest stack that has something below, else out of a modal.
  back() {
    const tree = this.#tree;
    const component = tree.topmost;
    if (!component) return;
    let stack = component;
    while (stack && !(stack.type === "stack" && stack.children.length > 1)) stack = stack.parent;
    if (!stack) {
      if (tree.modals.length > 0) this.dismissModal();
      return;
    }
    if (!tree.option("topBar.backButton.popStackOnPress", component)) {
      this.#tell("navigationButtonPressed", { componentId: component.id, buttonId: tree.option("topBar.backButton.id", component) });
      return;
    }
    popDownTo(tree, stack, stack.children.length - 1, this.change);
    this.change.moves = true;
  }

  pressButton() {
    const component = this.#component();
    const { buttonId } = this.#said;
    const buttons = ["topBar.leftButtons", "topBar.rightButtons", "preview.actions"].flatMap((key) => this.#tree.option(key, component));
    if (!buttons.some(({ id }) => id === buttonId)) throw new Refusal("no-such", { node: component.id, key: buttonId });
    this.#tell("navigationButtonPressed", { componentId: component.id, buttonId });
  }

  dismissModal() {
    const modal = this.#tree.modals.at(-1);
    if (!modal) return;
    if (!this.#tree.option("modal.swipeToDismiss", modal)) {
      this.#tell("modalAttemptedToDismiss", { componentId: modal.id });
      return;
    }
    dismiss(this.#tree, [modal], this.change);
    this.change.moves = true;
  }

  openMenu() {
    this.#setMenu(true);
  }

  closeMenu() {
    this.#setMenu(false);
  }

  search() {
    const component = this.#component();
    this.#tell("searchBarUpdated", { componentId: component.id, text: this.#said.text, isFocused: this.#said.isFocused });
  }

  cancelSearch() {
    this.#tell("searchBarCancelPressed", { componentId: this.#component().id });
  }

  completePreview() {
    this.#tell("previewCompleted", { componentId: this.#component().id, previewComponentId: this.#said.previewComponentId });
  }

  #setMenu(isOpen) {
    const { side } = this.#said;
    const menu = this.#named();
    const child = menu.type === "sideMenu" && menu.children.find(({ type }) => type === (side === "left" ? "sideMenuLeft" : "sideMenuRight"));
    if (!child) throw new Refusal("no-such", { node: menu.id, key: "side" });
    if (this.#tree.isOpen(child) === isOpen || isOpen && !this.#tree.option(`sideMenu.${side}.enabled`, menu)) return;
    menu.options.set(`sideMenu.${side}.visible`, isOpen);
    this.change.moves = true;
  }

  #named() {
    const node = this.#tree.node(this.#said.componentId);
    if (node === null) throw new Refusal("no-such", { node: this.#said.componentId });
    return node;
  }

  #component() {
    const node = this.#named();
    if (node.children.length > 0) throw new Refusal("no-such", { node: node.id });
    return node;
  }

  #tabs(types) {
    const node = this.#named();
    if (!types.includes(node.type) || this.#said.index >= node.children.length) throw new Refusal("no-such", { node: node.id, key: "index" });
    return node;
  }

  #tell(event, members) {
    this.change.at.push({ event, ...members });
  }
}

function fits(value, kind) {
  switch (kind) {
    case "id": return typeof value === "string";
    case "index": return Number.isInteger(value) && value >= 0 && value <= 9999;
    case "side": return value === "left" || value === "right";
    case "bool": return typeof value === "boolean";
    default: return false;
  }
}
