import { edit } from "./actions.js";
import { EditForm } from "./editor/form.js";
import { leftOver, resultList, resultsOf, stopNote } from "./editor/results.js";
import { editorFields } from "./editor/state.js";
import { element, fill, stylesheet } from "./elements.js";
import { icon } from "./icons.js";
import { count } from "./text.js";
import { thumbnail } from "./viewer/thumbnail.js";

const picturesShown = 6;

/// The form for photos, one or many, beside what is on screen. Resolves when it has gone; `onDone(lines)` is called where
/// something was changed. It belongs to the screen that it was asked for on, and does not open where `isWanted()` is false by then.
export async function openEditor(app, ids, { onDone, isWanted = () => true } = {}) {
  if (ids.length === 0) return;
  const { current } = app.router;
  const focusBefore = document.activeElement;
  await stylesheet("editor");
  let items;
  try {
    items = (await app.api.lines("items", [], { fields: editorFields }, { ids })).filter(({ error }) => !error);
  } catch (failure) {
    app.toast(failure.message, { kind: "error" });
    return;
  }
  if (items.length === 0) {
    app.toast("These photos are not in the library any more.");
    return;
  }
  const groups = await groupNames(app);
  if (app.router.current !== current || !isWanted()) return;
  await new Promise((resolve) => new EditorDialog(app, items, groups, onDone, resolve).open());
  if (app.router.current === current) {
    if (focusBefore?.isConnected) focusBefore.focus({ preventScroll: true });
  } else if (document.activeElement === document.body) {
    // While the dialog was open nothing behind it could have the focus. Photos have it rather than a field that opens a keyboard.
    const { controller } = app.router.current ?? {};
    (controller?.list?.grid ?? controller)?.focus?.();
  }
}

export async function groupNames(app) {
  const lines = await app.api.lines("groups").catch(() => []);
  return lines.map(({ group }) => group).filter((group) => typeof group === "string");
}

/// A sentence of what was done.
export function doneText(items) {
  return items.length === 1 ? "Changed" : `${count(items.length, "item")} changed`;
}

class EditorDialog {
  #app;
  // Those that are to be changed: all, and after an edit that failed for some, these.
  #items;
  #form;
  #dialog;
  #heading = element("h2", { id: "editor-title", tabindex: -1 });
  #pictures = element("div", { class: "editor-pictures", "aria-hidden": "true" });
  #leave = element("button", { type: "button", class: "button quiet", onclick: () => this.#cancel() }, "Cancel");
  #save;
  #onDone;
  #note = element("p", { class: "field-note" });
  #results = element("div", {});
  #closed;
  #sure = false;
  #isSending = false;
  #hasSent = false;
  #left = new AbortController();

  constructor(app, items, groups, onDone, closed) {
    this.#app = app;
    this.#items = items;
    this.#onDone = onDone;
    this.#closed = closed;
    this.#form = new EditForm(app, items, { groups });
    this.#save = element("button", { type: "button", class: "button primary", disabled: true, onclick: () => this.#send() }, "Save");
    this.#heading.textContent = items.length === 1 ? "Edit" : `Edit ${count(items.length, "item")}`;
    this.#showPictures();
    this.#dialog = element("dialog", { class: "editor", "aria-labelledby": "editor-title", oncancel: (event) => this.#cancel(event), onclose: () => this.#end() },
      element("div", { class: "editor-sheet", role: "region", "aria-labelledby": "editor-title" }, element("div", { class: "editor-header" },
        element("div", { class: "editor-name" }, this.#heading,
          items.length === 1 ? element("p", { class: "subtitle", title: items[0].filename }, items[0].filename) : null),
        element("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => this.#cancel() }, icon("close"))),
      element("div", { class: "editor-body" },
        this.#pictures, this.#note, this.#results, this.#form.element),
      element("div", { class: "editor-footer" }, this.#leave, this.#save)));
    this.#form.addEventListener("touch", () => {
      this.#save.disabled = !this.#canSave;
      this.#goOn();
    });
    this.#form.addEventListener("save", () => this.#send());
  }

  get #canSave() {
    return !this.#isSending && this.#form.isTouched && this.#items.length > 0;
  }

  #showPictures() {
    const more = this.#items.length - picturesShown;
    fill(this.#pictures, this.#items.slice(0, picturesShown).map((item) => thumbnail(this.#app, item)),
      more > 0 ? element("span", {}, `+${more}`) : null);
  }

  open() {
    const { router } = this.#app;
    const { current } = router;
    router.addEventListener("change", () => router.current !== current && this.#dialog.close(), { signal: this.#left.signal });
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    // A finger that has opened the form does not want half of the screen to become a keyboard at once.
    if (matchMedia("(pointer: coarse)").matches) this.#heading.focus();
    else this.#form.focus();
  }

  // What was typed is not lost by one key: the second Escape means it.
  #cancel(event) {
    if (event && this.#form.isTouched && this.#items.length > 0 && !this.#sure) {
      event.preventDefault();
      this.#sure = true;
      const state = this.#hasSent ? "Perhaps not all was saved." : "Nothing was saved yet.";
      this.#app.announce(`${state} Escape again closes.`);
      this.#note.textContent = `${state} Press Escape again to close without saving.`;
      return;
    }
    if (!event) this.#dialog.close();
  }

  // Who goes on has not meant that Escape.
  #goOn() {
    this.#sure = false;
    this.#note.textContent = "";
  }

  async #send() {
    const keys = this.#canSave ? this.#form.keys() : null;
    if (!keys) return;
    this.#goOn();
    this.#isSending = true;
    this.#hasSent = true;
    this.#save.disabled = true;
    this.#save.textContent = "Saving…";
    const asked = this.#items;
    let stopped = null;
    let begun = [];
    const lines = await edit(this.#app, asked.map(({ id }) => id), keys, doneText(asked), (text, ids) => {
      stopped = text;
      begun = ids;
    });
    this.#items = leftOver(lines ?? [], asked, begun);
    this.#isSending = false;
    this.#save.textContent = "Save";
    this.#save.disabled = !this.#canSave;
    if (lines) this.#onDone?.(lines);
    const results = resultsOf(lines ?? [], asked);
    if (stopped || this.#items.length > 0 || (results.length > 0 && asked.length > 1)) this.#tell(stopped, results, asked);
    else this.#dialog.close();
  }

  // What came of it stands in the dialog as well, which on a phone lies over everything else.
  #tell(stopped, results, asked) {
    if (this.#items.length === 0) {
      this.#leave.textContent = "Close";
      this.#form.element.inert = true;
      this.#leave.focus();
    } else if (this.#items.length < asked.length) {
      this.#heading.textContent = `Edit ${count(this.#items.length, "item")}`;
      this.#showPictures();
    }
    fill(this.#results, stopped && stopNote(stopped), results.length > 0 && resultList(results));
    this.#results.scrollIntoView({ block: "nearest" });
  }

  #end() {
    this.#left.abort();
    this.#form.close();
    this.#dialog.remove();
    this.#closed();
  }
}
