import { Api, ApiError } from "/page/api.js";
import { icon } from "/page/icons.js";
import { equal, test, yes } from "./check.js";

const photo = { id: "A/L0/001", size: 1000, modified: 1480352532000 };

test("a picture has one address as long as its file is the same, and another when it was written to", () => {
  const [page, reloaded] = [new Api(), new Api()];
  page.touch(photo.id, "c:1:7");
  page.renew();
  for (const address of [(api, item) => api.thumbnail(item), (api, item) => api.preview(item), (api, item) => api.original(item)]) {
    equal(address(page, photo), address(reloaded, { ...photo, favorite: true }));
    yes(address(page, photo) !== address(page, { ...photo, modified: photo.modified + 1 }), address(page, photo));
    yes(address(page, photo) !== address(page, { ...photo, size: 1001 }), address(page, photo));
  }
  yes(page.original(photo, { download: true }).startsWith("/original/A/L0/001?download=1&v="));
});

test("a picture by an id alone is never kept unasked, and is loaded anew when the photo changes or changes went unheard", () => {
  const api = new Api();
  const seen = [api.thumbnail("A/L0/001")];
  const next = (act) => {
    act();
    yes(!seen.includes(api.thumbnail("A/L0/001")), String(act));
    seen.push(api.thumbnail("A/L0/001"));
  };
  next(() => api.touch("A/L0/001", "c:1:7"));
  next(() => api.touch("A/L0/001", "c:1:8"));
  next(() => api.renew());
  next(() => api.touch("A/L0/001", "c:1:9"));
  api.touch("B/L0/001", "c:1:9");
  equal(api.thumbnail("A/L0/001"), seen.at(-1));
  yes(seen.every((address) => !address.includes("v=")), seen.join(" "));
});

test("an icon of a name that every object has is the one of names that nobody knows", () => {
  for (const name of ["constructor", "toString", "valueOf", "__proto__", "nope"]) equal(icon(name).outerHTML, icon("image").outerHTML, name);
});

test("an answer that breaks off is told like one that does not come", async () => {
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response(new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":"A/L0/001"}\n'));
    },
    pull(controller) {
      controller.error(new TypeError("network error"));
    },
  }));
  try {
    const failure = await new Api().lines("photos").catch((error) => error);
    equal([failure.name, failure.status], ["unreachable", 0]);
  } finally {
    globalThis.fetch = fetch;
  }
});

test("whether it was done nobody knows of what was not answered, or not to its end", () => {
  const unsure = (status, refusal) => new ApiError(status, refusal).isUnsure;
  equal([unsure(0), unsure(502, { name: "unreachable", message: "photod closed the connection" })], [true, true]);
  // Before its batch was named photod has done nothing, nor where it was not there.
  equal([unsure(502, { code: 52, name: "system", message: "the disk is full" }), unsure(503, { name: "unreachable", message: "photod is not reachable" }),
    unsure(400, { code: 2, name: "argument", message: "no date" })], [false, false, false]);
});

/// What a command fails with whose answer is these lines, and then a refusal, or the end of the connection. `refusal`: null for that.
async function failureOf(command, lines, refusal, ids) {
  const { fetch } = globalThis;
  const coming = refusal === null ? [...lines] : [...lines, { error: refusal }];
  globalThis.fetch = async () => new Response(new ReadableStream({
    pull(controller) {
      if (coming.length > 0) controller.enqueue(new TextEncoder().encode(`${JSON.stringify(coming.shift())}\n`));
      else if (refusal === null) controller.error(new TypeError("network error"));
      else controller.close();
    },
  }, { highWaterMark: 0 }));
  try {
    return await new Api().post(command, [], {}, ids).catch((failure) => failure);
  } finally {
    globalThis.fetch = fetch;
  }
}

const full = { code: 52, name: "system", message: "the disk is full" };

test("what fails behind the name of its batch is carried out all the same, and what had come of it is kept", async () => {
  for (const refusal of [full, null]) {
    const lines = [{ batch: "20161128-0001" }, { id: "A/L0/001", result: "ok" }];
    const failure = await failureOf("edit", lines, refusal, ["A/L0/001", "A/L0/002"]);
    equal([failure.before, failure.begun, failure.isUnsure], [lines, ["A/L0/001", "A/L0/002"], true]);
    yes(failure.message.includes("may have been done"), failure.message);
  }
});

test("what is refused before its batch was named is not done", async () => {
  const lines = [{ id: "A/L0/001", result: "error" }];
  const failure = await failureOf("edit", lines, full, ["A/L0/001"]);
  equal([failure.before, failure.begun, failure.isUnsure, failure.message], [lines, [], false, "the disk is full"]);
});

test("of what may be done again at any time it is not said that it may have been done", async () => {
  equal((await failureOf("rescan", [], null, null)).message, "The gallery does not answer.");
});
