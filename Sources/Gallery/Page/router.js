// Which address is which screen, and which screens are open. All that knows what is on screen is in here.

import { ApiError } from "./api.js";
import { failureState } from "./failure.js";
import missing from "./screens/missing.js";

const table = [
  [/^\/photo\/.+\/details$/, "details"],
  [/^\/photo\/.+$/, "viewer"],
  [/^\/(months)?$/, "months"],
  [/^\/month\/[^/]+$/, "month"],
  [/^\/all$/, "all"],
  [/^\/folders$/, "folders"],
  [/^\/folder$/, "folder"],
  [/^\/search$/, "search"],
  [/^\/favorites$/, "favorites"],
  [/^\/map$/, "map"],
  [/^\/batches(\/.*)?$/, "batches"],
  [/^\/import$/, "import"],
  [/^\/status$/, "status"],
  [/^\/shortcuts$/, "shortcuts"],
];

// A display that visitors use goes on for weeks.
const placesKept = 500;

/// The name of the screen of a path, or null.
export function screenName(pathname) {
  return table.find(([pattern]) => pattern.test(pathname))?.[1] ?? null;
}

// The screens that are there. What `import` gives of a module that has long been loaded comes when the browser has done all else
// that it has to do, which in a page with many pictures is after a tenth of a second.
const loaded = new Map([["missing", missing]]);

/// A screen by its name, loaded where it is not there yet.
export async function loadScreen(name) {
  const screen = loaded.get(name) ?? (await import(`./screens/${name}.js`)).default;
  loaded.set(name, screen);
  return screen;
}

// What is shown in the place of a screen whose code could not be loaded. Browsers may remember that it could not, or what it needs
// could not: where trying again fails though all answers, only a page that begins anew has it. That is for who is there to decide.
// Where somebody has gone on meanwhile, or nothing answers, it is not done.
function unloaded(name, isShown, show) {
  return {
    match: () => ({}),
    title: () => "Not loaded",
    open({ api, live }, parameters, container) {
      const stopWaiting = live.whenBack(show);
      let isClosed = false;
      const again = () => loadScreen(name).then(show, async () => {
        await api.gallery();
        if (!isClosed && isShown()) location.reload();
      }).catch(console.error);
      container.append(failureState(new ApiError(0), again));
      return {
        close() {
          isClosed = true;
          stopWaiting();
        },
      };
    },
  };
}

// The parameters of a screen, or null where the address makes no sense, as one with “%zz”, which is no letter.
function matched(screen, url) {
  try {
    return screen.match(url) ?? null;
  } catch (failure) {
    if (failure instanceof URIError) return null;
    throw failure;
  }
}

/// The browser's history, as a router has one. `back` says whether there is something to go back to.
class PageHistory {
  get address() {
    return location.pathname + location.search;
  }

