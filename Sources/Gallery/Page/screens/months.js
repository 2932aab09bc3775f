import { addressWith, typeChooser } from "../chooser.js";
import { Covers } from "../covers.js";
import { arrange, element, emptyState, screenHeader } from "../elements.js";
import { failureState, loadingState } from "../failure.js";
import { icon } from "../icons.js";
import { typeOf } from "../query.js";
import { count, counts, locale, monthName, number } from "../text.js";
import { Turns } from "../turns.js";

const monthAlone = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });

export default {
  match: ({ searchParams }) => ({ type: typeOf(searchParams) }),
  title: () => "Months",
  open: (app, parameters, container, { place }) => new Months(app, parameters, container, place),
};

/// All months as cards under their years.
class Months {
  #app;
  #type;
  #covers;
  #cards = new Map();
  #years = new Map();
  #turns = new Turns();
  #counts = "";

  constructor(app, { type }, container, place) {
    this.#app = app;
    this.#type = type;
    this.#covers = new Covers(app.api);
    this.header = screenHeader({ title: "Months", subtitle: " ", tools: [typeChooser(type, (next) => app.navigate(addressWith(app, { type: next }), { replace: true }))] });
    this.list = element("div", { class: "years" });
    this.state = element("div", { hidden: true });
    container.append(this.header, this.list, this.state);
    this.#measure();
    this.resized = new ResizeObserver(() => this.#measure());
    this.resized.observe(this.list);
    // Photos as well as months: a cover changes without an event of its month.
    this.end = app.live.follow(["months", "photos"], () => this.#read(), { delay: 300 });
    this.endStatus = app.live.follow(["status"], () => (this.#cards.size === 0 ? this.#read() : this.#title()), { delay: 100 });
    const slow = setTimeout(() => this.#say(loadingState()), 200);
    this.opened = this.#read().finally(() => clearTimeout(slow)).then(() => {
      if (place) app.scroller.to(place.scroll);
      if (place?.month) this.#cards.get(place.month)?.link.focus({ preventScroll: true });
    });
  }

  // How wide a card is, for as many in a row as there is room for.
  #measure() {
    const style = getComputedStyle(this.list);
    const width = this.list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const gap = parseFloat(style.columnGap) || 0;
    const least = width < 560 ? 148 : 176;
    const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
    this.list.style.setProperty("--card", `${Math.floor((width - gap * (columns - 1)) / columns)}px`);
  }

  async #read() {
    const isLatest = this.#turns.begin();
    let months;
    try {
      months = await this.#app.api.lines("months", [], { type: this.#type });
    } catch (failure) {
      if (isLatest() && this.#cards.size === 0) this.#say(failureState(failure, () => this.#read()));
      return;
    }
    if (!isLatest() || this.closed) return;
    this.#show(months);
  }

  // While photod reads the folders for the first time, how far it is.
  #progress() {
    const { state, progress } = this.#app.live.status ?? {};
    if (state !== "scanning") return null;
    return progress?.total > progress?.done ? `Reading the folders: ${number(progress.done)} of ${number(progress.total)}` : "Reading the folders…";
  }

  #title() {
    const parts = [this.#counts, this.#progress()].filter(Boolean);
    this.header.say("Months", parts.join(" · ") || " ");
  }

  #say(state) {
    this.state.replaceChildren(...(state ? [state] : []));
    this.state.hidden = !state;
  }

  #show(months) {
    const photos = months.reduce((sum, { photoCount }) => sum + photoCount, 0);
    const videos = months.reduce((sum, { videoCount }) => sum + videoCount, 0);
    this.#counts = months.length > 0 ? `${count(months.length, "month")} · ${this.#kinds({ photoCount: photos, videoCount: videos })}` : "";
    this.#title();
    this.#say(months.length === 0 ? this.#empty() : null);
    const wanted = new Set(months.map(({ monthKey }) => monthKey));
    for (const key of this.#cards.keys()) if (!wanted.has(key)) this.#cards.delete(key);
    const years = new Map();
    for (const month of months) years.set(month.year, [...(years.get(month.year) ?? []), this.#card(month)]);
    for (const year of this.#years.keys()) if (!years.has(year)) this.#years.delete(year);
    arrange(this.list, [...years].map(([year, cards]) => this.#year(year, cards)));
  }

  // A year is as wide as its months, so that years of few stand beside each other.
  #year(year, cards) {
    let section = this.#years.get(year);
    if (!section) {
      const inner = element("div", { class: "year-cards" });
      section = Object.assign(element("section", { class: "year" }, element("h2", { class: "cards-heading" }, year === null ? "Undated" : String(year)), inner), { inner });
      this.#years.set(year, section);
    }
    section.style.setProperty("--months", cards.length);
    arrange(section.inner, cards);
    return section;
  }

  #card(month) {
    let card = this.#cards.get(month.monthKey);
    if (!card) {
      const cover = this.#covers.make();
      const name = element("div", { class: "card-name" }, month.year === null ? "Undated" : monthAlone.format(new Date(Date.UTC(month.year, month.month - 1, 1))));
      const about = element("div", { class: "card-about" });
      card = { cover, about, link: element("a", { class: "card", dataset: { month: month.monthKey } }, cover, name, about) };
      this.#cards.set(month.monthKey, card);
    }
    const text = this.#kinds(month);
    card.link.href = `/month/${month.monthKey}${this.#type ? `?type=${this.#type}` : ""}`;
    card.link.setAttribute("aria-label", `${monthName(month)}, ${text}`);
    card.link.title = monthName(month);
    if (card.about.textContent !== text) card.about.textContent = text;
    this.#covers.show(card.cover, month.cover);
    return card.link;
  }

  // The counts of what is shown.
  #kinds({ photoCount, videoCount }) {
    return counts({ photoCount: this.#type === "video" ? 0 : photoCount, videoCount: this.#type === "photo" ? 0 : videoCount });
  }

  #empty() {
    if (this.#progress()) {
      return emptyState({ picture: icon("image", { size: 48 }), title: "Your photos are on their way", text: "photod is reading the folders. Months appear here as they are found." });
    }
    if (this.#type) {
      const what = this.#type === "video" ? "videos" : "photos";
      return emptyState({
        picture: icon(this.#type === "video" ? "video" : "image", { size: 48 }), title: `No ${what} yet`,
        text: `There are no ${what} in the folders that photod watches.`,
        actions: [element("a", { class: "button", href: "/months" }, "Show everything")],
      });
    }
    return emptyState({
      picture: icon("image", { size: 48 }), title: "No photos yet",
      text: "Put photos or videos into a folder that photod watches and they appear here by themselves, or import some now.",
      actions: [element("a", { class: "button primary changes", href: "/import" }, "Import photos"), element("a", { class: "button", href: "/status" }, "Which folders are watched?")],
    });
  }

  update({ type }) {
    this.#type = type;
    this.#turns.end();
    this.#read();
  }

  place() {
    return { scroll: this.#app.scroller.position, month: document.activeElement?.dataset?.month };
  }

  focus() {
    if (document.activeElement === document.body || !document.activeElement?.dataset?.month) this.header.heading.focus({ preventScroll: true });
  }

  close() {
    this.closed = true;
    this.end();
    this.endStatus();
    this.resized.disconnect();
    this.#covers.close();
  }
}
