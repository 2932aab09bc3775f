import { element, fill } from "../elements.js";
import { icon } from "../icons.js";

/// Keywords as tags. Those that only some of many photos have are told apart, and can be given to all. `changed(keywords)` hears which
/// were `{ added, removed }`, and null where none were.
export class KeywordField {
  #all;
  #some;
  #added = [];
  #removed = [];
  #list = element("ul", { class: "keyword-list" });
  #input;
  #changed;

  constructor({ all, some }, id, changed) {
    this.#all = all;
    this.#some = some;
    this.#changed = changed;
    this.#input = element("input", {
      id: `${id}-keywords`, class: "field", type: "text", "data-field": "keywords", placeholder: "Add a keyword", autocomplete: "off", enterkeyhint: "done",
      onkeydown: (event) => this.#key(event), oninput: () => this.#say(), onblur: () => this.#take(),
    });
    this.element = element("div", { class: "form-row", "data-row": "keywords" },
      element("label", { class: "label", for: `${id}-keywords` }, "Keywords"), this.#list, this.#input);
    this.#show();
  }

  #key(event) {
    if ((event.key === "Enter" && this.#input.value.trim() !== "") || event.key === ",") {
      event.preventDefault();
      this.#take();
    } else if (event.key === "Backspace" && this.#input.value === "") {
      const last = [...this.#present()].at(-1);
      if (last !== undefined) this.#remove(last);
    }
  }

  #present() {
    return [...this.#all, ...this.#some, ...this.#added].filter((word, place, words) => !this.#removed.includes(word) && words.indexOf(word) === place);
  }

  get #typed() {
    return this.#input.value.split(",").map((part) => part.trim()).filter((part) => part !== "");
  }

  #take() {
    const words = this.#typed;
    this.#input.value = "";
    for (const word of words) this.#add(word);
  }

  #add(word) {
    this.#removed = this.#removed.filter((other) => other !== word);
    if (!this.#all.includes(word) && !this.#added.includes(word)) this.#added.push(word);
    this.#show();
    this.#say();
  }

  #remove(word) {
    this.#added = this.#added.filter((other) => other !== word);
    if ((this.#all.includes(word) || this.#some.includes(word)) && !this.#removed.includes(word)) this.#removed.push(word);
    this.#show();
    this.#say();
    this.#input.focus();
  }

  // A word that is still being typed counts: who saves or leaves the form by a key has not left the field.
  #say() {
    const typed = this.#typed;
    const added = [...new Set([...this.#added, ...typed.filter((word) => !this.#all.includes(word))])];
    const removed = this.#removed.filter((word) => !typed.includes(word));
    this.#changed(added.length + removed.length > 0 ? { added, removed } : null);
  }

  #show() {
    fill(this.#list, this.#present().map((word) => {
      const partly = this.#some.includes(word) && !this.#added.includes(word);
      return element("li", { class: partly ? "keyword is-partly" : "keyword" },
        partly ? element("button", { type: "button", class: "keyword-name", title: "Only some have it: give it to all", onclick: () => this.#add(word) }, word)
          : element("span", { class: "keyword-name" }, word),
        element("button", { type: "button", class: "keyword-remove", "aria-label": `Remove ${word}`, onclick: () => this.#remove(word) }, icon("close", { size: 16 })));
    }));
    this.#list.hidden = this.#list.children.length === 0;
  }
}
