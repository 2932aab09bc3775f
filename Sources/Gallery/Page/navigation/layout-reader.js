import { checkComponent, components, externalComponents } from "./components.js";
import { nodeSize } from "./data-size.js";
import { optionKeys } from "./option-keys.js";
import { readOptions } from "./option-values.js";
import { checkMembers, isObject, Refusal } from "./refusal.js";

export const limits = { nodes: 10000, depth: 200, data: 1000000, waiting: 10000 };

/// How many children a node of a type has, and in `within` which types alone may have it.
export const nodeTypes = new Map(Object.entries({
  component: { children: [0, 0] },
  externalComponent: { children: [0, 0] },
  stack: { children: [1, Infinity] },
  bottomTabs: { children: [1, Infinity] },
  topTabs: { children: [1, Infinity] },
  sideMenu: { children: [1, 3] },
  sideMenuLeft: { children: [1, 1], within: "sideMenu" },
  sideMenuCenter: { children: [1, 1], within: "sideMenu" },
  sideMenuRight: { children: [1, 1], within: "sideMenu" },
  splitView: { children: [2, 2] },
}));

/// Reads the layouts of one command into nodes. Nothing of the tree is touched until all of them are read: `taken` are the ids
/// that stay in use, `nodes` and `size` what stays there, `number` the next one for an id.
export class LayoutReader {
  #taken;
  #nodes;
  #size;
  #ids = new Set();
  #unnamed = [];
  #warnings = [];

  constructor({ taken, nodes, size, number }) {
    this.#taken = taken;
    this.#nodes = nodes;
    this.#size = size;
    this.number = number;
  }

  /// `depth` is how deep the node will lie, from 1.
  read(value, place, { depth = 1, parent = null } = {}) {
    return this.#node(value, place, depth, parent);
  }

  /// Gives ids to the nodes that have none, in the order they were read, and says what was met that has no meaning.
  finish() {
    for (const node of this.#unnamed) {
      do {
        node.id = `${node.type}${this.number}`;
        this.number += 1;
      } while (this.#taken(node.id) || this.#ids.has(node.id));
      this.#ids.add(node.id);
    }
    return this.#warnings.map(({ node, key }) => ({ componentId: node.id, key }));
  }

  #node(value, place, depth, parent) {
    if (!isObject(value)) throw new Refusal("malformed", { node: place }, "a node is an object");
    const id = value.id ?? null;
    if (id !== null && !isID(id)) throw new Refusal("bad-id", { node: place });
    const where = id ?? place;
    checkMembers(value, ["id", "type", "data", "children"], { node: where });
    this.#nodes += 1;
    if (this.#nodes > limits.nodes) throw new Refusal("too-many-nodes", { node: where });
    if (depth > limits.depth) throw new Refusal("too-deep", { node: where });
    const type = nodeTypes.has(value.type) ? value.type : null;
    if (type === null) throw new Refusal(value.type === undefined ? "malformed" : "unknown-type", { node: where, key: "type" });
    if (id !== null && (this.#taken(id) || this.#ids.has(id))) throw new Refusal("duplicate-id", { node: id });
    if (id !== null) this.#ids.add(id);
    this.#checkPlace(type, parent, where);
    const node = { id, type, name: null, passProps: null, options: new Map(), children: [], parent: null, size: 0, instance: 0, made: false };
    if (id === null) this.#unnamed.push(node);
    const acting = this.#data(value.data ?? {}, node, where);
    const children = value.children ?? [];
    if (!Array.isArray(children)) throw new Refusal("malformed", { node: where, key: "children" });
    const [least, most] = nodeTypes.get(type).children;
    if (children.length < least || children.length > most) throw new Refusal(children.length === 0 ? "no-children" : "wrong-children", { node: where });
    children.forEach((child, index) => {
      const made = this.#node(child, `${place}.children[${index}]`, depth + 1, node);
      made.parent = node;
      node.children.push(made);
    });
    if (type === "sideMenu") checkSides(node, where);
    checkActing(node, acting, where);
    act(node, acting);
    return node;
  }

  #checkPlace(type, parent, where) {
    const { within = null } = nodeTypes.get(type);
    const inMenu = parent?.type === "sideMenu";
    if (within !== (inMenu ? "sideMenu" : null)) throw new Refusal("misplaced", { node: where });
    if (type === "stack" && parent?.type === "stack") throw new Refusal("misplaced", { node: where });
  }

  // Gives back the options that change the node instead of being kept.
  #data(data, node, where) {
    if (!isObject(data)) throw new Refusal("malformed", { node: where, key: "data" });
    const known = { component: components, externalComponent: externalComponents }[node.type] ?? null;
    checkMembers(data, known ? ["name", "passProps", "options"] : ["options"], { node: where });
    if (known) {
      if (typeof data.name !== "string") throw new Refusal("malformed", { node: where, key: "name" });
      if ((data.passProps ?? null) !== null && !isObject(data.passProps)) throw new Refusal("malformed", { node: where, key: "passProps" });
      node.name = data.name;
      node.passProps = data.passProps ?? null;
      checkComponent(node.name, node.passProps, known, where);
    }
    const acting = new Map();
    for (const [key, value] of readOptions(data.options ?? {}, where)) {
      if (value === null) continue;
      const { acts, meaningless } = optionKeys.get(key);
      const misses = acts && key.split(".")[0] !== node.type;
      if (meaningless || misses) this.#warnings.push({ node, key });
      if (misses) continue;
      (acts ? acting : node.options).set(key, value);
    }
    node.size = nodeSize(node.passProps, node.options);
    this.#size += node.size;
    if (this.#size > limits.data) throw new Refusal("data-too-large", { node: where });
    return acting;
  }
}

export function isID(value) {
  return typeof value === "string" && /^[A-Za-z0-9._:/~-]{1,128}$/.test(value);
}

function checkSides(node, where) {
  const types = node.children.map((child) => child.type);
  if (!types.includes("sideMenuCenter") || new Set(types).size < types.length) throw new Refusal("wrong-children", { node: where });
}

/// Whether options that change a container fit it: a tab that there is, a menu that there is.
export function checkActing(node, acting, where) {
  for (const key of [...acting.keys()].sort()) {
    const value = acting.get(key);
    const good = key.endsWith(".currentTabId") ? tabOf(node, value) >= 0
      : key.endsWith(".currentTabIndex") ? value < node.children.length
      : value === false || node.children.some((child) => child.type === (key.includes(".left.") ? "sideMenuLeft" : "sideMenuRight"));
    if (!good) throw new Refusal("bad-option", { node: where, key });
  }
}

export function act(node, acting) {
  for (const key of [...acting.keys()].sort().reverse()) {
    const value = acting.get(key);
    // The id stands for the index, and decides where both are said.
    if (key.endsWith(".currentTabId")) node.options.set(key.replace("TabId", "TabIndex"), tabOf(node, value));
    else node.options.set(key, value);
  }
}

function tabOf(node, id) {
  return node.children.findIndex((child) => has(child, id));
}

function has(node, id) {
  return node.id === id || node.children.some((child) => has(child, id));
}
