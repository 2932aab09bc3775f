import { monthName } from "/page/text.js";
import { equal, test, yes } from "./check.js";

test("a month of the first century is called by its year", () => {
  equal(["9", "16", "99"].map((year) => monthName({ year: Number(year), month: 9 })), ["September 9", "September 16", "September 99"]);
  yes(monthName({ year: 2016, month: 9 }).endsWith("2016"));
});
