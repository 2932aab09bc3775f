import { tileFields } from "../api.js";
import { chooser } from "../chooser.js";
import { element, emptyState, screenHeader } from "../elements.js";
import { icon } from "../icons.js";
import { PagedSource } from "../paged-source.js";
import { PhotoList } from "../photo-list.js";
import { findRequest, near, typeOf } from "../query.js";
import { count } from "../text.js";

const names = ["q", "from", "to", "near", "camera", "type"];

export default {
  match: ({ searchParams }) => ({ query: new URLSearchParams(names.map((name) => [name, searchParams.get(name) ?? ""]).filter(([, value]) => value !== "")) }),
  title: ({ query }) => (query.get("q") ? `“${query.get("q")}”` : "Search"),
  open: (app, parameters, container, { place }) => new Search(app, parameters, container, place),
};

/// What is found stands below what is asked for, and follows it as it is typed.
class Search {
  #app;
  #query;
  #timer = null;
  // What was announced last: how much was found, of which source.
  #said = null;

  constructor(app, { query }, container, place) {
    this.#app = app;
    this.#query = query;
    this.header = screenHeader({ title: "Search", subtitle: " " });
    this.fields = {
      q: this.#field("q", { type: "search", placeholder: "Words, places, names, cameras", "aria-label": "Search for", enterkeyhint: "search" }),
      from: this.#field("from", { type: "date" }),
      to: this.#field("to", { type: "date" }),
      near: this.#field("near", { type: "text", placeholder: "48.137, 11.575, 25", inputmode: "text", autocomplete: "off" }),
      camera: this.#field("camera", { type: "text", placeholder: "Canon EOS", autocomplete: "off" }),
    };
    this.nearHint = element("p", { class: "field-hint", id: "near-hint" }, "Latitude, longitude and kilometres");
    this.fields.near.setAttribute("aria-describedby", "near-hint");
    const labelled = (text, field, ...more) => element("div", {}, element("label", { class: "label", for: field.id }, text), field, more);
    const filtered = names.some((name) => name !== "q" && query.has(name));
    this.form = element("form", { class: "search-form", role: "search", onsubmit: (event) => event.preventDefault(), onkeydown: (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
      event.preventDefault();
      this.#typed(0);
      this.list.grid.focus();
    } },
    element("div", { class: "search-words" }, icon("search"), this.fields.q),
    element("details", { class: "search-more", open: filtered }, element("summary", {}, "Dates, place, camera and kind"),
      element("div", { class: "search-filters" },
        labelled("From", this.fields.from), labelled("To", this.fields.to), labelled("Near", this.fields.near, this.nearHint),
        labelled("Camera", this.fields.camera),
        element("div", {}, element("div", { class: "label", "aria-hidden": "true" }, "Kind"), chooser({
          label: "Kind", options: [["", "All"], ["photo", "Photos"], ["video", "Videos"]], value: typeOf(query) ?? "",
          onChange: (type) => {
            this.type = type;
            this.#typed(0);
          },
        })),
        element("div", { class: "search-clear" }, element("button", { type: "button", class: "button quiet", onclick: () => this.#clear() }, "Clear all")))));
    this.type = typeOf(query) ?? "";
    container.append(this.header, this.form);
    this.list = new PhotoList(app, container, {
      source: this.#source(), place, label: "What was found",
      within: () => `find:${this.#query}`, type: () => null, empty: () => this.#empty(),
      changed: () => this.#say(),
    });
    this.opened = this.list.start({ known: !findRequest(query) });
  }

  #field(name, attributes) {
    return element("input", { class: "field", id: `search-${name}`, name, value: this.#query.get(name) ?? "", oninput: () => this.#typed(), ...attributes });
  }

  #source() {
    const request = findRequest(this.#query);
    return new PagedSource(async (_, offset, limit, { signal, fields = tileFields }) => {
      if (!request) return { items: [], page: { total: 0 } };
      return this.#app.api.page(request.command, request.words, { ...request.keys, offset, limit, fields }, { signal });
    });
  }

  #typed(delay = 220) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A photo was opened meanwhile: what was typed is looked for on return.
      const { router } = this.#app;
      if (!router.shows(this.form) || !router.address.startsWith("/search")) return;
      const query = new URLSearchParams();
      for (const name of ["q", "from", "to", "near", "camera"]) {
        const value = this.fields[name].value.trim();
        if (value !== "") query.set(name, value);
      }
      if (this.type) query.set("type", this.type);
      const odd = query.has("near") && !near(query.get("near"));
      this.nearHint.textContent = odd ? "Like 48.137, 11.575, 25: degrees, and kilometres around" : "Latitude, longitude and kilometres";
      this.fields.near.setAttribute("aria-invalid", String(odd));
      if (query.toString() === this.#query.toString()) return;
      this.#app.navigate(`/search${query.size > 0 ? `?${query}` : ""}`, { replace: true });
    }, delay);
  }

  #clear() {
    for (const field of Object.values(this.fields)) field.value = "";
    this.type = "";
    this.form.querySelector("fieldset input").checked = true;
    this.#typed(0);
    this.fields.q.focus();
  }

  // Who listens hears of it once, and again where another number was found.
  #say() {
    const asked = findRequest(this.#query);
    const { source } = this.list.grid;
    const { total } = source;
    this.header.say("Search", asked && total > 0 ? `${count(total, "item")} found` : " ");
    if (!asked || (this.#said?.source === source && this.#said.total === total)) return;
    this.#said = { source, total };
    this.#app.announce(`${count(total, "item")} found`);
  }

  #empty() {
    if (!findRequest(this.#query)) {
      return emptyState({
        picture: icon("search", { size: 48 }), title: "Find a photo",
        text: "By the beginning of any word of its description, keywords, file name or camera; by when it was taken, and near a place.",
      });
    }
    return emptyState({
      picture: icon("search", { size: 48 }), title: "Nothing was found",
      text: "Every word has to be in a photo's description, title, keywords, file name, folder or camera. Fewer words find more.",
      actions: [element("button", { type: "button", class: "button", onclick: () => this.#clear() }, "Clear all")],
    });
  }

  update({ query }) {
    if (query.toString() === this.#query.toString()) return true;
    this.#query = query;
    for (const [name, field] of Object.entries(this.fields)) {
      if (document.activeElement !== field && field.value !== (query.get(name) ?? "")) field.value = query.get(name) ?? "";
    }
    this.list.show(this.#source(), { known: !findRequest(query), keep: true });
    return true;
  }

  place() {
    return this.list.grid.place();
  }

  resume({ key, index }) {
    this.list.grid.resume(key, index);
    this.#typed(0);
  }

  focus({ resumed } = {}) {
    if (!resumed) this.fields.q.focus({ preventScroll: true });
  }

  shared(id) {
    return this.list.grid.shared(id);
  }

  close() {
    clearTimeout(this.#timer);
    this.list.close();
  }
}
