/// A thumb on a track. The longer it is held still, the finer the way goes: each rest makes it four times as fine.
export class Scrub {
  constructor({ length, hold = 500, slack = 5, finest = 1 / 64 }) {
    Object.assign(this, { length: Math.max(1, length), hold, slack, finest });
    this.gain = 1;
    this.value = 0;
  }

  begin(position, time) {
    this.gain = 1;
    this.value = clamp(position / this.length);
    this.last = this.rest = position;
    this.since = time;
    return this.value;
  }

  move(position, time) {
    this.value = clamp(this.value + ((position - this.last) / this.length) * this.gain);
    this.last = position;
    if (Math.abs(position - this.rest) > this.slack) {
      this.rest = position;
      this.since = time;
    }
    return this.value;
  }

  /// Whether the thumb has rested long enough to have become finer just now.
  held(time) {
    if (time - this.since < this.hold || this.gain <= this.finest) return false;
    this.gain = Math.max(this.finest, this.gain / 4);
    this.since = time;
    return true;
  }
}

/// Which marks stand beside a track, and where. `marks`: `[{ at, year, text }]`, `at` a share of the whole, in order. At
/// `gain` 1 these are the years; finer, the months around the thumb, which is at `position` and means `value`.
export function ruler(marks, { length, gain = 1, value = 0, position = 0, space = 22 }) {
  const shown = [];
  let last = -Infinity;
  let year = null;
  for (const mark of marks) {
    if (gain === 1 && mark.year === year) continue;
    year = mark.year;
    const y = gain === 1 ? mark.at * length : position + ((mark.at - value) / gain) * length;
    if (y < 0 || y > length || y - last < space) continue;
    shown.push({ ...mark, y });
    last = y;
  }
  return shown;
}

function clamp(share) {
  return Math.min(1, Math.max(0, share));
}
