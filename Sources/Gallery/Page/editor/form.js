import { element, fill } from "../elements.js";
import { icon } from "../icons.js";
import { dateSource } from "../viewer/facts.js";
import { KeywordField } from "./keyword-field.js";
import { PlaceField } from "./place-field.js";
import { FieldError, commonValues, editKeys } from "./state.js";

let forms = 0;

/// What can be said of one photo or of many: one form for both. Values that differ are shown as such, and only what was touched
/// is sent.
export class EditForm extends EventTarget {
  #app;
  #touched = {};
  #id = `form-${(forms += 1)}`;
  #common;
  #many;
  #problems = new Map();
  #groups;

  constructor(app, items, { groups = [] } = {}) {
    super();
    this.#app = app;
    this.#many = items.length > 1;
    this.#common = commonValues(items);
    this.#groups = groups;
    this.keywords = new KeywordField(this.#common.keywords, this.#id, (keywords) => this.#change("keywords", keywords));
    this.place = new PlaceField(app, this.#common.place, this.#id, (place) => this.#change("place", place));
    this.element = element("form", { class: "edit-form", novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      this.dispatchEvent(new Event("save"));
    } },
      this.#textField("title", "Title", { maxlength: 1024 }),
      this.#textField("description", "Description", { rows: 3, maxlength: 65536 }),
      this.#choice("favorite", "Favourite", [["yes", "Yes"], ["no", "No"]]),
      this.#ratingField(),
      this.#dateField(),
      this.place.element,
      this.keywords.element,
      this.#groupField(),
      element("button", { type: "submit", hidden: true, tabindex: -1 }));
  }

  get isTouched() {
    return Object.keys(this.#touched).length > 0;
  }

  /// The options of `edit`; null where a value makes no sense: the form then says which, and has the focus there.
  keys() {
    for (const [, line] of this.#problems) line.hidden = true;
    for (const field of this.element.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    try {
      return editKeys(this.#touched);
    } catch (failure) {
      if (!(failure instanceof FieldError)) throw failure;
      this.#refuse(failure);
      return null;
    }
  }

  #refuse({ field, message }) {
    const line = this.#problems.get(field) ?? this.#problems.get("date");
    line.textContent = message;
    line.hidden = false;
    const input = this.element.querySelector(`[data-field="${field}"]`);
    input?.setAttribute("aria-invalid", "true");
    input?.setAttribute("aria-describedby", line.id);
    input?.focus();
  }

  #touch(name, value) {
    this.#touched[name] = value;
    this.element.querySelector(`[data-row="${name}"]`)?.classList.add("is-touched");
    this.dispatchEvent(new Event("touch"));
  }

  #untouch(name) {
    delete this.#touched[name];
    this.element.querySelector(`[data-row="${name}"]`)?.classList.remove("is-touched");
    this.dispatchEvent(new Event("touch"));
  }

  // `value`: null where it is as it was.
  #change(name, value) {
    if (value === null) this.#untouch(name);
    else this.#touch(name, value);
  }

  #problem(name) {
    const line = element("p", { class: "field-problem", id: `${this.#id}-${name}-problem`, role: "alert", hidden: true });
    this.#problems.set(name, line);
    return line;
  }

