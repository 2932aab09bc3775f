import { countingRequest, isOfNoTime, monthAfter, viewerParameters } from "/page/viewer/context.js";
import { cameraName, candidates, exposure, facts, fileName, stars } from "/page/viewer/facts.js";
import { viewerAction, viewerKeys } from "/page/viewer/keys.js";
import { Sequence } from "/page/viewer/sequence.js";
import { firstSource, fullSource, isOtherFile, isShownAsItIs, mayPlay, moment, previewSize } from "/page/viewer/source.js";
import { equal, random, test, yes } from "./check.js";

const stage = { width: 1440, height: 900 };
const jpeg = { type: "photo", mimeType: "image/jpeg", width: 4000, height: 3000, size: 3_000_000 };

test("what a browser shows is shown as it is, unless that would take long", () => {
  equal(firstSource(jpeg, stage), { kind: "original" });
  equal(firstSource({ ...jpeg, width: 12_000, height: 9000 }, stage), { kind: "preview", max: 1920 });
  equal(firstSource({ ...jpeg, mimeType: "image/heic" }, stage, 2), { kind: "preview", max: 3840 });
  equal(firstSource({ ...jpeg, mimeType: "image/gif", size: 40_000_000 }, stage), { kind: "original" });
  yes(!isShownAsItIs({ type: "video", mimeType: "image/jpeg" }));
});

test("another size, time or type is another file, and so is one that can be read now; one that is offline is the same", () => {
  const file = { ...jpeg, modified: 5, state: "ok" };
  const others = [{ size: 1 }, { modified: 6 }, { mimeType: "image/png" }, { state: "unreadable" }, { state: "offline" }, { favorite: true }];
  equal(others.map((more) => isOtherFile({ ...file, ...more }, file)), [true, true, true, true, false, false]);
  equal([isOtherFile(file, { ...file, state: "offline" }), isOtherFile(file, { ...file, state: "unreadable" })], [false, true]);
});

test("a preview is sharp on the screen, and there are few sizes", () => {
  equal([previewSize({ width: 390, height: 844 }, 3), previewSize(stage), previewSize({ width: 9000, height: 100 })], [2560, 1920, 3840]);
});

test("looking closely brings all pixels, where there are more", () => {
  equal(fullSource(jpeg, { kind: "original" }), null);
  equal(fullSource(jpeg, { kind: "preview", max: 1920 }), { kind: "original" });
  equal(fullSource({ ...jpeg, mimeType: "image/heic" }, { kind: "preview", max: 1920 }), { kind: "preview", max: 4000 });
  equal(fullSource({ ...jpeg, mimeType: "image/heic" }, { kind: "preview", max: 4000 }), null);
  equal(fullSource({ ...jpeg, mimeType: "image/tiff", width: 30_000 }, { kind: "preview", max: 1920 }), { kind: "preview", max: 8192 });
});

test("a browser is asked whether it plays a video; QuickTime is asked about as MP4", () => {
  const asked = [];
  const browser = (type) => {
    asked.push(type);
    return type === "video/mp4" ? "maybe" : "";
  };
  yes(mayPlay({ mimeType: "video/quicktime" }, browser));
  yes(!mayPlay({ mimeType: "video/mp2t" }, browser));
  equal(asked, ["video/mp4", "video/mp2t"]);
});

test("a moment of a video is told to the thousandth, and a minute never has sixty seconds", () => {
  equal([moment(7.25), moment(3723), moment(59.9999), moment(-1)], ["0:07.250", "1:02:03.000", "1:00.000", "0:00.000"]);
});

test("ids keep their slashes in the address, and what is no address is none", () => {
  equal(viewerParameters(new URL("http://x/photo/AB/L0/001?in=all")), { id: "AB/L0/001", within: "?in=all" });
  equal(viewerParameters(new URL("http://x/photo/AB/L0/001/details")), { id: "AB/L0/001", within: "" });
  equal(viewerParameters(new URL("http://x/photo/%E0%A4%A")), null);
  equal(viewerParameters(new URL("http://x/months")), null);
});

test("how many stand before a photo is asked by its time, within its month", () => {
  const item = { id: "a", localTime: "2016-12-05T10:00:00", monthKey: "2016-12" };
  equal(countingRequest({ command: "photos", words: ["2016-12"], keys: { type: "photo" } }, item),
    { command: "photos", words: [], keys: { type: "photo", from: "2016-12-05T10:00:00", to: "2017-01" } });
  equal(countingRequest({ command: "photos", words: [], keys: { all: 1 } }, item), { command: "photos", words: [], keys: { from: "2016-12-05T10:00:00" } });
  equal(countingRequest({ command: "find", words: ["sun"], keys: { to: "2017" } }, item),
    { command: "find", words: ["sun"], keys: { to: "2017", from: "2016-12-05T10:00:00" } });
  equal(countingRequest({ command: "photos", words: ["undated"], keys: {} }, { id: "b", monthKey: "undated" }), null);
  equal(countingRequest({ command: "photos", words: ["undated"], keys: {} }, item), null);
  equal([monthAfter("2016-11"), monthAfter("2016-12"), monthAfter("0999-12")], ["2016-12", "2017-01", "1000-01"]);
});

test("a list that ends before it begins is none that photod is asked for", () => {
  const times = [["2011-04-10T10:00:00", "2011-04"], ["2011-04-01T00:00:00", "2011-04-01"], ["2011-03-31T23:59:59", "2011-04"], ["2011-03-31T23:59:59", undefined], [undefined, "2011-04"]];
  equal(times.map(([from, to]) => isOfNoTime({ keys: { from, to } })), [true, true, false, false, false]);
});

