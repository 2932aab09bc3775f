import { ScrollMap } from "/page/scroll-map.js";
import { ruler, Scrub } from "/page/scrub.js";
import { TimelineLayout } from "/page/timeline-layout.js";
import { equal, near, random, test, yes } from "./check.js";

const sizes = { width: 404, target: 96, gap: 4, header: 50, sectionGap: 10 };

test("a month takes as many rows as its count needs, under its header", () => {
  const layout = new TimelineLayout([{ key: "b", count: 10 }, { key: "a", count: 3 }], sizes);
  equal(layout.columns, 4);
  equal(layout.cell, 98);
  equal(layout.sections.map(({ top, body, rows }) => [top, body, rows]), [[0, 50, 3], [362, 412, 1]]);
  equal(layout.height, 412 + 98);
});

test("a month without photos takes no room", () => {
  const layout = new TimelineLayout([{ key: "c", count: 0 }, { key: "a", count: 1 }], sizes);
  equal(layout.sections.map(({ key, top }) => [key, top]), [["a", 0]]);
});

test("nothing at all has no height", () => {
  const layout = new TimelineLayout([], sizes);
  equal([layout.height, layout.count, layout.between(0, 1000), layout.indexAt(5, 5)], [0, 0, [], -1]);
});

test("each photo is found where it is placed, in timelines of any form", () => {
  const below = random(7);
  for (let round = 0; round < 30; round += 1) {
    const months = Array.from({ length: 1 + below(30) }, (_, key) => ({ key: String(key), count: below(90) }));
    const layout = new TimelineLayout(months, { ...sizes, width: 200 + below(1200) });
    for (let index = 0; index < layout.count; index += 1 + below(5)) {
      const { x, y } = layout.place(index);
      equal(layout.indexAt(x + 1, y + 1), index);
      yes(layout.between(y, y + 1).some(({ from, to }) => from <= index && index < to), "it is in what is on screen there");
      yes(y + layout.cell <= layout.height + 1e-6, "it ends before the end");
    }
  }
});

test("what is on screen is a bounded number of photos, however many there are", () => {
  const layout = new TimelineLayout(Array.from({ length: 240 }, (_, key) => ({ key, count: 4200 })), sizes);
  for (let y = 0; y < layout.height; y += layout.height / 97) {
    const shown = layout.between(y, y + 900).reduce((sum, { from, to }) => sum + to - from, 0);
    yes(shown <= 4 * 12, `${shown} at ${y}`);
  }
});

test("arrows keep the column over the edge of months, and stop at the ends", () => {
  const layout = new TimelineLayout([{ key: "b", count: 10 }, { key: "a", count: 3 }], sizes);
  equal(layout.neighbour(5, "down"), 9);
  equal(layout.neighbour(6, "down"), 9, "the last row is shorter");
  equal(layout.neighbour(9, "down"), 11);
  equal(layout.neighbour(11, "up"), 9);
  equal(layout.neighbour(12, "up"), 9);
  equal([layout.neighbour(0, "up"), layout.neighbour(0, "left"), layout.neighbour(12, "right"), layout.neighbour(12, "down")], [0, 0, 12, 12]);
});

test("what is at the top of the window stays there when months before it grow", () => {
  const before = new TimelineLayout([{ key: "b", count: 10 }, { key: "a", count: 30 }], sizes);
  const after = new TimelineLayout([{ key: "c", count: 5 }, { key: "b", count: 33 }, { key: "a", count: 30 }], sizes);
  for (const y of [0, 30, 130, 360, 420, 600]) {
    const anchor = before.anchor(y);
    near(before.anchored(anchor), y);
    const [one, other] = [before, after].map((layout) => layout.sections.find(({ key }) => key === anchor.key));
    near(after.anchored(anchor) - other.top, y - one.top);
  }
});

test("what is at the top of the window stays there when the window becomes narrower", () => {
  const wide = new TimelineLayout([{ key: "a", count: 500 }], { ...sizes, width: 1204 });
  const narrow = new TimelineLayout([{ key: "a", count: 500 }], sizes);
  const { y } = wide.place(240);
  equal(narrow.sectionOf(narrow.indexAt(1, narrow.anchored(wide.anchor(y)) + 1)), 0);
  equal(Math.floor(240 / narrow.columns), Math.floor(narrow.indexAt(1, narrow.anchored(wide.anchor(y)) + 1) / narrow.columns));
});

test("a month that has gone is no place", () => {
  const anchor = new TimelineLayout([{ key: "a", count: 5 }], sizes).anchor(60);
  equal(new TimelineLayout([{ key: "b", count: 5 }], sizes).anchored(anchor), null);
  equal(new TimelineLayout([], sizes).anchor(60), null);
});

test("a short timeline scrolls as the browser does", () => {
  const map = new ScrollMap(10_000);
  map.resize(8000, 800);
  equal([map.scrollHeight, map.scaled], [8000, false]);
  equal(map.scrolled(5000), 5000);
  equal(map.offset, 0);
});

