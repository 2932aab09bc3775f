import { ScrollMap } from "./scroll-map.js";

/// Where a grid is in its timeline, and the browser in what it scrolls.
export class GridScroll {
  #element;
  #scroller;
  #map = new ScrollMap();
  #moved;
  #rested;
  #frame = null;
  #rest = null;
  #before = { position: 0, time: 0 };
  // Where the grid begins in what is scrolled: asking the browser costs a layout.
  #top = 0;
  /// How much of it is seen at a time.
  view = 1;

  /// `moved()`: the position is another; `rested()`: and has been for a moment. `signal`: the end of both.
  constructor(element, scroller, { moved, rested, signal }) {
    this.#element = element;
    this.#scroller = scroller;
    this.#moved = moved;
    this.#rested = rested;
    scroller.target.addEventListener("scroll", () => {
      this.#frame ??= requestAnimationFrame(() => this.#scrolled());
    }, { passive: true, signal });
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#rest);
    });
  }

  get position() {
    return this.#map.position;
  }

  /// What is to be taken from a height of the timeline to have it within the element.
  get offset() {
    return this.#map.offset;
  }

  /// The timeline is so high from now on, or the window or what stands above is another.
  resize(height) {
    this.#top = this.#element.getBoundingClientRect().top - this.#scroller.top + this.#scroller.position;
    this.view = Math.max(1, this.#scroller.view);
    this.#map.resize(height, this.view);
    this.#element.style.height = `${Math.ceil(this.#map.scrollHeight)}px`;
  }

  /// Goes to a height at once, as far as the browser does. Less than nothing is what stands above.
  go(position) {
    this.#scroller.to(this.#top + this.#map.go(position));
    this.#map.scrolled(this.#scroller.position - this.#top);
  }

  /// Is wherever the browser is.
  stay() {
    this.#map.scrolled(this.#scroller.position - this.#top, { leap: true });
  }

  #scrolled() {
    this.#frame = null;
    this.#map.scrolled(this.#scroller.position - this.#top);
    this.#settle({ rests: false });
    this.#moved();
  }

  #settle(when) {
    const wanted = this.#map.settled(when);
    if (wanted !== null) this.#scroller.to(this.#top + wanted);
  }

  /// To be called when what is at the position was drawn. Gives whether that is only passed, in haste.
  drawn() {
    const now = performance.now();
    const isFast = Math.abs(this.position - this.#before.position) / Math.max(1, now - this.#before.time) > 6;
    this.#before = { position: this.position, time: now };
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#before.time = 0;
      this.#settle({ rests: true });
      this.#rested();
    }, isFast ? 60 : 200);
    return isFast;
  }
}
