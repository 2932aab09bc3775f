import { element } from "../elements.js";
import { icon } from "../icons.js";
import { HideOnScroll } from "./hide-on-scroll.js";

// What is typed is told so often, in milliseconds.
const pause = 150;

/// The field below a top bar. What stands in it the script is told; what it means is the script's.
export class SearchBar {
  #stage;
  #said = null;
  #timer = null;
  #isNew = true;
  #away;

  constructor(stage, component, pages, bar) {
    this.#stage = stage;
    this.component = component;
    this.view = stage.view(component);
    this.bar = bar;
    this.field = element("input", {
      class: "field", type: "search", enterkeyhint: "search", "data-key": "search",
      oninput: () => this.#typed(pause), onfocus: () => this.#focused(), onblur: () => this.#focused(), onkeydown: (event) => this.#key(event),
    });
    this.cancel = element("button", { type: "button", class: "button quiet", onclick: () => this.#cancel() });
    this.element = element("div", { class: "display-search", role: "search" }, element("div", { class: "display-search-field" }, icon("search"), this.field), this.cancel);
    this.#away = new HideOnScroll(pages, (away) => this.element.classList.toggle("is-away", away));
  }

  update(say) {
    this.hidesBar = say("hideTopBarOnFocus");
    this.field.placeholder = say("placeholder");
    this.field.setAttribute("aria-label", say("placeholder"));
    this.cancel.textContent = say("cancelText");
    this.field.style.backgroundColor = say("backgroundColor") ?? "";
    this.field.style.color = say("tintColor") ?? "";
    this.field.style.caretColor = say("tintColor") ?? "";
    this.#away.update(say("hideOnScroll"));
    if (say("text") !== this.#said) this.field.value = this.#said = say("text");
    this.#show();
    if (this.#isNew && say("focus")) this.#stage.afterwards(() => this.field.focus({ preventScroll: true }));
    this.#isNew = false;
  }

  get #isFocused() {
    return document.activeElement === this.field;
  }

  #show() {
    this.element.classList.toggle("is-in-use", this.#isFocused || this.field.value !== "");
    this.bar.classList.toggle("is-searching", this.hidesBar && this.#isFocused);
  }

  #focused() {
    this.#show();
    this.#typed(0);
  }

  #typed(delay) {
    this.#show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stage.tell({ gesture: "search", componentId: this.component.id, text: this.field.value, isFocused: this.#isFocused }), delay);
  }

  #key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.#typed(0);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#cancel();
    }
  }

  #cancel() {
    this.field.value = "";
    this.field.blur();
    clearTimeout(this.#timer);
    this.#show();
    this.#stage.tell({ gesture: "cancelSearch", componentId: this.component.id });
  }

  close() {
    clearTimeout(this.#timer);
    this.#away.close();
    this.bar.classList.remove("is-searching");
    this.element.remove();
  }
}
