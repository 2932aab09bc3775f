const after = 800;

/// Marks a photo as looked at when it was on screen, in a window that can be seen, for a moment.
export class ViewedMark {
  #app;
  #viewer;
  #marked;
  #timer = null;

  /// `marked(index)`: the photo that stands at an index of the list is one that was looked at.
  constructor(app, viewer, marked) {
    this.#app = app;
    this.#viewer = viewer;
    this.#marked = marked;
  }

  /// Begins anew for the photo that is on screen now.
  soon() {
    clearTimeout(this.#timer);
    const { item, index, current } = this.#viewer;
    if (!item || item.viewed || this.#app.info.readOnly || document.hidden || !current?.isReady) return;
    this.#timer = setTimeout(() => this.#mark(item, index), after);
  }

  async #mark(item, index) {
    if (this.#viewer.item !== item || document.hidden || !this.#viewer.root.isConnected || this.#viewer.root.closest("[inert]")) return;
    item.viewed = true;
    try {
      await this.#app.api.post("viewed", [item.id]);
      if (index >= 0) await this.#marked(index);
    } catch {
      item.viewed = false;
    }
  }

  close() {
    clearTimeout(this.#timer);
  }
}
