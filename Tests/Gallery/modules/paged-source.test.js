import { PagedSource } from "/page/paged-source.js";
import { equal, random, test, yes } from "./check.js";

function library(months, options) {
  const reads = [];
  const source = new PagedSource(async (key, offset, limit) => {
    reads.push([key, offset, limit]);
    const count = months.get(key);
    return { items: Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => ({ id: `${key}:${offset + at}` })), page: { total: count } };
  }, options);
  return { source, reads };
}

test("a list learns its count from its first page", async () => {
  const { source, reads } = library(new Map([["", 130]]), { size: 50 });
  await source.get(0, 20);
  equal([source.total, reads], [130, [["", 0, 50]]]);
  equal(source.peek(49).id, ":49");
});

test("only the pages looked at last are kept", async () => {
  const { source } = library(new Map([["", 20_000]]), { size: 50, kept: 6 });
  for (let from = 0; from < 20_000; from += 40) {
    await source.get(from, 60);
    yes(source.held <= 300, `${source.held} are in memory`);
    for (let index = from; index < Math.min(20_000, from + 60); index += 1) equal(source.peek(index)?.id, `:${index}`);
  }
});

test("a timeline of months is one list", async () => {
  const months = new Map([["c", 7], ["b", 130], ["a", 1]]);
  const { source } = library(months, { size: 50, sections: [...months].map(([key, count]) => ({ key, count })) });
  await source.get(0, 138);
  const all = [...months].flatMap(([key, count]) => Array.from({ length: count }, (_, at) => `${key}:${at}`));
  equal(all.map((_, index) => source.peek(index)?.id), all);
});

test("two that ask for the same page wait for one request", async () => {
  const { source, reads } = library(new Map([["", 100]]), { size: 50 });
  await Promise.all([source.get(0, 10), source.get(5, 10)]);
  equal(reads.length, 1);
});

test("what has changed is shown until it was read anew", async () => {
  const months = new Map([["", 60]]);
  const { source } = library(months, { size: 50 });
  await source.get(0, 60);
  months.set("", 61);
  source.invalidate();
  equal([source.peek(3).id, source.stale(3)], [":3", true]);
  await source.get(0, 10);
  equal([source.total, source.stale(3), source.stale(55)], [61, false, true]);
});

/// A list whose answers come when the test says so, each as old as its question.
function late(total) {
  const answers = [];
  const list = { total, version: 0 };
  const source = new PagedSource((key, offset, limit) => {
    const items = Array.from({ length: Math.max(0, Math.min(limit, list.total - offset)) }, (_, at) => ({ id: `${list.version}:${offset + at}` }));
    const page = { total: list.total };
    return new Promise((resolve) => answers.push(() => resolve({ items, page })));
  }, { size: 50 });
  return { answers, list, source };
}

test("what changes while it is read is read once more", async () => {
  const { answers, list, source } = late(60);
  const first = source.get(0, 20);
  Object.assign(list, { total: 61, version: 1 });
  source.invalidate();
  const second = source.get(0, 20);
  equal(answers.length, 2, "the answer to come is of before");
  answers[0]();
  await first;
  equal([source.peek(3).id, source.stale(3)], ["0:3", true], "it is shown until then");
  answers[1]();
  await second;
  equal([source.peek(3).id, source.stale(3), source.total], ["1:3", false, 61]);
});

test("an answer that is overtaken by a later one is none", async () => {
  const { answers, list, source } = late(60);
  const first = source.get(0, 20);
  Object.assign(list, { total: 61, version: 1 });
  source.invalidate();
  const second = source.get(0, 20);
  answers[1]();
  await second;
  answers[0]();
  await first;
  equal([source.peek(3).id, source.stale(3), source.total], ["1:3", false, 61]);
});

test("a range of more pages than are kept is there as a whole", async () => {
  const { source } = library(new Map([["", 2000]]), { size: 50, kept: 6 });
  await source.get(100, 1200);
  for (let index = 100; index < 1300; index += 1) equal(source.peek(index)?.id, `:${index}`);
  await source.get(0, 20);
  await source.get(1900, 20);
  yes(source.held <= 300, "and is let go afterwards");
});

test("a month that has lost its photos ends no range", async () => {
  const months = new Map([["c", 7], ["b", 30], ["a", 9]]);
  const { source } = library(months, { sections: [...months].map(([key, count]) => ({ key, count })) });
  months.set("b", 0);
  equal((await source.ids(0, 46)).length, 16);
});

test("ids of any range are the ids of that range", async () => {
  const below = random(9);
  const months = new Map([["c", 1700], ["b", 30], ["a", 900]]);
  const { source } = library(months, { sections: [...months].map(([key, count]) => ({ key, count })) });
  const all = [...months].flatMap(([key, count]) => Array.from({ length: count }, (_, at) => `${key}:${at}`));
  for (let round = 0; round < 20; round += 1) {
    const from = below(2600);
    const count = below(2700 - from);
    equal(await source.ids(from, count), all.slice(from, from + count));
  }
});
