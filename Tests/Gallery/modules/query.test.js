import { address } from "/page/api.js";
import { dayAfter, findRequest, list, monthOf, near, photoAddress, words } from "/page/query.js";
import { screenName } from "/page/router.js";
import { equal, test } from "./check.js";

const asked = (text) => findRequest(new URLSearchParams(text));

test("blanks part words, quotes keep them together", () => {
  equal(words('beach  "Ann\'s wedding" IMG_12 "open'), ["beach", "Ann's wedding", "IMG_12", "open"]);
  equal(words("  "), []);
});

test("a place is latitude, longitude and kilometres, however they are parted", () => {
  equal([near("48.137, 11.575, 25"), near("48 11"), near("-33.9;18.4;3.5")], ["48.137,11.575,25", "48,11,10", "-33.9,18.4,3.5"]);
  equal(near("0.0000001, -0.0000012, 0.5"), "0.0000001,-0.0000012,0.5");
  equal([near("48"), near("here"), near("91, 0, 1"), near("0, 181, 1"), near("1,1,0"), near("1,2,3,4")], [null, null, null, null, null, null]);
});

test("the last day of a search is in it", () => {
  equal([dayAfter("2016-12-31"), dayAfter("2016-02-28"), dayAfter("soon")], ["2017-01-01", "2016-02-29", null]);
  equal(asked("from=2016-01-01&to=2016-12-31"), { command: "find", words: [], keys: { from: "2016-01-01", to: "2017-01-01" } });
  // After the last day that there is there is none.
  equal(asked("from=2016-01-01&to=9999-12-31").keys, { from: "2016-01-01" });
  equal(asked("to=9999-12-31"), { command: "find", words: [], keys: { from: "0001-01-01" } });
  equal(asked("from=2016-01-01&to=9999-12-30").keys, { from: "2016-01-01", to: "9999-12-31" });
});

test("words, the camera, a place and a kind go into one search", () => {
  equal(asked("q=sun+set&camera=Canon&near=1,2,3&type=video"), {
    command: "find", words: ["sun", "set", "Canon"], keys: { near: "1,2,3", type: "video" },
  });
});

test("nothing asked for is no search, and a kind alone is all of it", () => {
  equal([asked(""), asked("q=++"), asked("near=nonsense")], [null, null, null]);
  equal(asked("type=video"), { command: "photos", words: [], keys: { all: 1, type: "video" } });
});

test("what a word says is never an option", () => {
  equal(address("find", ["type=video", "a&b"], { limit: 5, type: null }), "/api/find?word=type%3Dvideo&word=a%26b&limit=5");
});

test("the viewer knows the list it goes through, and the way back", () => {
  const within = (text) => list(new URLSearchParams(text));
  equal(within("in=month:2016-11&type=photo"), { command: "photos", words: ["2016-11"], keys: { type: "photo" }, address: "/month/2016-11?type=photo" });
  equal(within("in=group:A%26B:+c"), { command: "group", words: ["A&B: c"], keys: {}, address: "/folder?name=A%26B%3A+c" });
  equal(within("in=other"), { command: "group", words: [], keys: { other: 1 }, address: "/folder?other=1" });
  equal(within("in=all").keys, { all: 1 });
  equal(within("in=find:q%3Dbeach%26type%3Dphoto"), { command: "find", words: ["beach"], keys: { type: "photo" }, address: "/search?q=beach&type=photo" });
  equal([within(""), within("in=nonsense")], [null, null]);
});

test("an address of a photo leads back to the same list", () => {
  const name = 'Ann\'s "wedding" & more: 100%';
  const made = new URL(photoAddress("ABC/L0/001", `group:${name}`, "photo"), "http://localhost");
  equal(made.pathname, "/photo/ABC/L0/001");
  equal(list(made.searchParams).words, [name]);
});

test("a month is a month, or none", () => {
  equal(monthOf("2016-11"), { monthKey: "2016-11", year: 2016, month: 11 });
  equal(monthOf("undated"), { monthKey: "undated", year: null, month: null });
  equal([monthOf("2016-13"), monthOf("0000-05"), monthOf("2016"), monthOf("../etc")], [null, null, null, null]);
  equal([list(new URLSearchParams("in=month:2026-99")), list(new URLSearchParams("in=month:")), list(new URLSearchParams("in=month:undated")).words], [null, null, ["undated"]]);
});

test("each address is one screen", () => {
  equal(["/", "/months", "/month/2016-11", "/all", "/folders", "/folder", "/photo/A/L0/001", "/photo/A/L0/001/details", "/nowhere"].map(screenName),
    ["months", "months", "month", "all", "folders", "folder", "viewer", "details", null]);
});
