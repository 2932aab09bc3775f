import { bytes, monthName } from "/page/text.js";
import { equal, test, yes } from "./check.js";

test("a month of the first century is called by its year", () => {
  equal(["9", "16", "99"].map((year) => monthName({ year: Number(year), month: 9 })), ["September 9", "September 16", "September 99"]);
  yes(monthName({ year: 2016, month: 9 }).endsWith("2016"));
});

test("sizes have the unit of what they are rounded to", () => {
  equal([0, 1, 2, 999, 1000, 1250, 999_499, 999_500, 999_999, 9_960_000, 3_000_000_000_000].map(bytes),
    ["0 bytes", "1 byte", "2 bytes", "999 bytes", "1 kB", "1.3 kB", "999 kB", "1 MB", "1 MB", "10 MB", "3,000 GB"]);
});
