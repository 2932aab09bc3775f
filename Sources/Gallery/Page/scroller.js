// Screens scroll with the window, or in a box of their own where they are components of a display. A grid asks and tells either in
// the same way: `target` tells of scrolling, `top` is where the view begins in the window.

export class WindowScroller {
  target = window;
  /// What is to be watched for its size: windows tell by themselves.
  box = null;
  top = 0;

  get position() {
    return scrollY;
  }

  get view() {
    return innerHeight;
  }

  to(position) {
    scrollTo(0, position);
  }

  by(distance) {
    scrollBy(0, distance);
  }
}

export class BoxScroller {
  constructor(box) {
    this.box = box;
    this.target = box;
  }

  get position() {
    return this.box.scrollTop;
  }

  get view() {
    return this.box.clientHeight;
  }

  get top() {
    return this.box.getBoundingClientRect().top;
  }

  to(position) {
    this.box.scrollTop = position;
  }

  by(distance) {
    this.box.scrollTop += distance;
  }
}
