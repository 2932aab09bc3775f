import { commands } from "/page/navigation/commands.js";
import { components, externalComponents } from "/page/navigation/components.js";
import { gestures } from "/page/navigation/gestures.js";
import { limits, nodeTypes } from "/page/navigation/layout-reader.js";
import { optionKeys } from "/page/navigation/option-keys.js";
import { nested } from "/page/navigation/option-values.js";
import { ScreenNavigation } from "/page/navigation/screen-navigation.js";

/// Tells the page's machine what the Swift module's was told, and gives the first difference, or null.
///
/// `text` are lines of `navigation-trial`: `seed`, `inputs`, and what became of them.
export function difference(text) {
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const { seed, inputs, outputs, tree, options } = JSON.parse(line);
    const navigation = new ScreenNavigation();
    for (const [step, input] of inputs.entries()) {
      const said = navigation.receive(input);
      if (canonical(said) !== canonical(outputs[step])) return { seed, step, input, said, expected: outputs[step] };
    }
    if (canonical(navigation.json) !== canonical(tree)) return { seed, said: navigation.json, expected: tree };
    const visible = navigation.tree.visible().map((node) => nested(navigation.tree.options(node)));
    if (canonical(visible) !== canonical(options)) return { seed, said: visible, expected: options };
  }
  return null;
}

/// The first line of the conversation in docs/navigation.md that does not hold, or null.
export function misquoted(markdown) {
  const navigation = new ScreenNavigation();
  let said = [];
  for (const line of markdown.split("\n")) {
    if (line.startsWith("> ")) {
      if (said.length > 0) return said[0];
      said = navigation.receive(JSON.parse(line.slice(2))).map((output) => JSON.stringify(output));
    } else if (line.startsWith("< ") && said.shift() !== line.slice(2)) {
      return line;
    }
  }
  return said[0] ?? null;
}

/// What there is, as `navigation-trial tables` tells it of the Swift module.
export function tables() {
  return canonical({
    options: [...optionKeys].map(([key, { type, default: value, acts, meaningless }]) => [key, type, value, acts ? "acts" : meaningless ? "meaningless" : "kept"]),
    nodeTypes: [...nodeTypes.keys()],
    commands: [...commands].map(([name, members]) => [name, Object.keys(members).sort()]),
    gestures: [...gestures].map(([name, members]) => [name, Object.keys(members).sort()]),
    components: [...components, ...externalComponents].map(([name, properties]) => [name, Object.keys(properties).sort()]).sort(),
    limits: [limits.nodes, limits.depth, limits.data, limits.waiting],
  });
}

/// The same text for the same JSON, whatever the order of members.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
