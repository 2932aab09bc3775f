import { element, emptyState, screenHeader } from "../elements.js";
import { icon } from "../icons.js";
import { ListScreen } from "../list-screen.js";
import { typeOf } from "../query.js";

export default {
  match: ({ searchParams }) => {
    const name = searchParams.get("other") === "1" ? null : searchParams.get("name");
    return name === "" || (name === null && !searchParams.has("other")) ? null : { name, type: typeOf(searchParams) };
  },
  title: ({ name }) => name ?? "Other",
  open: (app, { name, type }, container, { place }) => {
    const screen = new ListScreen(app, container, {
      type, place, title: name ?? "Other",
      within: () => (name === null ? "other" : `group:${name}`),
      request: (kind) => ({ command: "group", words: name === null ? [] : [name], keys: { type: kind, other: name === null ? 1 : null } }),
      header: (chooser) => screenHeader({
        title: name ?? "Other", subtitle: " ",
        back: element("button", { type: "button", class: "icon-button back", "aria-label": "Back to the folders", title: "Back", onclick: () => app.router.back("/folders") }, icon("back")),
        tools: [element("a", { class: "icon-button needs-map", href: `/map?${name === null ? "other=1" : new URLSearchParams({ group: name })}`, "aria-label": "Map of this folder", title: "Map" }, icon("map")), chooser],
      }),
      empty: () => emptyState({
        picture: icon("folders", { size: 48 }), title: "Nothing here",
        text: name === null ? "Every photo has a description." : "No photo of this kind has this description any more.",
        actions: [element("a", { class: "button", href: "/folders" }, "All folders")],
      }),
    });
    screen.update = (parameters) => {
      if (parameters.name !== name) return false;
      screen.show(parameters.type);
      return true;
    };
    return screen;
  },
};
