import { FilmSlide } from "./film.js";
import { PhotoSlide } from "./slide.js";
import { Strip } from "./strip.js";

/// The slides that there are: the one that is looked at, at 0, and its neighbours at -1 and 1. Never more than three.
export class Slides {
  #app;
  #stage;
  #slides = new Map();
  strip;

  constructor(app, stage, strip) {
    this.#app = app;
    this.#stage = stage;
    this.strip = new Strip(strip, () => stage.clientWidth);
  }

  get current() {
    return this.#slides.get(0) ?? null;
  }

  get before() {
    return this.#slides.get(-1) ?? null;
  }

  get behind() {
    return this.#slides.get(1) ?? null;
  }

  /// Shows an item in the middle. Slides beside it stay where they are neighbours still.
  enter(item) {
    const step = this.#place(item.id);
    const kept = new Map([[0, step === null ? this.#make(item) : this.#slides.get(step)]]);
    if (step !== null) {
      for (const [position, slide] of this.#slides) {
        if (position !== step && Math.abs(position - step) === 1) kept.set(position - step, slide);
      }
    }
    this.#become(kept);
    this.strip.reset();
  }

  /// The neighbours, as far as there are some.
  surround(before, behind) {
    const { current } = this;
    const byId = new Map([...this.#slides].filter(([position]) => position !== 0).map(([, slide]) => [slide.item.id, slide]));
    const next = new Map([[0, current]]);
    for (const [position, item] of [[-1, before], [1, behind]]) {
      if (!item || item.id === current.item.id) continue;
      const slide = byId.get(item.id);
      if (slide?.update({ ...item })) slide.release();
      next.set(position, slide ?? this.#make(item));
      byId.delete(item.id);
    }
    this.#become(next);
  }

  loadBeside() {
    for (const position of [1, -1]) this.#slides.get(position)?.load();
  }

  releaseBeside() {
    for (const position of [1, -1]) this.#slides.get(position)?.release();
  }

  layout() {
    for (const slide of this.#slides.values()) slide.layout();
  }

  #place(id) {
    for (const [position, slide] of this.#slides) if (slide.item.id === id) return position;
    return null;
  }

  #make(item) {
    const size = () => ({ width: this.#stage.clientWidth, height: this.#stage.clientHeight });
    // A slide has the item as it was when it was shown, and so knows what is new of it.
    const own = { ...item };
    return item.type === "video" ? new FilmSlide(this.#app, own) : new PhotoSlide(this.#app, own, size);
  }

  // What is not among the next gives back what it has.
  #become(next) {
    const staying = new Set(next.values());
    for (const slide of this.#slides.values()) if (!staying.has(slide)) slide.close();
    this.#slides = next;
    for (const [position, slide] of next) {
      this.strip.place(slide, position);
      if (position !== 0) slide.rest?.();
    }
  }

  close() {
    for (const slide of this.#slides.values()) slide.close();
    this.#slides.clear();
  }
}
