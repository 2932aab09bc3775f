const slack = 12;

/// Says whether a bar is to be away: it goes while one scrolls down and comes while one scrolls up, and it is there at the top.
export class HideOnScroll {
  #places = new WeakMap();
  #isOn = false;
  #isAway = false;
  #tell;
  #stop = new AbortController();

  constructor(pages, tell) {
    this.#tell = tell;
    pages.addEventListener("scroll", ({ target }) => this.#scrolled(target), { capture: true, passive: true, signal: this.#stop.signal });
  }

  update(isOn) {
    this.#isOn = isOn;
    if (!isOn) this.#say(false);
  }

  #scrolled(target) {
    if (!this.#isOn || target.scrollTop === undefined) return;
    const before = this.#places.get(target) ?? 0;
    const now = target.scrollTop;
    if (Math.abs(now - before) < slack && now > 0) return;
    this.#places.set(target, now);
    this.#say(now > before && now > slack);
  }

  #say(isAway) {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#tell(isAway);
  }

  close() {
    this.#stop.abort();
  }
}
