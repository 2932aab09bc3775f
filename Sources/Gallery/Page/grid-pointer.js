import { coveredCells } from "./selection.js";

/// What mouse, pen and finger do in a grid: a click opens, on the tick or while something is selected it selects; shift selects
/// up to there; a mouse drags a rubber band; a finger that is held selects.
export class GridPointer {
  #grid;
  #band = null;
  #hold = null;
  #swallow = false;
  #stop = new AbortController();

  constructor(grid) {
    this.#grid = grid;
    const { signal } = this.#stop;
    grid.element.addEventListener("click", (event) => this.#click(event), { signal });
    grid.element.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    grid.element.addEventListener("contextmenu", (event) => {
      if (this.#hold === "held") event.preventDefault();
    }, { signal });
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", () => this.#up(), { signal });
    addEventListener("pointercancel", () => this.#up(), { signal });
  }

  #click(event) {
    if (this.#swallow) {
      this.#swallow = false;
      return;
    }
    const grid = this.#grid;
    const index = grid.indexAt(event.clientX, event.clientY);
    if (index < 0) {
      grid.selection.clear();
      return;
    }
    grid.active = index;
    if (event.shiftKey) grid.choice.upTo(index, { add: event.ctrlKey || event.metaKey });
    else if (event.ctrlKey || event.metaKey || grid.selection.size > 0 || event.target.closest(".tile-check")) grid.choice.toggle(index);
    else grid.open(index);
  }

  #down(event) {
    this.#swallow = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const grid = this.#grid;
    if (event.pointerType === "mouse") {
      // The band may begin on a photo as well: photos stand too close for anything else.
      grid.selection.startBand();
      this.#band = {
        ...grid.point(event.clientX, event.clientY), clientX: event.clientX, clientY: event.clientY, drawn: false,
        before: new Set(event.shiftKey || event.ctrlKey || event.metaKey ? grid.selection.ids : []), exchange: event.ctrlKey || event.metaKey,
        seen: new Map(),
      };
    } else {
      const index = grid.indexAt(event.clientX, event.clientY);
      if (index < 0) return;
      const start = { x: event.clientX, y: event.clientY };
      this.#hold = {
        start,
        timer: setTimeout(() => {
          this.#hold = "held";
          this.#swallow = true;
          navigator.vibrate?.(10);
          grid.choice.toggle(index);
        }, 450),
      };
    }
  }

  #move(event) {
    const hold = this.#hold;
    if (hold?.timer && Math.hypot(event.clientX - hold.start.x, event.clientY - hold.start.y) > 10) this.#release();
    const band = this.#band;
    if (!band) return;
    Object.assign(band, { nowX: event.clientX, nowY: event.clientY });
    if (!band.drawn && Math.hypot(event.clientX - band.clientX, event.clientY - band.clientY) < 6) return;
    if (!band.drawn) {
      band.drawn = true;
      this.#grid.band.hidden = false;
      this.#grid.element.classList.add("banding");
      this.#pull();
    }
    event.preventDefault();
    this.#draw();
  }

  #draw() {
    const grid = this.#grid;
    const band = this.#band;
    const to = grid.point(band.nowX, band.nowY);
    const { style } = grid.band;
    style.left = `${Math.min(band.x, to.x)}px`;
    style.top = `${grid.inside(Math.min(band.y, to.y))}px`;
    style.width = `${Math.abs(band.x - to.x)}px`;
    style.height = `${Math.abs(band.y - to.y)}px`;
    const ids = [];
    for (const index of grid.layout.covered({ x1: band.x, y1: band.y, x2: to.x, y2: to.y }, coveredCells)) {
      const id = grid.source.peek(index)?.id ?? band.seen.get(index);
      if (!id) continue;
      band.seen.set(index, id);
      ids.push(id);
    }
    grid.selection.band(band.before, ids, { exchange: band.exchange });
  }

  // Near an edge of what is seen the page scrolls along.
  #pull() {
    const band = this.#band;
    if (!band?.drawn) return;
    const { scroller } = this.#grid;
    const first = scroller.top + 48;
    const last = scroller.top + scroller.view - 48;
    const over = band.nowY < first ? band.nowY - first : Math.max(0, band.nowY - last);
    if (over !== 0) {
      scroller.by(Math.max(-24, Math.min(24, over / 2)));
      this.#draw();
    }
    requestAnimationFrame(() => this.#pull());
  }

  #up() {
    this.#release();
    if (this.#band?.drawn) {
      this.#swallow = true;
      this.#grid.band.hidden = true;
      this.#grid.element.classList.remove("banding");
      // The click that ends a drag comes at once, or, outside of the grid, not at all.
      setTimeout(() => {
        this.#swallow = false;
      }, 0);
    }
    this.#band = null;
  }

  #release() {
    if (this.#hold?.timer) clearTimeout(this.#hold.timer);
    this.#hold = null;
  }

  close() {
    this.#release();
    this.#band = null;
    this.#stop.abort();
  }
}
