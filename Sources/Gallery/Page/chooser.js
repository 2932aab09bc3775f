import { element } from "./elements.js";

let made = 0;

/// One of a few, as a group of radio buttons: All, Photos, Videos.
export function chooser({ label, options, value, onChange }) {
  const name = `chooser-${(made += 1)}`;
  return element("fieldset", { class: "chooser" }, element("legend", { class: "visually-hidden" }, label), options.map(([key, text]) => element("label", {},
    element("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onChange(key) }),
    element("span", {}, text))));
}

export function typeChooser(type, onChange) {
  return chooser({
    label: "Show", options: [["", "All"], ["photo", "Photos"], ["video", "Videos"]], value: type ?? "",
    onChange: (key) => onChange(key || null),
  });
}

/// The address of the screen with other options; those that are null go.
export function addressWith(app, options) {
  const url = new URL(app.router.address, location.origin);
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === "") url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  return url.pathname + url.search;
}
