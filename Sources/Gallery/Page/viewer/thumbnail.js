import { element } from "../elements.js";

/// A small picture of an item beside what says the same in words; where there is none its place stays grey.
export function thumbnail(app, item, size = "large", attributes = {}) {
  return element("img", {
    src: app.api.thumbnail(item, size), alt: "", loading: "lazy", onerror: ({ target }) => target.classList.add("is-missing"), ...attributes,
  });
}
