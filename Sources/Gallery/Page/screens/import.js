import { undo } from "../actions.js";
import { element, emptyState, fill, screenHeader, stylesheet } from "../elements.js";
import { failureState } from "../failure.js";
import { icon } from "../icons.js";
import { Camera } from "../importing/camera.js";
import { arrangements, companionOutcome, importText, layoutOf, outcomeOf, portions, shotsOf } from "../importing/plan.js";
import { UploadQueue, UploadSet, droppedFiles } from "../importing/uploads.js";
import { photoAddress } from "../query.js";
import { bytes, count } from "../text.js";
import { fileName } from "../viewer/facts.js";
import { thumbnail } from "../viewer/thumbnail.js";

// Beside what browsers know as pictures and films, what comes with them.
const accepted = "image/*,video/*,.dng,.cr2,.cr3,.nef,.arw,.raf,.orf,.rw2,.heic,.heif,.avif,.xmp,.mts,.psd";
const shownFields = "id,type,filename,size,modified,group,localTime,uri,path";

/// Photos into the library: dropped, chosen, or taken with the camera.
export default {
  match: (url) => (url.pathname === "/import" ? {} : null),

  title: () => "Import",

  async open(app, parameters, container) {
    await Promise.all([stylesheet("import"), stylesheet("status"), app.ready]);
    const screen = new Import(app, container);
    await screen.load();
    return { close: () => screen.close() };
  },
};

class Import {
  #app;
  #body = element("div", { class: "page import" });
  #queue = new UploadQueue();
  #abort = new AbortController();
  #camera = null;
  #settings = null;
  #list = element("ul", { class: "upload-list", "aria-label": "Files" });
  #summary = element("p", { class: "import-summary", role: "status" });
  #new = element("div", { class: "import-new" });
  #cameraPlace = element("div", {});
  #working = 0;
  #stopWaiting = () => {};

