import { arrange, element } from "../elements.js";
import { TabsView, tabId } from "./tabs-view.js";

/// Top tabs: the selected one below a bar of texts.
export class TopTabsView extends TabsView {
  #tabs = new Map();

  constructor(stage, node) {
    super(stage, node, "top-tabs", "display-top-tab-bar");
    this.element.append(this.bar, this.pages);
  }

  update() {
    super.update();
    const say = (key) => this.say(`topTabs.${key}`);
    this.bar.hidden = !say("visible");
    this.bar.style.height = `${say("height")}px`;
    this.bar.style.fontSize = say("fontSize") === null ? "" : `${say("fontSize")}px`;
    this.bar.style.backgroundColor = say("backgroundColor") ?? "";
    const selected = this.stage.tree.currentChild(this.node);
    arrange(this.bar, this.node.children.map((child, index) => this.#tab(child, index, child === selected, say)));
    for (const child of this.#tabs.keys()) if (!this.node.children.includes(child)) this.#tabs.delete(child);
    this.turn(() => "tab");
  }

  #tab(child, index, selected, say) {
    let tab = this.#tabs.get(child);
    if (!tab) this.#tabs.set(child, tab = element("button", { type: "button", role: "tab", class: "display-top-tab", id: tabId(child) }));
    const title = this.stage.tree.option("topTabs.title", child) ?? (this.stage.title(this.stage.tree.leaf(child)) || `Tab ${index + 1}`);
    const view = this.stage.view(child);
    tab.onclick = () => this.stage.tell({ gesture: "selectTab", componentId: this.node.id, index });
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    if (view) tab.setAttribute("aria-controls", view.element.id);
    if (tab.textContent !== title) tab.textContent = title;
    tab.style.color = (selected ? say("selectedTabColor") : say("unselectedTabColor")) ?? "";
    return tab;
  }
}
