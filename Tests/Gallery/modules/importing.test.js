import { companionOutcome, importText, layoutOf, outcomeOf, portions, shotName } from "/page/importing/plan.js";
import { equal, test, yes } from "./check.js";

function refused(act) {
  try {
    act();
  } catch (failure) {
    return failure.message;
  }
  return null;
}

test("imports go where the user says, and nowhere else", () => {
  equal([layoutOf("group", ""), layoutOf("folder", " 2026/Lisbon/ ")], ["{group}", "2026/Lisbon"]);
  equal([layoutOf("group", "", "Beach/trip {1}"), layoutOf("yearGroup", "", " ..x"), layoutOf("year", "", "Beach")], ["Beach trip 1", "{year}/x", "{year}/{month}"]);
  equal(new TextEncoder().encode(layoutOf("group", "", "é".repeat(300))).length, 120);
  for (const name of ["", "..", "a/../b", ".hidden", "{year}", "a//b"]) yes(refused(() => layoutOf("folder", name)) !== null, name);
});

test("many files go in portions that fit into a request", () => {
  const paths = Array.from({ length: 900 }, (_, place) => `/tmp/uploads/${place}/IMG_${place}.JPG`);
  const parts = portions(paths, 4000);
  equal(parts.flat(), paths);
  yes(parts.length > 5 && parts.every((part) => part.map(encodeURIComponent).join("&word=").length <= 4000));
  equal(portions([]), []);
});

test("a photo is asked for together with its companions, however many come between them", () => {
  const names = Array.from({ length: 100 }, (_, place) => `IMG.${place}`);
  const folders = ["/uploads/1", "/uploads/2"];
  const endings = [".jpg", ".CR2", ".MOV", ".xmp", ".jpg.xmp", ".AAE"];
  const paths = endings.flatMap((ending) => folders.flatMap((folder) => names.map((name) => `${folder}/${name}${ending}`)));
  const parts = portions(paths, 2000);
  equal(parts.flat().sort(), [...paths].sort());
  yes(parts.length > 5 && parts.every((part) => part.map(encodeURIComponent).join("&word=").length <= 2000));
  for (const folder of folders) {
    for (const name of names) {
      const holders = parts.filter((part) => endings.some((ending) => part.includes(`${folder}/${name}${ending}`)));
      equal(holders.length, 1, `${folder}/${name}`);
    }
  }
});

test("what became of each file is told", () => {
  equal(outcomeOf({ result: "ok", toUri: "file:///a" }), { result: "ok", uri: "file:///a", message: "" });
  equal(outcomeOf({ result: "unchanged", duplicateOf: "/b" }).uri, "/b");
  equal(outcomeOf({ result: "error", message: "no photo" }).message, "no photo");
  equal(importText([{ result: "ok", uri: "/a" }, { result: "unchanged" }, { result: "error" }]), "1 imported, 1 was there already, 1 failed");
  const companions = ["ok", "unchanged", "error"].map((result) => companionOutcome([{ result }]));
  equal(companions.map(({ result }) => result), ["ok", "unchanged", "error"], "a companion has shared the lot of its photo");
  equal(companionOutcome([{ result: "unchanged" }, { result: "ok" }]).result, "ok", "it goes with another companion that joins what the library has");
  equal(companionOutcome([]).result, "unchanged", "where nothing was imported it did not go along");
  equal(importText([{ result: "ok", uri: "/a.jpg" }, ...companions]), "1 imported", "a companion is no photo");
  equal(shotName(new Date(2026, 10, 5, 9, 8, 7), 1), "IMG_20261105_090807_1.jpg");
});
