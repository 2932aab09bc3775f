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

  /// From where selecting began up to an index; with `add`, what is selected stays so.
  async upTo(index, { add = false } = {}) {
    const { selection } = this.#grid;
    const { first, last } = selection.range(index);
    const before = add ? selection.ids : [];
    await this.#choose(first, last - first + 1, before);
  }

  async all() {
    await this.#choose(0, this.#grid.layout.count);
  }

  // Who chooses otherwise before the ids have come, or looks at another list, means that.
  async #choose(first, count, before = []) {
    const { source, selection } = this.#grid;
    const { revision } = selection;
    const turn = (this.#turn = {});
    const ids = await this.#ids(first, count);
    if (ids && turn === this.#turn && revision === selection.revision && source === this.#grid.source) selection.set([...before, ...ids]);
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
