import { element, fill } from "../elements.js";
import { icon } from "../icons.js";
import { quoted } from "./dress.js";
import { tabId } from "./tabs-view.js";

const held = 500;

/// One tab of the bar: a picture and a text, with a badge or a dot at the picture.
export class BottomTab {
  #stage;
  #tabs;
  #shown = "";
  #timer = null;
  #wasHeld = false;

  constructor(stage, tabs) {
    this.#stage = stage;
    this.#tabs = tabs;
    this.element = element("button", {
      type: "button", role: "tab", class: "display-tab", onclick: () => this.#press(),
      onpointerdown: (event) => this.#down(event), onpointerup: () => this.#release(), onpointercancel: () => this.#release(), onpointerleave: () => this.#release(),
      oncontextmenu: (event) => this.#menu(event),
    });
  }

  /// `child`: the node of the tab.
  update(child, { index, selected, titles }) {
    this.index = index;
    const said = (key) => this.#stage.tree.option(`bottomTab.${key}`, child);
    const text = said("text") ?? this.#stage.title(this.#stage.tree.leaf(child));
    const view = this.#stage.view(child);
    const attributes = {
      id: tabId(child), "aria-selected": String(selected), tabindex: selected ? "0" : "-1", "aria-controls": view ? view.element.id : null,
      "aria-label": said("accessibilityLabel") ?? [text || `Tab ${index + 1}`, said("badge")].filter(Boolean).join(", "), "data-testid": said("testID"),
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) this.element.removeAttribute(name);
      else this.element.setAttribute(name, value);
    }
    const showsText = titles === "alwaysShow" || titles === "showWhenActive" && selected;
    const picture = selected ? said("selectedIcon") ?? said("icon") : said("icon");
    const colour = selected ? said("selectedIconColor") ?? said("iconColor") : said("iconColor");
    const ink = selected ? said("selectedTextColor") ?? said("textColor") : said("textColor");
    const size = selected ? said("selectedFontSize") ?? said("fontSize") : said("fontSize");
    const state = {
      text: showsText ? text : "", picture, colour, ink, size, family: said("fontFamily"), width: said("iconWidth"), height: said("iconHeight"),
      badge: said("badge") ?? "", badgeColor: said("badgeColor"), dot: said("dotIndicator.visible"), dotColor: said("dotIndicator.color"),
      dotSize: said("dotIndicator.size"), dotAnimates: said("dotIndicator.animate"),
    };
    const key = JSON.stringify(state);
    if (key !== this.#shown) this.#fill(state);
    this.#shown = key;
  }

  #fill({ text, picture, colour, ink, size, family, width, height, badge, badgeColor, dot, dotColor, dotSize, dotAnimates }) {
    const drawn = picture === null ? null : icon(picture, { size: 24 });
    if (drawn && width) drawn.setAttribute("width", width);
    if (drawn && height) drawn.setAttribute("height", height);
    if (drawn && colour) drawn.style.color = colour;
    const mark = badge !== "" ? element("span", { class: "display-badge", style: badgeColor ? { "background-color": badgeColor } : {} }, badge)
      : dot ? element("span", { class: `display-dot ${dotAnimates ? "is-animated" : ""}`, style: { width: `${dotSize}px`, height: `${dotSize}px`, ...(dotColor ? { "background-color": dotColor } : {}) } }) : null;
    fill(this.element, element("span", { class: "display-tab-icon", "aria-hidden": "true" }, drawn, mark),
      text !== "" && element("span", { class: "display-tab-text", style: {
        ...(ink ? { color: ink } : {}), ...(size ? { "font-size": `${size}px` } : {}), ...(family ? { "font-family": quoted(family) } : {}),
      } }, text));
  }

  #tell(gesture) {
    this.#stage.tell({ gesture, componentId: this.#tabs.id, index: this.index });
  }

  #press() {
    if (!this.#wasHeld) this.#tell("selectTab");
    this.#wasHeld = false;
  }

  #down({ button }) {
    this.#wasHeld = false;
    if (button !== 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hold(), held);
  }

  #release() {
    clearTimeout(this.#timer);
  }

  #hold() {
    clearTimeout(this.#timer);
    if (this.#wasHeld) return;
    this.#wasHeld = true;
    navigator.vibrate?.(10);
    this.#tell("longPressTab");
  }

  // A finger that holds, the right button, and the keyboard's key for menus.
  #menu(event) {
    event.preventDefault();
    this.#hold();
    if (event.pointerType !== "touch") this.#wasHeld = false;
  }

  close() {
    clearTimeout(this.#timer);
  }
}
