import { dataSize } from "/page/navigation/data-size.js";
import { ScreenNavigation } from "/page/navigation/screen-navigation.js";
import { equal, test } from "./check.js";

// What both machines do is tested by random sequences and by the examples of docs/navigation.md (test_navigation.py).

const component = (id) => ({ id, type: "component", data: { name: "months" } });
const stack = (id, ...children) => ({ id, type: "stack", children: children.map(component) });

test("a tree that was written is the same when it is read", () => {
  const navigation = new ScreenNavigation();
  navigation.receive({ command: "setDefaultOptions", commandId: "0", options: { topBar: { height: 40 } } });
  navigation.receive({ finished: "0", time: 0 });
  const root = { type: "bottomTabs", data: { options: { bottomTabs: { currentTabIndex: 1 } } }, children: [stack("s", "a", "b"), component("c")] };
  navigation.receive({ command: "setRoot", commandId: "1", root, modals: [stack("m", "d")], overlays: [component("o")] });
  navigation.receive({ finished: "1", time: 0 });
  equal(ScreenNavigation.restored(JSON.parse(JSON.stringify(navigation.json))).json, navigation.json);
});

test("texts are counted as UTF-8", () => {
  for (const text of ["", "a", "é", "€", "𝄞", "a\u0301\n"]) equal(dataSize(text), new TextEncoder().encode(text).length, text);
  equal(dataSize({ ab: [1, "é", null], c: {} }), 8 + 2 + 8 + 8 + 2 + 8 + 1 + 8);
});

test("what an object has by itself is no member that somebody said", () => {
  const navigation = new ScreenNavigation();
  for (const name of ["constructor", "toString", "__proto__"]) {
    const options = JSON.parse(`{"${name}":{}}`);
    const said = navigation.receive({ command: "setDefaultOptions", commandId: "1", options });
    equal(said, [{ refused: "1", error: "unknown-option", key: name }]);
    equal(navigation.receive({ command: name, commandId: "2" }), [{ refused: "2", error: "unknown-command", key: name }]);
    const layout = { type: "component", data: { name } };
    equal(navigation.receive({ command: "showModal", commandId: "3", layout }), [{ refused: "3", error: "unknown-component", node: "layout", key: name }]);
  }
});

test("a display ends where the contract says: 10,000 nodes, 200 in each other, 1,000,000 bytes", () => {
  const navigation = new ScreenNavigation();
  const refusal = (root) => {
    const [said] = navigation.receive({ command: "setRoot", commandId: "1", root });
    if (said.refused) return [said.error, said.node];
    navigation.receive({ finished: "1", time: 0 });
    return null;
  };
  const wide = (count) => stack("s", ...Array.from({ length: count }, (_, index) => `c${index}`));
  equal([refusal(wide(9999)), refusal(wide(10000))], [null, ["too-many-nodes", "c9999"]]);
  const deep = (depth) => (depth === 1 ? component("in") : { id: `t${depth}`, type: "topTabs", children: [deep(depth - 1)] });
  equal([refusal(deep(200)), refusal(deep(201))], [null, ["too-deep", "in"]]);
  const long = (length) => ({ id: "a", type: "component", data: { name: "text", passProps: { text: "x".repeat(length) } } });
  equal([refusal(long(1000000 - 12)), refusal(long(1000000 - 11))], [null, ["data-too-large", "a"]]);
  equal(navigation.receive({ command: "showModal", commandId: "2", layout: { ...long(0), id: "b" } }), [{ refused: "2", error: "data-too-large", node: "b" }]);
});

test("a command too many is told so", () => {
  const navigation = new ScreenNavigation();
  navigation.receive({ command: "dismissAllModals", commandId: "first" });
  for (let number = 0; number < 10000; number += 1) equal(navigation.receive({ command: "psuh", commandId: `${number}` }), []);
  equal(navigation.receive({ gesture: "back" }), [{ refused: "gesture", error: "busy" }]);
  equal(navigation.receive({ finished: "first", time: 0 }).length, 10002);
});

test("ten thousand pushes and pops leave nothing behind", () => {
  const navigation = new ScreenNavigation();
  const done = (input) => {
    navigation.receive(input);
    navigation.receive({ finished: input.commandId, time: 0 });
  };
  done({ command: "setRoot", commandId: "0", root: stack("s", "a") });
  for (let turn = 0; turn < 10000; turn += 1) {
    done({ command: "push", commandId: `${turn}`, componentId: "s", layout: component("b") });
    done({ command: "pop", commandId: `${turn}`, componentId: "b" });
  }
  equal([navigation.tree.count, navigation.json.waiting, navigation.json.visible], [2, 0, ["a"]]);
});
