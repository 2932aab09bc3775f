import { favorite, trash } from "../actions.js";
import { openEditor } from "../editor.js";
import { download, share } from "./share.js";
import { viewerAction } from "./keys.js";
import { Underway } from "../underway.js";

const changing = new Set(["favorite", "edit", "trash", "takeFrame"]);

/// What can be done with the photo that is looked at, by its key or by its button.
export class ViewerActions {
  #app;
  #viewer;
  #underway = new Underway();

  constructor(app, viewer) {
    this.#app = app;
    this.#viewer = viewer;
  }

  key(event) {
    const { root } = this.#viewer;
    if (!root.isConnected || root.closest("[inert]") || event.defaultPrevented || !this.#app.hears(event)) return;
    const action = viewerAction(event);
    if (!action) return;
    // A key that is held changes one photo, and not the one that comes into its place.
    const isHeld = event.repeat && changing.has(action);
    if (!isHeld && this.run(action) === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /// False where there is nothing of the kind to do.
  run(action) {
    const viewer = this.#viewer;
    const { looking } = viewer;
    switch (action) {
      case "next": return looking.move(1, 0) || void viewer.step(1);
      case "previous": return looking.move(-1, 0) || void viewer.step(-1);
      case "up": return looking.move(0, -1);
      case "down": return looking.move(0, 1);
      case "first": return void viewer.jumpToEnd(false);
      case "last": return void viewer.jumpToEnd(true);
      case "zoomIn": return void looking.by(1.5);
      case "zoomOut": return void looking.by(1 / 1.5);
      case "fit": return void looking.fit();
      case "actual": return void looking.actual();
      case "information": return void viewer.information.toggle();
      case "leave": return void this.#leave();
      case "download": return void download(this.#app, viewer.item);
      case "share": return void share(this.#app, viewer.item);
      case "favorite": return this.#change(() => favorite(this.#app, [viewer.item.id], viewer.item.favorite !== true));
      case "edit": return this.#change(() => this.#edit());
      case "trash": return this.#change(() => this.#trash());
      case "takeFrame": return this.#change(() => viewer.current.saveFrame?.());
      case "play": return viewer.current.togglePlaying?.() ?? false;
      case "frameBack": return viewer.current.stepFrame?.(-1) ?? false;
      case "frameOn": return viewer.current.stepFrame?.(1) ?? false;
      default: return false;
    }
  }

  #change(act) {
    // While a photo is swept aside, what is in the middle of the screen is another one, or none.
    if (!this.#viewer.strip.isAtRest) return true;
    if (this.#app.info.readOnly) {
      this.#app.toast("This gallery only shows photos; it was started with --read-only.");
      return true;
    }
    this.#underway.run([this.#viewer.item.id], act);
    return true;
  }

  // First what lies over the photo goes, then the enlargement, then the photo.
  #leave() {
    const viewer = this.#viewer;
    if (viewer.information.isOpen) viewer.information.toggle();
    else if (viewer.looking.zoomed) viewer.looking.fit();
    else viewer.leave();
  }

  async #edit() {
    const { item } = this.#viewer;
    await openEditor(this.#app, [item.id], { onDone: () => this.#viewer.refresh(), isWanted: () => this.#viewer.item === item });
  }

  async #trash() {
    const { item } = this.#viewer;
    const lines = await trash(this.#app, [item.id]);
    if (lines?.some(({ result }) => result === "ok") && this.#viewer.item === item) await this.#viewer.gone();
  }
}
