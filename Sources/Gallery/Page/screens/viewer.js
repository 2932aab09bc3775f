import { element, emptyState, fill, stylesheet } from "../elements.js";
import { icon } from "../icons.js";
import { viewerParameters } from "../viewer/context.js";
import { Viewer } from "../viewer/viewer.js";

// What the document is called while a photo is on screen.
let shown = "";
// The last photo that a display has shown by itself.
let lastPicture = null;

/// One photo, large, and by swiping those beside it.
export default {
  overlay: true,

  match: viewerParameters,

  title: () => shown || "Photo",

  async open(app, parameters, container) {
    await stylesheet("viewer");
    const screen = new ViewerScreen(app, parameters, container);
    await screen.open();
    return screen;
  },
};

/// The viewer, or in its place why there is none, until there is one.
class ViewerScreen {
  #app;
  #parameters;
  #container;
  #viewer = null;
  #isClosed = false;
  #stopWaiting = () => {};

  constructor(app, parameters, container) {
    this.#app = app;
    this.#parameters = parameters;
    this.#container = container;
  }

  async open() {
    const { id } = this.#parameters;
    shown = "";
    fill(this.#container);
    const viewer = new Viewer(this.#app, this.#parameters, this.#container, (item) => {
      shown = item.filename ?? "";
    });
    if (this.#app.isQuiet) {
      viewer.stage.addEventListener("shown", ({ target }) => {
        if (target === viewer.current?.element) lastPicture = target.querySelector(".slide-picture").cloneNode();
      });
    }
    const there = await viewer.open(id).catch((failure) => failure);
    if (there === true && !this.#isClosed) {
      this.#viewer = viewer;
      return;
    }
    viewer.close();
    if (this.#isClosed) return;
    const isAway = there.name === "unreachable";
    // Who looks at a wall has nothing to do with photod: while it starts anew the photo before stays.
    if (isAway && this.#app.isQuiet && lastPicture) fill(this.#container, element("div", { class: "viewer" }, element("div", { class: "stage" }, lastPicture.cloneNode())));
    else showAbsence(this.#app, this.#container, there, { address: viewer.listAddress, isList: id === "first-unviewed" });
    if (isAway) this.#stopWaiting = this.#app.live.whenBack(() => this.open());
  }

  get key() {
    return this.#viewer?.item.id;
  }

  get index() {
    return this.#viewer?.index >= 0 ? this.#viewer.index : undefined;
  }

  shared(key) {
    const { current } = this.#viewer ?? {};
    return current?.item.id === key ? current.shared : null;
  }

  focus() {
    this.#viewer?.stage.focus({ preventScroll: true });
  }

  update({ id }) {
    this.#viewer?.goTo(id);
    return this.#viewer !== null;
  }

  resume() {
    this.#viewer?.refresh();
  }

  close() {
    this.#isClosed = true;
    this.#stopWaiting();
    this.#viewer?.close();
  }
}

// What was opened is not there: why, and where to go.
function showAbsence(app, container, why, { address, isList }) {
  const unread = why instanceof Error;
  const empty = !unread && isList;
  const title = unread ? "The photo cannot be shown" : empty ? "Nothing here yet" : "This photo is not in the library";
  const text = unread ? why.message : empty ? "This list has no photos." : "It was moved to the trash, or its folder is no longer watched.";
  fill(container, emptyState({
    picture: icon("missing", { size: 48 }), title, text,
    actions: [element("button", { class: "button primary", type: "button", onclick: () => app.router.back(address) }, "Back")],
  }));
}
