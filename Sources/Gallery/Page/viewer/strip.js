import { followed, swipeOutcome } from "./zoom.js";

const gap = 24;

/// The row of slides: the one that is looked at, and its neighbours out of sight on both sides.
export class Strip {
  #element;
  #width;
  #finish = null;

  constructor(element, width) {
    this.#element = element;
    this.#width = width;
  }

  /// Puts a slide at -1, 0 or 1.
  place(slide, position) {
    slide.element.style.transform = position === 0 ? "" : `translateX(calc(${position} * (100% + ${gap}px)))`;
    slide.element.inert = position !== 0;
    slide.element.setAttribute("aria-hidden", String(position !== 0));
    if (slide.element.parentNode !== this.#element) this.#element.append(slide.element);
  }

  follow(dx, ends) {
    this.settle();
    this.#shift(followed(dx, ends));
  }

  /// Where the finger left it: on to a neighbour, or back. Resolves to the step, once it has been made.
  async release(dx, velocity, ends) {
    const step = swipeOutcome({ dx, velocity, width: this.#width(), ...ends });
    const far = this.#width() + gap;
    await this.#glide(-step * far, Math.abs(velocity));
    return step;
  }

  /// Whether the slide in the middle of the strip is in the middle of the stage.
  get isAtRest() {
    return this.#element.style.transform === "";
  }

  /// Ends a movement at once.
  settle() {
    this.#finish?.();
  }

  /// In the middle again, after the slides were placed anew.
  reset() {
    this.#element.classList.remove("is-gliding");
    this.#element.style.transform = "";
  }

  #shift(dx) {
    this.#element.classList.remove("is-gliding");
    this.#element.style.transform = dx === 0 ? "" : `translateX(${dx}px)`;
  }

  #glide(to, velocity) {
    this.settle();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (calm) return Promise.resolve();
    const milliseconds = Math.round(Math.min(280, Math.max(140, 280 - velocity * 70)));
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#finish = null;
        resolve();
      };
      const timer = setTimeout(finish, milliseconds + 20);
      this.#finish = finish;
      this.#element.classList.add("is-gliding");
      this.#element.style.setProperty("--glide", `${milliseconds}ms`);
      this.#element.style.transform = `translateX(${to}px)`;
    });
  }
}
