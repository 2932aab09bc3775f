import { element, fill } from "./elements.js";
import { icon } from "./icons.js";

const main = [
  ["/months", "Months", "months", ["months", "month"]],
  ["/all", "All", "all", ["all"]],
  ["/folders", "Folders", "folders", ["folders", "folder"]],
  ["/search", "Search", "search", ["search"]],
];
const further = [
  ["/favorites", "Favourites", "heart", ["favorites"]],
  ["/map", "Map", "map", ["map"]],
  ["/import", "Import", "import", ["import"]],
  ["/batches", "History", "batches", ["batches"]],
  ["/status", "Status", "status", ["status"]],
  ["/shortcuts", "Shortcuts", "keyboard", ["shortcuts"]],
];

/// A column beside the photos where there is room, a bar of five below them where there is none.
export class Navigation {
  #links = [];
  #more;
  #menu;

  constructor(place) {
    const link = ([href, text, picture, names], menu) => {
      const made = element("a", { href, class: "nav-link", onclick: () => menu && this.#menu.hidePopover() },
        icon(picture, { size: 22 }), element("span", {}, text));
      this.#links.push({ made, names });
      return made;
    };
    this.#menu = element("div", { id: "more-menu", class: "nav-more", popover: "auto" }, further.map((entry) => link(entry, true)));
    this.#more = element("button", { class: "nav-link nav-button", type: "button", popovertarget: "more-menu" },
      icon("more", { size: 22 }), element("span", {}, "More"));
    this.#more.setAttribute("aria-expanded", "false");
    this.#menu.addEventListener("toggle", (event) => this.#more.setAttribute("aria-expanded", String(event.newState === "open")));
    fill(place,
      element("a", { class: "brand", href: "/months", "aria-label": "Photos, all months" },
        element("img", { src: "/page/icon.svg", alt: "", width: 28, height: 28 }), element("span", {}, "Photos")),
      element("div", { class: "nav-main" }, main.map((entry) => link(entry, false))),
      element("div", { class: "nav-further" }, further.map((entry) => link(entry, false))),
      this.#more, this.#menu);
  }

  show(name) {
    let within = false;
    for (const { made, names } of this.#links) {
      const current = names.includes(name);
      if (current) made.setAttribute("aria-current", "page");
      else made.removeAttribute("aria-current");
      within ||= current && made.closest(".nav-more") !== null;
    }
    this.#more.classList.toggle("within", within);
  }
}
