import { coveredCells, Selection } from "/page/selection.js";
import { equal, random, test } from "./check.js";

test("selecting one leaves the others, and once more takes it away", () => {
  const selection = new Selection();
  selection.toggle("a", 0);
  selection.toggle("b", 1);
  selection.toggle("a", 0);
  equal(selection.ids, ["b"]);
});

test("shift extends from the photo that was selected last, or not any more, and with nothing selected from none", () => {
  const selection = new Selection();
  selection.toggle("d", 4);
  selection.toggle("e", 5);
  selection.toggle("e", 5);
  equal(selection.anchor, { id: "e", index: 5 });
  selection.clear();
  equal(selection.anchor, null);
});

test("a rubber band selects what it covers and lets go of what it leaves", () => {
  const selection = new Selection();
  selection.toggle("z", 9);
  const before = new Set(selection.ids);
  selection.band(before, ["a", "b"]);
  equal(selection.ids, ["z", "a", "b"]);
  selection.band(before, ["a"]);
  equal(selection.ids, ["z", "a"]);
  selection.band(before, ["z"], { exchange: true });
  equal(selection.ids, []);
});

test("what has gone from the list is not selected again by a band over its place", () => {
  const selection = new Selection();
  selection.toggle("z", 9);
  selection.startBand();
  const before = new Set(selection.ids);
  selection.band(before, ["a", "b"]);
  selection.remove(["a", "z"]);
  selection.band(before, ["a", "b", "c"]);
  equal(selection.ids, ["b", "c"]);
  selection.startBand();
  selection.band(new Set(), ["a"]);
  equal(selection.ids, ["a"]);
});

test("a change is told once, and none where nothing changed", () => {
  const selection = new Selection();
  const told = [];
  selection.addEventListener("change", ({ detail }) => told.push(detail.size));
  selection.set(["a", "b"]);
  selection.remove(["x"]);
  selection.clear();
  selection.clear();
  equal(told, [2, 0]);
});

test("a rectangle covers the cells that it touches, and no gap", () => {
  const grid = { columns: 3, cell: 10, gap: 2, count: 8 };
  equal(coveredCells({ x1: 1, y1: 1, x2: 1, y2: 1 }, grid), [0]);
  equal(coveredCells({ x1: 13, y1: 13, x2: 5, y2: 5 }, grid), [0, 1, 3, 4]);
  equal(coveredCells({ x1: 11, y1: 0, x2: 11, y2: 5 }, grid), []);
  equal(coveredCells({ x1: -50, y1: -50, x2: 500, y2: 500 }, grid), [0, 1, 2, 3, 4, 5, 6, 7]);
  equal(coveredCells({ x1: -9, y1: -9, x2: -1, y2: -1 }, grid), []);
});

test("rectangles of any kind cover what every cell says by itself", () => {
  const below = random(5);
  for (let round = 0; round < 2000; round += 1) {
    const grid = { columns: 1 + below(6), cell: 5 + below(20), gap: below(5), count: below(40) };
    const [x1, x2, y1, y2] = [below(160) - 20, below(160) - 20, below(300) - 20, below(300) - 20];
    const expected = [];
    for (let index = 0; index < grid.count; index += 1) {
      const left = (index % grid.columns) * (grid.cell + grid.gap);
      const top = Math.floor(index / grid.columns) * (grid.cell + grid.gap);
      const touches = Math.max(x1, x2) >= left && Math.min(x1, x2) < left + grid.cell && Math.max(y1, y2) >= top && Math.min(y1, y2) < top + grid.cell;
      if (touches) expected.push(index);
    }
    equal(coveredCells({ x1, y1, x2, y2 }, grid), expected, JSON.stringify({ x1, x2, y1, y2, ...grid }));
  }
});
