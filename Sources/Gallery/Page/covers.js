import { element } from "./elements.js";
import { icon } from "./icons.js";
import { ImageQueue } from "./image-queue.js";

/// The covers of cards: asked for when they come near the window, grey where there is none.
export class Covers {
  #queue = new ImageQueue();
  #size = devicePixelRatio > 1.25 ? "x-large" : "large";
  #api;
  #watch;

  constructor(api) {
    this.#api = api;
    this.#watch = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        this.#watch.unobserve(target);
        this.#load(target);
      }
    }, { rootMargin: "300px" });
  }

  make() {
    return element("div", { class: "card-cover" }, icon("image", { size: 36 }));
  }

  /// Shows the photo of an id; undefined: there is none. The picture before stays until this one is there.
  show(cover, id) {
    const address = id ? this.#api.thumbnail(id, this.#size) : "";
    if (cover.dataset.cover === address && !cover.classList.contains("broken")) return;
    cover.dataset.cover = address;
    cover.classList.remove("broken");
    for (const image of cover.querySelectorAll(id ? "img:not(.there)" : "img")) {
      this.#queue.drop(image);
      image.remove();
    }
    if (id) this.#watch.observe(cover);
    else this.#watch.unobserve(cover);
  }

  #load(cover) {
    const image = element("img", { alt: "", decoding: "async", draggable: "false" });
    cover.append(image);
    this.#queue.load(image, cover.dataset.cover, (ok) => {
      const before = cover.querySelector("img.there");
      image.classList.toggle("swapped", before !== null);
      before?.remove();
      if (ok) image.classList.add("there");
      else {
        image.remove();
        cover.classList.add("broken");
      }
    });
  }

  // What comes next on screen does not wait for pictures that have left it.
  close() {
    this.#watch.disconnect();
    this.#queue.clear();
  }
}
