import { element, fill } from "../elements.js";
import { icon } from "../icons.js";
import { BarButton } from "./bar-button.js";
import { ComponentBox } from "./component-box.js";
import { isDark, quoted, shadow } from "./dress.js";
import { HideOnScroll } from "./hide-on-scroll.js";
import { SearchBar } from "./search-bar.js";

const textOptions = ["text", "color", "fontSize", "fontFamily", "alignment"];

/// The bar above the component of a stack.
export class TopBar {
  #view;
  #stage;
  #shown = new Map();
  #boxes = new Map();
  #buttons = new Map();
  #search = null;
  #away;

  constructor(view) {
    this.#view = view;
    this.#stage = view.stage;
    this.background = element("div", { class: "display-bar-background", "aria-hidden": "true", inert: true });
    this.left = element("div", { class: "display-bar-left" });
    this.titles = element("div", { class: "display-bar-titles" });
    this.right = element("div", { class: "display-bar-right" });
    this.row = element("div", { class: "display-bar-row" }, this.left, this.titles, this.right);
    this.element = element("div", { class: "display-top-bar" }, this.background, this.row);
    this.#away = new HideOnScroll(view.pages, (away) => this.element.classList.toggle("is-away", away));
  }

  update() {
    const say = (key) => this.#view.say(`topBar.${key}`);
    const { classList } = this.#view.element;
    classList.toggle("has-no-bar", !say("visible"));
    classList.toggle("bar-is-calm", !say("animate"));
    classList.toggle("bar-lies-over", say("drawBehind"));
    classList.toggle("bar-comes-and-goes", say("hideOnScroll") && !say("drawBehind") && this.#stage.tree.currentChild(this.#view.node) === this.#view.leaf);
    this.element.inert = !say("visible");
    this.#away.update(say("hideOnScroll"));
    this.#dress(say);
    this.#part("left", [say("leftButtons"), this.#backButton(say)], () => this.#fillLeft(say));
    this.#part("right", say("rightButtons"), () => fill(this.right, [...say("rightButtons")].reverse().map((button) => this.#button("right", button))));
    this.#part("titles", this.#titleState(say), () => this.#fillTitles(say));
    this.#part("background", say("background.component"), () => fill(this.background, this.#box("background", say("background.component"))));
    this.#updateSearch(say);
  }

  #dress(say) {
    const { style, dataset } = this.element;
    const border = say("noBorder") ? 0 : say("borderHeight");
    this.#view.element.style.setProperty("--bar-height", `${say("height")}px`);
    style.borderBottom = `${border}px solid ${say("borderColor") ?? "var(--line)"}`;
    style.boxShadow = shadow(say("elevation"));
    const colour = say("background.color");
    style.setProperty("--bar-colour", colour ?? "var(--ground)");
    this.element.classList.toggle("is-translucent", say("background.translucent"));
    this.element.classList.toggle("is-blurred", say("background.blur"));
    this.element.classList.toggle("is-dark", isDark(colour));
    this.element.classList.toggle("is-light", colour !== null && !isDark(colour));
    if (say("testID") === null) delete dataset.testid;
    else dataset.testid = say("testID");
  }

  // What has not changed stays as it is, with the focus that it may have.
  #part(name, state, make) {
    const text = JSON.stringify([this.#view.leaf.id, state ?? null]);
    if (this.#shown.get(name) === text) return;
    this.#shown.set(name, text);
    const focused = this[name].contains(document.activeElement) ? document.activeElement.dataset.key : null;
    for (const button of this.#buttons.get(name) ?? []) button.close();
    this.#buttons.set(name, []);
    make();
    if (focused) this[name].querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #button(place, about) {
    const button = new BarButton(this.#stage.app, about, () => this.#stage.tell({ gesture: "pressButton", componentId: this.#view.leaf.id, buttonId: about.id }));
    this.#buttons.get(place).push(button);
    return button.element;
  }

  // MARK: - Back

  #backButton(say) {
    if (!say("backButton.visible") || !this.#stage.goesBack(this.#view.node)) return null;
    return ["title", "icon", "color", "accessibilityLabel", "testID"].map((key) => say(`backButton.${key}`));
  }

  #fillLeft(say) {
    const buttons = say("leftButtons");
    if (buttons.length > 0) return fill(this.left, buttons.map((button) => this.#button("left", button)));
    if (this.#backButton(say) === null) return fill(this.left);
    const [title, picture, color, label, testID] = this.#backButton(say);
    return fill(this.left, element("button", {
      type: "button", class: `display-button ${title ? "" : "is-icon"}`, "data-testid": testID, "data-key": "back",
      "aria-label": label, title: label, style: color ? { color } : {}, onclick: () => this.#stage.goBack(this.#view.node),
    }, icon(picture ?? "back", { size: 22 }), title && element("span", {}, title)));
  }

  // MARK: - Titles

  #titleState(say) {
    return [say("title.component"), say("title.fontWeight"), ...["title", "subtitle"].flatMap((line) => textOptions.map((key) => say(`${line}.${key}`)))];
  }

  #fillTitles(say) {
    const component = say("title.component");
    const subtitle = say("subtitle.text");
    this.titles.classList.toggle("is-centred", say("title.alignment") === "center");
    fill(this.titles,
      component ? element("div", { class: "display-bar-component" }, this.#box("title", component))
        : this.#line("h1", "title", say("title.text") ?? this.#stage.title(this.#view.leaf), { "font-weight": say("title.fontWeight") === "bold" ? "650" : "400" }, say),
      subtitle ? this.#line("p", "subtitle", subtitle, {}, say) : null);
    if (!component) this.#box("title", null);
  }

  #line(tag, name, text, style, say) {
    const [, color, fontSize, fontFamily, alignment] = textOptions.map((key) => say(`${name}.${key}`));
    return element(tag, {
      class: `display-bar-${name}`, title: text,
      style: { ...style, ...(color ? { color } : {}), ...(fontSize ? { "font-size": `${fontSize}px` } : {}), ...(fontFamily ? { "font-family": quoted(fontFamily) } : {}),
        ...(alignment === "center" ? { "text-align": "center" } : {}) },
    }, text);
  }

  // MARK: - Components and search

  #box(place, component) {
    const state = JSON.stringify(component);
    const before = this.#boxes.get(place);
    if (before?.state === state) return before.box?.element ?? null;
    before?.box?.close();
    const box = component && new ComponentBox(this.#stage.app, component);
    this.#boxes.set(place, { state, box });
    return box?.element ?? null;
  }

  #updateSearch(say) {
    const { leaf } = this.#view;
    const isWanted = say("searchBar.visible");
    if (this.#search && (!isWanted || this.#search.view !== this.#stage.view(leaf))) {
      this.#search.close();
      this.#search = null;
    }
    if (isWanted && !this.#search) {
      this.#search = new SearchBar(this.#stage, leaf, this.#view.pages, this.element);
      this.element.append(this.#search.element);
    }
    this.#search?.update((key) => say(`searchBar.${key}`));
  }

  close() {
    this.#away.close();
    this.#search?.close();
    for (const { box } of this.#boxes.values()) box?.close();
    for (const buttons of this.#buttons.values()) for (const button of buttons) button.close();
    this.element.remove();
  }
}
