import { count, locale, number } from "../text.js";

// What batches are called and what their lines say, in words.

const kinds = {
  import: { name: "Import", icon: "import", past: "imported" },
  edit: { name: "Edit", icon: "edit", past: "changed" },
  trash: { name: "Trash", icon: "trash", past: "moved to the trash" },
  frame: { name: "Frames", icon: "camera", past: "saved from a video" },
};

export function kindOf(kind) {
  return kinds[kind] ?? { name: kind, icon: "batches", past: "done" };
}

/// "12 items changed, 1 waits, 2 failed".
export function sumText({ kind, ok = 0, pending = 0, errors = 0 }) {
  const parts = [];
  if (ok > 0 || pending + errors === 0) parts.push(`${count(ok, "item")} ${kindOf(kind).past}`);
  if (pending > 0) parts.push(`${number(pending)} ${pending === 1 ? "waits" : "wait"} to be written`);
  if (errors > 0) parts.push(`${number(errors)} failed`);
  return parts.join(", ");
}

const states = { done: "", recovered: "Finished after an interruption", undone: "Undone", unfinished: "Not finished" };

export function stateText({ state, left = 0 }) {
  return state === "undone" && left > 0 ? `Undone but for ${number(left)}` : states[state] ?? state;
}

/// Whether there is something to take back: of what is undone, what could not be put back then.
export function canUndo({ state, ok = 0, pending = 0, left = 0 }) {
  return state === "undone" ? left > 0 : (state === "done" || state === "recovered") && ok + pending > 0;
}

const names = {
  date: "Date", place: "Place", description: "Description", title: "Title", rating: "Rating", keywords: "Keywords", favorite: "Favourite",
  group: "Group",
};

/// What an edited photo was and is, as rows `{ name, was, now }`.
export function differences(line) {
  const [was, now] = [line.was, line.now].map(withOneGroup);
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].map((key) => ({
    name: names[key] ?? key, was: valueText(key, was[key]), now: valueText(key, now[key]),
  }));
}

// The group, which has two keys: `other` stands for the one that has no name.
function withOneGroup({ other, ...values } = {}) {
  return other === true ? { ...values, group: "Other" } : values;
}

function valueText(key, value) {
  if (value === undefined || value === null) return { favorite: "not said", group: "by description" }[key] ?? "as the file says";
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === "") return "none";
  return String(value);
}

/// The day of a batch as a heading, and its time.
export function whenOf(time, now = new Date()) {
  const then = new Date(time);
  if (Number.isNaN(then.getTime())) return { day: "", time: String(time ?? "") };
  const day = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  const ago = day(now) - day(then);
  const name = ago === 0 ? "Today" : ago === 1 ? "Yesterday"
    : then.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long", year: ago > 300 ? "numeric" : undefined });
  return { day: name, time: then.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" }) };
}
