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

/// The photos that an edit is still to be of: where it failed, and what it did not come to. One that waits is done, and so is one of
/// `begun`, the ids of which it is carried out though no line of them may have come.
export function leftOver(lines, items, begun = []) {
  const done = new Set(begun);
  for (const { id, result } of lines) {
    if (result === "error") done.delete(id);
    else if (result) done.add(id);
  }
  return items.filter(({ id }) => !done.has(id));
}

/// Why an edit came to no end.
export function stopNote(text) {
  return element("section", { class: "results", role: "alert" }, element("p", {}, text));
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
