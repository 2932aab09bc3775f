import { addressWith, typeChooser } from "../chooser.js";
import { element, emptyState, screenHeader } from "../elements.js";
import { icon } from "../icons.js";
import { MonthSource, MonthsCache } from "../months-cache.js";
import { PhotoList } from "../photo-list.js";
import { monthOf, typeOf } from "../query.js";
import { count, monthName } from "../text.js";
import { tileFields } from "../api.js";
import { GridScreen } from "../grid-screen.js";

// Three months stay in memory while the page is open, so that going back and forth among them reads nothing.
const cache = new MonthsCache();
let following = false;
// The month that is pressed and not open yet, which is read.
let ahead = null;

export default {
  match: ({ pathname, searchParams }) => {
    const month = monthOf(decodeURIComponent(pathname.split("/")[2]));
    return month && { month, type: typeOf(searchParams) };
  },
  title: ({ month }) => monthName(month),
  prepare(app, { month, type }) {
    follow(app.live);
    ahead = { key: keyOf(month, type), source: sourceOf(app, month, type) };
    // What goes wrong is told when it is opened and read again.
    ahead.source.get(0, 20).catch(() => {});
  },
  open: (app, parameters, container, { place }) => new Month(app, parameters, container, place),
};

function follow(live) {
  if (following) return;
  following = true;
  live.addEventListener("photos", ({ detail: { monthKey, oldMonthKey } }) => {
    cache.invalidate((key) => [monthKey, oldMonthKey].includes(key.split(" ")[0]));
  });
  live.addEventListener("reset", () => cache.invalidate());
}

function keyOf({ monthKey }, type) {
  return type ? `${monthKey} ${type}` : monthKey;
}

function sourceOf(app, month, type) {
  return new MonthSource(cache.month(keyOf(month, type)), (offset, limit, { signal, fields = tileFields }) => (
    app.api.page("photos", [month.monthKey], { type, offset, limit, fields }, { signal })));
}

class Month extends GridScreen {
  #app;
  #month;
  #type;

  constructor(app, { month, type }, container, place) {
    super();
    follow(app.live);
    this.#app = app;
    this.#month = month;
    this.#type = type;
    this.unviewed = element("a", { class: "button quiet", hidden: true, title: "Go on with the first one that was not looked at yet" }, "Continue");
    this.header = screenHeader({
      title: monthName(month), subtitle: " ",
      back: element("button", { type: "button", class: "icon-button back", "aria-label": "Back to the months", title: "Back", onclick: () => app.router.back("/months") }, icon("back")),
      tools: [this.unviewed,
        element("a", { class: "icon-button needs-map", href: `/map?month=${month.monthKey}`, "aria-label": "Map of this month", title: "Map" }, icon("map")),
        typeChooser(type, (next) => app.navigate(addressWith(app, { type: next }), { replace: true }))],
    });
    container.append(this.header);
    const source = this.#source();
    this.list = new PhotoList(app, container, {
      source, place, label: monthName(month),
      within: () => `month:${month.monthKey}`, type: () => this.#type,
      empty: () => this.#empty(),
      concerns: ({ monthKey, oldMonthKey }) => [monthKey, oldMonthKey].includes(month.monthKey),
      keeps: ({ change, monthKey }) => change !== "deleted" && monthKey === month.monthKey,
      changed: () => this.#say(),
    });
    this.opened = this.list.start({ known: source.total > 0 });
  }

  #source() {
    const source = ahead?.key === keyOf(this.#month, this.#type) ? ahead.source : sourceOf(this.#app, this.#month, this.#type);
    ahead = null;
    return source;
  }

  #say() {
    const { source } = this.list.grid;
    const one = this.#type ?? "item";
    this.header.say(monthName(this.#month), count(source.total, one));
    // At the first one there is nothing to go on with.
    this.unviewed.hidden = !(source.firstUnviewed > 0);
    this.unviewed.href = `/photo/first-unviewed?${new URLSearchParams({ in: `month:${this.#month.monthKey}`, ...(this.#type ? { type: this.#type } : {}) })}`;
  }

  #empty() {
    const name = monthName(this.#month);
    return emptyState({
      picture: icon(this.#type === "video" ? "video" : "image", { size: 48 }),
      title: this.#type ? `No ${this.#type}s in ${name}` : `Nothing in ${name}`,
      text: this.#type ? "Other kinds of items may be there." : "Photos that were taken in this month appear here as soon as they are in a watched folder.",
      actions: [this.#type
        ? element("a", { class: "button", href: `/month/${this.#month.monthKey}` }, "Show everything")
        : element("a", { class: "button", href: "/months" }, "All months")],
    });
  }

  update({ month, type }) {
    if (month.monthKey !== this.#month.monthKey) return false;
    this.#type = type;
    const source = this.#source();
    this.list.show(source, { known: source.total > 0 });
    return true;
  }

  close() {
    this.list.close();
  }
}