  #mixedHint(mixed) {
    return mixed ? "They differ. What you write here replaces all." : null;
  }

  #textField(name, label, { rows = 1, maxlength }) {
    const { value, mixed } = this.#common[name];
    const id = `${this.#id}-${name}`;
    const input = element(rows > 1 ? "textarea" : "input", {
      id, class: "field", "data-field": name, rows: rows > 1 ? rows : null, type: rows > 1 ? null : "text", maxlength,
      autocomplete: "off", placeholder: this.#mixedHint(mixed), oninput: () => this.#change(name, input.value === value ? null : input.value),
    });
    input.value = value;
    return element("div", { class: "form-row", "data-row": name }, element("label", { class: "label", for: id }, label), input, this.#problem(name));
  }

  #choice(name, label, options) {
    const { value, mixed } = this.#common[name];
    const id = `${this.#id}-${name}`;
    const radios = options.map(([option, text]) => element("label", {},
      element("input", {
        type: "radio", name: id, value: option, checked: !mixed && value === option,
        onchange: () => (!mixed && value === option ? this.#untouch(name) : this.#touch(name, option)),
      }), element("span", {}, text)));
    return element("fieldset", { class: "form-row", "data-row": name },
      element("legend", { class: "label" }, label, mixed ? element("span", { class: "mixed" }, " · they differ") : null),
      element("div", { class: "chooser" }, radios), this.#problem(name));
  }

  #ratingField() {
    const { value, mixed } = this.#common.rating;
    const id = `${this.#id}-rating`;
    const row = element("div", { class: "stars" });
    const paint = (rating) => {
      for (const label of row.querySelectorAll("label")) label.classList.toggle("is-on", Number(label.dataset.value) <= rating);
    };
    for (let stars = 1; stars <= 5; stars += 1) {
      row.append(element("label", { dataset: { value: stars } },
        element("input", {
          type: "radio", name: id, value: stars, checked: !mixed && value === String(stars), "aria-label": `${stars} ${stars === 1 ? "star" : "stars"}`,
          onchange: () => {
            this.#touch("rating", String(stars));
            paint(stars);
          },
        }), icon("star", { size: 24, solid: true })));
    }
    const none = element("button", { type: "button", class: "button quiet", onclick: () => {
      for (const input of row.querySelectorAll("input")) input.checked = false;
      paint(0);
      this.#touch("rating", "0");
    } }, "No stars");
    paint(mixed ? 0 : Number(value) || 0);
    return element("div", { class: "form-row stars-row", "data-row": "rating" },
      element("fieldset", { class: "stars-set" },
        element("legend", { class: "label" }, "Rating", mixed ? element("span", { class: "mixed" }, " · they differ") : null), row),
      none, this.#problem("rating"));
  }

  #dateField() {
    const { date, offset, dateSource: source } = this.#common;
    const id = `${this.#id}-date`;
    const field = (name, label, placeholder) => element("input", {
      id: `${id}-${name}`, class: "field", type: "text", autocomplete: "off", spellcheck: "false", "aria-label": label, placeholder,
    });
    const text = field("text", "Date and time", date.mixed ? "They differ" : "2016-11-28 18:02:11");
    text.dataset.field = "date";
    text.value = date.value;
    const zone = field("offset", "Offset from UTC", offset.mixed ? "They differ" : "+02:00");
    zone.dataset.field = "offset";
    zone.value = offset.value;
    const move = field("move", "How far", "+1h30m, -2d");
    const how = element("select", { id, class: "field" },
      element("option", { value: "set" }, this.#many ? "Set to" : "Is"),
      element("option", { value: "shift" }, "Move by"),
      element("option", { value: "filename" }, this.#many ? "From the files' names" : "From the file's name"),
      element("option", { value: "mtime" }, "When the file was last written"),
      element("option", { value: "file" }, "As the file says"));
    const note = element("p", { class: "field-note" });
    const set = element("div", { class: "date-set" }, text, zone);
    const show = () => {
      set.hidden = how.value !== "set";
      move.hidden = how.value !== "shift";
      note.textContent = how.value === "set" && !source.mixed && date.value ? `Now from ${dateSource(source.value)}.` : "";
    };
    const changed = () => {
      show();
      if (how.value === "set") {
        if (text.value.trim() === "" || (!date.mixed && text.value === date.value)) this.#untouch("date");
        else this.#touch("date", { how: "set", text: text.value, zone: zone.value });
        if (zone.value.trim() === "" || (!offset.mixed && zone.value === offset.value)) this.#untouch("offset");
        else this.#touch("offset", zone.value);
      } else {
        this.#untouch("offset");
        if (how.value === "shift" && move.value.trim() === "") this.#untouch("date");
        else this.#touch("date", { how: how.value, text: move.value });
      }
      text.dataset.field = how.value === "shift" ? "" : "date";
      move.dataset.field = how.value === "shift" ? "date" : "";
    };
    for (const input of [text, zone, move]) input.addEventListener("input", changed);
    how.addEventListener("change", changed);
    show();
    return element("div", { class: "form-row", "data-row": "date" },
      element("label", { class: "label", for: id }, "Date", date.mixed ? element("span", { class: "mixed" }, " · they differ") : null),
      element("div", { class: "date-row" }, how, set, move), note, this.#problem("date"), this.#problem("offset"));
  }

  #groupField() {
    const { value, mixed } = this.#common.group;
    const id = `${this.#id}-group`;
    const name = element("input", {
      class: "field", type: "text", list: `${id}-names`, "data-field": "group", autocomplete: "off", "aria-label": "Name of the group", hidden: true,
    });
    const how = element("select", { id, class: "field" },
      element("option", { value: "keep" }, mixed ? "They differ: leave as they are" : value || "Other"),
      element("option", { value: "name" }, "A group of its own…"),
      element("option", { value: "default" }, "By description and folder"),
      element("option", { value: "other" }, "None: Other"));
    const changed = () => {
      name.hidden = how.value !== "name";
      if (how.value === "keep") this.#untouch("group");
      else this.#touch("group", { how: how.value, name: name.value });
    };
    how.addEventListener("change", () => {
      changed();
      if (how.value === "name") name.focus();
    });
    name.addEventListener("input", changed);
    return element("div", { class: "form-row", "data-row": "group" }, element("label", { class: "label", for: id }, "Group"), how, name,
      fill(element("datalist", { id: `${id}-names` }), this.#groups.map((group) => element("option", { value: group }))), this.#problem("group"));
  }

  /// Where the focus goes when the form opens.
  focus() {
    this.element.querySelector("[data-field]")?.focus();
  }

  close() {
    this.place.close();
  }
}
