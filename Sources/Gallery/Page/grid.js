import { element } from "./elements.js";
import { GridPointer } from "./grid-pointer.js";
import { ImageQueue } from "./image-queue.js";
import { Selection } from "./selection.js";
import { Tile } from "./tile.js";
import { ScrollMap, TimelineLayout } from "./timeline-map.js";

const targets = [88, 120, 160, 208, 280];
const images = new ImageQueue();
let made = 0;

/// Tiles of a list of any length, of which those on screen exist. The source is a PagedSource or a MonthSource: `total`,
/// `sections`, `peek(index)`, `get(offset, count, { signal })`, `ids(offset, count)`. Tells
/// - "open" `{ item, index, tile }`: a photo is to be looked at,
/// - "select" `{ size }`: the selection is another,
/// - "view" `{ position, height, first }`: what is on screen is another.
export class Grid extends EventTarget {
  #app;
  #source;
  #header;
  #tiles = new Map();
  #headings = new Map();
  #map = new ScrollMap();
  #base = 0;
  #frame = null;
  #settle = null;
  #reading = 0;
  #again = false;
  #speed = { position: 0, time: 0 };
  #stop = new AbortController();
  #paused = false;
  #pointer;
  #prefix = `tile-${(made += 1)}-`;
  #active = -1;
  #activeId = null;
  top = 0;

  /// `label`: what the list is called by screen readers. `header({ key })`: the text above a section; none: no headers.
  /// `selectable`: false for a grid to look at only.
  constructor(app, { source, label, header = null, place = null }) {
    super();
    this.#app = app;
    this.#source = source;
    this.#header = header;
    this.selection = new Selection();
    this.list = element("div", {
      class: "grid-tiles", role: "listbox", tabindex: 0, "aria-multiselectable": "true", "aria-label": label,
      onkeydown: (event) => this.#key(event),
      onfocus: () => this.#focused(),
      onblur: () => this.#mark(),
    });
    this.titles = element("div", { class: "grid-headings" });
    this.band = element("div", { class: "grid-band", hidden: true });
    this.element = element("div", { class: "grid" }, this.titles, this.list, this.band);
    this.#pointer = new GridPointer(this);
    this.selection.addEventListener("change", ({ detail }) => {
      this.#mark();
      this.element.classList.toggle("choosing", detail.size > 0);
      this.#tell("select", detail);
    });
    const { signal } = this.#stop;
    addEventListener("scroll", () => this.#scrolled(), { passive: true, signal });
    addEventListener("resize", () => this.refresh(), { signal });
    this.observer = new ResizeObserver(() => this.refresh());
    this.restored = place;
  }

  get source() {
    return this.#source;
  }

  set source(source) {
    this.#source = source;
    this.#activate(-1);
    this.refresh({ anew: true });
  }

  get active() {
    return this.#active;
  }

  set active(index) {
    this.#activate(index);
  }

  #activate(index) {
    this.#active = index;
    this.#activeId = this.#source.peek(index)?.id ?? null;
  }

  get position() {
    return this.#map.position;
  }

  get range() {
    return Math.max(0, (this.layout?.height ?? 0) - this.#view());
  }

  // As much as stands under the tiles' own top edge: the window without the bar below.
  #view() {
    return Math.max(1, innerHeight);
  }

  /// To be called when the element stands in the page.
  start() {
    this.refresh();
    this.observer.observe(this.element);
    if (this.restored) this.restore(this.restored);
    this.restored = null;
  }

