import { element } from "./elements.js";
import { ruler, Scrub } from "./scrub.js";

/// A track beside a timeline: years stand where they are in it. Dragging goes there; held still, the way becomes finer and
/// months stand where years stood. A slider for the keyboard: a month with the arrows, a year with Page Up and Page Down.
///
/// `marks`: `[{ at, year, key, text, about, cover }]` in order, `at` a share of the whole. `go(share)`, `goTo(mark)`.
export class Scrubber {
  #marks = [];
  #slack = 0;
  #length = 1;
  #scrub = null;
  #timer = null;
  #value = 0;
  #sleep = null;
  #options;

  constructor({ label, go, goTo, cover }) {
    this.#options = { go, goTo, cover };
    this.thumb = element("div", { class: "scrubber-thumb" });
    this.marks = element("div", { "aria-hidden": "true" });
    this.picture = element("img", { alt: "", width: 72, height: 72 });
    this.name = element("strong", {});
    this.about = element("span", {});
    this.bubble = element("div", { class: "scrubber-bubble", hidden: true, "aria-hidden": "true" }, this.picture, element("div", {}, this.name, this.about));
    this.element = element("div", {
      class: "scrubber", role: "slider", tabindex: 0, "aria-label": label, "aria-orientation": "vertical", "aria-valuemin": 0,
      onpointerdown: (event) => this.#down(event), onpointermove: (event) => this.#move(event),
      onpointerup: () => this.#up(), onpointercancel: () => this.#up(), onkeydown: (event) => this.#key(event),
    }, this.marks, this.thumb, this.bubble);
    // Asked for once: doing so costs a layout, and the thumb moves with each frame.
    this.resized = new ResizeObserver(([{ contentRect }]) => {
      this.#length = Math.max(1, contentRect.height);
      this.#draw();
    });
    this.resized.observe(this.element);
  }

  /// `slack`: the share that a browser's rounding of scroll positions may take away.
  set(marks, slack = 0) {
    this.#marks = marks;
    this.#slack = slack;
    this.element.hidden = marks.length < 2;
    this.#length = Math.max(1, this.element.clientHeight);
    this.element.setAttribute("aria-valuemax", String(Math.max(0, marks.length - 1)));
    this.#draw();
  }

  /// Where the timeline is; ignored while the thumb is held, which is ahead of it.
  show(share) {
    if (this.#scrub) return;
    const before = this.#value;
    this.#value = share;
    this.#thumb(share * this.#length);
    this.#name();
    if (Math.abs(before - share) > 1e-6) this.#wake();
  }

  #wake() {
    this.element.classList.add("awake");
    clearTimeout(this.#sleep);
    this.#sleep = setTimeout(() => this.element.classList.remove("awake"), 1500);
  }

  #at(share) {
    let low = 0;
    let high = this.#marks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#marks[middle].at <= share + this.#slack) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #name() {
    const at = this.#at(this.#value);
    const mark = this.#marks[at];
    if (!mark || this.named === mark.key) return;
    this.named = mark.key;
    this.element.setAttribute("aria-valuenow", String(at));
    this.element.setAttribute("aria-valuetext", `${mark.text}, ${mark.about}`);
    this.name.textContent = mark.text;
    this.about.textContent = mark.about;
    if (this.#scrub) this.#cover(mark);
  }

  #cover(mark) {
    clearTimeout(this.covering);
    this.picture.removeAttribute("src");
    this.covering = setTimeout(() => {
      const address = mark.cover && this.#options.cover(mark.cover);
      if (address) this.picture.src = address;
    }, 80);
  }

  #thumb(y) {
    this.thumb.style.top = `${y}px`;
    this.bubble.style.top = `${y}px`;
  }

  #draw() {
    const gain = this.#scrub?.gain ?? 1;
    const shown = ruler(this.#marks, { length: this.#length, gain, value: this.#value, position: this.#scrub?.last ?? 0 });
    this.marks.replaceChildren(...shown.map((mark) => (
      element("span", { class: "scrubber-mark", style: { top: `${mark.y}px` } }, gain === 1 ? mark.year : mark.short))));
    this.element.classList.toggle("fine", gain < 1);
    this.#thumb(this.#scrub ? Math.min(this.#length, Math.max(0, this.#scrub.last)) : this.#value * this.#length);
  }

  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.element.focus({ preventScroll: true });
    this.#scrub = new Scrub({ length: this.#length });
    this.element.classList.add("dragging", "awake");
    this.bubble.hidden = false;
    this.named = null;
    this.#to(this.#scrub.begin(this.#y(event), event.timeStamp));
    this.#timer = setInterval(() => {
      if (this.#scrub?.held(performance.now())) this.#draw();
    }, 60);
  }

  #y(event) {
    return event.clientY - this.element.getBoundingClientRect().top;
  }

  #move(event) {
    if (!this.#scrub) return;
    this.#to(this.#scrub.move(this.#y(event), event.timeStamp));
    if (this.#scrub.gain < 1) this.#draw();
  }

  #to(share) {
    this.#value = share;
    this.#thumb(Math.min(this.#length, Math.max(0, this.#scrub.last)));
    this.#name();
    this.#options.go(share);
  }

  #up() {
    if (!this.#scrub) return;
    clearInterval(this.#timer);
    this.#scrub = null;
    this.bubble.hidden = true;
    this.element.classList.remove("dragging");
    this.#wake();
    this.#draw();
  }

  #key(event) {
    const at = this.#at(this.#value);
    const year = (step) => {
      let index = at;
      while (this.#marks[index + step] && this.#marks[index + step].year === this.#marks[at].year) index += step;
      return index + step;
    };
    const moves = {
      ArrowUp: () => at - 1, ArrowLeft: () => at - 1, ArrowDown: () => at + 1, ArrowRight: () => at + 1,
      PageUp: () => year(-1), PageDown: () => year(1), Home: () => 0, End: () => this.#marks.length - 1,
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    const mark = this.#marks[Math.min(this.#marks.length - 1, Math.max(0, moves[event.key]()))];
    this.#value = mark.at;
    this.#options.goTo(mark);
    this.#value = mark.at;
    this.#thumb(mark.at * this.#length);
    this.#name();
  }

  close() {
    clearInterval(this.#timer);
    clearTimeout(this.#sleep);
    clearTimeout(this.covering);
    this.resized.disconnect();
  }
}
