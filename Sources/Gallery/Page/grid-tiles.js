import { element } from "./elements.js";
import { ImageQueue } from "./image-queue.js";
import { Tile } from "./tile.js";

const images = new ImageQueue();
let made = 0;

/// The tiles and headers of a grid that are on screen. They stand in two layers at small numbers from the layers' top, however
/// far down the timeline they are.
export class GridTiles {
  #tiles = new Map();
  #headings = new Map();
  #header;
  #base = 0;
  #offset = 0;
  #prefix = `tile-${(made += 1)}-`;

  /// `list` and `titles`: the layers. `header(section)`: `{ title, about }` of a section, or null where there are no headers.
  constructor({ list, titles, header }) {
    this.list = list;
    this.titles = titles;
    this.#header = header;
  }

  get size() {
    return this.#tiles.size;
  }

  domId(index) {
    return this.#prefix + index;
  }

  has(index) {
    return this.#tiles.has(index);
  }

  image(index) {
    return this.#tiles.get(index)?.element.querySelector("img") ?? null;
  }

  /// The index of a photo that is on screen, or -1.
  indexOf(id) {
    for (const [index, tile] of this.#tiles) if (tile.item?.id === id) return index;
    return -1;
  }

  /// The layers begin near `position`, which the browser has at `position - offset`.
  rebase(layout, position, offset) {
    this.layout = layout;
    this.#base = Math.max(0, Math.floor(position / 1000) * 1000 - 50_000);
    this.#offset = offset;
    this.list.style.top = this.titles.style.top = `${this.#base - offset}px`;
    for (const [index, tile] of this.#tiles) this.#put(tile, index);
    for (const [at, heading] of this.#headings) heading.style.top = `${(layout.sections[at]?.top ?? 0) - this.#base}px`;
  }

  /// Whether the layers stand where they are to stand, and not so far away that numbers grow large.
  standAt(position, offset) {
    return Math.abs(offset - this.#offset) < 0.01 && Math.abs(position - this.#base - 50_000) <= 400_000;
  }

  #put(tile, index) {
    const { x, y } = this.layout.place(index);
    tile.place(x, y - this.#base, this.layout.cell);
  }

  /// Has the tiles of some parts of the layout and no others; `dress(tile, index)` says what each new one shows, with `anew` what
  /// every one does. Gives the first index and the one after the last, or null where there is none.
  draw(parts, dress, { anew }) {
    const wanted = new Set();
    let first = Infinity;
    let last = -1;
    for (const { from, to } of parts) {
      for (let index = from; index < to; index += 1) wanted.add(index);
      if (from < to) [first, last] = [Math.min(first, from), Math.max(last, to)];
    }
    // Tiles that have left the screen come back on its other side: what is thrown away must be collected, and frames wait for that.
    const left = [];
    for (const [index, tile] of this.#tiles) {
      if (wanted.has(index)) continue;
      left.push(tile);
      this.#tiles.delete(index);
    }
    const fresh = document.createDocumentFragment();
    for (const index of wanted) {
      let tile = this.#tiles.get(index);
      if (tile && !anew) continue;
      if (!tile) {
        tile = left.pop();
        if (!tile) {
          tile = new Tile(images);
          fresh.append(tile.element);
        }
        tile.become(this.domId(index));
        this.#tiles.set(index, tile);
        this.#put(tile, index);
      }
      dress(tile, index);
    }
    for (const tile of left) tile.close();
    if (fresh.childNodes.length > 0) this.list.append(fresh);
    if (this.#header) this.#drawHeadings(parts);
    return last < 0 ? null : { first, last };
  }

  #drawHeadings(parts) {
    const wanted = new Set(parts.map(({ section }) => section));
    for (const [at, heading] of this.#headings) {
      if (wanted.has(at) && heading.dataset.key === this.layout.sections[at].key) continue;
      heading.remove();
      this.#headings.delete(at);
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

  /// Asks for the pictures of a range, from its beginning.
  load(first, last) {
    for (let index = first; index < last; index += 1) this.#tiles.get(index)?.load();
  }

  each(visit) {
    for (const [index, tile] of this.#tiles) visit(tile, index);
  }

  close() {
    for (const tile of this.#tiles.values()) tile.close();
    this.#tiles.clear();
  }
}
