import { element } from "./elements.js";
import { failureState, loadingState } from "./failure.js";
import { Grid } from "./grid.js";
import { photoAddress } from "./query.js";
import { SelectionBar } from "./selection-bar.js";

// What is selected is looked for in the list once no selected photo has changed for a second; under steady changes every five seconds.
const calm = 1000;
const longest = 5000;

// How long a change that was asked for waits for the list. What is done later than that, nobody expects any more.
const patience = 4000;

/// A grid of photos with all that belongs to it on a screen: the viewer behind its tiles, the selection and what can be done
/// with it, what is shown where there is nothing or where it could not be read, and changes as they come.
export class PhotoList {
  #app;
  #options;
  #ends = [];
  #failure = null;
  #again = null;
  #loaded = false;
  #turn = null;
  // The list that is to be shown once its first photos have come.
  #coming = null;
  // The readings of what is on screen that are under way, one after another; the latest; and whether the list has changed
  // since that began.
  #rereading = null;
  #reading = null;
  #isStale = false;
  #stop = new AbortController();
  // Since when it is not known whether all that is selected is of the list still; null where it is.
  #unsureSince = null;
  // The reading of the list for what is selected that is under way.
  #checking = null;
  #timer = null;
  #standing = null;
  #place = element("div", { class: "list-state", hidden: true });

