import { parsePlace, placeText } from "/page/editor/coordinates.js";
import { commonValues, dateArgument, dateText, editKeys, keywordsArgument, offsetArgument, shiftArgument } from "/page/editor/state.js";
import { leftOver } from "/page/editor/results.js";
import { equal, test } from "./check.js";

function refused(act) {
  try {
    act();
  } catch (failure) {
    return failure.field;
  }
  return null;
}

test("what photos have in common is shown, and where they differ that is", () => {
  const common = commonValues([
    { localTime: "2016-11-28T18:02:11", offset: "+01:00", description: "Beach", favorite: true, rating: 4, keywords: ["sea", "sun"], latitude: 1, longitude: 2 },
    { localTime: "2016-11-29T18:02:11", offset: "+01:00", description: "Beach", favorite: false, keywords: ["sun"], group: "Beach" },
  ]);
  equal(common.description, { value: "Beach", mixed: false });
  equal([common.date.mixed, common.offset.value, common.favorite.mixed, common.rating.mixed, common.group.mixed, common.place.mixed], [true, "+01:00", true, true, true, true]);
  equal(common.keywords, { all: ["sun"], some: ["sea"] });
});

test("a date is shown as far as it is known", () => {
  equal(dateText({ localTime: "2004-12-01T00:00:00", precision: "month" }), "2004-12");
  equal(dateText({ localTime: "2004-12-24T18:00:00", precision: "minute" }), "2004-12-24 18:00");
  equal([dateText({ localTime: "2004-12-24T18:00:30.25" }), dateText({})], ["2004-12-24 18:00:30.25", ""]);
});

test("dates are taken as people write them, and as far as they go", () => {
  equal(["2004", "2004-12", "2004-1-5", "2004-12-24 18:00", "2004-12-24T18:00:30.25-0300", " 2004-12-24 9:05 Z "].map(dateArgument),
    ["2004", "2004-12", "2004-01-05", "2004-12-24T18:00", "2004-12-24T18:00:30.25-03:00", "2004-12-24T09:05Z"]);
  for (const text of ["", "soon", "24.12.2004", "2004-13", "2004-02-30", "2004-12-24 24:00", "2004-12-24 18:60", "2004-12+01:00"]) {
    equal(refused(() => dateArgument(text)), "date", text);
  }
  equal(dateArgument("2000-02-29"), "2000-02-29");
  equal(refused(() => dateArgument("1900-02-29")), "date");
});

test("offsets and shifts too", () => {
  equal(["+2", "+0530", "UTC-03:00", "−1", "Z"].map(offsetArgument), ["+02:00", "+05:30", "-03:00", "-01:00", "+00:00"]);
  equal(["+15:00", "-15:59"].map(offsetArgument), ["+15:00", "-15:59"]);
  equal([refused(() => offsetArgument("+16")), refused(() => offsetArgument("CET"))], ["offset", "offset"]);
  equal(["1h", "+1h 30m", "-2d", "− 45s"].map(shiftArgument), ["+1h", "+1h30m", "-2d", "-45s"]);
  equal([refused(() => shiftArgument("")), refused(() => shiftArgument("+0h")), refused(() => shiftArgument("1"))], ["date", "date", "date"]);
});

test("only what was touched is sent", () => {
  equal(editKeys({}), {});
  equal(editKeys({ description: "" }), { description: "" });
  equal(editKeys({ favorite: "yes", rating: "4", title: "A" }), { title: "A", favorite: "yes", rating: "4" });
  equal(editKeys({ date: { how: "shift", text: "1h" }, place: { how: "none" } }), { shift: "+1h", location: "none" });
  equal(editKeys({ date: { how: "file" }, place: { how: "file" } }), { unset: "date,location" });
  equal(editKeys({ date: { how: "filename" }, place: { how: "set", point: { latitude: 1.5, longitude: -2 } } }), { date: "filename", location: "1.5,-2" });
  equal([editKeys({ group: { how: "other" } }), editKeys({ group: { how: "default" } }), editKeys({ group: { how: "name", name: " Snow " } })], [{ other: 1 }, { group: "" }, { group: "Snow" }]);
  equal([refused(() => editKeys({ place: { how: "set", point: null } })), refused(() => editKeys({ group: { how: "name", name: " " } }))], ["place", "group"]);
});

