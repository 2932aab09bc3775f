import { Covers } from "../covers.js";
import { arrange, element, emptyState, screenHeader } from "../elements.js";
import { failureState, loadingState } from "../failure.js";
import { icon } from "../icons.js";
import { count, counts } from "../text.js";
import { Turns } from "../turns.js";

export default {
  match: () => ({}),
  title: () => "Folders",
  open: (app, parameters, container, { place }) => new Folders(app, container, place),
};

/// Photos by what they are described as. What has no description is Other, which stands apart.
class Folders {
  #app;
  #covers;
  #cards = new Map();
  #turns = new Turns();
  #wish = "";

  constructor(app, container, place) {
    this.#app = app;
    this.#covers = new Covers(app.api);
    this.filter = element("input", {
      class: "field filter", type: "search", placeholder: "Filter", "aria-label": "Filter the folders by name", hidden: true,
      oninput: () => this.#narrow(this.filter.value),
    });
    this.header = screenHeader({ title: "Folders", subtitle: " ", tools: [this.filter] });
    this.list = element("div", { class: "cards" });
    this.otherHeading = element("h2", { class: "cards-heading" }, "Without a description");
    this.state = element("div", { hidden: true });
    container.append(this.header, this.list, this.state);
    this.end = app.live.follow(["groups", "photos"], () => this.#read(), { delay: 400 });
    const slow = setTimeout(() => this.#say(loadingState()), 200);
    this.opened = this.#read().finally(() => clearTimeout(slow)).then(() => {
      if (place?.filter) this.#narrow((this.filter.value = place.filter));
      if (place) app.scroller.to(place.scroll);
      if (place?.folder) this.#cards.get(place.folder)?.link.focus({ preventScroll: true });
    });
  }

  async #read() {
    const isLatest = this.#turns.begin();
    let groups;
    try {
      groups = await this.#app.api.lines("groups");
    } catch (failure) {
      if (isLatest() && this.#cards.size === 0) this.#say(failureState(failure, () => this.#read()));
      return;
    }
    if (!isLatest() || this.closed) return;
    this.#show(groups.filter(({ totalCount }) => totalCount > 0));
  }

  #say(state) {
    this.state.replaceChildren(...(state ? [state] : []));
    this.state.hidden = !state;
  }

  #show(groups) {
    const named = groups.filter(({ group }) => group !== null);
    this.header.say("Folders", groups.length > 0 ? count(named.length, "folder") : " ");
    this.filter.hidden = named.length < 12;
    this.#say(groups.length === 0 ? this.#empty() : null);
    const wanted = new Set(groups.map(cardKey));
    for (const key of this.#cards.keys()) if (!wanted.has(key)) this.#cards.delete(key);
    const order = named.map((group) => this.#card(group));
    const other = groups.find(({ group }) => group === null);
    if (other) order.push(...(named.length > 0 ? [this.otherHeading] : []), this.#card(other));
    arrange(this.list, order);
    this.#narrow(this.#wish);
  }

  #card(group) {
    const key = cardKey(group);
    let card = this.#cards.get(key);
    if (!card) {
      const cover = this.#covers.make();
      const name = group.group ?? "Other";
      const about = element("div", { class: "card-about" });
      const address = group.group === null ? "/folder?other=1" : `/folder?${new URLSearchParams({ name })}`;
      card = { cover, about, plain: plain(name), link: element("a", { class: "card", href: address, title: name, dataset: { folder: key } }, cover, element("div", { class: "card-name" }, name), about) };
      this.#cards.set(key, card);
    }
    const text = counts(group);
    if (card.about.textContent !== text) card.about.textContent = text;
    this.#covers.show(card.cover, group.cover);
    return card.link;
  }

  #narrow(text) {
    this.#wish = text;
    const wish = plain(text.trim());
    let shown = 0;
    for (const card of this.#cards.values()) {
      card.link.hidden = wish !== "" && !card.plain.includes(wish);
      if (!card.link.hidden) shown += 1;
    }
    this.otherHeading.hidden = this.#cards.get("other")?.link.hidden ?? false;
    if (wish !== "" && shown === 0) {
      this.#say(emptyState({ picture: icon("folders", { size: 48 }), title: "No folder of this name", text: `None has “${text.trim()}” in its name.` }));
    } else if (this.#cards.size > 0) this.#say(null);
  }

  #empty() {
    return emptyState({
      picture: icon("folders", { size: 48 }), title: "No folders yet",
      text: "Photos with the same description are a folder. Describe some, or import photos that are described already.",
      actions: [element("a", { class: "button primary", href: "/all" }, "Choose photos"), element("a", { class: "button changes", href: "/import" }, "Import photos")],
    });
  }

  place() {
    return { scroll: this.#app.scroller.position, folder: document.activeElement?.dataset?.folder, filter: this.filter.value };
  }

  focus() {
    if (!document.activeElement?.dataset?.folder) this.header.heading.focus({ preventScroll: true });
  }

  close() {
    this.closed = true;
    this.end();
    this.#covers.close();
  }
}

// A group may be called "Other", too.
function cardKey({ group }) {
  return group === null ? "other" : `=${group}`;
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
