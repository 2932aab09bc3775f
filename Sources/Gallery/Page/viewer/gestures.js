import { pinched } from "./zoom.js";

const slop = 8;
const doubleTap = 300;
const doubleTapSpan = 40;

/// Fingers, pens and mice on the stage, as what they mean. `target` says what is done:
/// `zoomed` (is the picture larger than the stage), `view`, `largest`, and is called back with
/// `pan(view)`, `zoom(view)`, `zoomEnded()`, `swipe(dx)`, `swipeEnded(dx, velocity)`, `dismiss(dy)`, `dismissEnded(dy, velocity)`,
/// `tap()`, `doubleTap(point)`. Points count from the stage's middle, in CSS pixels.
export class Gestures {
  #stage;
  #target;
  #pointers = new Map();
  #mode = null;
  #start = null;
  #last = null;
  #tapped = null;
  #tapTimer = null;
  #swallow = false;
  #abort = new AbortController();

  constructor(stage, target) {
    this.#stage = stage;
    this.#target = target;
    const options = { signal: this.#abort.signal };
    stage.addEventListener("pointerdown", (event) => this.#down(event), options);
    stage.addEventListener("pointermove", (event) => this.#move(event), options);
    stage.addEventListener("pointerup", (event) => this.#up(event, false), options);
    stage.addEventListener("pointercancel", (event) => this.#up(event, true), options);
    // What a finger came down on loses it to the stage: that is no end.
    stage.addEventListener("lostpointercapture", (event) => event.target === stage && this.#up(event, true), options);
    // A click that ends a drag is none.
    stage.addEventListener("click", (event) => {
      if (this.#swallow) {
        event.preventDefault();
        event.stopPropagation();
      }
      this.#swallow = false;
    }, { ...options, capture: true });
  }

  close() {
    clearTimeout(this.#tapTimer);
    this.#abort.abort();
  }

  #point(event) {
    const { left, top, width, height } = this.#stage.getBoundingClientRect();
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
  }

  #down(event) {
    if (event.button !== 0 || belongsToControl(event)) return;
    this.#swallow = false;
    this.#pointers.set(event.pointerId, this.#point(event));
    if (this.#pointers.size === 1) {
      this.#mode = null;
      this.#begin(event);
    } else if (this.#pointers.size === 2) {
      if (this.#mode === "swipe") this.#target.swipeEnded(0, 0);
      if (this.#mode === "dismiss") this.#target.dismissEnded(0, 0);
      this.#mode = "pinch";
      this.#capture();
      this.#start = { pair: [...this.#pointers.values()], view: this.#target.view };
    }
  }

  #begin(event) {
    const point = this.#point(event);
    this.#start = { point, view: this.#target.view, time: event.timeStamp };
    this.#last = { point, time: event.timeStamp, velocity: { x: 0, y: 0 } };
  }

  #capture() {
    for (const id of this.#pointers.keys()) {
      try {
        this.#stage.setPointerCapture(id);
      } catch {
        // The pointer has gone between two events.
      }
    }
  }

  #move(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    const point = this.#point(event);
    this.#pointers.set(event.pointerId, point);
    if (this.#mode === "pinch") {
      this.#target.zoom(pinched(this.#start.view, this.#start.pair, [...this.#pointers.values()].slice(0, 2), this.#target.largest));
      return;
    }
    if (this.#pointers.size !== 1) return;
    this.#follow(point, event.timeStamp);
    const dx = point.x - this.#start.point.x;
    const dy = point.y - this.#start.point.y;
    if (this.#mode === null) {
      if (Math.hypot(dx, dy) < slop) return;
      if (this.#target.zoomed) this.#mode = "pan";
      else if (Math.abs(dx) >= Math.abs(dy)) this.#mode = "swipe";
      else if (event.pointerType !== "mouse") this.#mode = "dismiss";
      else return;
      this.#capture();
    }
    if (this.#mode === "pan") this.#target.pan({ ...this.#start.view, x: this.#start.view.x + dx, y: this.#start.view.y + dy });
    else if (this.#mode === "swipe") this.#target.swipe(dx);
    else if (this.#mode === "dismiss") this.#target.dismiss(dy);
  }

  // The velocity, in pixels a millisecond, is that of the last moments.
  #follow(point, time) {
    const passed = time - this.#last.time;
    if (passed <= 0) return;
    const share = Math.min(1, passed / 60);
    const { velocity } = this.#last;
    const mixed = (axis) => velocity[axis] * (1 - share) + ((point[axis] - this.#last.point[axis]) / passed) * share;
    this.#last = { point, time, velocity: { x: mixed("x"), y: mixed("y") } };
  }

  #up(event, cancelled) {
    if (!this.#pointers.delete(event.pointerId)) return;
    const mode = this.#mode;
    if (mode === "pinch") {
      if (this.#pointers.size >= 2) return;
      this.#target.zoomEnded();
      // The finger that stays goes on as one that pans.
      this.#mode = null;
      this.#swallow = true;
      if (this.#pointers.size === 1) {
        const [point] = this.#pointers.values();
        this.#mode = this.#target.zoomed ? "pan" : "spent";
        this.#start = { point, view: this.#target.view, time: event.timeStamp };
        this.#last = { point, time: event.timeStamp, velocity: { x: 0, y: 0 } };
      }
      return;
    }
    this.#mode = null;
    const point = this.#point(event);
    const stale = event.timeStamp - this.#last.time > 80;
    const velocity = cancelled || stale ? { x: 0, y: 0 } : this.#last.velocity;
    const dx = point.x - this.#start.point.x;
    const dy = point.y - this.#start.point.y;
    if (mode !== null) this.#swallow = true;
    if (mode === "swipe") this.#target.swipeEnded(cancelled ? 0 : dx, velocity.x);
    else if (mode === "dismiss") this.#target.dismissEnded(cancelled ? 0 : dy, velocity.y);
    else if (mode === "pan") this.#target.zoomEnded();
    else if (mode === null && !cancelled) this.#tap(point, event);
  }

  #tap(point, event) {
    const before = this.#tapped;
    clearTimeout(this.#tapTimer);
    if (before && event.timeStamp - before.time < doubleTap
      && Math.hypot(point.x - before.point.x, point.y - before.point.y) < doubleTapSpan) {
      this.#tapped = null;
      this.#target.doubleTap(point);
      return;
    }
    this.#tapped = { point, time: event.timeStamp };
    // A mouse has nothing that waits for its single click; a finger's tap may be half of two.
    if (event.pointerType === "mouse") return;
    this.#tapTimer = setTimeout(() => this.#target.tap(), doubleTap);
  }
}

// Buttons, links and the lower edge of a film, where its controls are, have their own ideas of a finger.
function belongsToControl(event) {
  if (event.target.closest("button, a, input, .slide-problem, .film-tools")) return true;
  const film = event.target.closest("video");
  if (!film) return false;
  return event.clientY > film.getBoundingClientRect().bottom - 96;
}
