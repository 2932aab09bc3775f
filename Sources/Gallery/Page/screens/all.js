import { tileFields } from "../api.js";
import { addressWith, typeChooser } from "../chooser.js";
import { element, emptyState, screenHeader } from "../elements.js";
import { failureState, loadingState } from "../failure.js";
import { GridScreen } from "../grid-screen.js";
import { icon } from "../icons.js";
import { PagedSource } from "../paged-source.js";
import { PhotoList } from "../photo-list.js";
import { monthOf, typeOf } from "../query.js";
import { Scrubber } from "../scrubber.js";
import { count, counts, locale, monthName, number } from "../text.js";
import { Turns } from "../turns.js";

const short = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });

export default {
  match: ({ searchParams }) => ({ type: typeOf(searchParams) }),
  title: () => "All photos",
  open: (app, parameters, container, { place }) => new All(app, parameters, container, place),
};

/// Everything in one timeline. It is laid out from the months' counts; photos are read where it is looked at.
class All extends GridScreen {
  #app;
  #type;
  #months = new Map();
  #turns = new Turns();
  // Where the timeline is to be, and whether it is another: until the first answer that is shown.
  #place;
  #isAnother = true;

  constructor(app, { type }, container, place) {
    super();
    this.#app = app;
    this.#type = type;
    this.#place = place;
    this.header = screenHeader({
      title: "All photos", subtitle: " ",
      tools: [typeChooser(type, (next) => app.navigate(addressWith(app, { type: next }), { replace: true }))],
    });
    this.state = element("div", { hidden: true });
    this.scrubber = new Scrubber({
      label: "Timeline",
      go: (share) => this.list.grid.go(share * this.list.grid.range),
      goTo: ({ top }) => this.list.grid.go(top),
      cover: (id) => app.api.thumbnail(id, "normal"),
    });
    this.scrubber.element.hidden = true;
    container.append(this.header, this.state);
    this.list = new PhotoList(app, container, {
      source: this.#source([]), place: null, label: "All photos, the newest first",
      header: ({ key }) => this.#heading(key),
      within: () => "all", type: () => this.#type, empty: () => this.#empty(),
      keeps: ({ change }) => change !== "deleted",
    });
    // Where the header of a month has left the window, its name stays.
    this.now = element("div", { class: "grid-now", "aria-hidden": "true", hidden: true });
    container.append(this.now, this.scrubber.element);
    this.list.grid.addEventListener("view", ({ detail: { position } }) => {
      this.#name(position);
      this.scrubber.show(Math.min(1, Math.max(0, position / Math.max(1, this.list.grid.range))));
    });
    this.end = app.live.follow(["months"], () => this.#read(), { delay: 250 });
    this.resized = new ResizeObserver(() => this.#mark());
    this.resized.observe(this.list.grid.element);
    const slow = setTimeout(() => this.#say(loadingState()), 200);
    this.opened = this.#read().finally(() => clearTimeout(slow));
  }

  #source(sections) {
    return new PagedSource((month, offset, limit, { signal, fields = tileFields }) => (
      this.#app.api.page("photos", [month], { type: this.#type, offset, limit, fields }, { signal })), { sections });
  }

  async #read() {
    const isLatest = this.#turns.begin();
    let months;
    try {
      months = await this.#app.api.lines("months", [], { type: this.#type });
    } catch (failure) {
      if (isLatest() && this.#isAnother) this.#say(failureState(failure, () => this.#read()));
      return;
    }
    if (!isLatest() || this.closed) return;
    this.#say(null);
    this.#months = new Map(months.map((month) => [month.monthKey, month]));
    const sections = months.map((month) => ({ key: month.monthKey, count: this.#count(month) }));
    const total = sections.reduce((sum, section) => sum + section.count, 0);
    this.header.say("All photos", total > 0 ? this.#counts({
      photoCount: months.reduce((sum, { photoCount }) => sum + photoCount, 0),
      videoCount: months.reduce((sum, { videoCount }) => sum + videoCount, 0),
    }) : " ");
    if (this.#isAnother) {
      const place = this.#place ?? null;
      this.#place = null;
      this.#isAnother = false;
      this.list.grid.restored = place;
      await this.list.show(this.#source(sections), { known: true, keep: place !== null });
    } else {
      this.list.grid.source.setSections(sections);
      this.list.grid.refresh();
    }
    this.#mark();
  }

  #say(state) {
    this.state.replaceChildren(...(state ? [state] : []));
    this.state.hidden = !state;
  }

  #count({ photoCount, videoCount }) {
    return (this.#type === "video" ? 0 : photoCount) + (this.#type === "photo" ? 0 : videoCount);
  }

  #counts({ photoCount, videoCount }) {
    return counts({ photoCount: this.#type === "video" ? 0 : photoCount, videoCount: this.#type === "photo" ? 0 : videoCount });
  }

  #heading(key) {
    const month = this.#months.get(key);
    return { title: monthName(month ?? monthOf(key)), about: month ? number(this.#count(month)) : "" };
  }

  #name(position) {
    const { layout } = this.list.grid;
    const section = layout.sections[layout.sectionAt(position)];
    const passed = section && position > section.body - 12 && position < section.bottom - 24;
    if (this.now.hidden === passed) this.now.hidden = !passed;
    if (!passed || this.named === section.key) return;
    this.named = section.key;
    this.now.textContent = this.#heading(section.key).title;
  }

  // Where the months stand in the timeline, for the scrubber.
  #mark() {
    const { layout, range } = this.list.grid;
    if (!layout) return;
    this.scrubber.set(layout.sections.map(({ key, top, count: items }) => {
      const month = this.#months.get(key) ?? monthOf(key);
      const year = month.year === null ? "–" : String(month.year);
      return {
        key, top, at: Math.min(1, top / Math.max(1, range)), year, text: monthName(month),
        short: month.year === null ? "–" : `${short.format(new Date(Date.UTC(month.year, month.month - 1, 1)))} ${year}`,
        about: count(items, this.#type ?? "item"), cover: month.cover,
      };
    }), 2 / Math.max(1, range));
  }

  #empty() {
    return emptyState({
      picture: icon("image", { size: 48 }), title: this.#type ? `No ${this.#type}s yet` : "No photos yet",
      text: "What is put into a folder that photod watches appears here by itself.",
      actions: [this.#type ? element("a", { class: "button", href: "/all" }, "Show everything")
        : element("a", { class: "button primary changes", href: "/import" }, "Import photos")],
    });
  }

  update({ type }) {
    this.#type = type;
    this.#isAnother = true;
    this.#turns.end();
    this.#read();
    return true;
  }

  close() {
    this.closed = true;
    this.end();
    this.resized.disconnect();
    this.scrubber.close();
    this.list.close();
  }
}