  /// Lays everything out anew: the source's counts or the window have changed. What is at the top of the window stays there.
  refresh({ anew = false } = {}) {
    if (this.#paused || !this.element.isConnected || this.element.clientWidth === 0) return;
    const anchor = anew || !this.layout || this.#map.position <= 0 ? null : this.#anchor();
    this.top = this.element.getBoundingClientRect().top + scrollY;
    this.layout = new TimelineLayout(this.#source.sections, {
      width: this.element.clientWidth, target: this.#target(), gap: this.#gap(), fewest: 3,
      header: this.#header ? 52 : 0, sectionGap: this.#header ? 12 : 0,
    });
    const size = this.layout.cell * Math.min(2, devicePixelRatio || 1);
    this.thumbnail = size <= 132 ? "normal" : size <= 300 ? "large" : "x-large";
    this.#map.resize(this.layout.height, this.#view());
    this.element.style.height = `${Math.ceil(this.#map.scrollHeight)}px`;
    if (anchor) this.#goTo(this.#anchored(anchor), { quiet: true });
    else this.#map.scrolled(scrollY - this.top);
    this.#rebase();
    this.#draw();
  }

  #target() {
    const wish = Number(localStorage.getItem("tile")) || 0;
    const usual = innerWidth < 560 ? 1 : innerWidth < 1800 ? 2 : 3;
    return targets[Math.min(targets.length - 1, Math.max(0, usual + wish))];
  }

  #gap() {
    return innerWidth < 560 ? 2 : 4;
  }

  /// Larger or smaller tiles, kept for the next time.
  zoom(step) {
    const wish = Number(localStorage.getItem("tile")) || 0;
    localStorage.setItem("tile", String(Math.min(3, Math.max(-3, wish + step))));
    this.refresh();
    this.#app.announce(`${this.layout.columns} in a row`);
  }

  #anchor() {
    const y = this.#map.position;
    const section = this.layout.sections[this.layout.sectionAt(y)];
    if (!section) return null;
    const row = Math.max(0, Math.floor((y - section.body) / this.layout.pitch));
    return { key: section.key, within: Math.min(section.count - 1, row * this.layout.columns), share: y < section.body ? y - section.body : (y - section.body) % this.layout.pitch };
  }

  #anchored({ key, within, share }) {
    const section = this.layout.sections.find((one) => one.key === key);
    if (!section) return Math.min(this.#map.position, this.range);
    const { y } = this.layout.place(section.first + Math.min(within, section.count - 1));
    return y + share;
  }

  // Scrolling

  #scrolled() {
    if (this.#paused) return;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      const before = this.#map.offset;
      this.#map.scrolled(scrollY - this.top);
      if (this.#map.offset !== before) this.#rebase();
      this.#draw();
    });
  }

  #goTo(position, { quiet = false } = {}) {
    const scroll = position <= 0 ? Math.max(0, this.top + position) : this.top + this.#map.go(position);
    scrollTo(0, scroll);
    if (quiet) return;
    this.#map.go(Math.max(0, position));
    this.#rebase();
    this.#draw();
  }

  /// Goes to a height in the timeline at once, as the scrubber does.
  go(position) {
    if (this.layout) this.#goTo(Math.min(this.range, Math.max(0, position)));
  }

  // Tiles stand in a layer of their own, at small numbers from its top, however far down the timeline they are.
  #rebase() {
    this.#base = Math.max(0, Math.floor(this.#map.position / 1000) * 1000 - 50_000);
    const top = `${this.#base - this.#map.offset}px`;
    this.list.style.top = this.titles.style.top = top;
    for (const [index, tile] of this.#tiles) this.#put(tile, index);
    for (const [at, heading] of this.#headings) heading.style.top = `${(this.layout.sections[at]?.top ?? 0) - this.#base}px`;
  }

  #put(tile, index) {
    const { x, y } = this.layout.place(index);
    tile.place(x, y - this.#base, this.layout.cell);
  }

  #draw() {
    const { layout } = this;
    const view = this.#view();
    const position = this.#map.position;
    if (Math.abs(position - this.#base - 50_000) > 400_000) this.#rebase();
    const now = performance.now();
    const fast = Math.abs(position - this.#speed.position) / Math.max(1, now - this.#speed.time) > 6;
    this.#speed = { position, time: now };

    const around = fast ? 0 : layout.pitch * 1.5;
    const parts = layout.between(position - around, position + view + around);
    const total = layout.count;
    const wanted = new Set();
    let first = Infinity;
    let last = -1;
    for (const { from, to } of parts) {
      for (let index = from; index < to; index += 1) wanted.add(index);
      if (from < to) [first, last] = [Math.min(first, from), Math.max(last, to)];
    }
    for (const [index, tile] of this.#tiles) {
      if (!wanted.has(index)) {
        tile.close();
        this.#tiles.delete(index);
      }
    }
    const fresh = document.createDocumentFragment();
    for (const index of wanted) {
      let tile = this.#tiles.get(index);
      if (!tile) {
        tile = new Tile(images, this.#prefix + index);
        this.#tiles.set(index, tile);
        this.#put(tile, index);
        fresh.append(tile.element);
      }
      this.#dress(tile, index, total);
    }
    if (fresh.childNodes.length > 0) this.list.append(fresh);
    this.#drawHeadings(parts);
    this.shown = last < 0 ? null : { first, last };

    clearTimeout(this.#settle);
    if (!fast) this.#fill();
    this.#settle = setTimeout(() => this.#rested(), fast ? 60 : 200);
    this.#tell("view", { position, height: layout.height, first: last < 0 ? -1 : first });
  }

  #dress(tile, index, total) {
    const item = this.#source.peek(index);
    tile.show(item, {
      index, total, address: item ? this.#app.api.thumbnail(item, this.thumbnail) : null,
      selected: item && this.selection.has(item.id), active: index === this.active && this.list.matches(":focus-visible"),
    });
  }

  #drawHeadings(parts) {
    if (!this.#header) return;
    const wanted = new Set(parts.map(({ section }) => section));
    for (const [at, heading] of this.#headings) {
      if (!wanted.has(at) || heading.dataset.key !== this.layout.sections[at].key) {
        heading.remove();
        this.#headings.delete(at);
      }
    }
    for (const at of wanted) {
      const section = this.layout.sections[at];
      const { title, about } = this.#header(section);
      let heading = this.#headings.get(at);
      if (!heading) {
        heading = element("h2", { class: "grid-heading", dataset: { key: section.key }, style: { top: `${section.top - this.#base}px` } },
          element("span", {}), element("small", {}));
        this.#headings.set(at, heading);
        this.titles.append(heading);
      }
      if (heading.firstChild.textContent !== title) heading.firstChild.textContent = title;
      if (heading.lastChild.textContent !== about) heading.lastChild.textContent = about;
    }
  }

  #rested() {
    const wanted = this.#map.settled();
    if (wanted !== null) {
      scrollTo(0, this.top + wanted);
      this.#rebase();
    }
    this.#speed.time = 0;
    this.#draw2();
  }

  // Once scrolling rests: what is on screen has all it needs.
  #draw2() {
    clearTimeout(this.#settle);
    if (!this.layout || this.#paused) return;
    this.#fill();
  }

  // Reads what is missing on screen, then asks for the pictures of what is there, from the top.
  #fill() {
    if (!this.shown) return;
    const { first, last } = this.shown;
    for (let index = first; index < last; index += 1) this.#tiles.get(index)?.load();
    let missing = false;
    for (let index = first; index < last && !missing; index += 1) missing = !this.#source.peek(index) || this.#source.stale(index);
    if (!missing && !this.#near(first, last)) return;
    if (this.#reading >= 2) {
      this.#again = true;
      return;
    }
    this.#reading += 1;
    const source = this.#source;
    source.get(first, last - first, { signal: this.#stop.signal }).then(() => {
      if (source === this.#source && this.list.isConnected) this.#arrived();
    }, (failure) => {
      if (failure.name !== "AbortError") this.#tell("failure", failure);
    }).finally(() => {
      this.#reading -= 1;
      if (this.#again && !this.#stop.signal.aborted) {
        this.#again = false;
        this.#fill();
      }
    });
  }

  // A window of a month is read on before its end is on screen.
  #near(first, last) {
    return Boolean(this.#source.window?.wanted(first, last));
  }

  #arrived() {
    if (this.#source.total !== this.layout?.count) return this.refresh();
    // The active tile is that of a photo: it goes along where others come before it.
    if (this.#activeId && this.#source.peek(this.#active) && this.#source.peek(this.#active).id !== this.#activeId) {
      const moved = this.indexOf(this.#activeId);
      if (moved >= 0) this.#active = moved;
    }
    for (const [index, tile] of this.#tiles) {
      this.#dress(tile, index, this.layout.count);
      tile.load();
    }
    if (document.activeElement === this.list) this.#focused();
  }

  // The active tile, and the keyboard

  #focused() {
    this.#first();
    this.#mark();
  }

  // Where there is no active tile yet, it is the first one on screen.
  #first() {
    if (this.active >= 0 || !(this.layout?.count > 0)) return;
    this.active = this.layout.between(this.#map.position + 1, this.#map.position + 2)[0]?.from ?? 0;
  }

  #mark() {
    const focused = this.list.matches(":focus-visible");
    for (const [index, tile] of this.#tiles) {
      tile.mark({ selected: tile.item && this.selection.has(tile.item.id), active: focused && index === this.active });
    }
    if (this.#tiles.has(this.active)) this.list.setAttribute("aria-activedescendant", this.#prefix + this.active);
    else this.list.removeAttribute("aria-activedescendant");
  }

  /// Makes an index the active one and brings it on screen.
  activate(index, { align = "nearest" } = {}) {
    if (index < 0 || !this.layout || index >= this.layout.count) return;
    this.active = index;
    this.show(index, { align });
    this.#mark();
  }

  /// Brings a tile on screen: where it is nearest, or in the middle.
  show(index, { align = "nearest" } = {}) {
    const { y } = this.layout.place(index);
    const section = this.layout.sections[this.layout.sectionOf(index)];
    const top = this.#map.position;
    const above = this.#header && y === section.body ? this.layout.header : 8;
    const below = (parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--navigation-height")) || 0) + 16;
    const view = this.#view() - below;
    if (align === "center") this.#goTo(Math.min(this.range, y - (view - this.layout.cell) / 2));
    else if (y - above < top) this.#goTo(y - above);
    else if (y + this.layout.cell > top + view) this.#goTo(Math.min(Math.max(this.range, 0), y + this.layout.cell - view));
  }

  #key(event) {
    if (!this.layout || this.layout.count === 0 || event.altKey) return;
    this.#first();
    const command = event.ctrlKey || event.metaKey;
    const rows = Math.max(1, Math.floor(this.#view() / this.layout.pitch) - 1);
    const from = Math.max(0, this.active);
    const repeated = (direction) => {
      let index = from;
      for (let step = 0; step < rows; step += 1) index = this.layout.neighbour(index, direction);
      return index;
    };
    const moves = {
      ArrowLeft: () => this.layout.neighbour(from, "left"), ArrowRight: () => this.layout.neighbour(from, "right"),
      ArrowUp: () => this.layout.neighbour(from, "up"), ArrowDown: () => this.layout.neighbour(from, "down"),
      Home: () => 0, End: () => this.layout.count - 1, PageUp: () => repeated("up"), PageDown: () => repeated("down"),
    };
    if (moves[event.key] && !command) {
      const to = moves[event.key]();
      if (event.shiftKey) {
        this.selection.anchor ??= from;
        this.#selectRange(to);
      }
      this.activate(to);
    } else if (event.key === "Enter") this.open(this.active);
    else if (event.key === " " || (event.key === "x" && !command)) this.toggle(this.active);
    else if (event.key === "a" && command) this.#selectAll();
    else if (event.key === "Escape" && this.selection.size > 0) this.selection.clear();
    else if ((event.key === "+" || event.key === "=") && !command) this.zoom(1);
    else if (event.key === "-" && !command) this.zoom(-1);
    else if (["f", "e", "Delete"].includes(event.key) && !command) this.#act(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #act(key) {
    const item = this.#source.peek(this.active);
    if (this.selection.size === 0 && !item) return;
    const ids = this.selection.size > 0 ? this.selection.ids : [item.id];
    this.#tell("act", { action: { f: "favorite", e: "edit", Delete: "trash" }[key], ids, item });
  }

  open(index) {
    const item = this.#source.peek(index);
    if (!item) return;
    this.active = index;
    this.#tell("open", { item, index, tile: this.#tiles.get(index)?.element.querySelector("img") ?? null });
  }

  // Selecting

  toggle(index) {
    const item = this.#source.peek(index);
    if (item) this.selection.toggle(item.id, index);
  }

  async #selectRange(index, { add = false } = {}) {
    const { first, last } = this.selection.range(index);
    const before = add ? this.selection.ids : [];
    const turn = (this.selecting = {});
    const ids = await this.#ids(first, last - first + 1);
    if (this.selecting === turn && ids) this.selection.set([...before, ...ids]);
  }

  selectTo(index, options) {
    return this.#selectRange(index, options);
  }

  async #selectAll() {
    const ids = await this.#ids(0, this.layout.count);
    if (ids) this.selection.set(ids);
  }

  async #ids(first, count) {
    const here = [];
    for (let index = first; index < first + count && here; index += 1) {
      const item = this.#source.peek(index);
      if (!item) break;
      here.push(item.id);
    }
    if (here.length === count) return here;
    try {
      return await this.#source.ids(first, count, { signal: this.#stop.signal });
    } catch (failure) {
      if (failure.name !== "AbortError") this.#app.toast(failure.message, { kind: "error" });
      return null;
    }
  }

  /// The index under a point of the window, or -1; and what a rectangle between two such points covers.
  indexAt(clientX, clientY) {
    const { x, y } = this.point(clientX, clientY);
    return this.layout?.indexAt(x, y) ?? -1;
  }

  point(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top + this.#map.offset };
  }

  /// Where a point of the timeline stands within the element.
  inside(y) {
    return y - this.#map.offset;
  }

  // Going and coming back

  place() {
    return { position: this.#map.position, scroll: scrollY, anchor: this.layout ? this.#anchor() : null, active: this.active };
  }

  restore({ position, scroll, anchor, active }) {
    if (!this.layout) return;
    this.active = active ?? -1;
    if (position <= 0 || !anchor) scrollTo(0, scroll);
    else this.#goTo(this.#anchored(anchor));
    this.#map.scrolled(scrollY - this.top);
    this.#rebase();
    this.#draw();
  }

  /// The picture of a photo that is on screen.
  shared(id) {
    for (const tile of this.#tiles.values()) if (tile.item?.id === id) return tile.element.querySelector("img");
    return null;
  }

  /// The index of a photo in memory, or -1.
  indexOf(id) {
    for (const [index, tile] of this.#tiles) if (tile.item?.id === id) return index;
    for (let index = 0; index < Math.min(this.#source.total, 20_000); index += 1) if (this.#source.peek(index)?.id === id) return index;
    return -1;
  }

  /// After the viewer: the photo that was looked at last is on screen, and active.
  resume(id) {
    const index = id ? this.indexOf(id) : -1;
    if (index >= 0) this.activate(index);
    this.list.focus({ preventScroll: true });
  }

  focus() {
    this.list.focus({ preventScroll: true });
  }

  close() {
    this.#paused = true;
    this.#stop.abort();
    this.observer.disconnect();
    this.#pointer.close();
    clearTimeout(this.#settle);
    cancelAnimationFrame(this.#frame);
    for (const tile of this.#tiles.values()) tile.close();
    this.#tiles.clear();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
