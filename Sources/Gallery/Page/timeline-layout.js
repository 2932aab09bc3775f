// Where every photo of a timeline lies, computed from the months' counts alone: nothing has to be loaded to know how long
// the page is.

/// Square cells in rows, section after section, each under a header of `header` pixels (0: none) and `sectionGap` after it.
/// `sections`: `[{ key, count }]`.
export class TimelineLayout {
  constructor(sections, { width, target, gap, header = 0, sectionGap = 0, fewest = 2 }) {
    this.gap = gap;
    this.header = header;
    this.columns = Math.max(fewest, Math.floor((width + gap) / (target + gap)));
    this.cell = Math.max(1, (width - gap * (this.columns - 1)) / this.columns);
    this.pitch = this.cell + gap;
    this.sections = [];
    let top = 0;
    let first = 0;
    for (const section of sections) {
      if (section.count <= 0) continue;
      const rows = Math.ceil(section.count / this.columns);
      const height = header + rows * this.pitch - gap;
      this.sections.push({ ...section, top, bottom: top + height, body: top + header, first, rows });
      top += height + sectionGap;
      first += section.count;
    }
    this.count = first;
    this.height = Math.max(0, top - (this.sections.length > 0 ? sectionGap : 0));
  }

  /// The section at a height, or the one above where that is between two; -1 where there is none.
  sectionAt(y) {
    return this.#last((section) => section.top <= y);
  }

  sectionOf(index) {
    return this.#last((section) => section.first <= index);
  }

  #last(holds) {
    let low = 0;
    let high = this.sections.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (holds(this.sections[middle])) low = middle;
      else high = middle - 1;
    }
    return Math.min(low, this.sections.length - 1);
  }

  /// The corner of a cell.
  place(index) {
    const section = this.sections[this.sectionOf(index)];
    if (!section) return { x: 0, y: 0 };
    const within = index - section.first;
    return {
      x: (within % this.columns) * this.pitch,
      y: section.body + Math.floor(within / this.columns) * this.pitch,
    };
  }

  /// What lies between two heights: `[{ section, from, to }]`, whole rows, `to` not included.
  between(top, bottom) {
    const parts = [];
    for (let at = Math.max(0, this.sectionAt(top)); at < this.sections.length; at += 1) {
      const section = this.sections[at];
      if (section.top > bottom) break;
      const firstRow = Math.max(0, Math.floor((top - section.body + this.gap) / this.pitch));
      const lastRow = Math.min(section.rows - 1, Math.floor((bottom - section.body) / this.pitch));
      const from = section.first + Math.min(section.count, firstRow * this.columns);
      const to = section.first + Math.min(section.count, Math.max(0, lastRow + 1) * this.columns);
      if (section.bottom >= top) parts.push({ section: at, from, to: Math.max(from, to) });
    }
    return parts;
  }

  /// The cell at a point, or -1.
  indexAt(x, y) {
    const section = this.sections[this.sectionAt(y)];
    if (!section || y < section.body || x < 0) return -1;
    const column = Math.floor(x / this.pitch);
    const row = Math.floor((y - section.body) / this.pitch);
    if (column >= this.columns || x - column * this.pitch > this.cell || y - section.body - row * this.pitch > this.cell) return -1;
    const within = row * this.columns + column;
    return within < section.count ? section.first + within : -1;
  }

  /// A place that outlives other counts and another width: so far below the top of a cell of a section. Null where there is none.
  anchor(y) {
    const section = this.sections[this.sectionAt(y)];
    if (!section) return null;
    const row = Math.max(0, Math.floor((y - section.body) / this.pitch));
    const within = Math.min(section.count - 1, row * this.columns);
    return { key: section.key, within, rest: y - this.place(section.first + within).y };
  }

  /// Where such a place is now, or null where its section has gone.
  anchored({ key, within, rest }) {
    const section = this.sections.find((one) => one.key === key);
    return section ? this.place(section.first + Math.min(within, section.count - 1)).y + rest : null;
  }

  /// All cells that a rectangle touches.
  covered({ x1, y1, x2, y2 }, cells) {
    const covered = [];
    const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
    for (const { section: at } of this.between(top, bottom)) {
      const { body, first, count } = this.sections[at];
      const local = cells({ x1, x2, y1: top - body, y2: bottom - body }, { columns: this.columns, cell: this.cell, gap: this.gap, count });
      for (const index of local) covered.push(first + index);
    }
    return covered;
  }

  /// The cell that the arrow keys go to from another: the same column in the next row, over the edge of sections too.
  neighbour(index, direction) {
    if (this.count === 0) return -1;
    if (direction === "left") return Math.max(0, index - 1);
    if (direction === "right") return Math.min(this.count - 1, index + 1);
    const at = this.sectionOf(index);
    const section = this.sections[at];
    const within = index - section.first;
    const column = within % this.columns;
    const row = Math.floor(within / this.columns);
    if (direction === "down") {
      if (row + 1 < section.rows) return section.first + Math.min(section.count - 1, within + this.columns);
      const next = this.sections[at + 1];
      return next ? next.first + Math.min(next.count - 1, column) : index;
    }
    if (row > 0) return index - this.columns;
    const before = this.sections[at - 1];
    if (!before) return index;
    return before.first + Math.min(before.count - 1, (before.rows - 1) * this.columns + column);
  }
}
