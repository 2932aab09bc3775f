import { TimelineLayout } from "./timeline-layout.js";

// How large tiles are: by the window, and as the user wished last time.
const targets = [88, 120, 160, 208, 280];

function wish() {
  return Number(localStorage.getItem("tile")) || 0;
}

export function wishFor(step) {
  localStorage.setItem("tile", String(Math.min(3, Math.max(-3, wish() + step))));
}

export function layoutOf(sections, width, { headers }) {
  const usual = innerWidth < 560 ? 1 : innerWidth < 1800 ? 2 : 3;
  return new TimelineLayout(sections, {
    width, target: targets[Math.min(targets.length - 1, Math.max(0, usual + wish()))], gap: innerWidth < 560 ? 2 : 4, fewest: 3,
    header: headers ? 52 : 0, sectionGap: headers ? 12 : 0,
  });
}

/// The size of thumbnails that cells are sharp with. A picture is shown by its shorter side, so 256 is enough for less.
export function thumbnailSize({ cell }) {
  const size = cell * Math.min(2, devicePixelRatio || 1);
  return size <= 132 ? "normal" : size <= 300 ? "large" : "x-large";
}
