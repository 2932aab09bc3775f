import { arrange } from "../elements.js";
import { BottomTab } from "./bottom-tab.js";
import { shadow } from "./dress.js";
import { HideOnScroll } from "./hide-on-scroll.js";
import { TabsView } from "./tabs-view.js";

/// Bottom tabs: the selected one over a bar.
export class BottomTabsView extends TabsView {
  #tabs = new Map();
  #away;

  constructor(stage, node) {
    super(stage, node, "bottom-tabs", "display-tab-bar");
    this.element.append(this.pages, this.bar);
    this.#away = new HideOnScroll(this.pages, (away) => this.element.classList.toggle("tabs-are-away", away));
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
