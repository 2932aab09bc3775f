import { placedItems, placesRequest } from "/page/map/places.js";
import { equal, test } from "./check.js";

test("a map asks for what it is opened for, page by page", async () => {
  const request = (text) => placesRequest(new URLSearchParams(text));
  equal(request("month=2016-11").words, ["2016-11"]);
  equal(request("q=beach&at=1,2").keys, { located: 1 });
  equal([request("").within, request("group=A b").within, request("q=beach").within], ["all", "group:A b", "find:q=beach"]);
  const pages = [[{ id: "a", latitude: 1, longitude: 2 }, { id: "b" }], [{ id: "c", latitude: 0, longitude: 0 }]];
  const api = { page: async (command, words, { after = 0 }) => ({ items: pages[after], page: { nextCursor: after === 0 ? 1 : null } }) };
  const { items, hasMore } = await placedItems(api, request("month=2016-11"));
  equal([items.map(({ id }) => id), hasMore], [["a", "c"], false]);
});

test("a map ends with the first hundred thousand, and says that there are more", async () => {
  const page = Array.from({ length: 1000 }, (_, number) => ({ id: `${number}`, latitude: 1, longitude: 2 }));
  const api = { page: async () => ({ items: page, page: { nextCursor: 1 } }) };
  const { items, hasMore } = await placedItems(api, placesRequest(new URLSearchParams()));
  equal([items.length, hasMore], [100_000, true]);
});

test("each page of a map is waited for a time of its own", async () => {
  const { timeout } = AbortSignal;
  const signals = [];
  const api = { page: async (command, words, keys, { signal }) => {
    signals.push(signal);
    return { items: [], page: { nextCursor: signals.length < 2 ? 1 : null } };
  } };
  AbortSignal.timeout = (time) => (time === 30_000 ? AbortSignal.abort() : timeout.call(AbortSignal, time));
  try {
    await placedItems(api, placesRequest(new URLSearchParams()), { signal: new AbortController().signal });
  } finally {
    AbortSignal.timeout = timeout;
  }
  equal(signals.map(({ aborted }) => aborted), [true, true]);
  equal(signals[0] === signals[1], false);
});
