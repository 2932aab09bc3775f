import {
  actualScale, clamped, fitSize, fitting, followed, largestScale, pinched, swipeOutcome, toggled, uprightSize, wheelFactor, zoomedAt,
} from "/page/viewer/zoom.js";
import { equal, near, random, test, yes } from "./check.js";

const stage = { width: 1000, height: 800 };
const picture = { width: 4000, height: 2000 };
const fit = fitSize(picture, stage);

test("a picture fits as large as the stage allows, and a small one keeps its size", () => {
  equal(fit, { width: 1000, height: 500 });
  equal(fitSize({ width: 300, height: 200 }, stage), { width: 300, height: 200 });
  equal(fitSize({ width: 500, height: 4000 }, stage), { width: 100, height: 800 });
  equal(fitSize({ width: 0, height: 10 }, stage), { width: 0, height: 0 });
});

test("pixel for pixel depends on the screen's density", () => {
  equal([actualScale(picture, fit), actualScale(picture, fit, 2)], [4, 2]);
  equal(largestScale(picture, fit), 16);
  equal(largestScale({ width: 300, height: 200 }, { width: 300, height: 200 }), 4);
});

test("the spot under the pointer stays there while it is enlarged", () => {
  const below = random(3);
  for (let round = 0; round < 50; round += 1) {
    const view = { scale: 1 + below(40) / 10, x: below(400) - 200, y: below(400) - 200 };
    const point = { x: below(1000) - 500, y: below(800) - 400 };
    const next = zoomedAt(view, 0.5 + below(30) / 10, point, 16);
    near((point.x - next.x) / next.scale, (point.x - view.x) / view.scale, 1e-9);
    near((point.y - next.y) / next.scale, (point.y - view.y) / view.scale, 1e-9);
    yes(next.scale >= 1 && next.scale <= 16);
  }
});

test("a view never leaves a gap where the picture could fill the stage, and centres what is smaller", () => {
  equal(clamped({ scale: 1, x: 300, y: -40 }, fit, stage, 16), fitting);
  equal(clamped({ scale: 2, x: 9999, y: 9999 }, fit, stage, 16), { scale: 2, x: 500, y: 100 });
  equal(clamped({ scale: 99, x: 0, y: 0 }, fit, stage, 16).scale, 16);
});

test("a double click goes to the picture's own pixels, and back", () => {
  const near4 = toggled(fitting, { x: 0, y: 0 }, picture, fit);
  equal(near4.scale, 4);
  equal(toggled(near4, { x: 100, y: 0 }, picture, fit), fitting);
  equal(toggled(fitting, { x: 0, y: 0 }, { width: 300, height: 200 }, { width: 300, height: 200 }).scale, 2);
});

test("two fingers that spread enlarge about their middle, and carry it along", () => {
  const before = [{ x: -50, y: 0 }, { x: 50, y: 0 }];
  const now = [{ x: -90, y: 20 }, { x: 110, y: 20 }];
  const view = pinched(fitting, before, now, 16);
  equal(view, { scale: 2, x: 10, y: 20 });
  equal(pinched(fitting, [{ x: 1, y: 1 }, { x: 1, y: 1 }], now, 16).scale, 1);
});

test("one turn of the wheel never does much, whatever it is counted in", () => {
  yes(wheelFactor(-100) > 1 && wheelFactor(100) < 1);
  near(wheelFactor(-100) * wheelFactor(100), 1, 1e-9);
  yes(wheelFactor(-1e9) < 2 && wheelFactor(5, 2) > 0.5);
  near(wheelFactor(3, 1), wheelFactor(48), 1e-9);
});

test("a swipe has to go far, or fast and not back", () => {
  const ends = { width: 400, first: false, last: false };
  equal(swipeOutcome({ dx: -120, velocity: 0, ...ends }), 1);
  equal(swipeOutcome({ dx: 120, velocity: 0, ...ends }), -1);
  equal(swipeOutcome({ dx: -60, velocity: 0, ...ends }), 0);
  equal(swipeOutcome({ dx: -60, velocity: -0.8, ...ends }), 1);
  equal(swipeOutcome({ dx: -200, velocity: 0.8, ...ends }), 0);
  equal(swipeOutcome({ dx: -10, velocity: -2, ...ends }), 0);
});

test("there is nothing before the first and behind the last", () => {
  equal(swipeOutcome({ dx: 300, velocity: 1, width: 400, first: true, last: false }), 0);
  equal(swipeOutcome({ dx: -300, velocity: -1, width: 400, first: false, last: true }), 0);
  equal([followed(90, { first: true, last: false }), followed(90, { first: false, last: true }), followed(-90, { first: false, last: true })], [30, 90, -30]);
});

test("a photo stored lying on its side is known by its upright thumbnail", () => {
  equal(uprightSize({ width: 4000, height: 3000 }, { width: 192, height: 256 }), { width: 3000, height: 4000 });
  equal(uprightSize({ width: 4000, height: 3000 }, { width: 256, height: 192 }), { width: 4000, height: 3000 });
  equal(uprightSize({ width: 0, height: 0 }, { width: 256, height: 192 }), { width: 256, height: 192 });
  equal(uprightSize({ width: 100, height: 100 }, { width: 64, height: 64 }), { width: 100, height: 100 });
});
