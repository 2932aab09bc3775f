/// A screen that is a grid of photos (`this.list`): where one stands in it is kept while another screen lies over it.
export class GridScreen {
  place() {
    return this.list.grid.place();
  }

  resume({ key, index }) {
    this.list.grid.resume(key, index);
  }

  focus({ resumed } = {}) {
    if (!resumed) this.list.grid.focus();
  }

  shared(id) {
    return this.list.grid.shared(id);
  }
}
