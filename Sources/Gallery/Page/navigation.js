import { element } from "./elements.js";
import { icon } from "./icons.js";

// Screens that belong to the link of another one.
const within = { month: "months", folder: "folders" };

/// A column beside the photos where there is room, a bar of five below them where there is none. Its links stand in the page's
/// HTML, so that they are seen before anything of the page has run; here they get their pictures and their meaning.
export class Navigation {
  #links;
  #more;

  constructor(place) {
    for (const space of place.querySelectorAll("[data-icon]")) space.replaceWith(icon(space.dataset.icon, { size: 22 }));
    const menu = element("div", { id: "more-menu", class: "nav-more", popover: "auto", onclick: () => menu.hidePopover() },
      [...place.querySelectorAll(".nav-further a")].map((link) => link.cloneNode(true)));
    this.#more = place.querySelector(".nav-button");
    menu.addEventListener("toggle", (event) => this.#more.setAttribute("aria-expanded", String(event.newState === "open")));
    place.append(menu);
    this.#links = [...place.querySelectorAll(".nav-link[href]")];
  }

  show(name) {
    const path = `/${within[name] ?? name}`;
    for (const link of this.#links) {
      if (link.pathname === path) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#more.classList.toggle("within", this.#links.some((link) => link.pathname === path && link.closest(".nav-more")));
  }
}