  /// `within()`: the `in=` of the viewer's address; `type()`; `empty()`: the empty state; `concerns(change)`: whether a change
  /// of a photo concerns this list; `keeps(change)`: whether a photo of the list is one still after a change, null where only the
  /// list itself tells; `changed()`: the counts are another.
  constructor(app, container, { source, label, within, type = () => null, empty, header = null, place = null, concerns = () => true, keeps = ({ change }) => (change === "deleted" ? false : null), changed = () => {} }) {
    this.#app = app;
    this.#options = { within, type, empty, concerns, keeps, changed };
    this.grid = new Grid(app, { source, label, header, place });
    container.append(this.grid.element, this.#place);
    this.bar = new SelectionBar(app, this.grid, container, { listed: (ids) => this.#listed(ids), done: () => this.reload() });
    this.grid.addEventListener("open", ({ detail: { item, tile } }) => {
      app.navigate(photoAddress(item.id, within(), type()), { from: tile });
    });
    this.grid.addEventListener("failure", ({ detail }) => this.#failed(detail, this.grid.source));
    this.grid.addEventListener("view", () => this.#look());
    this.#ends.push(app.live.follow(["photos"], (batch) => this.#heard(batch)));
    this.#ends.push(follow(app.live, "gallery", ({ detail }) => detail.state === "reachable" && this.#failure && this.reload()));
  }

  /// Shows the list. `known`: the source knows the number of its photos already; else the first of them are read before.
  start({ known = false } = {}) {
    return this.show(this.grid.source, { known, keep: true });
  }

  /// Another list on the same screen. The one before stays until the first photos have come.
  async show(source, { known = false, keep = false } = {}) {
    const turn = (this.#turn = {});
    if (!known) {
      this.#coming = source;
      const slow = setTimeout(() => !this.#loaded && this.#state(loadingState(), { over: false }), 200);
      try {
        await source.get(0, 20);
      } catch (failure) {
        if (turn === this.#turn) this.#coming = null;
        if (failure.name !== "AbortError" && turn === this.#turn && !this.closed) this.#failed(failure, source, () => this.show(source, { keep }));
        return;
      } finally {
        clearTimeout(slow);
      }
      if (turn !== this.#turn || this.closed) return;
    }
    this.#coming = null;
    this.#failure = null;
    this.#loaded = true;
    this.#state(null);
    if (source !== this.grid.source) {
      this.#stop.abort();
      this.grid.selection.clear();
      this.grid.source = source;
      if (!keep) this.#app.scroller.to(0);
    }
    this.grid.start();
    this.#look();
    this.#options.changed();
    // It has changed while it was read.
    if (source.total > 0 && source.stale(0)) this.again();
  }

  // What stands in the place of photos, or with them: that they come, that there are none, or why.
  #state(content, { over = true } = {}) {
    this.#standing = content;
    this.#place.replaceChildren(...(content ? [content] : []));
    this.#place.hidden = !content;
    this.grid.element.hidden = content !== null && over;
  }

  /// What is shown is read anew; it stays until that has come.
  async reload() {
    (this.#coming ?? this.grid.source).invalidate();
    if (this.#coming) return;
    if (this.#failure) await this.#again();
    else if (this.#loaded) await this.again();
  }

  /// Reads what is on screen: once, and once more where that is asked for meanwhile. Resolves after one reading that has begun by now
  /// or later: under steady changes there is always another.
  async again() {
    this.#isStale = true;
    const before = this.#reading;
    this.#rereading ??= this.#reread();
    await before;
    await this.#reading;
  }

  async #reread() {
    try {
      while (this.#isStale && !this.closed) {
        this.#isStale = false;
        await (this.#reading = this.#readShown());
      }
    } finally {
      this.#rereading = this.#reading = null;
    }
  }

  // Gives whether it has been read.
  async #readShown() {
    const { source, shown } = this.grid;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { first, last } = shown ?? { first: 0, last: 20 };
    try {
      await source.get(first, Math.max(1, last - first), { signal });
      if (first >= source.total) await source.get(0, 20, { signal });
    } catch (failure) {
      if (failure.name !== "AbortError" && source === this.grid.source) this.#failed(failure, source);
      return false;
    }
    if (this.closed || source !== this.grid.source) return false;
    this.grid.refresh();
    this.#look();
    this.#options.changed();
    return true;
  }

  #heard(batch) {
    if (this.closed) return;
    const { selection } = this.grid;
    const isReset = batch.some(({ event }) => event === "reset");
    let isUnsure = isReset;
    const gone = [];
    for (const change of batch) {
      if (!selection.has(change.id)) continue;
      const keeps = this.#options.keeps(change);
      if (keeps === false) gone.push(change.id);
      else if (keeps === null) isUnsure = true;
    }
    if (gone.length > 0) selection.remove(gone);
    if (isReset) {
      // What was asked for over a connection that has gone may never be answered.
      this.#stop.abort();
      this.grid.retry();
    }
    if (isUnsure) this.#reconsiderSoon();
    if (isReset || batch.some((change) => this.#options.concerns(change))) this.reload();
  }

  #reconsiderSoon() {
    const now = performance.now();
    this.#unsureSince ??= now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reconsider(), Math.max(0, Math.min(calm, this.#unsureSince + longest - now)));
  }

  // An edit that is under way changes what is selected, photo by photo.
  async #reconsider() {
    await this.bar.idle;
    await this.#isSure();
  }

  // Gives whether what is selected is of the list. What is being read may be of before the last change.
  async #isSure() {
    await this.#checking;
    if (this.#unsureSince === null) return true;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  // What is selected is what the list has: an edit is never of what nobody sees. How long the list is must have been read before its
  // ids are: by a reading that began by now, or the one after it.
  async #check() {
    try {
      await this.#reading;
      // How long the list is nobody knows where that failed.
      if ((await this.#reading) === false) {
        this.#reconsiderSoon();
        return false;
      }
      if (this.closed) return false;
      this.#unsureSince = null;
      const { source, selection, signal } = this.grid;
      if (selection.size === 0) return true;
      const ids = await source.ids(0, source.total, { signal });
      if (source === this.grid.source) selection.keep(ids);
      return true;
    } catch (failure) {
      this.#unsureSince ??= performance.now();
      if (!this.closed) {
        console.error(failure);
        this.#reconsiderSoon();
      }
      return false;
    }
  }

  // Of photos that are to be changed those that the list has: what is selected may have left it a moment ago.
  async #listed(ids) {
    const { selection } = this.grid;
    if (selection.size === 0) return ids;
    const late = new Promise((resolve) => { setTimeout(resolve, patience, false); });
    if (await Promise.race([this.#isSure(), late])) return ids.filter((id) => selection.has(id));
    this.#app.toast("The list could not be read, so nothing was changed.", { kind: "error" });
    return [];
  }

  #look() {
    if (this.#failure || !this.#loaded) return;
    const nothing = this.grid.source.total === 0;
    if (nothing !== (this.#standing !== null)) this.#state(nothing ? this.#options.empty() : null);
  }

  // What is on screen stays, unless it is another list than was asked for, or is one no more.
  #failed(failure, source, again = () => this.start()) {
    if (this.closed) return;
    if (this.#loaded && source === this.grid.source && failure.name !== "no-such" && this.grid.layout?.count > 0) {
      if (this.#app.live.reachable) this.#app.toast(failure.message, { kind: "error" });
      return;
    }
    this.grid.selection.clear();
    this.#failure = failure;
    this.#again = again;
    this.#state(failureState(failure, again));
  }

  close() {
    this.closed = true;
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    this.bar.close();
    this.grid.close();
  }
}

function follow(target, name, hear) {
  target.addEventListener(name, hear);
  return () => target.removeEventListener(name, hear);
}
