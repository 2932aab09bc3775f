import { element, emptyState, screenHeader } from "../elements.js";
import { icon } from "../icons.js";
import { ListScreen } from "../list-screen.js";
import { typeOf } from "../query.js";

export default {
  match: ({ searchParams }) => ({ type: typeOf(searchParams) }),
  title: () => "Favourites",
  open: (app, { type }, container, { place }) => {
    const screen = new ListScreen(app, container, {
      type, place, title: "Favourites",
      within: () => "favorites",
      request: (kind) => ({ command: "favorites", words: [], keys: { type: kind } }),
      header: (chooser) => screenHeader({ title: "Favourites", subtitle: " ", tools: [chooser] }),
      empty: () => emptyState({
        picture: icon("heart", { size: 48 }), title: "No favourites yet",
        text: "Press the heart of a photo, or F where one is chosen, and it is kept here.",
        actions: [element("a", { class: "button primary", href: "/all" }, "Look at all photos")],
      }),
    });
    screen.update = (parameters) => {
      screen.show(parameters.type);
      return true;
    };
    return screen;
  },
};
