// The items of months in memory: a window of at most so many of each month, and of so many months, the least recently used
// going first.

import { patiently } from "./patience.js";

// What a request may ask for.
const atOnce = 1000;

/// Of one month: the items from `start` on, without a hole.
export class MonthWindow {
  constructor({ first, more, lead, most }) {
    Object.assign(this, { first, more, lead, most });
    this.start = 0;
    this.items = [];
    this.total = null;
    this.firstUnviewed = null;
    // How often the month has changed, and how often it had when the items were asked for.
    this.revision = 0;
    this.read = 0;
  }

  get stale() {
    return this.read !== this.revision;
  }

  get end() {
    return this.start + this.items.length;
  }

  peek(index) {
    return this.items[index - this.start];
  }

  /// What is to be read when the items from `from` to `to` (not included) are on screen, or null: the first 20, 10 more when
  /// five from the end, or a window around where the user has jumped to.
  wanted(from, to) {
    // What has changed may be longer by now than it was known to be.
    const total = this.stale ? Infinity : this.total ?? Infinity;
    const shown = Math.max(1, Math.min(to, total) - from);
    if (from >= total) return null;
    if (this.items.length === 0 || this.stale || from > this.end || to < this.start) {
      return { offset: from, limit: Math.min(atOnce, total - from, Math.max(this.first, shown)) };
    }
    if (to + this.lead > this.end && this.end < total) {
      return { offset: this.end, limit: Math.min(atOnce, total - this.end, Math.max(this.more, to - this.end)) };
    }
    if (from - this.lead < this.start && this.start > 0) {
      const limit = Math.min(atOnce, this.start, Math.max(this.more, this.start - from));
      return { offset: this.start - limit, limit };
    }
    return null;
  }

  /// Puts in what was read at a revision. Of more than may be kept, those farthest from what is on screen go; what is on screen
  /// stays.
  put(offset, items, total, { from, to }, revision = this.revision) {
    if (revision < this.read) return;
    this.total = total;
    const joins = revision === this.read && this.items.length > 0 && offset <= this.end && offset + items.length >= this.start;
    if (!joins) {
      this.start = offset;
      this.items = items;
    } else if (offset >= this.start) {
      this.items = [...this.items.slice(0, offset - this.start), ...items, ...this.items.slice(offset - this.start + items.length)];
    } else {
      this.items = [...items, ...this.items.slice(offset + items.length - this.start)];
      this.start = offset;
    }
    this.read = revision;
    this.#trim(from, to);
  }

  #trim(from, to) {
    const most = Math.max(this.most, to - from + 2 * this.lead);
    let excess = this.items.length - most;
    if (excess <= 0) return;
    const before = Math.max(0, from - this.start);
    const after = Math.max(0, this.end - to);
    const front = Math.min(excess, before, Math.max(0, Math.round((excess + before - after) / 2)));
    this.items = this.items.slice(front);
    this.start += front;
    excess -= front;
    if (excess > 0) this.items = this.items.slice(0, this.items.length - excess);
  }

  /// The month has changed: what is shown stays until it was read anew, and what is being read may be of before.
  invalidate() {
    this.revision += 1;
  }
}

export class MonthsCache {
  #months = new Map();

  constructor({ months = 3, first = 20, more = 10, lead = 5, most = 50 } = {}) {
    this.most = months;
    this.window = { first, more, lead, most };
  }

  /// The window of a month, which is now the most recently used.
  month(key) {
    const window = this.#months.get(key) ?? new MonthWindow(this.window);
    this.#months.delete(key);
    this.#months.set(key, window);
    while (this.#months.size > this.most) this.#months.delete(this.#months.keys().next().value);
    return window;
  }

  has(key) {
    return this.#months.has(key);
  }

  get keys() {
    return [...this.#months.keys()];
  }

  /// What a predicate of keys says is stale.
  invalidate(concerns = () => true) {
    for (const [key, window] of this.#months) if (concerns(key)) window.invalidate();
  }
}

/// A month as a grid shows it: the source is the window, `read(offset, limit, options)` gives `{ items, page }`.
export class MonthSource {
  #read;
  #window;
  #waiting = null;

  constructor(window, read) {
    this.#window = window;
    this.#read = (offset, limit, { signal, ...options }) => read(offset, limit, { ...options, signal: patiently(signal) });
  }

  get window() {
    return this.#window;
  }

  get total() {
    return this.#window.total ?? 0;
  }

  /// The place of the first item that was not looked at yet, or null.
  get firstUnviewed() {
    return this.#window.firstUnviewed;
  }

  get sections() {
    return [{ key: "", count: this.total }];
  }

  peek(index) {
    return this.#window.peek(index);
  }

  /// The index of an item in memory, or -1.
  find(id) {
    const at = this.#window.items.findIndex((item) => item.id === id);
    return at < 0 ? -1 : this.#window.start + at;
  }

  stale() {
    return this.#window.stale;
  }

  invalidate() {
    this.#window.invalidate();
  }

  /// Reads until nothing more is wanted of a range. One request at a time: the next one is for what is wanted by then.
  async get(offset, count, { signal } = {}) {
    this.range = { from: offset, to: offset + count };
    this.#waiting ??= this.#fill(signal).finally(() => {
      this.#waiting = null;
    });
    await this.#waiting;
  }

  async #fill(signal) {
    for (let turns = 0; turns < 8; turns += 1) {
      const wanted = this.#window.wanted(this.range.from, this.range.to);
      if (!wanted || wanted.limit <= 0) return;
      const { revision } = this.#window;
      const { items, page } = await this.#read(wanted.offset, wanted.limit, { signal });
      this.#window.put(wanted.offset, items, page.total, this.range, revision);
      this.#window.firstUnviewed = page.firstUnviewed ?? null;
      if (items.length === 0 && !this.#window.stale) return;
    }
  }

  async ids(offset, count, { signal } = {}) {
    const ids = [];
    while (ids.length < count) {
      const { items } = await this.#read(offset + ids.length, Math.min(atOnce, count - ids.length), { signal, fields: "id" });
      if (items.length === 0) break;
      ids.push(...items.map(({ id }) => id));
    }
    return ids;
  }
}
