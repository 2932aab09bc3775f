import { element } from "../elements.js";
import { list, photoAddress } from "../query.js";
import { tileName } from "../text.js";
import { Chrome } from "./chrome.js";
import { viewerFields } from "./context.js";
import { Gestures } from "./gestures.js";
import { Information } from "./information.js";
import { Looking } from "./looking.js";
import { Sequence } from "./sequence.js";
import { Slides } from "./slides.js";
import { ViewedMark } from "./viewed-mark.js";
import { ViewerActions } from "./viewer-actions.js";

/// One photo on black, and its neighbours in the list that it was opened from. At most three pictures are decoded at a time.
export class Viewer {
  #app;
  #parameters;
  #sequence = null;
  #slides;
  #onShow;
  #turn = 0;
  #viewed;
  #addressTimer = null;
  // When it is known where the photo stands.
  #located = null;
  #question = null;
  // The photo that was last asked for by its address.
  #wish = null;
  #ends = [];
  item = null;
  index = -1;
  context;
  // The photo that stands at `index` is another one: the list lost the one that is looked at.
  #aside = false;

  /// `onShow(item)` hears of each photo that comes on screen.
  constructor(app, parameters, container, onShow) {
    this.#app = app;
    this.#onShow = onShow;
    this.#parameters = parameters;
    this.context = list(new URLSearchParams(parameters.within));
    if (this.context) this.#sequence = new Sequence(app.api, this.context);
    this.stage = element("div", { class: "stage", tabindex: 0, role: "region", "aria-label": "Photo" });
    const strip = element("div", { class: "strip" });
    this.stage.append(strip);
    this.#slides = new Slides(app, this.stage, strip);
    this.root = element("div", { class: "viewer" }, this.stage);
    this.actions = new ViewerActions(app, this);
    this.chrome = new Chrome(app, this);
    this.information = new Information(app, this);
    this.root.append(this.chrome.element, this.information.element);
    this.looking = new Looking(this);
    this.#viewed = new ViewedMark(app, this, (index) => this.#sequence?.patch(index, { viewed: true }));
    container.append(this.root);
    this.#listen();
  }

