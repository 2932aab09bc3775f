// Pictures of tiles are asked for a few at a time. A browser has six connections to a server: one is the events', and what the
// user asks for next must not wait behind pictures that are still to be made, nor behind those that have left the screen. Pictures
// that are there come in milliseconds: more of them are asked for at once, so that the browser has the next one to ask for when it
// has one, and nobody waits for long behind them.
const few = 4;
const many = 12;
const quick = 60;

export class ImageQueue {
  #waiting = new Set();
  #running = new Set();

  #most = few;

  /// `done(ok)` is called when the picture is there, or when there is none.
  load(image, address, done) {
    this.drop(image);
    image.pending = { address, done };
    this.#waiting.add(image);
    this.#next();
  }

  /// The tile has gone: its picture is not asked for, or no longer.
  drop(image) {
    const waited = this.#waiting.delete(image);
    const ran = this.#running.delete(image);
    image.onload = image.onerror = null;
    if (ran) image.removeAttribute("src");
    image.pending = null;
    if (!waited && ran) this.#next();
  }

  /// All tiles have gone.
  clear() {
    this.#waiting.clear();
    for (const image of [...this.#running]) this.drop(image);
  }

  #next() {
    while (this.#running.size < this.#most && this.#waiting.size > 0) {
      const image = this.#waiting.values().next().value;
      this.#waiting.delete(image);
      this.#running.add(image);
      const { address, done } = image.pending;
      const since = performance.now();
      const end = (ok) => {
        this.#running.delete(image);
        this.#most = performance.now() - since < quick ? many : few;
        image.onload = image.onerror = null;
        image.pending = null;
        this.#next();
        done(ok);
      };
      image.onload = () => end(true);
      image.onerror = () => end(false);
      image.src = address;
    }
  }
}
