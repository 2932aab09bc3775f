import { canUndo, differences, stateText, sumText, whenOf } from "/page/batches/words.js";
import { equal, test } from "./check.js";

test("a batch is told in words, and can be undone where something was done", () => {
  equal(sumText({ kind: "edit", ok: 12, pending: 1, errors: 2 }), "12 items changed, 1 waits to be written, 2 failed");
  equal(sumText({ kind: "trash", ok: 1, errors: 0 }), "1 item moved to the trash");
  equal([canUndo({ state: "done", ok: 1 }), canUndo({ state: "done", ok: 0 }), canUndo({ state: "undone", ok: 1 }), canUndo({ state: "recovered", pending: 1 })], [true, false, false, true]);
  equal([canUndo({ state: "undone", ok: 3, left: 1 }), canUndo({ state: "unfinished", ok: 1 })], [true, false]);
  equal(["undone", "recovered", "done"].map((state) => stateText({ state })), ["Undone", "Finished after an interruption", ""]);
  equal(stateText({ state: "undone", left: 2 }), "Undone but for 2");
  equal(differences({ was: { favorite: null }, now: { favorite: true } }), [{ name: "Favourite", was: "not said", now: "yes" }]);
  equal(differences({ was: { group: "Snow" }, now: { other: true } }), [{ name: "Group", was: "Snow", now: "Other" }]);
  equal(differences({ was: { other: true }, now: { group: null } }), [{ name: "Group", was: "Other", now: "by description" }]);
  equal(whenOf("2026-11-21T10:00:00", new Date("2026-11-22T00:30:00")).day, "Yesterday");
});
