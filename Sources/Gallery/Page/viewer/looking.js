import { actualScale, fitting, toggled, wheelFactor, zoomedAt } from "./zoom.js";

const middle = { x: 0, y: 0 };
const keyStep = 96;

/// How the photo is looked at: enlarged, moved about, swept aside. What gestures, wheel and keys ask for is done here.
export class Looking {
  #viewer;
  #settle = null;

  constructor(viewer) {
    this.#viewer = viewer;
  }

  // A film is not enlarged.
  get #photo() {
    const { current } = this.#viewer;
    return current?.look && current.isReady ? current : null;
  }

  get zoomed() {
    return this.#photo?.isZoomed ?? false;
  }

  get view() {
    return this.#photo?.view ?? fitting;
  }

  get largest() {
    return this.#photo?.largest ?? 1;
  }

  pan(view) {
    this.#photo?.look(view);
  }

  zoom(view, options) {
    const photo = this.#photo;
    if (!photo) return;
    photo.look(view, options);
    this.#viewer.chrome.zoomed(photo);
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.zoomEnded(), 120);
  }

  zoomEnded() {
    clearTimeout(this.#settle);
    const photo = this.#photo;
    if (photo) this.#viewer.lookClosely(photo.isZoomed);
  }

  by(factor) {
    const photo = this.#photo;
    if (photo) this.zoom(zoomedAt(photo.view, factor, middle, photo.largest), { smoothly: true });
  }

  fit() {
    this.zoom(fitting, { smoothly: true });
  }

  actual() {
    const photo = this.#photo;
    if (!photo) return;
    const scale = Math.max(1, actualScale(photo.picture, photo.fit, devicePixelRatio));
    this.zoom(zoomedAt(photo.view, scale / photo.view.scale, middle, photo.largest), { smoothly: true });
  }

  /// Moves an enlarged photo; false where it is not enlarged.
  move(x, y) {
    if (!this.zoomed) return false;
    const { view } = this;
    this.#photo.look({ ...view, x: view.x - x * keyStep, y: view.y - y * keyStep }, { smoothly: true });
    return true;
  }

  wheel(event) {
    if (event.target.closest("video, .film-tools") || !this.#photo) return;
    event.preventDefault();
    const { left, top, width, height } = this.#viewer.stage.getBoundingClientRect();
    const point = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
    const { view } = this;
    // Two fingers on a touchpad move an enlarged photo; a wheel, and two fingers that spread, enlarge it.
    if (this.zoomed && !event.ctrlKey && event.deltaX !== 0) {
      this.pan({ ...view, x: view.x - event.deltaX, y: view.y - event.deltaY });
      return;
    }
    const delta = event.ctrlKey ? event.deltaY * 4 : event.deltaY;
    this.zoom(zoomedAt(view, wheelFactor(delta, event.deltaMode), point, this.largest));
  }

  doubleTap(point) {
    const photo = this.#photo;
    if (photo) this.zoom(toggled(photo.view, point, photo.picture, photo.fit, devicePixelRatio), { smoothly: true });
  }

  tap() {
    this.#viewer.chrome.toggle();
  }

  get #ends() {
    return { first: this.#viewer.isFirst, last: this.#viewer.isLast };
  }

  swipe(dx) {
    this.#viewer.strip.follow(dx, this.#ends);
  }

  async swipeEnded(dx, velocity) {
    const { item } = this.#viewer;
    const step = await this.#viewer.strip.release(dx, velocity, this.#ends);
    if (this.#viewer.item !== item) return;
    if (step !== 0) await this.#viewer.step(step);
    // Where no other photo has come, this one is in the middle again.
    if (this.#viewer.item === item) this.#viewer.strip.reset();
  }

  // Drawn down, the photo lets the list shine through; far enough, it goes back there.
  dismiss(dy) {
    const { root, stage } = this.#viewer;
    const down = Math.max(0, dy);
    root.classList.add("is-leaving");
    root.style.setProperty("--darkness", String(Math.max(0.2, 1 - down / 500)));
    stage.style.transform = `translateY(${down}px) scale(${Math.max(0.8, 1 - down / 2000)})`;
  }

  dismissEnded(dy, velocity) {
    const { root, stage } = this.#viewer;
    if (dy > 140 || (dy > 40 && velocity > 0.6)) {
      this.#viewer.leave();
      return;
    }
    root.classList.remove("is-leaving");
    root.style.removeProperty("--darkness");
    stage.style.transform = "";
  }
}
