import { undo } from "../actions.js";
import { canUndo, differences, kindOf, stateText, sumText, whenOf } from "../batches/words.js";
import { element, emptyState, fill, screenHeader, stylesheet } from "../elements.js";
import { icon } from "../icons.js";
import { photoAddress } from "../query.js";
import { number } from "../text.js";
import { Turns } from "../turns.js";
import { fileName } from "../viewer/facts.js";
import { thumbnail } from "../viewer/thumbnail.js";

const linesShown = 500;

/// What was imported, edited and thrown away, and the way back.
export default {
  match(url) {
    const [, batch] = /^\/batches(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (!url.pathname.startsWith("/batches")) return null;
    return { batch: batch ? decodeURIComponent(batch) : null };
  },

  title: ({ batch }) => (batch ? `History · ${batch}` : "History"),

  async open(app, { batch }, container) {
    await stylesheet("batches");
    const screen = batch ? new OneBatch(app, batch, container) : new AllBatches(app, container);
    const ended = app.live.follow(["photos"], (events) => screen.concerns(events) && screen.load(), { delay: 500 });
    await screen.load();
    return {
      close() {
        ended();
        screen.close();
      },
    };
  },
};

function undoButton(app, batch, done) {
  const name = `Undo ${kindOf(batch.kind).name.toLowerCase()} ${batch.batch}`;
  const button = element("button", { class: "button changes", type: "button", "aria-label": name }, icon("undo", { size: 18 }), "Undo");
  button.addEventListener("click", async () => {
    button.disabled = true;
    await undo(app, batch.batch);
    await done();
    button.disabled = false;
  });
  return button;
}

/// Lines that are read anew as often as something changes. The last question counts, and what is the same stays as it is.
class Lines {
  #shown = null;
  #turns = new Turns();

  async load() {
    const isLatest = this.#turns.begin();
    let lines;
    try {
      lines = await this.read();
    } catch (failure) {
      // What was read stays on screen while photod is away.
      if (!isLatest() || (this.#shown !== null && failure.name !== "no-such")) return;
      this.#shown = null;
      this.fail(failure);
      return;
    }
    const text = JSON.stringify(lines);
    if (!isLatest() || text === this.#shown) return;
    this.#shown = text;
    this.show(lines);
  }

  /// Whether what has happened can have changed what is shown.
  concerns() {
    return true;
  }

  close() {
    this.#turns.end();
  }
}

class AllBatches extends Lines {
  #app;
  #body = element("div", { class: "page batches" });

  constructor(app, container) {
    super();
    this.#app = app;
    fill(container, screenHeader({ title: "History", subtitle: "Imports, edits, and what went to the trash" }), this.#body);
  }

  read() {
    return this.#app.api.lines("batches");
  }

  fail({ message }) {
    fill(this.#body, emptyState({ picture: icon("warning", { size: 48 }), title: "The history cannot be read", text: message }));
  }

  show(batches) {
    if (batches.length === 0) {
      fill(this.#body, emptyState({
        picture: icon("batches", { size: 48 }), title: "Nothing has been changed yet",
        text: "What you import, edit or move to the trash is listed here, so that it can be undone.",
        actions: [element("a", { class: "button", href: "/import" }, icon("import"), "Import photos")],
      }));
      return;
    }
    fill(this.#body, this.#days(batches));
  }

  #days(batches) {
    const days = [];
    for (const batch of batches) {
      const { day } = whenOf(batch.time);
      if (days.at(-1)?.day !== day) days.push({ day, list: element("ul", { class: "batch-list" }) });
      days.at(-1).list.append(this.#row(batch));
    }
    return days.map(({ day, list }) => element("section", {}, element("h2", { class: "batch-day" }, day), list));
  }

  #row(batch) {
    const kind = kindOf(batch.kind);
    const { time } = whenOf(batch.time);
    const state = stateText(batch);
    return element("li", { class: `batch is-${batch.state}` },
      element("a", { class: "batch-link", href: `/batches/${encodeURIComponent(batch.batch)}` },
        element("span", { class: "batch-icon" }, icon(kind.icon)),
        element("span", { class: "batch-text" },
          element("span", { class: "batch-title" }, sumText(batch)),
          element("span", { class: "batch-about" }, [time, kind.name, state].filter(Boolean).join(" · ")))),
      canUndo(batch) ? undoButton(this.#app, batch, () => this.load()) : null);
  }
}

class OneBatch extends Lines {
  #app;
  #batch;
  #header;
  #body = element("div", { class: "page batches" });
  #tools = element("span", {});
  // The photos of the batch, once it is known that it has no others; null before, and where its lines name none.
  #ids = null;

  constructor(app, batch, container) {
    super();
    this.#app = app;
    this.#batch = batch;
    this.#header = screenHeader({
      title: "History", subtitle: batch,
      back: element("a", { class: "icon-button back", href: "/batches", "aria-label": "Back to the history" }, icon("back", { size: 24 })),
      tools: [this.#tools],
    });
    fill(container, this.#header, this.#body);
  }

  read() {
    return this.#app.api.lines("batch", [this.#batch]);
  }

  concerns(events) {
    return this.#ids === null || events.some(({ event, id }) => event === "reset" || this.#ids.has(id));
  }

  fail({ name, message }) {
    this.#ids = null;
    fill(this.#body, emptyState({
      picture: icon("batches", { size: 48 }), title: name === "no-such" ? "No such batch" : "It cannot be read", text: message,
      actions: [element("a", { class: "button", href: "/batches" }, "To the history")],
    }));
  }

  show(lines) {
    const sums = lines.pop() ?? {};
    const isComplete = sums.state !== "unfinished" && lines.every(({ id }) => id);
    this.#ids = isComplete ? new Set(lines.map(({ id }) => id)) : null;
    const { day, time } = whenOf(sums.time);
    this.#header.say(sumText(sums), [day, time, stateText(sums), this.#batch].filter(Boolean).join(" · "));
    fill(this.#tools, canUndo(sums) ? undoButton(this.#app, sums, () => this.load()) : null);
    const rows = lines.slice(0, linesShown).map((line) => this.#line(line, sums.kind));
    fill(this.#body, element("ul", { class: "batch-lines" }, rows),
      lines.length > linesShown ? element("p", { class: "subtitle" }, `And ${number(lines.length - linesShown)} more.`) : null);
    this.#names(lines.slice(0, linesShown));
  }

  #line(line, kind) {
    const uri = line.toUri ?? line.uri;
    const name = uri ? fileName(uri) : line.id ?? "";
    const id = line.id ?? line.photo ?? null;
    const where = line.to ?? line.path ?? "";
    // What is in the trash has no picture and no page any more.
    const there = id !== null && kind !== "trash";
    const picture = there ? thumbnail(this.#app, id, "normal") : icon(kindOf(kind).icon);
    const about = kind === "edit" ? differences(line).map(({ name: field, was, now }) => element("span", { class: "batch-difference" },
      element("b", {}, field), " ", element("s", {}, was), " → ", element("span", {}, now)))
      : element("span", { class: "batch-about", title: where }, where);
    const state = line.undone ? "Undone" : { error: "Failed", pending: "Waits", open: "Under way" }[line.result] ?? "";
    return element("li", { class: `batch-line is-${line.undone ? "undone" : line.result}`, dataset: id ? { id } : {} },
      element("span", { class: "batch-picture" }, picture),
      element("span", { class: "batch-text" },
        there && !line.undone ? element("a", { class: "batch-title", href: photoAddress(id) }, name) : element("span", { class: "batch-title" }, name),
        about,
        line.message ? element("span", { class: "batch-message" }, line.message) : null),
      state ? element("span", { class: "batch-state" }, state) : null);
  }

  // Edits name ids alone; what those photos are called comes a moment later.
  async #names(lines) {
    const ids = lines.filter(({ id, uri, toUri }) => id && !uri && !toUri).map(({ id }) => id);
    if (ids.length === 0) return;
    const items = await this.#app.api.lines("items", [], { fields: "id,filename" }, { ids }).catch(() => []);
    const names = new Map(items.map((item) => [item.id, item.filename]));
    for (const row of this.#body.querySelectorAll(".batch-line[data-id]")) {
      const name = names.get(row.dataset.id);
      if (name) row.querySelector(".batch-title").textContent = name;
    }
  }
}
