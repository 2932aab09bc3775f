/// Selects in a grid by index: one, up to there, all. Ids of what was never on screen are read.
export class GridChoice {
  #grid;
  #turn = null;

  constructor(grid) {
    this.#grid = grid;
  }

  toggle(index) {
    const item = this.#grid.source.peek(index);
    if (item) this.#grid.selection.toggle(item.id, index);
  }

  /// From the photo that selecting began with up to an index. Where it did not begin yet, it does at `from`; with `add`, what is
  /// selected stays so.
  async upTo(index, { from = index, add = false } = {}) {
    const { selection, source } = this.#grid;
    const item = source.peek(from);
    if (item) selection.anchor ??= { id: item.id, index: from };
    const anchor = selection.anchor ?? { id: null, index: from };
    await this.#choose(this.#idsUpTo(index, anchor), add ? selection.ids : []);
  }

  async all() {
    await this.#choose(this.#ids(0, this.#grid.layout.count));
  }

  // Who chooses otherwise before the ids have come, or looks at another list, means that.
  async #choose(coming, before = []) {
    const { source, selection } = this.#grid;
    const { revision } = selection;
    const turn = (this.#turn = {});
    const ids = await coming;
    if (ids && turn === this.#turn && revision === selection.revision && source === this.#grid.source) selection.set([...before, ...ids]);
  }

  // The anchor is looked for where it was; others may have come before it, and then it is looked for in the whole list. Where it has
  // gone, selecting begins anew at the index.
  async #idsUpTo(index, anchor) {
    const { id } = anchor;
    const known = this.#grid.indexOf(id);
    const from = known >= 0 ? known : anchor.index;
    const ids = await this.#ids(Math.min(from, index), Math.abs(index - from) + 1);
    if (ids === null || id === null || ids.at(from <= index ? 0 : -1) === id) return ids;
    const all = await this.#ids(0, this.#grid.layout.count);
    if (all === null) return null;
    const at = all.indexOf(id);
    if (at >= 0) return all.slice(Math.min(at, index), Math.max(at, index) + 1);
    const { selection } = this.#grid;
    if (selection.anchor === anchor) selection.anchor = { id: all[index], index };
    return all.slice(index, index + 1);
  }

  async #ids(first, count) {
    const { source, signal } = this.#grid;
    const here = [];
    for (let index = first; index < first + count && source.peek(index); index += 1) here.push(source.peek(index).id);
    if (here.length === count) return here;
    try {
      return await source.ids(first, count, { signal });
    } catch (failure) {
      if (failure.name !== "AbortError") this.#grid.dispatchEvent(new CustomEvent("failure", { detail: failure }));
      return null;
    }
  }
}