  constructor(app, container) {
    this.#app = app;
    fill(container, screenHeader({ title: "Import" }), this.#body);
    const { signal } = this.#abort;
    // Wherever they fall, files are meant for the library, and the browser does not show them in the place of this page.
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      container.classList.add("is-over");
    }, { signal });
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && container.classList.remove("is-over"), { signal });
    addEventListener("drop", async (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      container.classList.remove("is-over");
      if (this.#settings) this.#drop(await droppedFiles(event.dataTransfer));
    }, { signal });
  }

  async load() {
    if (this.#app.info.readOnly) {
      this.#say("import", "This gallery only shows photos", "It was started with --read-only. Start it without to import.");
      return;
    }
    let roots;
    try {
      roots = (await this.#app.api.lines("roots")).filter(({ state, target }) => state !== "offline" && !target);
    } catch (failure) {
      return this.#fail(failure);
    }
    if (roots.length === 0) {
      this.#say("folders", "There is no folder to import into", "Name one in photod's configuration, or add it with “photoctl roots add”.");
      return;
    }
    fill(this.#body, this.#dropZone(), this.#cameraPlace, this.#settingsOf(roots), this.#summary, this.#list, this.#new);
  }

  #fail(failure) {
    if (this.#abort.signal.aborted) return;
    this.#stopWaiting();
    fill(this.#body, failureState(failure, () => this.load()));
    if (failure.name === "unreachable") this.#stopWaiting = this.#app.live.whenBack(() => this.load());
  }

  // Why nothing can be imported here.
  #say(picture, title, text) {
    fill(this.#body, emptyState({ picture: icon(picture, { size: 48 }), title, text }));
  }

  #dropZone() {
    const files = element("input", { type: "file", multiple: true, accept: accepted, class: "visually-hidden", tabindex: -1, "aria-hidden": "true" });
    files.addEventListener("change", () => {
      this.#take([[...files.files]]);
      files.value = "";
    });
    return element("section", { class: "drop-zone" }, icon("import", { size: 40 }),
      element("h2", {}, "Drop photos and videos here"), element("p", {}, "They are copied into your library. What it has already is left out."),
      element("div", { class: "drop-actions" },
        element("button", { class: "button primary", type: "button", onclick: () => files.click() }, icon("plus"), "Choose files"),
        element("button", { class: "button", type: "button", onclick: () => this.#toggleCamera() }, icon("camera"), "Camera")), files);
  }

  #settingsOf(roots) {
    const rootName = ({ path, uri, source }) => (roots.length > 1 && source ? `${source} (${path ?? uri})` : path ?? uri);
    const into = element("select", { class: "field", id: "import-into" }, roots.map((root) => element("option", { value: root.uri }, rootName(root))));
    const how = element("select", { class: "field", id: "import-how" }, arrangements.map(({ key, text }) => element("option", { value: key }, text)));
    const folder = element("input", { class: "field", id: "import-folder", type: "text", placeholder: "2026/Lisbon", autocomplete: "off" });
    const description = element("input", {
      class: "field", id: "import-description", type: "text", placeholder: "As the photos say", autocomplete: "off", maxlength: 65536,
    });
    const row = (label, field) => element("div", { class: "import-row" }, element("label", { class: "label", for: field.id }, label), field);
    const folderRow = row("Folder", folder);
    const show = () => {
      folderRow.hidden = how.value !== "folder";
    };
    how.addEventListener("change", show);
    show();
    this.#settings = { into, how, folder, description };
    return element("section", { class: "import-settings", "aria-label": "Where they go" },
      row("Into", into), row("Arranged", how), folderRow, row("Description", description));
  }

  #toggleCamera() {
    if (this.#camera) {
      this.#camera.close();
      this.#camera = null;
      return;
    }
    this.#camera = new Camera(this.#app, (file) => this.#take([[file]]), () => this.#toggleCamera());
    fill(this.#cameraPlace, this.#camera.element);
    this.#camera.element.scrollIntoView({ block: "nearest" });
    this.#camera.open();
  }

  #drop({ folders, unread }) {
    if (unread.length > 0) {
      const others = unread.length > 1 ? ` and ${count(unread.length - 1, "other")}` : "";
      this.#app.toast(`${unread[0]}${others} could not be read. Who runs this browser may lack the right to.`, { kind: "error" });
    }
    this.#take(folders);
  }

  // All files of one gesture, a list for each folder, are uploaded, then imported together, as one batch that can be undone as one.
  async #take(folders) {
    if (folders.flat().length === 0) return;
    const settings = this.#asked();
    if (!settings) return;
    const made = folders.flatMap(uploadsOf);
    this.#list.prepend(...made.map((one) => one.element));
    this.#work(1);
    this.#summary.textContent = `Copying ${count(made.length, "file")}…`;
    await Promise.all(made.map((one) => new Promise((resolve) => this.#queue.add(() => one.send().finally(resolve)))));
    await this.#import(made.filter(({ path }) => path), settings);
    this.#work(-1);
    const outcomes = made.map(({ outcome }) => outcome).filter(Boolean);
    this.#summary.textContent = importText(outcomes);
    this.#app.announce(importText(outcomes));
  }

  // A page is not closed unasked while something is under way, whichever of its screens is shown.
  #work(change) {
    this.#working += change;
    if (this.#working > 0) addEventListener("beforeunload", stay);
    else removeEventListener("beforeunload", stay);
  }

  #asked() {
    const { into, how, folder, description } = this.#settings;
    try {
      return { into: into.value, layout: layoutOf(how.value, folder.value, description.value), description: description.value.trim() };
    } catch (failure) {
      folder.setAttribute("aria-invalid", "true");
      folder.focus();
      this.#app.toast(failure.message, { kind: "error" });
      return null;
    }
  }

  async #import(uploads, { into, layout, description }) {
    const byPath = new Map(uploads.map((one) => [one.path, one]));
    const batches = [];
    const imported = [];
    for (const paths of portions([...byPath.keys()])) {
      try {
        for await (const line of this.#app.api.postStream("import", paths, { into, layout, action: "move" })) {
          if (line.batch && line.result === undefined && line.ok === undefined) batches.push(line.batch);
          if (!line.result) continue;
          const outcome = outcomeOf(line);
          (byPath.get(line.path) ?? byPath.get(decodePath(line.uri)))?.finish(outcome);
          if (outcome.result === "ok" && outcome.uri) imported.push(outcome.uri);
        }
      } catch (failure) {
        for (const path of paths) byPath.get(path).finishUnlessDone({ result: "error", message: failure.message });
      }
      for (const shot of shotsOf(paths)) {
        const files = shot.map((path) => byPath.get(path));
        const companion = companionOutcome(files.map(({ outcome }) => outcome).filter(Boolean));
        for (const file of files) file.finishUnlessDone(companion);
      }
    }
    const { edits, problem } = description !== "" && imported.length > 0
      ? await this.#describe(imported, description) : { edits: [], problem: "" };
    await this.#show(imported);
    if (imported.length === 0) return;
    // Very many are several batches, each with its own way back.
    this.#app.toast(`${count(imported.length, "item")} imported${problem}`, batches.length === 1
      ? { action: "Undo", onAction: () => undo(this.#app, batches[0], ...edits) }
      : { action: "History", onAction: () => this.#app.navigate("/batches") });
  }

  // Gives the batches of the edit, which are taken back before the import is: nobody can once the photos have gone. And what did not
  // go well, to be said behind what was imported.
  async #describe(uris, description) {
    let stopped = null;
    const lines = await this.#app.api.post("edit", [], { description }, uris).catch((failure) => {
      stopped = failure;
      return failure.before ?? [];
    });
    const failed = stopped ?? lines.find(({ result }) => result === "error");
    const later = lines.find(({ result }) => result === "pending");
    let problem = "";
    if (failed) problem = `, and not all described: ${failed.message ?? failed.name}`;
    else if (later) problem = `; ${later.message ?? "the description is written when the folder can be written to"}`;
    return { edits: [...new Set(lines.map(({ batch }) => batch).filter(Boolean))], problem };
  }

  async #show(uris) {
    if (uris.length === 0) return;
    const items = (await this.#app.api.lines("items", [], { fields: shownFields }, { ids: uris }).catch(() => [])).filter(({ error }) => !error);
    if (this.#new.children.length === 0) fill(this.#new, element("h2", {}, "New in the library"), element("ul", { class: "new-list" }));
    this.#new.querySelector("ul").prepend(...items.map((item) => element("li", {},
      element("a", { href: photoAddress(item.id), "aria-label": `${item.filename}, ${item.group ?? "Other"}`, title: item.path ?? item.filename },
        thumbnail(this.#app, item, "large", { "data-shared": true })))));
  }

  // What is under way goes on when another screen is opened, and says so when it is done.
  close() {
    this.#abort.abort();
    this.#stopWaiting();
    this.#camera?.close();
  }
}

function stay(event) {
  event.preventDefault();
}

function decodePath(uri) {
  try {
    return uri ? decodeURIComponent(new URL(uri).pathname) : "";
  } catch {
    return "";
  }
}

// Of the files of one folder: they are sent as one set, as companions are looked for beside their photos.
function uploadsOf(files) {
  const set = new UploadSet();
  return files.map((file) => new Upload(file, set));
}

class Upload {
  #file;
  #set;
  #bar = element("progress", { max: 1, value: 0 });
  #state = element("span", { class: "upload-state" });
  #mark = element("span", { class: "upload-mark" }, icon("image"));
  path = null;
  outcome = null;

  constructor(file, set) {
    this.#file = file;
    this.#set = set;
    this.#bar.setAttribute("aria-label", `Copying ${file.name}`);
    this.element = element("li", { class: "upload" }, this.#mark,
      element("div", { class: "upload-text" }, element("span", { class: "upload-name", title: file.name }, file.name), this.#state), this.#bar);
    this.#state.textContent = bytes(file.size);
  }

  async send() {
    try {
      this.path = await this.#set.send(this.#file, (share) => {
        this.#bar.value = share;
      });
      this.#bar.removeAttribute("value");
      this.#state.textContent = "Importing…";
    } catch (failure) {
      this.finish({ result: "error", message: failure.message });
    }
  }

  finish(outcome) {
    this.outcome = outcome;
    this.#bar.hidden = true;
    this.element.classList.add(`is-${outcome.result}`);
    // The gallery's own folder says nothing to people.
    const message = this.path ? (outcome.message ?? "").replaceAll(this.path, this.#file.name) : outcome.message ?? "";
    fill(this.#mark, icon({ ok: "check", unchanged: "image", error: "warning" }[outcome.result]));
    this.#state.textContent = outcome.result === "ok" ? (outcome.uri ? folderOf(outcome.uri) : message) : message;
    this.#state.title = this.#state.textContent;
  }

  finishUnlessDone(outcome) {
    if (!this.outcome) this.finish(outcome);
  }
}

// "2026/Lisbon/IMG_1.jpg": where it went, as far as that says something.
function folderOf(uri) {
  return uri.split("/").slice(-2).map(fileName).join("/");
}
