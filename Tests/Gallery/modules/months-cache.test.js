import { MonthsCache, MonthSource } from "/page/months-cache.js";
import { equal, random, test, yes } from "./check.js";

const item = (index) => ({ id: String(index) });
const month = (total) => {
  const reads = [];
  const read = async (offset, limit) => {
    reads.push([offset, limit]);
    const items = Array.from({ length: Math.max(0, Math.min(limit, total() - offset)) }, (_, at) => item(offset + at));
    return { items, page: { total: total(), firstUnviewed: 0 } };
  };
  return { reads, read };
};

test("a month opens with 20 items", async () => {
  const { reads, read } = month(() => 400);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(0, 15);
  equal(reads, [[0, 20]]);
  equal([source.total, source.peek(19).id, source.peek(20)], [400, "19", undefined]);
});

test("10 more are read when five from the end", async () => {
  const { reads, read } = month(() => 400);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(0, 15);
  await source.get(0, 16);
  equal(reads, [[0, 20], [20, 10]]);
});

test("at most 50 items of a month are kept, those around what is on screen", async () => {
  const { read } = month(() => 400);
  const cache = new MonthsCache();
  const source = new MonthSource(cache.month("2016-11"), read);
  for (let from = 0; from < 385; from += 3) {
    await source.get(from, 15);
    yes(source.window.items.length <= 50, `${source.window.items.length} are kept`);
    for (let index = from; index < from + 15; index += 1) equal(source.peek(index)?.id, String(index));
  }
  for (let from = 380; from >= 0; from -= 4) {
    await source.get(from, 15);
    yes(source.window.items.length <= 50, `${source.window.items.length} are kept`);
    for (let index = from; index < from + 15; index += 1) equal(source.peek(index)?.id, String(index));
  }
});

test("a window that shows more than 50 has them all", async () => {
  const { read } = month(() => 400);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(100, 120);
  for (let index = 100; index < 220; index += 1) equal(source.peek(index)?.id, String(index));
  yes(source.window.items.length <= 130, "and hardly more");
});

test("a leap reads what is there, and not what lies between", async () => {
  const { reads, read } = month(() => 20_000);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(0, 15);
  await source.get(15_000, 15);
  equal(reads[1], [15_000, 20]);
  equal(source.peek(15_014).id, "15014");
  equal(source.peek(0), undefined);
});

test("three months are kept, and the least recently used goes first", () => {
  const cache = new MonthsCache();
  for (const key of ["2016-01", "2016-02", "2016-03"]) cache.month(key);
  cache.month("2016-01");
  cache.month("2016-04");
  equal(cache.keys, ["2016-03", "2016-01", "2016-04"]);
});

test("a month that has changed is read anew, and shown until then", async () => {
  let total = 30;
  const { reads, read } = month(() => total);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(0, 15);
  total = 31;
  source.invalidate();
  equal(source.peek(3).id, "3");
  await source.get(0, 15);
  equal([source.total, reads.length, source.stale()], [31, 2, false]);
});

test("a month that changes while it is read is read once more", async () => {
  let version = 0;
  const answers = [];
  const source = new MonthSource(new MonthsCache().month("2016-11"), (offset, limit) => {
    const items = Array.from({ length: limit }, (_, at) => ({ id: `${version}:${offset + at}` }));
    return new Promise((resolve) => answers.push(() => resolve({ items, page: { total: 400 } })));
  });
  const reading = source.get(0, 15);
  version = 1;
  source.invalidate();
  answers[0]();
  for (let turn = 0; turn < 20 && answers.length < 2; turn += 1) await null;
  equal(answers.length, 2, "it is asked for again");
  equal([source.peek(3).id, source.stale()], ["0:3", true], "what was read is shown until then");
  answers[1]();
  await reading;
  equal([source.peek(3).id, source.stale()], ["1:3", false]);
});

test("a request that is never answered holds up the month for a time, and no longer", async () => {
  const { timeout } = AbortSignal;
  const stop = new AbortController();
  const { read } = month(() => 400);
  let isSilent = true;
  const source = new MonthSource(new MonthsCache().month("2016-11"), (offset, limit, { signal }) => {
    if (!isSilent) return read(offset, limit);
    return new Promise((resolve, reject) => { signal.addEventListener("abort", () => reject(signal.reason)); });
  });
  AbortSignal.timeout = () => stop.signal;
  try {
    const reading = source.get(0, 15).catch(({ name }) => name);
    stop.abort(new DOMException("", "TimeoutError"));
    // The module's tests are not held up by what they are to show.
    equal(await Promise.race([reading, new Promise((resolve) => { setTimeout(resolve, 1000, "it is waited for"); })]), "TimeoutError");
  } finally {
    AbortSignal.timeout = timeout;
  }
  isSilent = false;
  await source.get(0, 15);
  equal([source.total, source.peek(3).id], [400, "3"]);
});

test("no request asks for more than one may, however large the window", async () => {
  const { reads, read } = month(() => 5000);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(0, 15);
  await source.get(0, 2400);
  await source.get(2600, 40);
  await source.get(300, 2310);
  yes(reads.every(([, limit]) => limit <= 1000), JSON.stringify(reads));
  for (let index = 300; index < 2610; index += 1) equal(source.peek(index)?.id, String(index));
});

test("an empty month is one request", async () => {
  const { reads, read } = month(() => 0);
  const source = new MonthSource(new MonthsCache().month("2016-11"), read);
  await source.get(0, 20);
  await source.get(0, 20);
  equal([source.total, reads.length], [0, 1]);
});

test("whatever is looked at in any order is what it is", async () => {
  const below = random(11);
  for (let round = 0; round < 40; round += 1) {
    let total = below(300);
    const { read } = month(() => total);
    const source = new MonthSource(new MonthsCache().month("x"), read);
    for (let step = 0; step < 40; step += 1) {
      if (below(9) === 0) {
        total = below(300);
        source.invalidate();
      }
      const from = below(Math.max(1, total));
      const count = 1 + below(40);
      await source.get(from, count);
      for (let index = from; index < Math.min(total, from + count); index += 1) equal(source.peek(index)?.id, String(index), `of ${total}`);
    }
  }
});
