import { element } from "../elements.js";
import { icon } from "../icons.js";
import { ComponentBox } from "./component-box.js";

/// A button of a top bar as options say it: a picture, a text or both, or a component.
export class BarButton {
  #box = null;

  constructor(app, { id, text = "", icon: picture = null, component = null, accessibilityLabel = null, testID = null, enabled = true, color = null, disabledColor = null, fontSize = null }, press) {
    this.#box = component && new ComponentBox(app, component);
    const paint = enabled ? color : disabledColor ?? color;
    this.element = element("button", {
      type: "button", class: `display-button ${text === "" && !component ? "is-icon" : ""}`, disabled: !enabled, "data-testid": testID, "data-key": `button:${id}`,
      "aria-label": accessibilityLabel ?? (text === "" ? this.#box?.title || id : null), title: accessibilityLabel ?? (text === "" ? id : null),
      style: { ...(paint ? { color: paint } : {}), ...(fontSize ? { "font-size": `${fontSize}px` } : {}) },
      onclick: press,
    }, this.#box ? inertly(this.#box.element) : [picture !== null || text === "" ? icon(picture ?? "more", { size: 22 }) : null, text !== "" && element("span", {}, text)]);
  }

  close() {
    this.#box?.close();
  }
}

// What is in a button is pressed with it.
function inertly(content) {
  content.inert = true;
  return content;
}