  #listen() {
    const gestures = new Gestures(this.stage, this.looking);
    const observer = new ResizeObserver(() => this.#slides.layout());
    observer.observe(this.stage);
    const abort = new AbortController();
    const { signal } = abort;
    document.addEventListener("keydown", (event) => this.actions.key(event), { signal, capture: true });
    document.addEventListener("visibilitychange", () => this.#viewed.soon(), { signal });
    this.stage.addEventListener("wheel", (event) => this.looking.wheel(event), { signal, passive: false });
    this.stage.addEventListener("shown", () => this.chrome.zoomed(this.current), { signal });
    this.stage.addEventListener("takeframe", () => this.actions.run("takeFrame"), { signal });
    // What plays under another screen is heard and not seen.
    this.#app.router.addEventListener("change", () => {
      if (!this.#app.router.current?.container.contains(this.root)) this.current?.pause?.();
    }, { signal });
    this.#ends.push(
      () => gestures.close(),
      () => observer.disconnect(),
      () => abort.abort(),
      this.#app.live.follow(["photos"], (events) => this.#heard(events)),
    );
  }

  get current() {
    return this.#slides.current;
  }

  get strip() {
    return this.#slides.strip;
  }

  get isFirst() {
    return this.index <= 0;
  }

  get isLast() {
    return this.#sequence === null || this.index >= this.#sequence.total - (this.#aside ? 0 : 1);
  }

  get total() {
    return this.#sequence?.total ?? 0;
  }

  /// The part of the address that names the list.
  get within() {
    return this.#parameters.within;
  }

  get listAddress() {
    return this.context?.address ?? "/months";
  }

  /// Opens at a photo, or where the list was not looked at yet. Resolves when there is something to see.
  async open(id) {
    if (id === "first-unviewed") return this.#openUnviewed();
    const [item] = await this.#app.api.lines("items", [id], { fields: viewerFields });
    if (!item || item.error) return false;
    this.#show(item, -1);
    const settled = this.current.settled(150);
    this.#locate(settled).catch((failure) => console.error(failure));
    await settled;
    return true;
  }

  async #openUnviewed() {
    const index = this.#sequence ? await this.#sequence.firstUnviewed() : -1;
    const item = index < 0 ? null : await this.#sequence.at(index);
    if (!item) return false;
    this.#show(item, index);
    this.#writeAddress();
    await this.current.settled(150);
    return true;
  }

  /// Another photo by its address, as when the history goes back.
  async goTo(id) {
    this.#wish = id;
    // The address is that of this photo now, and not to be that of the one before.
    clearTimeout(this.#addressTimer);
    if (id === this.item?.id || id === "first-unviewed") return;
    const [item] = await this.#app.api.lines("items", [id], { fields: viewerFields }).catch((failure) => [{ error: failure }]);
    if (id !== this.#wish) return;
    if (!item || item.error) {
      this.#app.toast(item?.error?.message ?? "This photo is not in the library any more.", { kind: "error" });
      this.#writeAddress();
      return;
    }
    this.#show(item, -1);
    await this.#locate().catch((failure) => console.error(failure));
  }

  // Where the photo stands in its list becomes known a moment after it is on screen: `settled`, until when nobody asks.
  #locate(settled = null) {
    const question = {};
    this.#question = question;
    this.#located = settled ? settled.then(() => this.#find(question)) : this.#find(question);
    this.#located.catch(() => {});
    return this.#located;
  }

  async #find(question) {
    if (!this.#sequence) return;
    const { item } = this;
    const turn = this.#turn;
    const found = await this.#sequence.locate(item);
    const index = found >= 0 ? found : await this.#placeAside();
    if (turn !== this.#turn || this.item !== item || question !== this.#question) return;
    this.#aside = found < 0;
    this.index = index;
    this.#arrange();
  }

  // Where a photo stood that the list has lost: before the one that stood behind it, wherever that one stands by now.
  async #placeAside() {
    const { behind, before } = this.#slides;
    for (const [neighbour, distance] of [[behind, 0], [before, 1]]) {
      const index = neighbour ? await this.#sequence.locate(neighbour.item) : -1;
      if (index >= 0) return index + distance;
    }
    return Math.min(Math.max(this.index, 0), this.#sequence.total);
  }

  async step(by) {
    const { item } = this;
    await this.#located?.catch(() => {});
    if (this.item !== item) return;
    if (!this.#sequence || this.index < 0) return;
    await this.jump(this.#aside && by > 0 ? this.index + by - 1 : this.index + by);
  }

  /// To what stands at an index. Where that cannot be read, the photo stays, and it is said why.
  async jump(index) {
    if (!this.#sequence || this.index < 0) return;
    const turn = this.#turn;
    const to = Math.min(Math.max(index, 0), this.total - 1);
    const { revision } = this.#sequence;
    let item;
    try {
      item = await this.#sequence.at(to);
    } catch (failure) {
      if (turn === this.#turn) this.#app.toast(failure.message, { kind: "error" });
      return;
    }
    if (turn !== this.#turn) return;
    if (!item || item.id === this.item.id) {
      this.chrome.refuse(index < to ? "This is the first photo." : "This is the last photo.");
      return;
    }
    this.#show(item, to);
    // The list has changed while it was read.
    if (revision !== this.#sequence.revision) await this.#locate().catch((failure) => console.error(failure));
  }

  async jumpToEnd(last) {
    await this.#located?.catch(() => {});
    return this.jump(last ? this.total - 1 : 0);
  }

  #show(item, index) {
    this.#turn += 1;
    this.#wish = null;
    this.item = item;
    this.index = index;
    this.#aside = false;
    this.strip.settle();
    this.#slides.enter(item);
    this.#onShow(item);
    this.chrome.show(item);
    this.information.show(item);
    this.stage.setAttribute("aria-label", tileName(item));
    this.#arrange();
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.#writeAddress(), 150);
  }

  #writeAddress() {
    clearTimeout(this.#addressTimer);
    this.#app.announce([tileName(this.item), this.chrome.where].filter(Boolean).join(", "));
    const address = `${photoAddress(this.item.id)}${this.within}`;
    if (this.#app.router.shows(this.root) && this.#app.router.address !== address) {
      this.#app.navigate(address, { replace: true });
    }
  }

  // The photo first, then those beside it: what is looked at never waits for what may be.
  async #arrange() {
    const turn = this.#turn;
    const { index, current } = this;
    // A photo that the list has lost may stand behind its last one.
    this.chrome.place(this.#aside ? Math.min(this.index, this.total - 1) : this.index, this.total, { first: this.isFirst, last: this.isLast });
    const shown = current.load().then((there) => there && turn === this.#turn && this.#viewed.soon());
    let beside = [null, null];
    if (this.#sequence && index >= 0) {
      beside = await Promise.all([this.#sequence.at(index - 1), this.#sequence.at(this.#aside ? index : index + 1)]).catch(() => beside);
    }
    if (turn !== this.#turn) return;
    // Until it is known where the photo stands, what was beside it is.
    if (!this.#sequence || index >= 0) this.#slides.surround(...beside);
    await shown;
    if (turn === this.#turn && !current.isZoomed) this.#slides.loadBeside();
  }

  /// An enlarged photo has the memory to itself.
  lookClosely(closely) {
    if (closely) {
      this.#slides.releaseBeside();
      this.current?.loadWhole?.();
    } else this.#slides.loadBeside();
  }

  async #heard(events) {
    const { item } = this;
    if (!item) return;
    const about = events.filter(({ id }) => id === item.id);
    const listChanged = events.some(({ event, change, oldMonthKey }) => event === "reset" || change !== "updated" || oldMonthKey)
      || (this.context !== null && this.context.command !== "photos");
    // At once: who steps on meanwhile comes to what is beside the photo now.
    let located = null;
    if (listChanged) {
      this.#sequence?.forget();
      located = this.#locate();
    }
    if (about.some(({ change }) => change === "deleted") && !about.some(({ change }) => change === "inserted")) {
      return this.gone();
    }
    if (about.length > 0 || listChanged) await this.refresh();
    await located?.catch(() => {});
  }

  /// Reads the photo again.
  async refresh() {
    const { item } = this;
    const [now] = await this.#app.api.lines("items", [item.id], { fields: viewerFields }).catch(() => []);
    // Another photo is shown meanwhile, or none any more.
    if (this.item?.id !== item.id || !this.current) return;
    if (now?.error) await this.gone();
    if (!now || now.error) return;
    for (const key of Object.keys(this.item)) if (!(key in now)) delete this.item[key];
    Object.assign(this.item, now);
    this.#sequence?.renew(now);
    if (this.current.update({ ...this.item })) {
      this.current.release();
      this.current.load();
    }
    this.chrome.show(this.item);
    this.information.show(this.item, { again: true });
  }

  /// The photo is not there any more: on to the one that took its place, or back to the list.
  async gone() {
    const { index } = this;
    this.#sequence?.forget();
    const turn = this.#turn;
    const next = this.#sequence && index >= 0 ? await this.#nearest(index) : null;
    if (turn !== this.#turn) return;
    if (!next) return this.leave();
    this.#show(next, Math.min(index, Math.max(0, this.total - 1)));
  }

  // What stands at an index, or else the last one. What was read while the list changed may have gone as well.
  async #nearest(index) {
    const { revision } = this.#sequence;
    const nearest = (await this.#sequence.at(index)) ?? (await this.#sequence.at(this.total - 1));
    return revision === this.#sequence.revision ? nearest : this.#nearest(index);
  }

  leave() {
    clearTimeout(this.#addressTimer);
    this.#app.router.back(this.listAddress);
  }

  close() {
    this.#turn += 1;
    this.#wish = null;
    this.#viewed.close();
    clearTimeout(this.#addressTimer);
    for (const end of this.#ends.splice(0)) end();
    this.chrome.close();
    this.information.close();
    this.#slides.close();
  }
}
