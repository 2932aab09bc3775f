// Which photos are selected, by their ids. Selections are of any size, so ids are all that is kept of each.

export class Selection extends EventTarget {
  #ids = new Set();
  // What has gone from the list since a rubber band began: it is not selected again by covering its place.
  #gone = new Set();
  /// The photo that shift extends from, and the index that it had then: `{ id, index }`.
  anchor = null;
  /// How often something was selected, or not any more.
  revision = 0;

  get size() {
    return this.#ids.size;
  }

  get ids() {
    return [...this.#ids];
  }

  has(id) {
    return this.#ids.has(id);
  }

  toggle(id, index) {
    if (!this.#ids.delete(id)) this.#ids.add(id);
    this.anchor = { id, index };
    this.#changed();
  }

  set(ids) {
    this.#ids = new Set(ids);
    this.#changed();
  }

  /// What is in the list no more.
  remove(ids) {
    let some = false;
    for (const id of ids) {
      this.#gone.add(id);
      some = this.#ids.delete(id) || some;
    }
    if (some) this.#changed();
  }

  /// Of what is selected, these alone stay so.
  keep(ids) {
    const staying = new Set(ids);
    this.remove(this.ids.filter((id) => !staying.has(id)));
  }

  clear() {
    this.anchor = null;
    if (this.#ids.size === 0) return;
    this.#ids.clear();
    this.#changed();
  }

  /// A rubber band begins.
  startBand() {
    this.#gone.clear();
  }

  /// What is selected while a rubber band covers `covered`: what was before, and these; with `exchange`, those that were not
  /// and these, and not those that both have.
  band(before, covered, { exchange = false } = {}) {
    const next = new Set(before);
    for (const id of covered) {
      if (exchange && before.has(id)) next.delete(id);
      else next.add(id);
    }
    for (const id of this.#gone) next.delete(id);
    if (next.size === this.#ids.size && [...next].every((id) => this.#ids.has(id))) return;
    this.#ids = next;
    this.#changed();
  }

  #changed() {
    this.revision += 1;
    this.dispatchEvent(new CustomEvent("change", { detail: { size: this.#ids.size } }));
  }
}

/// The indexes that a rectangle over a grid covers. Cells are `columns` in a row, each `cell` wide and high, with `gap` between
/// them; `count` of them from the top left. The rectangle is in the same pixels, its sides in any order.
export function coveredCells({ x1, y1, x2, y2 }, { columns, cell, gap, count }) {
  const pitch = cell + gap;
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  const begin = (low) => Math.max(0, Math.floor((low + gap) / pitch));
  const end = (high) => Math.floor(high / pitch);
  const covered = [];
  if (right < 0 || bottom < 0) return covered;
  for (let row = begin(top); row <= end(bottom); row += 1) {
    for (let column = begin(left); column <= Math.min(columns - 1, end(right)); column += 1) {
      const index = row * columns + column;
      if (index >= count) return covered;
      covered.push(index);
    }
  }
  return covered;
}
