import { addressOf, titleOf } from "/page/display/contents.js";
import { isDark } from "/page/display/dress.js";
import { courseOf } from "/page/display/motion.js";
import { OwnHistory } from "/page/display/own-history.js";
import { components } from "/page/navigation/components.js";
import { screenName } from "/page/router.js";
import { equal, test, yes } from "./check.js";

test("a component of the gallery has the address of its screen", () => {
  equal([addressOf("months", null), addressOf("months", { type: "video" }), addressOf("month", { month: "2016-11", type: "photo" }), addressOf("all", {})],
    ["/months", "/months?type=video", "/month/2016-11?type=photo", "/all"]);
  equal([addressOf("group", { group: "Beach & sea" }), addressOf("group", { other: true, type: "photo" }), addressOf("group", { group: "Beach", other: true })],
    ["/folder?name=Beach+%26+sea", "/folder?other=1&type=photo", "/folder?name=Beach"]);
  equal([addressOf("search", { q: "sun set", camera: "Canon", other: "not asked" }), addressOf("batches", { batch: "1/2" }), addressOf("batches", {})], ["/search?q=sun+set&camera=Canon", "/batches/1%2F2", "/batches"]);
  equal([addressOf("photo", { id: "A/L0/001", in: "month:2016-11", type: "photo" }), addressOf("video", { id: "A/L0/1 2", at: 4 })],
    ["/photo/A/L0/001?in=month%3A2016-11&type=photo", "/photo/A/L0/1%202"]);
  equal([addressOf("text", { text: "x" }), addressOf("image", { path: "x" }), addressOf("html", { path: "x" })], [null, null, null]);
});

test("a map's list is that of its address", () => {
  const map = (told) => addressOf("map", told);
  equal([map({}), map({ month: "2016-11" }), map({ in: "month:2016-11" }), map({ in: "group:Beach:2" }), map({ in: "other" }), map({ in: "favorites" }), map({ in: "find:q=sea&from=2016-01-01", type: "photo" }), map({ in: "all" })],
    ["/map", "/map?month=2016-11", "/map?month=2016-11", "/map?group=Beach%3A2", "/map?other=1", "/map?favorites=1", "/map?q=sea&from=2016-01-01&type=photo", "/map"]);
});

test("each component is a screen, or one of those that are none, and has a name", () => {
  const told = { month: { month: "2016-11" }, group: { group: "Beach" }, photo: { id: "A" }, video: { id: "A" }, text: { text: "x", title: "Title" }, image: { path: "x", alt: "A picture" } };
  for (const name of components.keys()) {
    const address = addressOf(name, told[name] ?? {});
    equal(address === null, ["text", "image"].includes(name), name);
    if (address) yes(screenName(new URL(address, "http://x").pathname), name);
    yes(titleOf(name, told[name] ?? {}), name);
  }
});

test("a component's history begins where it began, and what is before that is somebody else's", () => {
  let left = 0;
  const history = new OwnHistory("/months", () => { left += 1; });
  const returned = [];
  const first = history.begin((entry) => returned.push([entry, history.address]));
  history.push("/month/2016-11", "b");
  history.replace("/month/2016-11?type=photo", "b");
  history.push("/photo/1", "c");
  equal([history.address, history.isAtBeginning, history.back(), history.back(), left], ["/photo/1", false, true, true, 0]);
  equal(returned, [["b", "/month/2016-11?type=photo"], [first, "/months"]]);
  equal([history.isAtBeginning, history.back(), left, history.address], [true, true, 1, "/months"]);
  for (let number = 0; number < 300; number += 1) history.push(`/photo/${number}`, String(number));
  let steps = 0;
  while (!history.isAtBeginning) steps += history.back() ? 1 : 0;
  equal([steps < 120, history.address], [true, "/months"]);
});

test("a part of a motion goes as the whole does, where nobody says otherwise", () => {
  equal(courseOf({}), { duration: 140, delay: 0, easing: "cubic-bezier(0, 0, 0.2, 1)" });
  equal(courseOf({ duration: 0 }, { duration: 300, delay: 20, interpolation: "linear" }), { duration: 0, delay: 20, easing: "linear" });
});

test("light text stands on dark colours", () => {
  equal(["#102030", "#fff", "#0a1b2c3d", "#ffee00", "#888", "transparent", null].map(isDark), [true, false, true, false, true, false, false]);
});
