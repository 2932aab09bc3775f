import { tileFields } from "./api.js";
import { addressWith, typeChooser } from "./chooser.js";
import { GridScreen } from "./grid-screen.js";
import { PagedSource } from "./paged-source.js";
import { PhotoList } from "./photo-list.js";
import { count } from "./text.js";

/// A screen of one list of photos: a folder, the favourites.
export class ListScreen extends GridScreen {
  #type;
  #title;

  /// `request()`: `{ command, words, keys }` of the list.
  constructor(app, container, { type, title, header, within, request, empty, place }) {
    super();
    this.#type = type;
    this.#title = title;
    this.request = request;
    this.app = app;
    this.header = header(typeChooser(type, (next) => app.navigate(addressWith(app, { type: next }), { replace: true })));
    container.append(this.header);
    this.list = new PhotoList(app, container, {
      source: this.#source(), place, label: title, within, type: () => this.#type, empty,
      changed: () => this.header.say(title, this.#about()),
    });
    this.opened = this.list.start();
  }

  #about() {
    const { total } = this.list.grid.source;
    return total > 0 ? count(total, this.#type ?? "item") : " ";
  }

  #source() {
    return new PagedSource((_, offset, limit, { signal, fields = tileFields }) => {
      const { command, words, keys } = this.request(this.#type);
      return this.app.api.page(command, words, { ...keys, offset, limit, fields }, { signal });
    });
  }

  get type() {
    return this.#type;
  }

  show(type) {
    this.#type = type;
    this.list.show(this.#source());
  }

  close() {
    this.list.close();
  }
}