  /// `returned(entry)`: the user has gone back or forth. Gives the entry that the history begins with.
  begin(returned) {
    history.scrollRestoration = "manual";
    addEventListener("popstate", (event) => returned(event.state?.entry ?? ""));
    const entry = history.state?.entry ?? newEntry();
    history.replaceState({ entry, depth: this.#depth }, "", this.address);
    return entry;
  }

  push(address, entry) {
    history.pushState({ entry, depth: this.#depth + 1 }, "", address);
  }

  replace(address, entry) {
    history.replaceState({ entry, depth: this.#depth }, "", address);
  }

  back() {
    if (this.#depth === 0) return false;
    history.back();
    return true;
  }

  get #depth() {
    return history.state?.depth ?? 0;
  }
}

/// A screen is a module `screens/NAME.js` that exports by default
/// - `match(url)`: the screen's parameters, or null where the address makes no sense;
/// - `title(parameters)`: the document's title;
/// - `prepare(app, parameters)`: where it has that, begins to read what it begins with, as it may be opened next;
/// - `overlay`: true for one that opens over another, which stays as it is beneath;
/// - `open(app, parameters, container, { place, key })`: fills the container and gives a controller, or a promise of one:
///   `close()`, and where it has them `opened` (a promise: there is something to see), `update(parameters)` (the address changed within the screen; false: open anew),
///   `focus()`, `place()` (what to be given back on return), `resume({ key, index })` (an overlay over it went),
///   `key` (the id of the photo it shows), `index` (its place in the list it is of), `shared(key)` (the element that shows that photo, which grows into the next
///   screen's).
export class Router extends EventTarget {
  #app;
  #container;
  #history;
  #root;
  #focuses;
  #stack = [];
  #places = new Map();
  #entry = "";
  #turn = 0;
  // The screen that the history has gone on from, until the one that it has gone to is there.
  #left = null;
  // The address that was gone to last, until its screen is there.
  #coming = null;

  /// `root`: the element whose links are followed, and that is `covered` where a screen lies over all others. `focuses()`: whether
  /// a screen that opens takes the focus.
  constructor(app, container, { history = new PageHistory(), root = document.documentElement, focuses = () => true } = {}) {
    super();
    this.#app = app;
    this.#container = container;
    this.#history = history;
    this.#root = root;
    this.#focuses = focuses;
  }

  /// The address of what is on screen.
  get address() {
    return this.#history.address;
  }

  get current() {
    return this.#stack.at(-1) ?? null;
  }

  /// Whether an element is on the current screen, and the address is that screen's to change.
  shows(element) {
    return this.current !== null && this.current !== this.#left && this.current.container.contains(element);
  }

  /// The names and addresses of the open screens, from the bottom.
  get screens() {
    return this.#stack.map(({ name, address }) => ({ name, address }));
  }

  start() {
    this.#root.addEventListener("click", (event) => this.#follow(event));
    this.#entry = this.#history.begin((entry) => {
      this.#remember();
      this.#left = this.current;
      this.#entry = entry;
      this.#show(this.address, { returning: true });
    });
    return this.#show(this.address, {});
  }

  navigate(address, { replace = false, from = null } = {}) {
    // The second click of two is on what opens already.
    if (!replace && address === this.#coming) return Promise.resolve();
    this.#coming = address;
    this.#remember();
    if (replace) {
      this.#history.replace(address, this.#entry);
    } else {
      this.#entry = newEntry();
      this.#history.push(address, this.#entry);
    }
    return this.#show(address, { from, replace }).finally(() => {
      if (this.#coming === address) this.#coming = null;
    });
  }

  /// To where the user came from, or to `fallback` where the page was opened right here.
  back(fallback = "/months") {
    if (!this.#history.back()) this.navigate(fallback, { replace: true });
  }

  #remember() {
    const place = this.current?.controller?.place?.();
    if (place === undefined) return;
    this.#places.delete(this.#entry);
    this.#places.set(this.#entry, place);
    if (this.#places.size > placesKept) this.#places.delete(this.#places.keys().next().value);
  }

  // A link to a screen is followed here, unless it is meant for another tab.
  #follow(event) {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin || !screenName(link.pathname)) return;
    if (link.hash && link.pathname + link.search === this.address) return;
    event.preventDefault();
    const address = link.pathname + link.search;
    if (address === this.address && this.#stack.length === 1) this.#app.scroller.to(0);
    else this.navigate(address, { from: link.querySelector("[data-shared]") });
  }

  async #show(address, { from = null, returning = false, replace = false }) {
    const turn = ++this.#turn;
    const url = new URL(address, location.origin);
    const name = screenName(url.pathname) ?? "missing";
    let screen = loaded.get(name);
    try {
      screen ??= await loadScreen(name);
    } catch (failure) {
      console.error(failure);
      const isShown = () => this.address === address;
      screen = unloaded(name, isShown, () => { if (isShown()) this.#show(address, {}); });
    }
    if (turn !== this.#turn) return;
    const parameters = matched(screen, url);
    if (parameters === null) screen = missing;
    const next = { name, screen, parameters: parameters ?? { address }, address };

    const under = this.#stack.findLastIndex((frame) => frame.address === address);
    if (under >= 0 && under < this.#stack.length - 1) return this.#transition(() => this.#uncover(under), { from: this.#shared(), turn });
    const top = this.current;
    if (top?.name === name && parameters !== null && top.controller?.update) {
      if (top.controller.update(parameters) !== false) {
        Object.assign(top, next);
        return this.#changed(top, { quiet: true });
      }
    }
    const place = returning ? this.#places.get(this.#entry) : undefined;
    await this.#transition(() => this.#open(next, { place, turn, replace }), { from: from ?? this.#shared(), turn });
  }

  // The element that shows the photo of the screen that goes.
  #shared() {
    const { controller } = this.current ?? {};
    return controller?.key ? controller.shared?.(controller.key) ?? null : null;
  }

  async #transition(change, { from, turn }) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!from || calm || !document.startViewTransition || document.hidden) return change();
    from.style.viewTransitionName = "photo";
    const transition = document.startViewTransition(async () => {
      const key = this.current?.controller?.key ?? from.closest("[data-id]")?.dataset.id;
      from.style.viewTransitionName = "";
      await change();
      if (turn !== this.#turn || !key) return;
      const { controller } = this.current ?? {};
      const into = controller?.shared?.(key);
      if (!into) return;
      into.style.viewTransitionName = "photo";
      transition.finished.finally(() => {
        into.style.viewTransitionName = "";
      });
    });
    transition.finished.catch(() => {});
    transition.ready.catch(() => {});
    await transition.updateCallbackDone.catch((failure) => console.error(failure));
  }

  async #open(next, { place, turn, replace }) {
    // In the place of an overlay, and not over it.
    if (replace && this.current?.screen.overlay) this.#drop(this.#stack.pop());
    const covered = next.screen.overlay && this.current ? this.current : null;
    const container = document.createElement("section");
    container.className = `screen screen-${next.name}`;
    if (covered && covered.name !== next.name) {
      covered.container.inert = true;
      covered.container.classList.add("beneath");
    } else if (next.screen.overlay && covered) {
      this.#drop(this.#stack.pop());
    } else {
      while (this.#stack.length > 0) this.#drop(this.#stack.pop());
      if (place === undefined) this.#app.scroller.to(0);
    }
    container.classList.toggle("overlay", Boolean(next.screen.overlay));
    const frame = { ...next, container, controller: null };
    this.#stack.push(frame);
    this.#container.append(container);
    this.#root.classList.toggle("covered", Boolean(next.screen.overlay));
    const controller = await next.screen.open(this.#app, next.parameters, container, { place });
    if (!this.#stack.includes(frame) || turn !== this.#turn && this.current !== frame) {
      controller?.close?.();
      return;
    }
    frame.controller = controller ?? {};
    this.#changed(frame);
  }

  #uncover(depth) {
    const { key, index } = this.current?.controller ?? {};
    while (this.#stack.length - 1 > depth) this.#drop(this.#stack.pop());
    const frame = this.current;
    frame.container.inert = false;
    frame.container.classList.remove("beneath");
    this.#root.classList.toggle("covered", Boolean(frame.screen.overlay));
    frame.controller?.resume?.({ key, index });
    this.#changed(frame, { resumed: true });
  }

  /// Nothing is open any more.
  close() {
    this.#turn += 1;
    while (this.#stack.length > 0) this.#drop(this.#stack.pop());
  }

  #drop(frame) {
    try {
      frame.controller?.close?.();
    } finally {
      frame.container.remove();
    }
  }

  #changed(frame, { quiet = false, resumed = false } = {}) {
    this.#left = null;
    const title = frame.screen.title(frame.parameters);
    // Before the focus: a dialog of the screen before keeps that to itself until it has heard of this one, and closed.
    this.dispatchEvent(new CustomEvent("change", { detail: { name: frame.name, address: frame.address, title, quiet } }));
    if (quiet || !this.#focuses()) return;
    if (frame.controller?.focus) frame.controller.focus({ resumed });
    else frame.container.querySelector("h1")?.focus({ preventScroll: true });
  }
}

export function newEntry() {
  return Math.random().toString(36).slice(2);
}