test("a long timeline ends where the browser's page ends", () => {
  const map = new ScrollMap(10_000);
  map.resize(1_000_000, 800);
  equal(map.scrollHeight, 10_000);
  near(map.scrolled(9200), 999_200);
  near(map.scrolled(0), 0);
});

test("a leap goes to the same share of the whole, small steps go pixel by pixel", () => {
  const map = new ScrollMap(10_000);
  map.resize(1_000_000, 800);
  const half = map.scrolled(4600);
  near(half, 499_600, 1);
  equal(map.scrolled(4700), half + 100);
  equal(map.scrolled(4650), half + 50);
});

test("every place of a long timeline can be gone to, and is kept where the scroll position is put right", () => {
  const map = new ScrollMap(10_000);
  map.resize(1_000_000, 800);
  const below = random(3);
  for (let round = 0; round < 500; round += 1) {
    const wanted = below(999_200);
    const scroll = map.go(wanted);
    yes(scroll >= 0 && scroll <= 9200, "the browser has such a position");
    equal(map.position, wanted);
    near(map.scrolled(scroll), wanted, 0, "the event that follows changes nothing");
  }
});

test("long ways of small steps never meet the browser's end before the timeline's", () => {
  const map = new ScrollMap(10_000);
  map.resize(1_000_000, 800);
  let scroll = map.go(400_000);
  let position = map.position;
  for (let step = 0; step < 5000; step += 1) {
    scroll += 100;
    near(map.scrolled(scroll), position + 100, 1e-6, `step ${step}`);
    position = map.position;
    const wanted = map.settled();
    if (wanted !== null) {
      equal(map.position, position, "what is on screen stays");
      scroll = wanted;
    }
    yes(scroll < 9200, "not at the end yet");
  }
});

test("small steps to either end of a long timeline never leap, rests between them or not", () => {
  for (const rests of [true, false]) {
    for (const [from, by] of [[9_000, -90], [990_000, 90], [30_000, -700], [970_000, 700]]) {
      const map = new ScrollMap(10_000);
      map.resize(1_000_000, 800);
      let scroll = map.go(from);
      let { position } = map;
      for (let step = 0; step < 200; step += 1) {
        // The browser goes no farther than its page; 70 pixels stand above the timeline and below it.
        const next = Math.min(9270, Math.max(-70, scroll + by));
        map.scrolled(next);
        yes(Math.abs(map.position - position) <= Math.abs(by), `${position} became ${map.position}, from ${scroll} to ${next}`);
        position = map.position;
        scroll = map.settled({ rests }) ?? next;
        equal(map.position, position, "what is on screen stays");
      }
      equal([position, scroll], by < 0 ? [-70, -70] : [999_270, 9270], "the end of the one is that of the other");
    }
  }
});

test("where the browser meets its end in a leap, the timeline does", () => {
  const map = new ScrollMap(10_000);
  map.resize(1_000_000, 800);
  equal([map.scrolled(9270), map.scrolled(-70), map.scrolled(9200), map.scrolled(0)], [999_270, -70, 999_200, 0]);
});

test("held still, a thumb becomes four times as fine, again and again", () => {
  const scrub = new Scrub({ length: 1000, hold: 500, finest: 1 / 16 });
  near(scrub.begin(500, 0), 0.5);
  near(scrub.move(600, 100), 0.6);
  equal(scrub.held(400), false, "not long enough");
  equal(scrub.held(700), true);
  near(scrub.move(640, 750), 0.61);
  equal(scrub.held(1300), true);
  near(scrub.move(656, 1310), 0.611);
  equal(scrub.held(2000), false, "as fine as it gets");
});

test("a thumb that trembles rests, one that moves does not", () => {
  const scrub = new Scrub({ length: 1000 });
  scrub.begin(500, 0);
  scrub.move(503, 300);
  equal(scrub.held(520), true);
  scrub.move(540, 900);
  equal(scrub.held(1000), false);
});

test("a thumb stays on its track", () => {
  const scrub = new Scrub({ length: 100 });
  scrub.begin(10, 0);
  equal([scrub.move(-500, 1), scrub.move(5000, 2)], [0, 1]);
});

test("years that stand too close are left out, and finer the months appear", () => {
  const marks = Array.from({ length: 240 }, (_, at) => ({ at: at / 240, year: 2025 - Math.floor(at / 12), text: at }));
  const years = ruler(marks, { length: 240 });
  equal(years.map(({ year }) => year).slice(0, 3), [2025, 2023, 2021]);
  yes(years.every(({ y }, at) => at === 0 || y - years[at - 1].y >= 22), "room for each");
  const months = ruler(marks, { length: 240, gain: 1 / 16, value: 0.5, position: 120 });
  yes(months.length > 5 && new Set(months.map(({ year }) => year)).size <= 2, "the months around the thumb");
});
