import { element } from "../elements.js";
import { icon } from "../icons.js";
import { count } from "../text.js";

/// What came of an edit, photo by photo, as far as it is not simply done: what waits, and what failed and why.
export function resultsOf(lines, items) {
  const names = new Map(items.map((item) => [item.id, item.filename ?? item.id]));
  return lines.filter(({ result }) => result === "error" || result === "pending").map(({ id, result, message, name }) => ({
    id, result, name: names.get(id) ?? id, message: message ?? name ?? "",
  }));
}

/// The photos that an edit is still to be of: where it failed, and what it did not come to. One that waits is done.
export function leftOver(lines, items) {
  const done = new Set(lines.filter(({ result }) => result && result !== "error").map(({ id }) => id));
  return items.filter(({ id }) => !done.has(id));
}

export function resultList(results) {
  const errors = results.filter(({ result }) => result === "error").length;
  const waiting = results.length - errors;
  const title = [errors > 0 ? `${count(errors, "item")} could not be changed` : "", waiting > 0 ? `${count(waiting, "item")} shown, and written later` : ""]
    .filter(Boolean).join(", ");
  return element("section", { class: "results", role: "alert" },
    element("h3", {}, title),
    element("ul", {}, results.map(({ result, name, message }) => element("li", { class: `result-${result}` },
      icon(result === "error" ? "warning" : "batches", { size: 18 }),
      element("div", {}, element("span", { class: "result-name", title: name }, name), element("span", { class: "result-message" }, message))))));
}
