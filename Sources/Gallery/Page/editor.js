import { edit } from "./actions.js";
import { EditForm } from "./editor/form.js";
import { resultList, resultsOf } from "./editor/results.js";
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
  #items;
  #form;
  #dialog;
  #save;
  #onDone;
  #results = element("div", {});
  #closed;
  #sure = false;
  #isSending = false;
  #left = new AbortController();

  constructor(app, items, groups, onDone, closed) {
    this.#app = app;
    this.#items = items;
    this.#onDone = onDone;
    this.#closed = closed;
    this.#form = new EditForm(app, items, { groups });
    this.#save = element("button", { type: "button", class: "button primary", disabled: true, onclick: () => this.#send() }, "Save");
    const title = items.length === 1 ? "Edit" : `Edit ${count(items.length, "item")}`;
    const pictures = items.slice(0, picturesShown).map((item) => thumbnail(app, item));
    const more = items.length - picturesShown;
    this.#dialog = element("dialog", { class: "editor", "aria-labelledby": "editor-title", oncancel: (event) => this.#cancel(event), onclose: () => this.#end() },
      element("div", { class: "editor-sheet", role: "region", "aria-labelledby": "editor-title" }, element("div", { class: "editor-header" },
        element("div", { class: "editor-name" }, element("h2", { id: "editor-title", tabindex: -1 }, title),
          items.length === 1 ? element("p", { class: "subtitle", title: items[0].filename }, items[0].filename) : null),
        element("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => this.#cancel() }, icon("close"))),
      element("div", { class: "editor-body" },
        element("div", { class: "editor-pictures", "aria-hidden": "true" }, pictures, more > 0 ? element("span", {}, `+${more}`) : null),
        this.#results, this.#form.element),
      element("div", { class: "editor-footer" },
        element("button", { type: "button", class: "button quiet", onclick: () => this.#cancel() }, "Cancel"), this.#save)));
    this.#form.addEventListener("touch", () => {
      this.#save.disabled = this.#isSending || !this.#form.isTouched;
      if (!this.#sure) return;
      this.#sure = false;
      fill(this.#results);
    });
    this.#form.addEventListener("save", () => this.#form.isTouched && this.#send());
  }

  open() {
    const { router } = this.#app;
    const { current } = router;
    router.addEventListener("change", () => router.current !== current && this.#dialog.close(), { signal: this.#left.signal });
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    // A finger that has opened the form does not want half of the screen to become a keyboard at once.
    if (matchMedia("(pointer: coarse)").matches) this.#dialog.querySelector("h2").focus();
    else this.#form.focus();
  }

  // What was typed is not lost by one key: the second Escape means it.
  #cancel(event) {
    if (event && this.#form.isTouched && !this.#sure) {
      event.preventDefault();
      this.#sure = true;
      this.#app.announce("Nothing was saved yet. Escape again closes.");
      fill(this.#results, element("p", { class: "field-note" }, "Nothing was saved yet. Press Escape again to close without saving."));
      return;
    }
    if (!event) this.#dialog.close();
  }

  async #send() {
    const keys = this.#isSending ? null : this.#form.keys();
    if (!keys) return;
    this.#isSending = true;
    this.#save.disabled = true;
    this.#save.textContent = "Saving…";
    const lines = await edit(this.#app, this.#items.map(({ id }) => id), keys, doneText(this.#items));
    this.#isSending = false;
    this.#save.textContent = "Save";
    this.#save.disabled = false;
    if (!lines) return;
    this.#onDone?.(lines);
    const results = resultsOf(lines, this.#items);
    if (results.some(({ result }) => result === "error") || (results.length > 0 && this.#items.length > 1)) {
      const list = resultList(results);
      fill(this.#results, list);
      list.scrollIntoView({ block: "nearest" });
    } else this.#dialog.close();
  }

  #end() {
    this.#left.abort();
    this.#form.close();
    this.#dialog.remove();
    this.#closed();
  }
}
