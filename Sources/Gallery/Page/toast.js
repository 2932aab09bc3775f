import { element } from "./elements.js";

/// A short message at the bottom, at most one at a time, with one thing to do about it. It stays while it is pointed at, or has the focus.
export class Toasts {
  #place;
  #shown = null;
  #timer = null;

  constructor(place) {
    this.#place = place;
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z" && this.#shown?.act
        && !event.target.closest?.("input, textarea, [contenteditable]")) {
        event.preventDefault();
        this.#shown.act();
      }
    });
  }

  show(text, { action = null, onAction = null, duration = action ? 10_000 : 5000, kind = "plain" } = {}) {
    const message = element("div", { class: `toast ${kind}` }, element("span", { class: "toast-text" }, text));
    if (action) {
      message.act = () => {
        this.hide();
        onAction?.();
      };
      message.append(element("button", { class: "toast-action", type: "button", onclick: message.act }, action));
    }
    message.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    message.addEventListener("focusin", () => clearTimeout(this.#timer));
    message.addEventListener("pointerleave", () => message.contains(document.activeElement) || this.#count(2000));
    message.addEventListener("focusout", () => this.#count(2000));
    this.#place.replaceChildren(message);
    this.#shown = message;
    this.#count(duration);
    return () => {
      if (this.#shown === message) this.hide();
    };
  }

  hide() {
    clearTimeout(this.#timer);
    this.#shown = null;
    this.#place.replaceChildren();
  }

  #count(duration) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), duration);
  }
}
