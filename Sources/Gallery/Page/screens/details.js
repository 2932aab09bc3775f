import { edit, trash } from "../actions.js";
import { groupNames } from "../editor.js";
import { placeText } from "../editor/coordinates.js";
import { EditForm } from "../editor/form.js";
import { leftOver, resultList, resultsOf, stopNote } from "../editor/results.js";
import { element, emptyState, fill, screenHeader, stylesheet } from "../elements.js";
import { icon } from "../icons.js";
import { photoAddress } from "../query.js";
import { Turns } from "../turns.js";
import { Underway } from "../underway.js";
import { viewerParameters } from "../viewer/context.js";
import { candidates, dateLine, dateSource, facts } from "../viewer/facts.js";

/// One photo with all that is known of it, and the form to change it.
export default {
  overlay: true,

  match: viewerParameters,

  title: () => "Details",

  async open(app, parameters, container) {
    await stylesheet("editor");
    const screen = new Details(app, parameters, container);
    await screen.load();
    return {
      close: () => screen.close(),
      get key() {
        return parameters.id;
      },
      shared: (key) => (key === parameters.id ? container.querySelector(".details-picture img") : null),
    };
  },
};

class Details {
  #app;
  #parameters;
  #container;
  #form = null;
  #turns = new Turns();
  #underway = new Underway();
  #shown = "";
  #isLeft = false;
  #end;
  #header;
  #body = element("div", { class: "details" });

