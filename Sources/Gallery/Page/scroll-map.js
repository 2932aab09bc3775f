// Browsers end a page's height at some millions of pixels and a million photos need more, so the position in the timeline and the
// browser's scroll position are two things.

/// Keeps the position in the timeline (`position`, any number of pixels) and the browser's scroll position (at most `limit`)
/// together. Small steps are the same in both, so that scrolling feels as ever; a leap of more than a view, which only a
/// scroll bar or a key makes, is a leap to the same share of the whole. For some views from both ends a pixel of the one is a
/// pixel of the other, so that who scrolls on there meets both ends at once.
export class ScrollMap {
  #height = 0;
  #view = 1;
  #scroll = 0;
  position = 0;

  constructor(limit = 4_000_000) {
    this.limit = limit;
  }

  /// How high the browser is to think the page is.
  get scrollHeight() {
    return Math.min(this.#height, this.limit);
  }

  get #range() {
    return Math.max(0, this.#height - this.#view);
  }

  get #scrollRange() {
    return Math.max(0, this.scrollHeight - this.#view);
  }

  get #edge() {
    return Math.min(20 * this.#view, this.#scrollRange / 4);
  }

  get scaled() {
    return this.#height > this.limit;
  }

  /// What is to be taken from a position to have the browser's.
  get offset() {
    return this.position - this.#scroll;
  }

  resize(height, view) {
    this.#height = height;
    this.#view = Math.max(1, view);
  }

  /// The browser has scrolled. What stands above and below the timeline is the same in both.
  scrolled(scroll, { leap = Math.abs(scroll - this.#scroll) > this.#view } = {}) {
    if (!this.scaled) {
      this.position = scroll;
    } else if (leap) {
      this.position = this.#across(scroll, this.#scrollRange, this.#range);
    } else {
      const first = Math.min(0, scroll);
      const last = this.#range + Math.max(0, scroll - this.#scrollRange);
      this.position = Math.min(last, Math.max(first, this.position + scroll - this.#scroll));
    }
    this.#scroll = scroll;
    return this.position;
  }

  /// Goes to a position, and gives the browser's.
  go(position) {
    this.position = position;
    this.#scroll = this.#scrollOf(position);
    return this.#scroll;
  }

  /// Over long ways of small steps the browser's position moves away from its share of the whole: where it should be then, else
  /// null. Put right while scrolling goes on it would be felt, so that is done when it rests (`rests`), and before only where
  /// one of the two has come to its end and the other has not.
  settled({ rests = true } = {}) {
    if (!this.scaled) return null;
    const wanted = this.#scrollOf(this.position);
    const astray = Math.abs(wanted - this.#scroll);
    if (astray < 1) return null;
    const isAtEnd = [[this.#scroll, this.#scrollRange], [this.position, this.#range]].some(([at, range]) => at <= 0 || at >= range);
    const isNearEnd = Math.min(wanted, this.#scrollRange - wanted) < this.#edge;
    if (!isAtEnd && !(rests && (isNearEnd || astray >= this.#view))) return null;
    this.#scroll = wanted;
    return wanted;
  }

  #scrollOf(position) {
    return this.scaled ? Math.round(this.#across(position, this.#range, this.#scrollRange)) : position;
  }

  // The place in one length of what is at a place of the other.
  #across(at, from, to) {
    const edge = this.#edge;
    if (at <= edge) return at;
    if (at >= from - edge) return to - (from - at);
    return edge + ((at - edge) / (from - 2 * edge)) * (to - 2 * edge);
  }
}
