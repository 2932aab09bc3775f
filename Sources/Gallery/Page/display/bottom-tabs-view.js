import { arrange, element } from "../elements.js";
import { BottomTab, tabId } from "./bottom-tab.js";
import { shadow } from "./dress.js";
import { HideOnScroll } from "./hide-on-scroll.js";
import { tabKey } from "./tab-keys.js";
import { PagesView } from "./view.js";

/// Bottom tabs: the selected one over a bar.
export class BottomTabsView extends PagesView {
  #tabs = new Map();
  #away;

  constructor(stage, node) {
    super(stage, node, "bottom-tabs");
    this.bar = element("div", { class: "display-tab-bar", role: "tablist", "aria-label": "Tabs", onkeydown: (event) => tabKey(event, [...this.bar.children]) });
    this.element.append(this.pages, this.bar);
    this.#away = new HideOnScroll(this.pages, (away) => this.element.classList.toggle("tabs-are-away", away));
  }

  attach(view) {
    super.attach(view);
    view.element.id = `display-page-${view.node.id}`;
    view.element.setAttribute("role", "tabpanel");
    view.element.setAttribute("aria-labelledby", tabId(view.node));
  }

  update() {
    super.update();
    const say = (key) => this.say(`bottomTabs.${key}`);
    const { classList } = this.element;
    classList.toggle("has-no-tabs", !say("visible"));
    classList.toggle("bar-is-calm", !say("animate"));
    classList.toggle("bar-lies-over", say("drawBehind"));
    classList.toggle("bar-comes-and-goes", say("hideOnScroll") && !say("drawBehind"));
    this.bar.inert = !say("visible");
    this.#away.update(say("hideOnScroll"));
    this.#dress(say);
    const selected = this.stage.tree.currentChild(this.node);
    arrange(this.bar, this.node.children.map((child, index) => {
      const tab = this.#tab(child);
      tab.update(child, { index, selected: child === selected, titles: say("titleDisplayMode") });
      return tab.element;
    }));
    for (const [child, tab] of this.#tabs) {
      if (this.node.children.includes(child)) continue;
      tab.close();
      this.#tabs.delete(child);
    }
    this.turn(() => (say("animateTabSelection") ? "tab" : null));
  }

  #tab(child) {
    let tab = this.#tabs.get(child);
    if (!tab) this.#tabs.set(child, tab = new BottomTab(this.stage, this.node));
    return tab;
  }

  #dress(say) {
    const { style, dataset } = this.bar;
    style.borderTop = `${say("borderWidth")}px solid ${say("borderColor") ?? "var(--line)"}`;
    style.boxShadow = say("hideShadow") ? "" : shadow(say("elevation"));
    style.setProperty("--bar-colour", say("backgroundColor") ?? "var(--ground)");
    this.bar.classList.toggle("is-translucent", say("translucent"));
    if (say("testID") === null) delete dataset.testid;
    else dataset.testid = say("testID");
  }

  close() {
    this.#away.close();
    for (const tab of this.#tabs.values()) tab.close();
  }
}
