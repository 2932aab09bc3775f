import { Live } from "/page/live.js";
import { equal, test } from "./check.js";

// A stream of which a test says what comes.
class Stream {
  static latest = null;
  static CLOSED = 2;
  readyState = 1;

  constructor() {
    Stream.latest = this;
  }

  close() {
    this.readyState = Stream.CLOSED;
  }

  say(event) {
    this.onmessage({ data: JSON.stringify(event) });
  }

  status(states, more = {}) {
    this.say({ event: "status", ...more, roots: Object.entries(states).map(([uri, state]) => ({ uri, state })) });
  }
}

// A page that listens, and how often it has read everything anew.
async function listening(during) {
  const real = globalThis.EventSource;
  globalThis.EventSource = Stream;
  let resets = 0;
  const live = new Live({ renew() {}, touch() {} });
  try {
    live.addEventListener("reset", () => {
      resets += 1;
    });
    live.start();
    await during(Stream.latest, () => resets, live);
  } finally {
    Stream.latest.close();
    globalThis.EventSource = real;
  }
}

test("a folder that is online again has all read anew, and nothing else that a status says does", () => listening((stream, resets) => {
  stream.status({ a: "offline", b: "online" });
  stream.say({ event: "ready" });
  equal(resets(), 1);
  stream.status({ a: "offline", b: "online" }, { scanned: 1 });
  stream.status({ a: "offline", b: "online" }, { scanned: 2 });
  equal(resets(), 1);
  stream.status({ a: "online", b: "online" });
  equal(resets(), 2);
  stream.status({ a: "online", b: "online" });
  stream.status({ a: "online", b: "offline" });
  equal(resets(), 2);
  // One comes and another goes: photos are told of by themselves.
  stream.status({ a: "online", c: "online" });
  stream.say({ event: "status" });
  stream.status({ a: "online" });
  equal(resets(), 2);
}));

test("a folder on a network file system is there again like any other, and being watched otherwise than before is no news", () => listening((stream, resets) => {
  stream.say({ event: "ready" });
  stream.status({ a: "offline", b: "polled" });
  stream.status({ a: "polled", b: "polled" });
  equal(resets(), 2);
  stream.status({ a: "online", b: "polled" });
  stream.status({ a: "polled", b: "offline" });
  equal(resets(), 2);
}));

test("no stream is begun in the place of one that is not there, as in a page that nobody sees", () => listening((stream, resets, live) => {
  dispatchEvent(new PageTransitionEvent("pagehide"));
  live.reopen();
  equal(Stream.latest === stream, true);
}));

test("what a folder was before photod or the stream was away is not asked: then all is read anew without that", () => listening((stream, resets, live) => {
  stream.say({ event: "ready" });
  stream.status({ a: "offline" });
  stream.say({ event: "gallery", state: "unreachable" });
  stream.status({ a: "online" });
  equal(resets(), 1);
  stream.say({ event: "ready" });
  stream.status({ a: "online" });
  equal(resets(), 2);
  stream.status({ a: "offline" });
  live.reopen();
  Stream.latest.say({ event: "ready" });
  Stream.latest.status({ a: "online" });
  equal(resets(), 3);
}));
