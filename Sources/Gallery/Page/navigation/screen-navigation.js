import { CommandRun } from "./command-run.js";
import { optionsSize } from "./data-size.js";
import { GestureRun } from "./gestures.js";
import { LayoutReader, limits } from "./layout-reader.js";
import { readOptions } from "./option-values.js";
import { Refusal } from "./refusal.js";
import { Tree } from "./tree.js";

/// What one display shows, and what becomes of commands and gestures. It knows neither page nor network: it is told what happened
/// (`receive`) and says what is to be done. The Swift module Navigation is the same machine; a test holds one against the other,
/// so what changes here changes there.
export class ScreenNavigation {
  tree = new Tree();
  #number = 1;
  // Components that were told to have appeared, from the bottom.
  #appeared = [];
  #running = null;
  #waiting = [];
  #said = [];

  /// One input of docs/navigation.md: `launched`, `command`, `finished` or `gesture`. Gives the outputs, in order.
  receive(input) {
    this.#said = [];
    if ("command" in input || "gesture" in input) this.#await(input);
    else if ("finished" in input) this.#finish(input.finished, input.time);
    else if (input.launched === true) this.#launch();
    this.#goOn();
    return this.#said;
  }

  /// The tree and what is under way, as `ui tree` shows it.
  get json() {
    const { topmost } = this.tree;
    return {
      ...this.tree.json, nextNumber: this.#number,
      visible: this.tree.visible().map(({ id }) => id), topmost: topmost && topmost.id,
      running: this.#running && this.#running.id, waiting: this.#waiting.length,
    };
  }

  /// The machine as `json` told of it, without what was under way: for a display that begins again. `running`: what another machine
  /// has under way that this one is to be the same as.
  static restored({ root = null, modals = [], overlays = [], defaultOptions = {}, nextNumber = 1 }, { running = null } = {}) {
    const navigation = new ScreenNavigation();
    const { tree } = navigation;
    tree.defaultOptions = readOptions(defaultOptions, null);
    const reader = new LayoutReader({ taken: () => false, nodes: 0, size: optionsSize(tree.defaultOptions), number: nextNumber });
    tree.root = root && reader.read(root, "root");
    tree.modals = modals.map((layout, index) => reader.read(layout, `modals[${index}]`));
    tree.overlays = overlays.map((layout, index) => reader.read(layout, `overlays[${index}]`));
    reader.finish();
    navigation.#number = reader.number;
    for (const top of tree.tops) tree.adopt(top);
    if (running !== null) navigation.#running = { id: running, name: null, componentId: null, after: [] };
    return navigation;
  }

  // MARK: - Turns

  #await(input) {
    if (this.#waiting.length < limits.waiting) this.#waiting.push(input);
    else this.#say({ refused: "command" in input ? input.commandId : "gesture", ...new Refusal("busy").json });
  }

  // Whatever waits is carried out one after the other: what is refused, or changes nothing, is over at once.
  #goOn() {
    while (!this.#running && this.#waiting.length > 0) {
      const { command, commandId, gesture, ...said } = this.#waiting.shift();
      try {
        if (command !== undefined) this.#command(command, commandId, said);
        else this.#gesture(gesture, said);
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        this.#say({ refused: command !== undefined ? commandId : "gesture", ...refusal.json });
      }
    }
  }

  #command(name, id, said) {
    const run = new CommandRun(this.tree, this.#number, name, said);
    this.#number = run.number;
    const { componentId, after, removed, warnings, options } = run.change;
    for (const warning of warnings) this.#say({ event: "warning", commandId: id, ...warning });
    this.#running = { id, name, componentId, after };
    this.#begin(name, id, removed, options === null ? {} : { options });
  }

  #gesture(name, said) {
    const { at, after, removed, moves } = new GestureRun(this.tree, name, said).change;
    for (const event of at) this.#say(event);
    if (!moves) return;
    this.#running = { id: "gesture", name: null, componentId: null, after };
    this.#begin(name, "gesture", removed);
  }

  #launch() {
    for (const node of this.#appeared) this.#tell("componentDidDisappear", node);
    this.#appeared = [];
    for (const node of this.tree.nodes()) node.made = false;
    this.#say({ event: "appLaunched" });
    if (this.#running?.id === "gesture") this.#running.id = "restore";
    if (!this.#running && this.tree.tops.length > 0) this.#running = { id: "restore", name: null, componentId: null, after: [] };
    if (this.#running) this.#begin("restore", this.#running.id, []);
  }

  // MARK: - What a page does

  #begin(carryOut, commandId, remove, more = {}) {
    for (const node of this.tree.visible()) if (!isAmong(node, this.#appeared)) this.#tell("componentWillAppear", node);
    const { now, later } = this.tree.wanted();
    this.#say({ carryOut, commandId, make: make(now), later: make(later), remove, ...more });
  }

  #finish(id, time) {
    if (this.#running?.id !== id) return;
    const { name, componentId, after } = this.#running;
    this.#running = null;
    const visible = this.tree.visible().map(({ id, name, type, instance }) => ({ id, name, type, instance }));
    for (const node of this.#appeared) if (!isAmong(node, visible)) this.#tell("componentDidDisappear", node);
    for (const node of visible) if (!isAmong(node, this.#appeared)) this.#tell("componentDidAppear", node);
    this.#appeared = visible;
    for (const event of after) this.#say(event);
    if (name === null) return;
    const reply = componentId === null ? {} : { componentId };
    this.#say({ event: "commandCompleted", commandId: id, commandName: name, ...reply, time });
    this.#say({ done: id, ...reply });
  }

  #tell(event, { id, name, type }) {
    this.#say({ event, componentId: id, componentName: name, componentType: type });
  }

  #say(output) {
    this.#said.push(output);
  }
}

// The same component, and not another one that was given its id.
function isAmong(node, nodes) {
  return nodes.some(({ id, instance }) => id === node.id && instance === node.instance);
}

function make(nodes) {
  const fresh = nodes.filter((node) => !node.made);
  for (const node of fresh) node.made = true;
  return fresh.map(({ id }) => id);
}
