import { element } from "./elements.js";
import { GridChoice } from "./grid-choice.js";
import { gridKey } from "./grid-keys.js";
import { GridPointer } from "./grid-pointer.js";
import { GridReader } from "./grid-reader.js";
import { GridScroll } from "./grid-scroll.js";
import { layoutOf, thumbnailSize, wishFor } from "./grid-size.js";
import { GridTiles } from "./grid-tiles.js";
import { Selection } from "./selection.js";

/// Tiles of a list of any length, of which those on screen exist. The source is a PagedSource or a MonthSource: `total`,
/// `sections`, `peek(index)`, `get(offset, count, { signal })`, `ids(offset, count)`. Tells
/// - "open" `{ item, index, tile }`: a photo is to be looked at,
/// - "act" `{ action, ids, item }`: photos are to be changed,
/// - "select" `{ size }`: the selection is another,
/// - "view" `{ position }`: what is on screen is another,
/// - "failure": something could not be read.
export class Grid extends EventTarget {
  #app;
  #source;
  #tiles;
  #reader;
  #pointer;
  #scroll;
  #headers;
  #active = -1;
  #activeId = null;

  /// `label`: what the list is called by screen readers. `header(section)`: `{ title, about }` above a section; none: no headers.
  constructor(app, { source, label, header = null, place = null }) {
    super();
    this.#app = app;
    this.#source = source;
    this.#headers = header !== null;
    this.restored = place;
    this.selection = new Selection();
    this.choice = new GridChoice(this);
    this.list = element("div", {
      class: "grid-tiles", role: "listbox", tabindex: 0, "aria-multiselectable": "true", "aria-label": label,
      onkeydown: (event) => this.#key(event), onfocus: () => this.#mark(), onblur: () => this.#mark(),
    });
    const titles = element("div", { class: "grid-headings" });
    this.band = element("div", { class: "grid-band", hidden: true });
    this.element = element("div", { class: "grid" }, titles, this.list, this.band);
    this.#tiles = new GridTiles({ list: this.list, titles, header });
    this.#reader = new GridReader({ arrived: (from) => this.#arrived(from), failed: (failure) => this.#tell("failure", failure) });
    this.#pointer = new GridPointer(this);
    this.selection.addEventListener("change", ({ detail }) => {
      this.#mark();
      this.element.classList.toggle("choosing", detail.size > 0);
      this.#tell("select", detail);
    });
    const { signal } = this;
    this.#scroll = new GridScroll(this.element, app.scroller, { signal, moved: () => this.#draw(), rested: () => this.#rested() });
    addEventListener("resize", () => this.refresh(), { signal });
    // Who goes by the pointer does not go by the keyboard any more.
    addEventListener("pointerdown", () => this.#mark(), { signal });
    this.observer = new ResizeObserver(() => this.refresh());
  }

  /// Aborted when the grid is closed.
  get signal() {
    return this.#reader.signal;
  }

  get scroller() {
    return this.#app.scroller;
  }

  get source() {
    return this.#source;
  }

  set source(source) {
    this.#source = source;
    this.active = -1;
    this.refresh({ anew: true });
  }

  get active() {
    return this.#active;
  }

  // The active tile is that of a photo: it goes along where others come before it.
  set active(index) {
    this.#active = index;
    this.#activeId = this.#source.peek(index)?.id ?? null;
  }

  /// How far the timeline can be scrolled, and how many whole rows are on screen.
  get range() {
    return Math.max(0, (this.layout?.height ?? 0) - this.#scroll.view);
  }

  get rows() {
    return Math.max(1, Math.floor(this.#scroll.view / this.layout.pitch) - 1);
  }

  /// To be called when the element stands in the page.
  start() {
    this.refresh();
    this.observer.observe(this.element);
    if (this.scroller.box) this.observer.observe(this.scroller.box);
    const place = this.restored;
    if (!place || !(this.layout?.count > 0)) return;
    this.restored = null;
    this.#restore(place);
  }

  /// Lays everything out anew: the source's counts or the window have changed. What is at the top of the window stays there.
  refresh({ anew = false } = {}) {
    if (this.signal.aborted || !this.element.isConnected || this.element.clientWidth === 0) return;
    const { position } = this.#scroll;
    const anchor = anew || !this.layout || position <= 0 ? null : this.layout.anchor(position);
    this.layout = layoutOf(this.#source.sections, this.element.clientWidth, { headers: this.#headers });
    this.thumbnail = thumbnailSize(this.layout);
    this.#scroll.resize(this.layout.height);
    if (anchor) this.#scroll.go(this.layout.anchored(anchor) ?? position);
    else this.#scroll.stay();
    this.#rebase();
    this.#followActive();
    this.#draw({ anew: true });
    this.#mark();
  }

  /// Larger or smaller tiles, kept for the next time.
  zoom(step) {
    wishFor(step);
    this.refresh();
    this.#app.announce(`${this.layout.columns} in a row`);
  }

  /// Goes to a height in the timeline at once, as the scrubber does. Less than nothing is what stands above it.
  go(position) {
    if (!this.layout) return;
    this.#scroll.go(position);
    this.#draw();
  }

  #rebase() {
    this.#tiles.rebase(this.layout, this.#scroll.position, this.#scroll.offset);
  }

  // `anew`: what tiles show may be another; else only those are looked at that have just come on screen.
  #draw({ anew = false } = {}) {
    if (!this.layout) return;
    const { position, offset, view } = this.#scroll;
    if (!this.#tiles.standAt(position, offset)) this.#rebase();
    const fast = this.#scroll.drawn();
    this.element.classList.toggle("passing", fast);
    const around = fast ? 0 : this.layout.pitch * 1.5;
    const focused = this.#focused;
    this.shown = this.#tiles.draw(this.layout.between(position - around, position + view + around), (tile, index) => this.#dress(tile, index, focused), { anew });
    // What is passed in haste is neither read nor are pictures of it asked for.
    if (!fast) this.#fill();
    this.#tell("view", { position });
  }

  get #focused() {
    return document.activeElement === this.list && document.documentElement.classList.contains("by-keyboard");
  }

  #dress(tile, index, focused) {
    const item = this.#source.peek(index);
    tile.show(item, {
      index, total: this.layout.count, address: item ? this.#app.api.thumbnail(item, this.thumbnail) : null,
      selected: item && this.selection.has(item.id), active: focused && index === this.#active,
    });
  }

  #rested() {
    this.element.classList.remove("passing");
    if (!this.#tiles.standAt(this.#scroll.position, this.#scroll.offset)) this.#rebase();
    this.#fill();
  }

  #fill() {
    if (!this.shown) return;
    this.#tiles.load(this.shown.first, this.shown.last);
    this.#reader.read(this.#source, this.shown);
  }

  #arrived(source) {
    if (this.signal.aborted || source !== this.#source) return;
    if (source.total !== this.layout?.count) this.refresh();
    this.#followActive();
    const focused = this.#focused;
    this.#tiles.each((tile, index) => {
      this.#dress(tile, index, focused);
      tile.load();
    });
    this.#mark();
  }

  /// Pictures that could not be had are asked for anew.
  retry() {
    this.#tiles.each((tile) => tile.retry());
  }

  // The active tile

  #mark() {
    if (document.activeElement === this.list && this.#activeId === null) this.activeOrFirst();
    const focused = this.#focused;
    this.#tiles.each((tile, index) => tile.mark({ selected: tile.item && this.selection.has(tile.item.id), active: focused && index === this.#active }));
    if (this.#tiles.has(this.#active)) this.list.setAttribute("aria-activedescendant", this.#tiles.domId(this.#active));
    else this.list.removeAttribute("aria-activedescendant");
  }

  // The active photo is wherever it stands now. Where it has gone, the one that followed it on screen is: to be called before tiles
  // show what has come. Where none of them is in memory, no photo is active until the same one is read again.
  #followActive() {
    const source = this.#source;
    const there = source.peek(this.#active);
    if (this.#activeId === null) this.#activeId = there?.id ?? null;
    if (there?.id === this.#activeId) return;
    const here = source.find(this.#activeId);
    if (here < 0 && !there && this.#active < source.total) return;
    const next = this.#idsFromActive().map((id) => source.find(id)).find((index) => index >= 0) ?? -1;
    if (here < 0 && next >= 0) this.active = next;
    else this.#active = here;
  }

  // The ids on screen from that of the active photo on, where it is on screen itself.
  #idsFromActive() {
    const ids = [];
    this.#tiles.each((tile, index) => {
      if (index >= this.#active && tile.item) ids[index - this.#active] = tile.item.id;
    });
    return ids[0] === this.#activeId ? ids.filter(Boolean) : [];
  }

  /// The photo of the active tile, where one sees that it is: the tile is on screen, and marked.
  get marked() {
    const { top, view } = this.scroller;
    let marked = null;
    this.#tiles.each(({ element: tile, item }) => {
      if (!tile.classList.contains("active")) return;
      const box = tile.getBoundingClientRect();
      if (box.bottom > top && box.top < top + view) marked = item;
    });
    return marked;
  }

  /// Where there is no active tile yet, it is the first one on screen.
  activeOrFirst() {
    if (this.#active < 0 && this.layout?.count > 0) this.active = this.layout.between(this.#scroll.position + 1, this.#scroll.position + 2)[0]?.from ?? 0;
    return this.#active;
  }

  /// Makes an index the active one and brings it on screen.
  activate(index) {
    if (index < 0 || !this.layout || index >= this.layout.count) return;
    this.active = index;
    const { y } = this.layout.place(index);
    const { position } = this.#scroll;
    const above = this.#headers && y === this.layout.sections[this.layout.sectionOf(index)].body ? this.layout.header : 8;
    const bar = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--navigation-height")) || 0;
    const view = this.#scroll.view - bar - 16;
    if (y - above < position) this.go(y - above);
    else if (y + this.layout.cell > position + view) this.go(y + this.layout.cell - view);
    this.#mark();
  }

  #key(event) {
    if (!gridKey(this, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  open(index) {
    const item = this.#source.peek(index);
    if (!item) return;
    this.active = index;
    this.#tell("open", { item, index, tile: this.#tiles.image(index) });
  }

  // Points of the window and of the timeline

  /// The index under a point of the window, or -1.
  indexAt(clientX, clientY) {
    const { x, y } = this.point(clientX, clientY);
    return this.layout?.indexAt(x, y) ?? -1;
  }

  point(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top + this.#scroll.offset };
  }

  /// Where a height of the timeline is within the element.
  inside(y) {
    return y - this.#scroll.offset;
  }

  place() {
    const { position } = this.#scroll;
    return { position, scroll: this.scroller.position, anchor: this.layout?.anchor(position) ?? null, active: this.#active, id: this.#activeId };
  }

  #restore({ position, scroll, anchor, active, id }) {
    if (!this.layout) return;
    this.#active = active;
    this.#activeId = id;
    this.#followActive();
    if (position > 0 && anchor) return this.go(this.layout.anchored(anchor) ?? position);
    this.scroller.to(scroll);
    this.#scroll.stay();
    this.#draw();
  }

  /// The picture of a photo that is on screen.
  shared(id) {
    return this.#tiles.image(this.#tiles.indexOf(id));
  }

  /// The index of a photo in memory, or -1.
  indexOf(id) {
    const index = this.#tiles.indexOf(id);
    return index >= 0 ? index : this.#source.find(id);
  }

  /// After the viewer: the photo that was looked at last is on screen, and active. `place` is where it is in the list, where the
  /// viewer knows: what was looked at may be far from what was read here.
  resume(id, place = -1) {
    const known = id ? this.indexOf(id) : -1;
    this.activate(known >= 0 ? known : place);
    this.focus();
  }

  focus() {
    this.list.focus({ preventScroll: true });
  }

  close() {
    this.#reader.close();
    this.observer.disconnect();
    this.#pointer.close();
    this.#tiles.close();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
