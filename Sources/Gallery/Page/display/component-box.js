import { element, emptyState } from "../elements.js";
import { icon } from "../icons.js";
import { Router } from "../router.js";
import { BoxScroller } from "../scroller.js";
import { addressOf, titleOf } from "./contents.js";
import { OwnHistory } from "./own-history.js";

/// What a component shows, in a box that it scrolls in and never leaves: a text, a picture or a page of the local folder, or a
/// screen of the gallery with a history of its own.
export class ComponentBox {
  #router = null;
  #history = null;
  #isEntered = false;
  #isResting = false;
  #paused = [];

  /// `leave()`: the user wants to go back from where the component began. `hears()`: whether keys that were pressed at nothing in
  /// particular are for it.
  constructor(app, { name, passProps }, { leave = () => {}, hears = () => false } = {}) {
    this.scroller = element("div", { class: "display-scroller" });
    this.element = element("div", { class: `display-box display-shows-${name}` }, this.scroller);
    // It may begin when it is there, which may be when it is not seen any more.
    this.element.addEventListener("play", ({ target }) => this.#isResting && this.#pause(target), { capture: true });
    const told = passProps ?? {};
    const address = addressOf(name, passProps);
    if (address !== null) this.opened = this.#openScreen(app, address, { leave, hears, playback: name === "video" ? told : null, isQuiet: told.quiet === true });
    else if (name === "image") this.opened = this.#openImage(told);
    else if (name === "html") this.opened = this.#openPage(told);
    else this.opened = this.#openText(told);
    this.title = titleOf(name, passProps);
  }

  get isScreen() {
    return this.#router !== null;
  }

  /// Whether it shows what it began with.
  get isAtBeginning() {
    return this.#history?.isAtBeginning ?? true;
  }

  async #openText({ text, title = "" }) {
    this.scroller.append(element("div", { class: "display-text" }, title !== "" && element("h2", {}, title), element("p", {}, text)));
  }

  async #openImage({ path, alt = "" }) {
    const image = element("img", { class: "display-image", alt, draggable: "false", src: localAddress(path) });
    this.scroller.append(image);
    try {
      await image.decode();
    } catch {
      // Why it is none, the browser does not say.
      image.replaceWith(emptyState({ picture: icon("missing", { size: 48 }), title: "This picture cannot be shown", text: `“${path}” is not in the local folder, or no picture that this browser knows.` }));
    }
  }

  #openPage({ path }) {
    return new Promise((resolve) => {
      const frame = element("iframe", { class: "display-page", sandbox: "allow-scripts", src: localAddress(path), title: path, onload: resolve, onerror: resolve });
      this.scroller.append(frame);
    });
  }

  async #openScreen(app, address, { leave, hears, playback, isQuiet }) {
    const own = Object.create(app);
    this.#history = new OwnHistory(address, leave);
    this.#router = new Router(own, this.scroller, { history: this.#history, root: this.element, focuses: () => this.#isEntered });
    Object.assign(own, {
      router: this.#router,
      scroller: new BoxScroller(this.scroller),
      navigate: (to, options) => {
        this.#isEntered = true;
        return this.#router.navigate(to, options);
      },
      hears: ({ target }) => this.element.contains(target) || (target === document.body && hears()),
      playback,
      isQuiet,
    });
    this.element.classList.add("is-at-beginning");
    this.#router.addEventListener("change", () => this.element.classList.toggle("is-at-beginning", this.isAtBeginning));
    // A screen that is loaded opens within the call, and must know how much room it has: the box has to be in the page before.
    await null;
    await this.#router.start();
    await this.#router.current?.controller?.opened;
  }

  /// The keyboard goes where a screen wants it. Gives whether it is in here.
  focus() {
    this.#router?.current?.controller?.focus?.({ resumed: false });
    return this.element.contains(document.activeElement);
  }

  /// What nobody sees makes no sound; it goes on when it is seen again.
  rest(rests) {
    this.#isResting = rests;
    if (rests) for (const video of this.element.querySelectorAll("video")) this.#pause(video);
    else for (const video of this.#paused.splice(0)) if (video.isConnected) video.play().catch(({ message }) => console.info(message));
  }

  #pause(video) {
    if (video.paused) return;
    video.pause();
    this.#paused.push(video);
  }

  close() {
    this.#router?.close();
  }
}

function localAddress(path) {
  return `/local/${path.split("/").map(encodeURIComponent).join("/")}`;
}
