import { elementCalled } from "./element-ids.js";
import { courseOf, isCalm, move } from "./motion.js";

const fade = { alpha: { from: 0 } };
const unfade = { alpha: { to: 0 } };
/// How things come and go where options say nothing.
const usual = {
  setRoot: { enter: fade }, setStackRoot: { enter: fade }, tab: { enter: fade }, overlay: { enter: fade, exit: unfade },
  push: { enter: { alpha: { from: 0 }, translationX: { from: 32 } } }, pop: { exit: { alpha: { to: 0 }, translationX: { to: 32 } } },
};
const modalStyles = {
  coverVertical: (end, height) => ({ translationY: { [end]: height } }),
  crossDissolve: (end) => ({ alpha: { [end]: 0 } }),
  // Flat, like a card that is turned.
  flipHorizontal: (end) => ({ scaleX: { [end]: 0 }, alpha: { [end]: 0 } }),
};

/// One thing comes on screen in the place of another: `enter` and `exit` have `node`, `element`, `moving` (the element that moves)
/// and `show(shown)`, and one of the two may be null.
export class Changes {
  #stage;
  #coming = [];

  constructor(stage) {
    this.#stage = stage;
  }

  /// To be done with the next `carryOut`. `kind` is a name under `animations`, `tab` or `overlay`; null of what comes at once.
  add(change) {
    this.#coming.push(change);
  }

  /// Elements that become others, by the changes that come.
  get shared() {
    return isCalm() ? [] : this.#coming.flatMap((change) => this.#said(change, "sharedElements") ?? []);
  }

  do({ isMoved = true } = {}) {
    for (const change of this.#coming.splice(0)) this.#do(change, isMoved && !isCalm());
  }

  #said({ kind, enter, exit }, key) {
    if (!["setRoot", "setStackRoot", "push", "pop", "showModal", "dismissModal"].includes(kind)) return null;
    const { options } = this.#stage.carrying;
    const goes = kind === "pop" || kind === "dismissModal";
    const { node } = (goes ? exit : enter) ?? enter ?? exit;
    if (["elements", "sharedElements"].includes(key) && kind.startsWith("set")) return null;
    return options?.animations?.[kind]?.[key] ?? this.#stage.tree.option(`animations.${kind}.${key}`, node);
  }

  #do(change, moves) {
    const { enter, exit, kind } = change;
    enter?.show(true);
    if (exit) exit.element.inert = true;
    const animations = [];
    if (moves && kind !== null && this.#said(change, "enabled") !== false) {
      const named = this.#said(change, "enter") ?? this.#said(change, "exit");
      const course = (part, thing) => (named ? this.#said(change, part) : usual[kind]?.[part] ?? this.#modal(kind, part, thing));
      for (const [part, thing] of [["enter", enter], ["exit", exit]]) {
        const motion = thing && course(part, thing);
        if (motion) animations.push(...move(thing.moving ?? thing.element, motion));
        if (thing?.backdrop && motion) animations.push(...move(thing.backdrop, { ...courseTimes(motion), ...(part === "enter" ? fade : unfade) }));
      }
      for (const { id, ...motion } of this.#said(change, "elements") ?? []) {
        const element = elementCalled(id, enter?.element) ?? elementCalled(id, exit?.element);
        if (element) animations.push(...move(element, motion));
      }
    }
    exit?.element.classList.add("display-going", ...(kind === "pop" ? ["is-above"] : []));
    const end = () => {
      exit?.element.classList.remove("display-going", "is-above");
      exit?.show(false);
    };
    if (animations.length > 0) this.#stage.motions.run(animations, end);
    else end();
  }

  #modal(kind, part, { style, moving }) {
    if (kind !== (part === "enter" ? "showModal" : "dismissModal")) return null;
    return modalStyles[style]?.(part === "enter" ? "from" : "to", moving.offsetHeight) ?? null;
  }
}

function courseTimes({ duration, delay }) {
  return { ...(duration === undefined ? {} : { duration }), ...(delay === undefined ? {} : { delay }) };
}

/// Does `change` so that shared elements move from where they were to where they are, and gives when it is done.
export async function shareElements(shared, change, from) {
  if (shared.length === 0 || !document.startViewTransition) return change();
  const named = shared.map((one, index) => ({ ...one, name: `shared-${index}`, before: elementCalled(one.fromId, from) })).filter(({ before }) => before);
  if (named.length === 0) return change();
  for (const { before, name } of named) before.style.viewTransitionName = name;
  const transition = document.startViewTransition(() => {
    for (const { before } of named) before.style.viewTransitionName = "";
    change();
    for (const one of named) {
      one.after = elementCalled(one.toId, from, one.before);
      if (one.after) one.after.style.viewTransitionName = one.name;
    }
  });
  transition.ready.then(() => {
    for (const animation of document.getAnimations()) {
      const one = named.find(({ name }) => animation.effect?.pseudoElement === `::view-transition-group(${name})`);
      if (one) animation.effect.updateTiming(courseOf(one));
    }
  }, () => {});
  transition.finished.finally(() => {
    for (const { after } of named) if (after) after.style.viewTransitionName = "";
  });
  await transition.updateCallbackDone;
}
