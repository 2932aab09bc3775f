import { element } from "../elements.js";
import { duration as length } from "../text.js";
import { moment } from "./source.js";

const patience = 120;

/// The frames of a video that the browser cannot play, one at a time, as photod takes them out of it.
export class FilmFrames {
  #app;
  #item;
  #picture;
  #range;
  #clock;
  #timer = null;
  #asking = null;
  #frameRate;

  constructor(app, item, { duration, frameRate }, box) {
    this.#app = app;
    this.#item = item;
    this.#frameRate = frameRate;
    this.#picture = element("img", { class: "film-frame", alt: "", hidden: true });
    box.append(this.#picture);
    this.#range = element("input", {
      type: "range", class: "film-range", min: 0, max: Math.max(duration, 0.001).toFixed(3), step: 0.001, "aria-label": "Place in the video",
      oninput: () => this.#moved(),
    });
    this.#range.value = 0;
    this.#clock = element("output", { class: "film-clock" }, moment(0));
    this.element = element("div", { class: "film-scrub" }, this.#range, this.#clock, element("span", { class: "quiet" }, length(duration)));
  }

  get time() {
    return Number(this.#range.value);
  }

  /// Where photod finds the frame. The clock of a video may be a little shorter than what is said of its length, and is rounded here:
  /// its end photod knows better.
  get place() {
    return this.time >= Number(this.#range.max) ? "100%" : this.time.toFixed(6);
  }

  step(by) {
    this.#range.value = Math.max(0, this.time + by / this.#frameRate);
    this.#moved();
    return true;
  }

  #moved() {
    this.#clock.textContent = moment(this.time);
    this.#range.setAttribute("aria-valuetext", moment(this.time));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), patience);
  }

  async #show() {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const id = this.#item.id.split("/").map(encodeURIComponent).join("/");
    try {
      const answer = await fetch(`/frame/${id}?at=${encodeURIComponent(this.place)}&format=jpeg&max-width=1920&tolerance=any`, { signal: asking.signal });
      if (!answer.ok) throw new Error((await answer.json()).message);
      const picture = URL.createObjectURL(await answer.blob());
      URL.revokeObjectURL(this.#picture.src);
      if (asking.signal.aborted) return URL.revokeObjectURL(picture);
      this.#picture.src = picture;
      this.#picture.hidden = false;
    } catch (failure) {
      if (failure.name !== "AbortError") this.#app.toast(failure.message, { kind: "error" });
    }
  }

  close() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    if (this.#picture.src) URL.revokeObjectURL(this.#picture.src);
    this.#picture.remove();
    this.element.remove();
  }
}
