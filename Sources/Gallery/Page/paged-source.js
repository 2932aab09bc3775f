// Items by their place in a list of any length, read page by page. Only the pages that were looked at last are kept.

import { patiently } from "./patience.js";

/// `read(section, offset, limit, { signal, fields })` gives `{ items, page }`. `sections`: `[{ key, count }]`, in order; a list
/// that is not parted has one, and learns its count from the first page.
export class PagedSource {
  #read;
  #pages = new Map();
  #waiting = new Map();
  #first = [];
  // How often the list has changed: an answer is as old as its question.
  #revision = 0;
  #room;

  constructor(read, { sections = [{ key: "", count: 0 }], size = 60, kept = 12 } = {}) {
    this.#read = (section, offset, limit, { signal, ...options }) => read(section, offset, limit, { ...options, signal: patiently(signal) });
    this.size = size;
    this.kept = kept;
    this.#room = kept;
    this.setSections(sections);
  }

  get total() {
    return this.sections.reduce((sum, { count }) => sum + count, 0);
  }

  /// How many items are in memory.
  get held() {
    let sum = 0;
    for (const { items } of this.#pages.values()) sum += items.length;
    return sum;
  }

  setSections(sections) {
    this.sections = sections.filter(({ count }, place) => count > 0 || (sections.length === 1 && place === 0));
    let first = 0;
    this.#first = this.sections.map(({ count }) => {
      const begins = first;
      first += count;
      return begins;
    });
  }

  #locate(index) {
    let low = 0;
    let high = this.sections.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#first[middle] <= index) low = middle;
      else high = middle - 1;
    }
    const section = this.sections[low];
    const offset = index - (this.#first[low] ?? 0);
    const number = Math.floor(offset / this.size);
    return { section, offset, number, name: `${section?.key}\n${number}` };
  }

  /// The item at an index where it is in memory.
  peek(index) {
    const { offset, name } = this.#locate(index);
    return this.#pages.get(name)?.items[offset % this.size];
  }

  /// The index of an item in memory, or -1.
  find(id) {
    for (const [name, { items }] of this.#pages) {
      const at = items.findIndex((item) => item.id === id);
      if (at < 0) continue;
      const [key, number] = name.split("\n");
      const section = this.sections.findIndex((one) => one.key === key);
      if (section >= 0) return this.#first[section] + Number(number) * this.size + at;
    }
    return -1;
  }

  /// Reads what is missing of a range. Resolves when all of it is there; whoever shows it asks `peek`.
  async get(offset, count, { signal } = {}) {
    const wanted = new Map();
    for (let index = offset; index < offset + count; ) {
      const at = this.#locate(index);
      if (!at.section) break;
      wanted.set(at.name, at);
      index += Math.max(1, Math.min(this.size - (at.offset % this.size), at.section.count - at.offset));
    }
    // A window of any size has all that it shows.
    this.#room = Math.max(this.kept, wanted.size);
    await Promise.all([...wanted.values()].map((at) => this.#page(at, signal)));
    const items = [];
    for (let index = offset; index < offset + count; index += 1) {
      const item = this.peek(index);
      if (item) items.push(item);
    }
    return items;
  }

  async #page({ section, number, name }, signal) {
    const there = this.#pages.get(name);
    if (there?.revision === this.#revision) {
      this.#pages.delete(name);
      this.#pages.set(name, there);
      return;
    }
    let waiting = this.#waiting.get(name);
    if (waiting?.revision !== this.#revision) {
      waiting = { revision: this.#revision, answer: this.#fetch(section, number, name, signal) };
      this.#waiting.set(name, waiting);
    }
    try {
      await waiting.answer;
    } finally {
      if (this.#waiting.get(name) === waiting) this.#waiting.delete(name);
    }
  }

  async #fetch(section, number, name, signal) {
    const revision = this.#revision;
    const { items, page } = await this.#read(section.key, number * this.size, this.size, { signal });
    // A later question may have been answered before.
    if (this.#pages.get(name)?.revision > revision) return;
    if (page?.total !== undefined && revision >= (section.revision ?? 0)) {
      section.revision = revision;
      if (page.total !== section.count) {
        section.count = page.total;
        this.setSections(this.sections);
      }
    }
    this.#pages.delete(name);
    this.#pages.set(name, { items, revision });
    while (this.#pages.size > this.#room) this.#pages.delete(this.#pages.keys().next().value);
  }

  /// The ids of a range of any length.
  async ids(offset, count, { signal } = {}) {
    const ids = [];
    for (let index = offset; index < offset + count; ) {
      const { section, offset: within } = this.#locate(index);
      if (!section) break;
      const limit = Math.min(1000, section.count - within, offset + count - index);
      if (limit <= 0) break;
      const { items } = await this.#read(section.key, within, limit, { signal, fields: "id" });
      ids.push(...items.map(({ id }) => id));
      // Of a section that has become shorter, the next one follows.
      index += items.length || limit;
    }
    return ids;
  }

  /// The list has changed. What is in memory is shown until it was read anew, and what is being read may be of before.
  invalidate() {
    this.#revision += 1;
  }

  stale(index) {
    return this.#pages.get(this.#locate(index).name)?.revision !== this.#revision;
  }
}
