import { element } from "./elements.js";
import { failureState } from "./failure.js";
import { Grid } from "./grid.js";
import { photoAddress } from "./query.js";
import { SelectionBar } from "./selection-bar.js";

/// A grid of photos with all that belongs to it on a screen: the viewer behind its tiles, the selection and what can be done
/// with it, what is shown where there is nothing or where it could not be read, and changes as they come.
export class PhotoList {
  #app;
  #options;
  #ends = [];
  #failure = null;
  #loaded = false;
  #state = element("div", { class: "list-state", hidden: true });

  /// `within()`: the `in=` of the viewer's address; `type()`; `empty()`: the empty state; `concerns(change)`: whether a change
  /// of a photo concerns this list; `changed()`: the counts are another.
  constructor(app, container, { source, label, within, type = () => null, empty, header = null, place = null, concerns = () => true, changed = () => {} }) {
    this.#app = app;
    this.#options = { within, type, empty, concerns, changed };
    this.grid = new Grid(app, { source, label, header, place });
    container.append(this.grid.element, this.#state);
    this.bar = new SelectionBar(app, this.grid, container, () => this.reload());
    this.grid.addEventListener("open", ({ detail: { item, tile } }) => {
      app.navigate(photoAddress(item.id, within(), type()), { from: tile });
    });
    this.grid.addEventListener("failure", ({ detail }) => this.#failed(detail));
    this.grid.addEventListener("view", () => this.#look());
    this.#ends.push(app.live.follow(["photos"], (batch) => this.#heard(batch)));
    this.#ends.push(follow(app.live, "gallery", ({ detail }) => detail.state === "reachable" && this.#failure && this.reload()));
  }

  /// Reads the first photos, so that the number of all is known, and shows them. `known`: the source knows it already.
  async start({ known = false } = {}) {
    const { source } = this.grid;
    this.#loaded = known;
    this.grid.start();
    try {
      if (!known) await source.get(0, 20);
    } catch (failure) {
      if (failure.name !== "AbortError" && source === this.grid.source) this.#failed(failure);
      return;
    }
    if (this.closed || source !== this.grid.source) return;
    this.#failure = null;
    this.#loaded = true;
    if (!known) this.grid.start();
    this.#look();
    this.#options.changed();
  }

  /// Another list on the same screen.
  async show(source, { known = false, keep = false } = {}) {
    this.grid.selection.clear();
    this.#failure = null;
    this.#state.hidden = true;
    this.grid.source = source;
    if (!keep) scrollTo(0, 0);
    await this.start({ known });
  }

  /// What is shown is read anew; it stays until that has come.
  async reload() {
    if (this.#failure || !this.#loaded) return this.start();
    this.grid.source.invalidate();
    await this.again();
  }

  async again() {
    const { source, shown } = this.grid;
    const { first, last } = shown ?? { first: 0, last: 20 };
    try {
      await source.get(first, Math.max(1, last - first));
      if (first >= source.total) await source.get(0, 20);
    } catch (failure) {
      if (failure.name !== "AbortError") this.#failed(failure);
      return;
    }
    if (this.closed || source !== this.grid.source) return;
    this.grid.refresh();
    this.#look();
    this.#options.changed();
  }

  #heard(batch) {
    if (this.closed) return;
    const gone = batch.filter(({ change, id }) => change === "deleted" && id).map(({ id }) => id);
    if (gone.length > 0) this.grid.selection.remove(gone);
    if (batch.some((change) => change.event === "reset" || this.#options.concerns(change))) this.reload();
  }

  #look() {
    if (this.#failure || !this.#loaded) return;
    const nothing = this.grid.source.total === 0;
    if (nothing && this.#state.hidden) this.#state.replaceChildren(this.#options.empty());
    this.#state.hidden = !nothing;
  }

  #failed(failure) {
    if (this.closed) return;
    if (this.grid.source.total > 0 && this.grid.layout?.count > 0) {
      if (this.#app.live.reachable) this.#app.toast(failure.message, { kind: "error" });
      return;
    }
    this.#failure = failure;
    this.#state.hidden = false;
    this.#state.replaceChildren(failureState(failure, () => this.start()));
  }

  close() {
    this.closed = true;
    for (const end of this.#ends) end();
    this.bar.close();
    this.grid.close();
  }
}

function follow(target, name, hear) {
  target.addEventListener(name, hear);
  return () => target.removeEventListener(name, hear);
}
