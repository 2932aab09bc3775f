import { element, screenHeader } from "../elements.js";
import { icon } from "../icons.js";
import { viewerKeys } from "../viewer/keys.js";

const groups = [
  ["Everywhere", [
    ["Shortcuts", ["?"]], ["Search", ["/"]], ["Months", ["g", "m"]], ["All photos", ["g", "a"]], ["Folders", ["g", "f"]],
    ["Favourites", ["g", "h"]], ["Map", ["g", "p"]], ["Import", ["g", "i"]], ["History", ["g", "b"]], ["Status", ["g", "d"]], ["Take back what was just done", ["Ctrl", "Z"]],
  ]],
  ["Photos", [
    ["Go among photos", ["←", "→", "↑", "↓"]], ["First, last", ["Home", "End"]], ["A screen up or down", ["Page Up", "Page Down"]], ["Look at it", ["Enter"]],
    ["Larger, smaller tiles", ["+", "−"]],
  ]],
  ["Selecting", [
    ["Select, or not", ["Space"]], ["Select up to there", ["Shift", "arrows"]], ["Select all", ["Ctrl", "A"]], ["Select nothing", ["Esc"]],
    ["Favourite", ["F"]], ["Edit", ["E"]], ["To the trash", ["Delete"]],
  ]],
  ["Timeline", [
    ["A month on or back", ["↓", "↑"]], ["A year on or back", ["Page Down", "Page Up"]], ["Finer", ["hold still"]],
  ]],
  ["A photo", viewerKeys.map(({ text, shown }) => [text, [shown]])],
];

export default {
  match: () => ({}),
  title: () => "Shortcuts",
  open(app, parameters, container) {
    const leave = (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && app.hears(event)) app.router.back("/months");
    };
    document.addEventListener("keydown", leave);
    container.append(screenHeader({
      title: "Shortcuts", subtitle: "Everything can be done with the keyboard",
      back: element("button", { type: "button", class: "icon-button back", "aria-label": "Back", title: "Back", onclick: () => app.router.back("/months") }, icon("back")),
    }), element("div", { class: "page shortcuts" }, groups.map(([title, keys]) => element("section", {}, element("h2", {}, title),
      element("ul", {}, keys.map(([what, which]) => element("li", {}, element("span", {}, what),
        element("span", {}, which.map((key, at) => [at > 0 && " ", element("kbd", {}, key)])))))))));
    return { close: () => document.removeEventListener("keydown", leave) };
  },
};
