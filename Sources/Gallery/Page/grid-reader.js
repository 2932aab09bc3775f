/// Reads what is missing on screen of a source, two requests at a time: what comes next is for what is on screen by then, so that
/// nothing is read of what was only passed.
export class GridReader {
  #reading = 0;
  #again = null;
  #stop = new AbortController();

  /// `arrived(source)`, `failed(failure)`.
  constructor({ arrived, failed }) {
    this.arrived = arrived;
    this.failed = failed;
  }

  get signal() {
    return this.#stop.signal;
  }

  read(source, { first, last }) {
    if (!lacks(source, first, last)) return;
    if (this.#reading >= 2) {
      this.#again = { source, first, last };
      return;
    }
    this.#reading += 1;
    source.get(first, last - first, { signal: this.signal }).then(() => this.arrived(source), (failure) => {
      if (failure.name !== "AbortError") this.failed(failure);
    }).finally(() => {
      this.#reading -= 1;
      const next = this.#again;
      this.#again = null;
      if (next && !this.signal.aborted) this.read(next.source, next);
    });
  }

  close() {
    this.#stop.abort();
  }
}

// A window of a month is read on before its end is on screen.
function lacks(source, first, last) {
  if (source.window?.wanted(first, last)) return true;
  for (let index = first; index < last; index += 1) if (!source.peek(index) || source.stale(index)) return true;
  return false;
}
