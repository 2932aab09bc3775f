import { checkComponentOption } from "./components.js";
import { optionGroups, optionKeys } from "./option-keys.js";
import { isObject, Refusal } from "./refusal.js";

// Options are nested objects where people write them, and one map of whole keys (`topBar.title.text`) in here, so that merging and
// looking up are those of maps.

/// Reads options. A key that is said to be null is kept so: merged, it takes the key back.
export function readOptions(value, node) {
  const options = new Map();
  readGroup(value, "", options, node);
  return options;
}

function readGroup(value, prefix, options, node) {
  if (!isObject(value)) throw new Refusal(prefix === "" ? "malformed" : "bad-option", { node, key: prefix === "" ? "options" : prefix }, "an object is expected");
  for (const name of Object.keys(value).sort()) {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    if (name.includes(".")) throw new Refusal("unknown-option", { node, key });
    const about = optionKeys.get(key);
    if (about) {
      if (value[name] !== null) checkValue(value[name], about.type, { node, key });
      options.set(key, value[name]);
    } else if (optionGroups.has(key)) {
      readGroup(value[name], key, options, node);
    } else {
      throw new Refusal("unknown-option", { node, key });
    }
  }
}

/// The nested object of a map, its members in the order of their names.
export function nested(options) {
  const all = {};
  for (const key of [...options.keys()].sort()) {
    const names = key.split(".");
    const last = names.pop();
    let group = all;
    for (const name of names) group = group[name] ??= {};
    group[last] = options.get(key);
  }
  return all;
}

function checkValue(value, type, where) {
  if (!fits(value, type, where)) throw new Refusal("bad-option", where, `${type} is expected`);
}

function fits(value, type, where) {
  const [kind] = type.split(" ");
  switch (kind) {
    case "bool": return typeof value === "boolean";
    case "text": return typeof value === "string";
    case "color": return isColor(value);
    case "number": return inRange(value, type);
    case "integer": return Number.isInteger(value) && inRange(value, type);
    case "component": checkComponentOption(value, where); return true;
    case "buttons": return isListOf(value, (one) => isButton(one, where));
    case "insets": return isObjectOf(value, { top: isLength, right: isLength, bottom: isLength, left: isLength });
    case "motion": return isObjectOf(value, motion);
    case "elements": return isListOf(value, (one) => isObjectOf(one, { ...motion, id: isText }, ["id"]));
    case "sharedElements": return isListOf(value, (one) => isObjectOf(one, shared, ["fromId", "toId"]));
    case "actions": return isListOf(value, (one) => isObjectOf(one, { id: isText, title: isText, style: (style) => ["default", "destructive", "selected"].includes(style) }, ["id", "title"]));
    case "list": return isListOf(value, (one) => words(type.replace("list of ", "")).includes(one));
    default: return words(type).includes(value);
  }
}

const words = (type) => type.split(" | ");
const isText = (value) => typeof value === "string";
const isFlag = (value) => typeof value === "boolean";
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isLength = (value) => isNumber(value) && value >= 0 && value <= 10000;
const isTime = (value) => isNumber(value) && value >= 0 && value <= 60000;
const isColor = (value) => isText(value) && /^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{4}|#[0-9A-Fa-f]{6}|#[0-9A-Fa-f]{8}|transparent)$/.test(value);
const isInterpolation = (value) => ["linear", "accelerate", "decelerate", "accelerateDecelerate", "overshoot"].includes(value);

function inRange(value, type) {
  const [low, high] = type.split(" ")[1].split("…").map(Number);
  return isNumber(value) && value >= low && value <= high;
}

function isListOf(value, fitting) {
  return Array.isArray(value) && value.every(fitting);
}

function isObjectOf(value, members, needed = []) {
  return isObject(value) && needed.every((name) => name in value)
    && Object.entries(value).every(([name, member]) => Object.hasOwn(members, name) && members[name](member));
}

const course = { duration: isTime, delay: isTime, interpolation: isInterpolation };
const change = (fitting) => (value) => isObjectOf(value, { ...course, from: fitting, to: fitting });
const motion = {
  ...course,
  ...Object.fromEntries(["alpha", "scale", "scaleX", "scaleY", "translationX", "translationY", "rotation", "x", "y", "width", "height", "cornerRadius"].map((name) => [name, change(isNumber)])),
  color: change(isColor),
};
const shared = { ...course, fromId: isText, toId: isText };

function isButton(value, where) {
  return isObjectOf(value, {
    id: isText, text: isText, icon: isText, accessibilityLabel: isText, testID: isText, enabled: isFlag, color: isColor, disabledColor: isColor, fontSize: isLength,
    component: (component) => {
      checkComponentOption(component, where);
      return true;
    },
  }, ["id"]);
}
