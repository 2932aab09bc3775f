import { monthOf } from "../query.js";
import { isObject, Refusal } from "./refusal.js";

const type = { type: ["photo", "video"] };
const list = { in: "text", ...type };

/// What can be shown, and what each is told by its passProps: `text`, `number`, `bool`, `month`, or one of some words; a `!`
/// where it must be said. Whatever else passProps have is handed on as it is.
export const components = new Map(Object.entries({
  months: type,
  month: { month: "month!", ...type },
  all: type,
  folders: {},
  group: { group: "text", other: "bool", ...type },
  search: { q: "text", camera: "text", from: "text", to: "text", near: "text", ...type },
  favorites: type,
  map: { month: "month", ...list },
  photo: { id: "text!", quiet: "bool", ...list },
  video: { id: "text!", at: "number", autoplay: "bool", muted: "bool", loop: "bool", quiet: "bool", ...list },
  text: { text: "text!", title: "text" },
  image: { path: "text!", alt: "text" },
  batches: { batch: "text" },
  import: {},
  status: {},
  shortcuts: {},
}));

export const externalComponents = new Map(Object.entries({
  html: { path: "text!" },
}));

/// Whether a component has what it needs to be shown.
export function checkComponent(name, passProps, known, node) {
  if (!known.has(name)) throw new Refusal("unknown-component", { node, key: name });
  const parameters = known.get(name);
  for (const key of Object.keys(parameters).sort()) {
    const kind = parameters[key];
    const value = passProps?.[key];
    if (value === undefined || value === null) {
      if (typeof kind === "string" && kind.endsWith("!")) throw new Refusal("bad-property", { node, key }, "it is needed");
    } else if (!fits(value, kind)) {
      throw new Refusal("bad-property", { node, key });
    }
  }
  // Photos of no group are those of `other`.
  if (name === "group" && typeof passProps?.group !== "string" && passProps?.other !== true) {
    throw new Refusal("bad-property", { node, key: "group" }, "it is needed, or other");
  }
  if (name === "image" || name === "html") checkPath(passProps.path, node);
}

function fits(value, kind) {
  if (Array.isArray(kind)) return kind.includes(value);
  switch (kind.replace("!", "")) {
    case "text": return typeof value === "string";
    case "number": return typeof value === "number" && value >= 0;
    case "bool": return typeof value === "boolean";
    case "month": return typeof value === "string" && /^[0-9]{4}-[0-9]{2}$|^undated$/.test(value) && !value.startsWith("0000") && monthOf(value) !== null;
    default: return false;
  }
}

// A path is one below the folder that the gallery was given for such files.
function checkPath(path, node) {
  const good = path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !path.includes("\\") && !path.includes("\0");
  if (!good) throw new Refusal("bad-property", { node, key: "path" }, "it leads out of the folder");
}

/// `{"name", "passProps"}` as the value of an option.
export function checkComponentOption(value, where) {
  const good = isObject(value) && Object.keys(value).every((name) => ["name", "passProps"].includes(name))
    && typeof value.name === "string" && components.has(value.name) && (value.passProps === undefined || isObject(value.passProps));
  if (!good) throw new Refusal("bad-option", where, "a component is {\"name\", \"passProps\"}");
  try {
    checkComponent(value.name, value.passProps, components, where.node);
  } catch (refusal) {
    throw new Refusal("bad-option", where, refusal.message);
  }
}
