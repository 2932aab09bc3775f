import { countingRequest, isOfNoTime, viewerFields } from "./context.js";

// Lists are read in blocks of so many, and so many blocks are kept.
const blockSize = 40;
const blocksKept = 5;
// Ids are looked for so far from where they should be, and so many at once.
const stride = 500;
const strides = 8;

/// The list that one swipes through: what stands at an index, and where a photo stands. Only a few blocks of it are in memory.
export class Sequence {
  #api;
  #context;
  #blocks = new Map();
  #revision = 0;
  total = 0;

  constructor(api, context) {
    this.#api = api;
    this.#context = context;
  }

  /// How often the list has changed.
  get revision() {
    return this.#revision;
  }

  /// What was read is read anew when it is next asked for.
  forget() {
    this.#blocks.clear();
    this.#revision += 1;
  }

  /// The item at an index, null beyond the list.
  async at(index) {
    if (index < 0) return null;
    const number = Math.floor(index / blockSize);
    let block = this.#blocks.get(number);
    if (block) this.#blocks.delete(number);
    else block = this.#read(number);
    this.#blocks.set(number, block);
    while (this.#blocks.size > blocksKept) this.#blocks.delete(this.#blocks.keys().next().value);
    return (await block)[index - number * blockSize] ?? null;
  }

  /// What is known already of an item at an index changes with what the viewer has done to it.
  async patch(index, values) {
    const item = await this.at(index);
    if (item) Object.assign(item, values);
  }

  /// An item was read again.
  async renew(item) {
    for (const block of this.#blocks.values()) {
      const items = await block.catch(() => []);
      const place = items.findIndex(({ id }) => id === item.id);
      if (place >= 0) items[place] = { ...item };
    }
  }

  /// The index of the first item that was not looked at yet, else 0; -1 where the list is empty.
  async firstUnviewed() {
    const page = await this.#page({ offset: 0, limit: 1, fields: "id" });
    this.total = page.page.total;
    if (this.total === 0) return -1;
    return page.page.firstUnviewed ?? 0;
  }

  /// Where a photo stands, or -1. Its time tells nearly where; photos of the same moment are told apart by looking.
  async locate(item, { signal } = {}) {
    const counting = countingRequest(this.#context, item);
    const whole = this.#page({ offset: 0, limit: 1, fields: "id" }, { signal });
    let near = null;
    if (counting && isOfNoTime(counting)) near = -1;
    else if (counting) {
      const { page } = await this.#api.page(counting.command, counting.words, { ...counting.keys, limit: 1, fields: "id" }, { signal });
      near = page.total - 1;
    }
    this.total = (await whole).page.total;
    if (near !== null && this.#context.keys.order === "oldest") near = this.total - 1 - near;
    return this.#search(item.id, Math.min(Math.max(near ?? this.total - 1, 0), Math.max(this.total - 1, 0)), { signal });
  }

  // The block around comes first, for it is shown next; then ids alone, farther and farther away on both sides.
  async #search(id, near, { signal }) {
    const revision = this.#revision;
    const first = Math.max(0, Math.floor(near / blockSize));
    for (const number of [first, first - 1, first + 1]) {
      if (number < 0 || number * blockSize >= this.total) continue;
      await this.at(number * blockSize);
      const place = ((await this.#blocks.get(number)) ?? []).findIndex((item) => item.id === id);
      if (place >= 0) return number * blockSize + place;
      if (revision !== this.#revision) break;
    }
    let low = Math.max(0, (first - 1) * blockSize);
    let high = (first + 2) * blockSize;
    for (let turn = 0; turn < strides && (low > 0 || high < this.total); turn += 1) {
      const parts = [[Math.max(0, low - stride), low], [high, Math.min(this.total, high + stride)]].filter(([from, to]) => from < to);
      for (const [offset, end] of parts) {
        const { items } = await this.#page({ offset, limit: end - offset, fields: "id" }, { signal });
        const place = items.findIndex((item) => item.id === id);
        if (place >= 0) return offset + place;
      }
      low = Math.max(0, low - stride);
      high += stride;
    }
    return -1;
  }

  #read(number) {
    const revision = this.#revision;
    const block = this.#page({ offset: number * blockSize, limit: blockSize, fields: viewerFields }).then(({ items, page }) => {
      if (revision === this.#revision && page.total !== undefined) this.total = page.total;
      return items;
    });
    block.catch(() => {
      if (this.#blocks.get(number) === block) this.#blocks.delete(number);
    });
    return block;
  }

  #page(keys, options) {
    return this.#api.page(this.#context.command, this.#context.words, { ...this.#context.keys, ...keys }, options);
  }
}