  constructor(app, parameters, container) {
    this.#app = app;
    this.#parameters = parameters;
    this.#container = container;
    this.#header = screenHeader({
      title: "Details",
      back: element("button", { class: "icon-button back", type: "button", "aria-label": "Back", onclick: () => this.#back() }, icon("back", { size: 24 })),
      tools: [
        element("a", {
          class: "icon-button", href: app.api.original(parameters.id, { download: true }), download: "", "aria-label": "Download", title: "Download",
        }, icon("import")),
        element("button", {
          class: "icon-button changes", type: "button", "aria-label": "Move to trash", title: "Move to trash", onclick: () => this.#trash(),
        }, icon("trash")),
      ],
    });
    fill(container, this.#header, this.#body);
    container.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (this.#form?.isTouched && event.target.closest("input, textarea, select")) event.target.blur();
      else this.#back();
    });
    this.#end = app.live.follow(["photos"], (events) => {
      if (events.some(({ event, id }) => event === "reset" || id === parameters.id)) this.load({ anew: false });
    });
  }

  // Whether somebody is about to write, or has written, into the form.
  get #isInHand() {
    return this.#form !== null && (this.#form.isTouched || this.#form.element.contains(document.activeElement));
  }

  get #address() {
    return `${photoAddress(this.#parameters.id)}${this.#parameters.within}`;
  }

  // Once: an answer that comes late does not lead on from where somebody has gone meanwhile.
  #back() {
    if (this.#isLeft || !this.#app.router.shows(this.#container)) return;
    this.#isLeft = true;
    this.#app.router.back(this.#address);
  }

  /// `anew`: whether what stands there goes in any case. Else it stays where nothing has changed, and a form that is in hand stays.
  async load({ anew = true } = {}) {
    const { id } = this.#parameters;
    const isLatest = this.#turns.begin();
    let photo;
    let groups;
    try {
      [[photo], groups] = await Promise.all([this.#app.api.lines("photo", [id]), groupNames(this.#app)]);
    } catch (failure) {
      // One that was to change nothing takes no turn from one that is to.
      if (!anew && failure.name !== "no-such" || !isLatest()) return;
      this.#forget();
      fill(this.#body, emptyState({
        picture: icon("missing", { size: 48 }), title: failure.name === "no-such" ? "This photo is not in the library" : "The photo cannot be read",
        text: failure.message, actions: [element("button", { class: "button", type: "button", onclick: () => this.#back() }, "Back")],
      }));
      return;
    }
    const text = JSON.stringify(photo);
    if (!isLatest() || !anew && text === this.#shown) return;
    this.#shown = text;
    this.#header.say(photo.filename ?? "Details", dateLine(photo));
    const about = element("div", {}, this.#picture(photo), this.#facts(photo), this.#why(photo));
    if (!anew && this.#isInHand) {
      this.#body.firstElementChild.replaceWith(about);
      return;
    }
    this.#form?.close();
    fill(this.#body, about, this.#app.info.readOnly ? null : this.#editor(photo, groups));
  }

  // What is read next stands there in any case.
  #forget() {
    this.#form?.close();
    this.#form = null;
    this.#shown = "";
  }

  #picture(photo) {
    const { api } = this.#app;
    const image = element("img", { src: api.thumbnail(photo, "xx-large"), alt: photo.description || photo.filename, width: photo.width, height: photo.height });
    image.addEventListener("error", () => image.remove());
    return element("button", { class: "details-picture", type: "button", "aria-label": "Look at the photo", onclick: () => this.#back() }, image);
  }

  #facts(photo) {
    const row = ([name, text]) => [element("dt", {}, name), element("dd", {}, text)];
    const place = photo.latitude === undefined ? null
      : [element("dt", {}, "Place"), element("dd", {}, placeText(photo), " ",
        element("a", { class: "needs-map", href: `/map?at=${photo.latitude},${photo.longitude}` }, "On the map"))];
    return element("dl", { class: "details-facts" }, row(["Date", dateLine(photo)]), row(["Date from", dateSource(photo.dateSource)]),
      row(["Group", photo.group ?? "Other"]), place, facts(photo).map(row), photo.batch ? row(["Imported by", photo.batch]) : null);
  }

  #why(photo) {
    const table = (title, rule) => {
      const rows = candidates(rule);
      if (rows.length === 0) return null;
      return [element("h3", {}, title), element("table", {},
        element("thead", {}, element("tr", {}, element("th", {}, "Source"), element("th", {}, "What it says"), element("th", {}, "So"))),
        element("tbody", {}, rows.map(({ source, value, verdict, reason }) => element("tr", { class: `why-${verdict}` },
          element("td", {}, source), element("td", {}, value), element("td", {}, reason)))))];
    };
    const { why } = photo;
    if (!why) return null;
    const tables = [table("Date", why.date), table("Description", why.description)].filter(Boolean);
    const unread = why.unreadable ? `The file could not be read: ${why.unreadable}.` : why.notRead ? `The file was not read: ${why.notRead}.` : "";
    if (tables.length === 0 && !unread) return null;
    return element("section", { class: "details-why" }, element("h2", {}, "Why"), unread ? element("p", {}, unread) : null, tables);
  }

  #editor(photo, groups) {
    const form = new EditForm(this.#app, [photo], { groups });
    this.#form = form;
    const results = element("div", {});
    const save = element("button", { class: "button primary", type: "button", disabled: true }, "Save");
    const discard = element("button", { class: "button quiet", type: "button", hidden: true, onclick: () => this.load() }, "Discard");
    let isSending = false;
    form.addEventListener("touch", () => {
      save.disabled = isSending || !form.isTouched;
      discard.hidden = !form.isTouched;
    });
    const send = async () => {
      const keys = isSending ? null : form.keys();
      if (!keys) return;
      isSending = true;
      save.disabled = true;
      let stopped = null;
      let begun = [];
      const lines = await edit(this.#app, [photo.id], keys, "Changed", (text, ids) => {
        stopped = text;
        begun = ids;
      }) ?? [];
      if (leftOver(lines, [photo], begun).length === 0) {
        // The form has done what it is for: it is not sent again while the photo is read.
        this.#forget();
        return this.load();
      }
      isSending = false;
      save.disabled = !form.isTouched;
      const failed = resultsOf(lines, [photo]);
      fill(results, stopped && stopNote(stopped), failed.length > 0 && resultList(failed));
    };
    save.addEventListener("click", send);
    form.addEventListener("save", () => form.isTouched && send());
    return element("section", { class: "details-form changes", "aria-label": "Edit" }, element("h2", {}, "Edit"), results, form.element,
      element("div", { class: "form-actions" }, discard, save));
  }

  #trash() {
    const ids = [this.#parameters.id];
    return this.#underway.run(ids, async () => {
      const lines = await trash(this.#app, ids);
      if (!lines?.some(({ result }) => result === "ok")) return;
      // Until the screen has gone there is nothing to be done with its photo.
      this.#container.inert = true;
      this.#back();
    });
  }

  close() {
    this.#turns.end();
    this.#end();
    this.#form?.close();
  }
}
