/// Photos that are being changed, or batches that are being taken back. What is asked for of one of them meanwhile, by a second press of
/// a key or a button, is not done twice.
export class Underway {
  #ids = new Set();

  /// Gives whether it was done now.
  async run(ids, work) {
    if (ids.some((id) => this.#ids.has(id))) return false;
    for (const id of ids) this.#ids.add(id);
    try {
      await work();
      return true;
    } finally {
      for (const id of ids) this.#ids.delete(id);
    }
  }
}
