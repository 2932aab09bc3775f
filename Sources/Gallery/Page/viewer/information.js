import { placeText } from "../editor/coordinates.js";
import { element, fill } from "../elements.js";
import { icon } from "../icons.js";
import { photoAddress } from "../query.js";
import { candidates, dateLine, dateSource, facts, stars } from "./facts.js";

const wait = 120;
let openBefore = false;

/// What is known of the photo, beside it. It stays open while one goes from photo to photo.
export class Information {
  #app;
  #viewer;
  #body;
  #timer = null;
  #turn = 0;
  #item = null;
  // What is shown, as photod has said it: where nothing of it has changed, it stays as it is opened and where the focus is.
  #shown = "";

  constructor(app, viewer) {
    this.#app = app;
    this.#viewer = viewer;
    this.#body = element("div", { class: "information-body" });
    this.element = element("aside", { class: "information", "aria-label": "Information", hidden: !openBefore },
      element("header", { class: "information-header" },
        element("h2", {}, "Information"),
        element("button", { class: "stage-icon", type: "button", "aria-label": "Close", onclick: () => this.toggle() }, icon("close"))),
      this.#body);
    viewer.root.classList.toggle("is-informed", openBefore);
    viewer.chrome.informed = openBefore;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  toggle() {
    openBefore = !this.isOpen;
    this.element.hidden = !openBefore;
    this.#viewer.root.classList.toggle("is-informed", openBefore);
    this.#viewer.chrome.informed = openBefore;
    if (openBefore) this.#read();
    else if (this.element.contains(document.activeElement) || document.activeElement === document.body) this.#viewer.stage.focus();
  }

  show(item, { again = false } = {}) {
    const other = this.#item?.id !== item.id;
    this.#item = item;
    if (!this.isOpen || !(other || again)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), wait);
  }

  async #read() {
    const turn = ++this.#turn;
    const item = this.#item;
    if (!item) return;
    try {
      const [photo] = await this.#app.api.lines("photo", [item.id]);
      const text = JSON.stringify(photo);
      if (turn !== this.#turn || text === this.#shown) return;
      this.#shown = text;
      this.#fill(photo);
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.#shown = "";
      fill(this.#body, element("p", { class: "quiet" }, failure.message));
    }
  }

  #fill(photo) {
    const row = ([name, text]) => [element("dt", {}, name), element("dd", {}, text)];
    const chosen = candidates(photo.why?.date);
    const hasPlace = photo.latitude !== undefined && photo.longitude !== undefined;
    fill(this.#body,
      photo.title ? element("p", { class: "information-title" }, photo.title) : null,
      photo.description ? element("p", { class: "information-description" }, photo.description) : null,
      photo.rating !== undefined ? element("p", { class: "information-stars", "aria-label": `Rating: ${photo.rating}` }, stars(photo.rating)) : null,
      (photo.keywords ?? []).length > 0 ? element("ul", { class: "tags", "aria-label": "Keywords" }, photo.keywords.map((word) => element("li", {}, word))) : null,
      element("dl", { class: "facts" },
        row(["Date", dateLine(photo)]),
        element("dt", {}, "Date from"), element("dd", {}, dateSource(photo.dateSource)),
        row(["Group", photo.group ?? "Other"]),
        hasPlace ? [element("dt", {}, "Place"), element("dd", {}, placeText(photo), " ",
          element("a", { class: "needs-map", href: `/map?at=${photo.latitude},${photo.longitude}` }, "On the map"))] : null,
        facts(photo).map(row)),
      chosen.length > 0 ? element("details", { class: "why" }, element("summary", {}, "Why this date"),
        element("ul", {}, chosen.map(({ source, value, verdict, reason }) => element("li", { class: `why-${verdict}` },
          element("span", { class: "why-source" }, verdict === "accepted" ? icon("check", { size: 16 }) : null, source),
          element("span", { class: "why-value" }, value),
          element("span", { class: "quiet" }, reason))))) : null,
      photo.why?.unreadable ? element("p", { class: "information-problem" }, `The file could not be read: ${photo.why.unreadable}`) : null,
      element("p", { class: "information-more" }, element("a", { href: `${photoAddress(photo.id)}/details${this.#viewer.within}` }, "All details, and edit")));
  }

  close() {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }
}