// A list as the daemon has it: newest first, some at the same moment, the undated last.
class List {
  asked = 0;

  constructor(items) {
    this.items = items;
  }

  async page(command, words, { offset = 0, limit, from, to }) {
    this.asked += 1;
    if (from && to && from >= to) throw new Error(`from=${from} is not before to=${to}`);
    const chosen = from ? this.items.filter(({ localTime }) => localTime && localTime >= from && !(to && localTime >= to)) : this.items;
    const unviewed = chosen.findIndex(({ viewed }) => !viewed);
    return { items: chosen.slice(offset, offset + limit).map((item) => ({ ...item })), page: { total: chosen.length, firstUnviewed: unviewed < 0 ? null : unviewed } };
  }
}

function listOf(count, { undated = 0, sameMoment = 1 } = {}) {
  return new List(Array.from({ length: count }, (_, place) => {
    const moment = Math.floor(place / sameMoment);
    const dated = place < count - undated;
    const localTime = dated ? new Date(Date.UTC(2020, 0, 1) - moment * 60_000).toISOString().slice(0, 19) : undefined;
    return { id: `p${place}`, localTime, monthKey: dated ? "2019-12" : "undated", viewed: place < 5 };
  }));
}

const all = { command: "photos", words: [], keys: { all: 1 } };

test("each photo of a list is found where it stands", async () => {
  const below = random(11);
  const list = listOf(5000, { sameMoment: 3, undated: 700 });
  for (let round = 0; round < 40; round += 1) {
    const place = below(5000);
    const sequence = new Sequence(list, all);
    equal(await sequence.locate(list.items[place]), place);
    equal((await sequence.at(place + 1))?.id ?? null, list.items[place + 1]?.id ?? null);
  }
});

test("a photo that is in no list is not found, after a bounded number of questions", async () => {
  const list = listOf(100_000);
  const sequence = new Sequence(list, all);
  equal(await sequence.locate({ id: "gone", localTime: "2019-12-30T00:00:00", monthKey: "2019-12" }), -1);
  yes(list.asked < 30, `${list.asked} questions`);
});

test("a photo that has left its list for a later time is not found there, and the list is as long as it is", async () => {
  for (const context of [{ command: "photos", words: ["2019-12"], keys: {} }, { command: "find", words: ["sea"], keys: { to: "2020-01-01" } }]) {
    const sequence = new Sequence(listOf(4), context);
    equal(await sequence.locate({ id: "gone", localTime: "2020-02-10T10:00:00", monthKey: "2020-02" }), -1);
    equal(sequence.total, 4);
  }
});

test("there is nothing before a list and behind it", async () => {
  const sequence = new Sequence(listOf(3), all);
  equal([await sequence.at(-1), await sequence.at(3), (await sequence.at(2)).id], [null, null, "p2"]);
});

test("going through a list asks for it in blocks, and going back over what is kept asks for nothing", async () => {
  const list = listOf(400);
  const sequence = new Sequence(list, all);
  for (let index = 0; index < 200; index += 1) await sequence.at(index);
  equal(list.asked, 5);
  for (let index = 199; index >= 40; index -= 1) await sequence.at(index);
  equal(list.asked, 5);
});

test("the first that was not looked at is told by the list", async () => {
  equal(await new Sequence(listOf(20), all).firstUnviewed(), 5);
  equal(await new Sequence(listOf(5), all).firstUnviewed(), 0);
  equal(await new Sequence(new List([]), all).firstUnviewed(), -1);
});

test("after it is told to forget, a list is read anew", async () => {
  const list = listOf(10);
  const sequence = new Sequence(list, all);
  await sequence.at(0);
  list.items.shift();
  equal((await sequence.at(0)).id, "p0");
  sequence.forget();
  equal((await sequence.at(0)).id, "p1");
});

test("an item of the list that was read again is the new one", async () => {
  const sequence = new Sequence(listOf(10), all);
  await sequence.at(0);
  await sequence.renew({ id: "p3", modified: 7 });
  await sequence.renew({ id: "nobody", modified: 7 });
  equal([await sequence.at(3), (await sequence.at(4)).id], [{ id: "p3", modified: 7 }, "p4"]);
});

test("facts are told as people read them, and what is unknown is left out", () => {
  equal([exposure(0.004), exposure(0.6), exposure(30), exposure(undefined)], ["1/250 s", "0.6 s", "30 s", ""]);
  equal([cameraName({ make: "Canon", model: "Canon EOS R5" }), cameraName({ make: "Apple", model: "iPhone" }), cameraName()], ["Canon EOS R5", "Apple iPhone", ""]);
  equal([stars(3), stars(0), stars(-1), stars(undefined)], ["★★★☆☆", "☆☆☆☆☆", "Rejected", ""]);
  equal(fileName("file:///a/caf%E9.jpg"), "caf%E9.jpg");
  equal(facts({ type: "photo" }), []);
  equal(facts({ type: "photo", iso: 200, fNumber: 2.8 }), [["Exposure", "ƒ/2.8 · ISO 200"]]);
});

test("what lost is told with its reason", () => {
  equal(candidates({ candidates: [{ rule: "mvhd", value: "x", verdict: "outranked", reason: "late" }] }),
    [{ source: "the video's header", value: "x", verdict: "outranked", reason: "late" }]);
  equal(candidates(undefined), []);
});

test("keys with Ctrl are the browser's, and no key means two things", () => {
  const press = (key, more = {}) => viewerAction({ key, ...more });
  equal([press("ArrowRight"), press("I"), press("d", { ctrlKey: true }), press("x")], ["next", "information", null, null]);
  const keys = viewerKeys.flatMap(({ keys: some }) => some);
  equal(keys.length, new Set(keys).size);
});
