// Motions as options say them, as the browser's own animations. Each part of a motion has a course of its own, so each is an
// animation of its own, and those that move an element add up.

const curves = {
  linear: "linear", accelerate: "cubic-bezier(0.4, 0, 1, 1)", decelerate: "cubic-bezier(0, 0, 0.2, 1)",
  accelerateDecelerate: "cubic-bezier(0.4, 0, 0.2, 1)", overshoot: "cubic-bezier(0.34, 1.56, 0.64, 1)",
};
/// How long a motion takes where nobody says, in milliseconds.
export const usualDuration = 140;

const moves = {
  scale: (value) => `scale(${value})`, scaleX: (value) => `scaleX(${value})`, scaleY: (value) => `scaleY(${value})`,
  translationX: (value) => `translateX(${value}px)`, translationY: (value) => `translateY(${value}px)`, rotation: (value) => `rotate(${value}deg)`,
  x: (value, box) => `translateX(${value - box.left}px)`, y: (value, box) => `translateY(${value - box.top}px)`,
};
const looks = {
  alpha: ["opacity", (value) => String(value)], color: ["backgroundColor", (value) => value], width: ["width", (value) => `${value}px`],
  height: ["height", (value) => `${value}px`], cornerRadius: ["borderRadius", (value) => `${value}px`],
};

/// Duration, delay and curve of a motion, or of a part of it.
export function courseOf(part, whole = {}) {
  return {
    duration: part.duration ?? whole.duration ?? usualDuration, delay: part.delay ?? whole.delay ?? 0,
    easing: curves[part.interpolation ?? whole.interpolation ?? "decelerate"],
  };
}

/// Begins a motion of an element, and gives its animations. What has no `from` or no `to` begins or ends as the element is.
export function move(element, motion) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const natural = {
    alpha: 1, scale: 1, scaleX: 1, scaleY: 1, translationX: 0, translationY: 0, rotation: 0, x: box.left, y: box.top, width: box.width, height: box.height,
    cornerRadius: parseFloat(style.borderTopLeftRadius) || 0, color: style.backgroundColor,
  };
  const animations = [];
  for (const [name, start] of Object.entries(natural)) {
    const part = motion[name];
    if (!part) continue;
    const ends = [part.from ?? start, part.to ?? start];
    const frames = moves[name] ? ends.map((value) => ({ transform: moves[name](value, box), composite: "add" }))
      : ends.map((value) => ({ [looks[name][0]]: looks[name][1](value) }));
    animations.push(element.animate(frames, { ...courseOf(part, motion), fill: "both" }));
  }
  return animations;
}

/// Where motion is to be reduced nothing moves, nor where nobody looks.
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.visibilityState === "hidden";
}

/// What moves just now. Whoever goes on meanwhile has it there at once.
export class Motions {
  #running = new Set();
  #afterwards = [];

  /// `end()` is called when the animations are over, or cut short. They leave nothing behind.
  run(animations, end = () => {}) {
    const one = {
      end: () => {
        if (!this.#running.delete(one)) return;
        for (const animation of animations) animation.cancel();
        end();
        this.#rest();
      },
    };
    this.#running.add(one);
    Promise.all(animations.map(({ finished }) => finished)).then(one.end, one.end);
  }

  /// Something moves by a style sheet for so many milliseconds.
  hold(milliseconds) {
    const one = {
      end: () => {
        clearTimeout(timer);
        if (this.#running.delete(one)) this.#rest();
      },
    };
    const timer = setTimeout(one.end, milliseconds);
    this.#running.add(one);
  }

  settle() {
    for (const one of [...this.#running]) one.end();
  }

  whenCalm(work) {
    if (this.#running.size === 0) work();
    else this.#afterwards.push(work);
  }

  #rest() {
    if (this.#running.size > 0) return;
    for (const work of this.#afterwards.splice(0)) work();
  }
}
