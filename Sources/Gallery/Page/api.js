// What the gallery's server offers: the daemon's commands as lines of JSON, and the addresses of pictures.

export class ApiError extends Error {
  /// Whether the name of a batch had come before: that of an edit is carried out, whatever is said behind its name.
  isBegun = false;

  constructor(status, { name = "unreachable", message = "The gallery does not answer.", code = null } = {}) {
    super(message);
    this.status = status;
    this.name = name;
    this.code = code;
  }

  /// Whether what was asked for may have been done all the same: there was no answer, it broke off, or its batch was named. A gallery
  /// that says by its status that photod is away has heard no line of it, and the name of a batch comes before anything is done.
  get isUnsure() {
    return this.isBegun || this.code === null && (this.status === 0 || this.status === 502);
  }
}

/// What tiles need of an item, and no more.
export const tileFields = "id,type,localTime,group,description,favorite,viewed,width,height,duration,size,modified,filename,precision,state";

// The gallery takes 4 MiB of ids at a time, and one of them has 43 bytes.
const idsAtOnce = 50_000;

// What is not to be done a second time unasked.
const notRepeated = new Set(["edit", "trash", "undo", "frame", "import"]);

export class Api {
  #revisions = new Map();
  #renewals = 0;

  /// All lines of a reading command. `ids` go in the body, for commands that take many.
  async lines(command, words = [], keys = {}, { signal, ids = null } = {}) {
    const lines = [];
    for (const part of parts(ids)) {
      for await (const line of this.#read(command, words, keys, { signal, method: ids ? "POST" : "GET", ids: part })) lines.push(line);
    }
    return lines;
  }

  /// The lines of a reading command as they come.
  stream(command, words = [], keys = {}, { signal } = {}) {
    return this.#read(command, words, keys, { signal, method: "GET" });
  }

  /// A page of items: what `photos`, `group`, `find`, `favorites` and `videos` answer.
  async page(command, words = [], keys = {}, options = {}) {
    const lines = await this.lines(command, words, keys, options);
    const { page } = lines.pop() ?? {};
    return { items: lines, page: page ?? { total: lines.length, hasMore: false } };
  }

  /// All lines of a command that changes something. `ids`: the photos it is about, any number of them; of very many the command
  /// is carried out in parts, each with its batch and its sums. Where one fails, `before` of the failure is the lines that had come,
  /// its own as well, and `begun` the ids of that part where its batch was named.
  async post(command, words = [], keys = {}, ids = null, { signal } = {}) {
    let before = [];
    for (const part of parts(ids)) {
      const lines = [];
      try {
        for await (const line of this.postStream(command, words, keys, part, { signal })) lines.push(line);
      } catch (failure) {
        throw Object.assign(failure, { before: before.concat(lines), begun: failure.isBegun ? part ?? [] : [] });
      }
      before = before.concat(lines);
    }
    return before;
  }

  /// The same as it comes, for imports and edits of many.
  async *postStream(command, words = [], keys = {}, ids = null, { signal } = {}) {
    let isBegun = false;
    try {
      for await (const line of this.#read(command, words, keys, { signal, method: "POST", ids })) {
        isBegun ||= Boolean(line.batch);
        yield line;
      }
    } catch (failure) {
      failure.isBegun = isBegun;
      if (failure.isUnsure && notRepeated.has(command)) failure.message += " It may have been done all the same: look before you do it again.";
      throw failure;
    }
  }

  async *#read(command, words, keys, { signal, method, ids = null }) {
    const answer = await send(address(command, words, keys), {
      method, signal, credentials: "same-origin", cache: "no-store",
      ...(ids ? { body: ids.map((id) => `${id}\n`).join(""), headers: { "Content-Type": "text/plain" } } : {}),
    });
    for await (const line of jsonLines(answer.body)) {
      if (line.error && typeof line.error === "object" && Object.keys(line).length === 1) throw new ApiError(502, line.error);
      yield line;
    }
  }

  async gallery() {
    return (await send("/gallery", { credentials: "same-origin" })).json();
  }

  /// `size`: normal, large, x-large or xx-large (128, 256, 512, 1024 pixels).
  thumbnail(item, size = "large") {
    return `/thumbnail/${path(item)}?size=${size}${this.#version(item)}`;
  }

  preview(item, max = 2560, format = "jpeg") {
    return `/preview/${path(item)}?max=${max}&format=${format}${this.#version(item)}`;
  }

  original(item, { download = false } = {}) {
    const query = [download ? "download=1" : "", this.#version(item).slice(1)].filter(Boolean).join("&");
    return `/original/${path(item)}${query ? `?${query}` : ""}`;
  }

  /// An item changed: pictures by its id alone are asked for anew.
  touch(id, clock) {
    this.#revisions.delete(id);
    this.#revisions.set(id, String(clock ?? "").replace(/[^0-9]/g, "").slice(-8) || String(this.#revisions.size));
    if (this.#revisions.size > 5000) this.#revisions.delete(this.#revisions.keys().next().value);
  }

  /// Changes may have gone unheard: so it is with pictures by any id.
  renew() {
    this.#revisions.clear();
    this.#renewals += 1;
  }

  // The browser keeps what has `v` for good: it says which file the picture is of, and is the same whenever a page says it. A
  // program can put the time of a file back, so the day is in it as well: such a change is shown from the next day on at the latest.
  // Of a bare id nobody knows which file it is. Its pictures are asked about each time they are loaded, and `r` has a page that has
  // one load it once more.
  #version(item) {
    if (typeof item === "object" && item.size !== undefined && item.modified !== undefined) {
      const day = Math.floor(Date.now() / 86_400_000);
      return `&v=${[item.size, item.modified, day].map((part) => part.toString(36)).join(".")}`;
    }
    const revision = this.#revisions.get(typeof item === "string" ? item : item.id);
    return revision || this.#renewals > 0 ? `&r=${this.#renewals}.${revision ?? 0}` : "";
  }
}

// Nothing came, or not all of it.
function unanswered(failure) {
  if (failure.name === "AbortError") throw failure;
  // The browser may not even have asked, while other requests are under way.
  if (failure.name === "TimeoutError") throw new ApiError(0, { name: "timeout", message: "No answer has come in time." });
  throw new ApiError(0);
}

async function send(where, options) {
  const answer = await fetch(where, options).catch(unanswered);
  if (answer.ok) return answer;
  let refusal = {};
  try {
    refusal = await answer.json();
  } catch {
    refusal = { name: "http", message: `The gallery answered ${answer.status}.` };
  }
  throw new ApiError(answer.status, refusal);
}

// One part where there are few, or none.
function parts(ids) {
  if (!ids || ids.length <= idsAtOnce) return [ids];
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, at) => ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce));
}

/// The address of a command. Exported for its tests.
export function address(command, words, keys) {
  const query = new URLSearchParams();
  for (const word of words) query.append("word", word);
  for (const [key, value] of Object.entries(keys ?? {})) {
    if (value !== null && value !== undefined) query.append(key, value);
  }
  const text = query.toString();
  return `/api/${command}${text ? `?${text}` : ""}`;
}

function path(item) {
  return (typeof item === "string" ? item : item.id).split("/").map(encodeURIComponent).join("/");
}

async function* jsonLines(body) {
  // By hand: a stream of text loses what had come where the one behind it breaks off.
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(unanswered);
      if (done) break;
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = parts.pop();
      for (const part of parts) if (part !== "") yield JSON.parse(part);
    }
    if (rest !== "") yield JSON.parse(rest);
  } finally {
    reader.cancel().catch(() => {});
  }
}
