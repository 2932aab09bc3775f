import { newEntry } from "../router.js";

// A visitor may go on in one component for as long as a display stands there.
const most = 100;

/// The history of one component, as a router has one. Beyond its beginning lies what `leave` does: what is around it goes back.
export class OwnHistory {
  #entries;
  #leave;
  #returned = null;

  constructor(address, leave) {
    this.#entries = [{ address, entry: newEntry() }];
    this.#leave = leave;
  }

  get address() {
    return this.#entries.at(-1).address;
  }

  get isAtBeginning() {
    return this.#entries.length === 1;
  }

  begin(returned) {
    this.#returned = returned;
    return this.#entries[0].entry;
  }

  push(address, entry) {
    this.#entries.push({ address, entry });
    if (this.#entries.length > most) this.#entries.splice(1, 1);
  }

  replace(address, entry) {
    this.#entries[this.#entries.length - 1] = { address, entry };
  }

  back() {
    if (this.isAtBeginning) {
      this.#leave();
    } else {
      this.#entries.pop();
      this.#returned(this.#entries.at(-1).entry);
    }
    return true;
  }
}
