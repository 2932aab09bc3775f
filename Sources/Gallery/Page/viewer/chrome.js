import { element, fill } from "../elements.js";
import { icon } from "../icons.js";
import { date, number } from "../text.js";

const hiddenAfter = 3000;

/// What lies over the photo: the way back, what it is called, and what can be done with it. It goes when the mouse rests.
export class Chrome {
  #app;
  #viewer;
  #title;
  #file;
  #place;
  #favorite;
  #information;
  #previous;
  #next;
  #zoom;
  #caption;
  #timer = null;
  #abort = new AbortController();

  constructor(app, viewer) {
    this.#app = app;
    this.#viewer = viewer;
    const { actions } = viewer;
    const button = (name, picture, action, more = {}) => element("button", {
      type: "button", class: "stage-icon", title: name, "aria-label": name, onclick: () => actions.run(action), ...more,
    }, icon(picture, { size: 22 }));
    this.#title = element("h1", { class: "viewer-title", tabindex: -1 });
    this.#file = element("span", { class: "viewer-file" });
    this.#place = element("span", { class: "viewer-place" });
    this.#favorite = button("Favourite", "heart", "favorite", { class: "stage-icon changes", "aria-pressed": "false" });
    this.#information = button("Information", "info", "information", { "aria-expanded": "false" });
    this.#previous = button("Previous photo", "back", null, { class: "stage-icon viewer-side is-previous", onclick: () => viewer.step(-1) });
    this.#next = button("Next photo", "forward", null, { class: "stage-icon viewer-side is-next", onclick: () => viewer.step(1) });
    this.#zoom = element("button", { type: "button", class: "viewer-zoom", onclick: () => actions.run("fit"), hidden: true });
    this.#caption = element("p", { class: "viewer-caption", hidden: true });
    this.element = element("div", { class: "viewer-chrome" },
      element("header", { class: "viewer-bar" },
        button("Back", "back", "leave", { class: "stage-icon viewer-back" }),
        element("div", { class: "viewer-name" }, this.#title, element("p", { class: "viewer-subtitle" }, this.#file, this.#place)),
        element("div", { class: "viewer-tools", role: "toolbar", "aria-label": "Photo" },
          this.#favorite,
          button("Edit", "edit", "edit", { class: "stage-icon changes" }),
          navigator.share ? button("Share", "share", "share") : null,
          button("Download", "import", "download"),
          button("Move to trash", "trash", "trash", { class: "stage-icon changes" }),
          this.#information)),
      this.#previous, this.#next,
      element("footer", { class: "viewer-foot" }, this.#caption, this.#zoom));
    const { signal } = this.#abort;
    viewer.root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.wake(), { signal });
    // A quiet photo is given the keyboard when it appears, and nobody has done anything.
    viewer.root.addEventListener("focusin", ({ target }) => !(app.isQuiet && target === viewer.stage) && this.wake(), { signal });
    if (app.isQuiet) viewer.root.classList.add("is-quiet");
    else this.wake();
  }

  show(item) {
    this.#title.textContent = date(item);
    this.#file.textContent = item.filename ?? "";
    this.#file.title = item.filename ?? "";
    const favorite = item.favorite === true;
    this.#favorite.setAttribute("aria-pressed", String(favorite));
    this.#favorite.classList.toggle("is-on", favorite);
    fill(this.#favorite, icon("heart", { size: 22, solid: favorite }));
    const about = item.title || item.description || "";
    this.#caption.textContent = about;
    this.#caption.hidden = about === "";
    this.zoomed(this.#viewer.current);
  }

  place(index, total, { first, last }) {
    this.#place.textContent = index >= 0 && total > 0 ? `${number(index + 1)} of ${number(total)}` : "";
    this.#previous.disabled = index < 0 || first;
    this.#next.disabled = index < 0 || last;
  }

  /// "12 of 47", where that is known.
  get where() {
    return this.#place.textContent;
  }

  /// How large the photo is, where it is larger than it fits.
  zoomed(slide) {
    const enlarged = slide?.isZoomed ?? false;
    this.#zoom.hidden = !enlarged;
    if (!enlarged) return;
    const share = (slide.fit.width * slide.view.scale * devicePixelRatio) / slide.picture.width;
    this.#zoom.textContent = `${Math.round(share * 100)} %`;
    this.#zoom.setAttribute("aria-label", `${Math.round(share * 100)} per cent; back to the whole photo`);
  }

  set informed(open) {
    this.#information.setAttribute("aria-expanded", String(open));
    this.#information.classList.toggle("is-on", open);
  }

  refuse(message) {
    this.#app.announce(message);
  }

  wake() {
    this.#viewer.root.classList.remove("is-quiet");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), hiddenAfter);
  }

  // Not from under a mouse or from around a keyboard, and not from those who touch: they have no mouse to bring it back.
  #rest() {
    const within = this.element.matches(":hover, :has(:focus-visible)") && this.element.querySelector("button:hover, a:hover, :focus-visible");
    if (within || matchMedia("(hover: none)").matches) return;
    this.#viewer.root.classList.add("is-quiet");
  }

  toggle() {
    if (this.#viewer.root.classList.contains("is-quiet")) this.wake();
    else this.#viewer.root.classList.add("is-quiet");
  }

  close() {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}
