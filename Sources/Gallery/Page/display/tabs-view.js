import { element } from "../elements.js";
import { tabKey } from "./tab-keys.js";
import { PagesView } from "./view.js";

/// Pages behind tabs, which stand in a bar of their own.
export class TabsView extends PagesView {
  constructor(stage, node, name, barClass) {
    super(stage, node, name);
    this.bar = element("div", { class: barClass, role: "tablist", "aria-label": "Tabs", onkeydown: (event) => tabKey(event, [...this.bar.children]) });
  }

  attach(view) {
    super.attach(view);
    view.element.id = `display-page-${view.node.id}`;
    view.element.setAttribute("role", "tabpanel");
    view.element.setAttribute("aria-labelledby", tabId(view.node));
  }
}

/// The id of the tab that leads to a child.
export function tabId(child) {
  return `display-tab-${child.id}`;
}
