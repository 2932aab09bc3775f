import { element } from "../elements.js";
import { ComponentBox } from "./component-box.js";
import { View } from "./view.js";

/// A component of the tree on the page.
export class ComponentView extends View {
  isAtRest = false;

  constructor(stage, node) {
    super(stage, node, "component");
    this.box = new ComponentBox(stage.app, node, {
      leave: () => stage.isTopmost(this.node) && stage.tell({ gesture: "back" }),
      hears: () => stage.isTopmost(this.node),
    });
    // Screens have headings of their own, and the bar is one.
    this.heading = this.box.isScreen ? null : element("h1", { class: "visually-hidden" }, this.box.title || "Display");
    this.panel = element("div", { class: "display-panel", tabindex: -1 }, this.heading, this.box.element);
    this.element.append(this.panel);
    this.opened = this.box.opened.catch((failure) => console.error(failure));
  }

  /// Whether anybody sees it.
  rest(rests) {
    if (rests === this.isAtRest) return;
    this.isAtRest = rests;
    this.box.rest(rests);
  }

  update() {
    super.update();
    const { style } = this.panel;
    style.backgroundColor = this.say("layout.componentBackgroundColor") ?? "";
    const { top = 0, right = 0, bottom = 0, left = 0 } = this.say("layout.insets") ?? {};
    style.inset = `${top + this.say("layout.topMargin")}px ${right}px ${bottom}px ${left}px`;
    this.element.classList.toggle("is-inset", top + right + bottom + left > 0);
    const direction = this.say("layout.direction");
    if (direction === "locale") this.element.removeAttribute("dir");
    else this.element.dir = direction;
    // A way back of the screen's own is needed where nothing around it has one.
    if (this.heading) this.heading.hidden = this.stage.hasBar(this.node);
    this.element.classList.toggle("is-under-bar", this.stage.hasBar(this.node));
    this.element.classList.toggle("needs-back", !this.stage.hasBar(this.node) && this.stage.isTopmost(this.node) && this.stage.canGoBack);
  }

  /// Whether it took the keyboard.
  focus() {
    if (!this.box.focus()) this.panel.focus({ preventScroll: true });
  }

  close() {
    this.box.close();
  }
}
