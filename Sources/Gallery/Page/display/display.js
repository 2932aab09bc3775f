import { stylesheet } from "../elements.js";
import { ScreenNavigation } from "../navigation/screen-navigation.js";
import { Around } from "./around.js";
import { BackWay } from "./back-way.js";
import { Focus } from "./focus.js";
import { Preview } from "./preview.js";
import { Stage } from "./stage.js";

/// The page as a display. It has a machine like the gallery's, is told the same in the same order, and so has the same tree; of what
/// the machine says it does what is to be carried out, one thing after the other.
export class Display {
  #machine = new ScreenNavigation();
  #stage;
  #tell;
  #work;
  #turn = 0;

  /// `tell(input)`: a gesture, a command or `finished`, for the gallery's machine.
  constructor(app, tell) {
    this.#tell = tell;
    this.#stage = new Stage(app, tell);
    this.#stage.begin(this.#machine.tree);
    for (const follower of [new Focus(this.#stage), new BackWay(this.#stage), new Around(this.#stage), new Preview(this.#stage)]) this.#stage.follow(follower);
    this.#work = stylesheet("display");
  }

  /// The gallery's machine as it was when it had been told of this page: what is told from now on follows on that.
  restore(state) {
    this.#turn += 1;
    this.#machine = ScreenNavigation.restored(state, { running: state.running });
    const { tree } = this.#machine;
    this.#then(() => this.#stage.begin(tree));
    const said = this.#machine.receive({ launched: true });
    this.#heed(said);
    // Where nothing is open any more nothing is to be made, but what was open goes.
    if (!said.some(({ carryOut }) => carryOut)) this.#then(() => this.#stage.carryOut({ carryOut: "restore", make: [] }));
    for (const input of state.waiting) this.told(input);
  }

  get hasRoot() {
    return this.#machine.tree.root !== null;
  }

  told(input) {
    this.#heed(this.#machine.receive(input));
  }

  #heed(outputs) {
    for (const output of outputs) if (output.carryOut) this.#then(() => this.#carryOut(output, this.#turn));
  }

  #then(work) {
    this.#work = this.#work.then(work).catch((failure) => console.error(failure));
  }

  async #carryOut(output, turn) {
    const began = performance.now();
    try {
      await this.#stage.carryOut(output);
    } finally {
      // What could not be shown is over as well: nothing else would ever be.
      if (turn === this.#turn) this.#tell({ finished: output.commandId, time: Math.round((performance.now() - began) * 10) / 10 });
    }
    this.#stage.makeLater(output.later);
  }
}
