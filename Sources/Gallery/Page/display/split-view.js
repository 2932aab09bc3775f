import { element } from "../elements.js";
import { View } from "./view.js";

/// Two parts beside each other, on a narrow display one above the other.
export class SplitView extends View {
  constructor(stage, node) {
    super(stage, node, "split");
    this.panes = [element("div", { class: "display-pane is-first" }), element("div", { class: "display-pane is-second" })];
    this.element.append(...this.panes);
  }

  attach(view) {
    const pane = this.panes[this.node.children.indexOf(view.node)];
    if (view.element.parentElement !== pane) pane.append(view.element);
  }

  get parts() {
    return this.node.children;
  }

  update() {
    super.update();
    const say = (key) => this.say(`splitView.${key}`);
    for (const child of this.node.children) this.stage.view(child)?.show(true);
    this.element.dataset.mode = say("displayMode");
    this.element.dataset.edge = say("primaryEdge");
    this.element.style.setProperty("--least", `${say("minWidth")}px`);
    this.element.style.setProperty("--most", `${Math.max(say("minWidth"), say("maxWidth"))}px`);
    // What is hidden is there for nobody.
    this.panes[0].inert = say("displayMode") === "hidden";
  }
}
