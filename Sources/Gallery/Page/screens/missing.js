import { element, emptyState, screenHeader } from "../elements.js";
import { icon } from "../icons.js";

export default {
  match: () => ({}),
  title: () => "Not found",
  open(app, parameters, container) {
    container.append(screenHeader({ title: "Nothing here" }), emptyState({
      picture: icon("missing", { size: 48 }),
      title: "There is no such page",
      text: "The address may be misspelt, or of a later version of the gallery.",
      actions: [element("a", { class: "button primary", href: "/months" }, "Go to Months")],
    }));
    return { close() {} };
  },
};