test("a time that is said goes with the offset that stands beside it", () => {
  const said = (text, zone) => editKeys({ date: { how: "set", text, zone } });
  equal(said("2016-11-28 18:02:12", " +1 "), { date: "2016-11-28T18:02:12", offset: "+01:00" });
  equal(said("2016-11-28 18", "-03:30"), { date: "2016-11-28T18", offset: "-03:30" });
  equal(said("2016-11-28 18:02:12", ""), { date: "2016-11-28T18:02:12" });
  // The text's own offset counts, and a day has none.
  equal([said("2016-11-28 18:02Z", "+01:00"), said("2016-11-28 18:02-05:00", "+01:00"), said("2016-11-28", "+01:00"), said("2016-11", "+01:00")],
    [{ date: "2016-11-28T18:02Z" }, { date: "2016-11-28T18:02-05:00" }, { date: "2016-11-28" }, { date: "2016-11" }]);
  equal(editKeys({ date: { how: "set", text: "2016-11-28 18:02", zone: "+02:00" }, offset: "+02:00" }), { date: "2016-11-28T18:02", offset: "+02:00" });
});

test("an offset that nobody has said stands beside no date", () => {
  const offset = (...sources) => commonValues(sources.map((dateSource) => ({ offset: "+01:00", dateSource }))).offset;
  for (const source of ["mtime", "mvhd", "filename"]) equal(offset(source), { value: "", mixed: false }, source);
  for (const source of ["exif:DateTimeOriginal", "sidecar", "recorded", "companion"]) equal(offset(source), { value: "+01:00", mixed: false }, source);
  equal(offset("exif:DateTimeOriginal", "mtime"), { value: "", mixed: true });
});

test("numbers next to nothing have no exponent", () => {
  const point = parsePlace("0.0000005, -0.0000012");
  equal(editKeys({ place: { how: "set", point } }), { location: "0.0000005,-0.0000012" });
  equal(commonValues([point]).place.value, "0.0000005, -0.0000012");
  equal(editKeys({ place: { how: "set", point: { latitude: 0, longitude: -170 } } }), { location: "0,-170" });
});

test("an edit is still to be of those that failed, and of those that it did not come to", () => {
  const items = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
  const lines = [{ batch: "1" }, { id: "a", result: "ok" }, { id: "b", result: "error" }, { id: "c", result: "pending" }, { id: "d", result: "unchanged" }, { batch: "1", ok: 1 }];
  equal(leftOver(lines, items).map(({ id }) => id), ["b", "e"]);
  equal(leftOver([], items).length, 5);
});

test("of a part whose batch was named only those are left that failed", () => {
  const items = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
  equal(leftOver([{ batch: "1" }, { id: "a", result: "ok" }, { id: "b", result: "error" }], items, ["a", "b", "c"]).map(({ id }) => id), ["b", "d", "e"]);
});

test("keywords with commas and signs stay what they are", () => {
  equal(keywordsArgument({ added: ["a,b", "+x"], removed: ["c\\d"] }), "+a\\,b,+\\+x,-c\\\\d");
  equal(editKeys({ keywords: { added: [], removed: [] } }), {});
});

test("places are taken in degrees, minutes and seconds, and as links have them", () => {
  for (const text of ["48.137, 11.575", "48.137 11.575", "48.137° N, 11.575° E", "geo:48.137,11.575?z=5", "48.137N;11.575E"]) {
    equal(parsePlace(text), { latitude: 48.137, longitude: 11.575 }, text);
  }
  equal(parsePlace("33° 51' 30\" S, 151° 12' 36\" E"), { latitude: -33.8583333, longitude: 151.21 });
  equal(parsePlace("-33.5, -70"), { latitude: -33.5, longitude: -70 });
  for (const text of ["", "48", "91, 0", "0, 181", "here, there", "11° E, 48° N"]) equal(parsePlace(text), null, text);
  equal(placeText({ latitude: 48.1370049, longitude: 11.5 }), "48.137, 11.5");
});
