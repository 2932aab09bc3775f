// Numbers, dates and names as people read them.

// The page speaks English, so its dates and numbers do: as the user's English has them, where theirs is one.
const theirs = new Intl.DateTimeFormat().resolvedOptions().locale;
export const locale = theirs.startsWith("en") ? theirs : "en-GB";

const whole = new Intl.NumberFormat(locale);
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const monthAndYear = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const yearAlone = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC" });

export function count(number, one, many = `${one}s`) {
  return `${whole.format(number)} ${number === 1 ? one : many}`;
}

export function number(value) {
  return whole.format(value);
}

/// "45 photos, 2 videos", without what there is none of.
export function counts({ photoCount = 0, videoCount = 0 }) {
  const parts = [];
  if (photoCount > 0) parts.push(count(photoCount, "photo"));
  if (videoCount > 0) parts.push(count(videoCount, "video"));
  return parts.length > 0 ? parts.join(", ") : "Empty";
}

/// The clock where the shutter opened, so no zone is applied. Known to the month, or less: no more is said.
export function date({ localTime, precision }) {
  if (!localTime) return "No date";
  const known = new Date(`${localTime}Z`);
  if (Number.isNaN(known.getTime())) return localTime;
  if (precision === "year") return yearAlone.format(known);
  if (precision === "month") return monthAndYear.format(known);
  if (precision === "day" || precision === "hour") return day.format(known);
  return moment.format(known);
}

export function monthName(month) {
  if (month.year === null || month.year === undefined) return "Undated";
  // Of parts, a year before 100 would be one of the twentieth century.
  const first = new Date(0);
  first.setUTCFullYear(month.year, month.month - 1, 1);
  return monthAndYear.format(first);
}

/// 83.4 seconds: "1:23".
export function duration(seconds) {
  const total = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

export function bytes(size) {
  const units = ["kB", "MB", "GB"];
  if (size < 1000) return count(size, "byte");
  // What would be rounded to a thousand of one unit is one of the next.
  const step = units.findIndex((_, place) => place === units.length - 1 || size < 999.5 * 1000 ** (place + 1));
  const value = size / 1000 ** (step + 1);
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[step]}`;
}

/// What a screen reader says of a tile.
export function tileName(item) {
  const parts = [item.type === "video" ? "Video" : "Photo", date(item)];
  if (item.type === "video" && item.duration) parts.push(duration(item.duration));
  const about = item.description || item.group;
  if (about) parts.push(about.length > 120 ? `${about.slice(0, 119)}…` : about);
  if (item.favorite) parts.push("favourite");
  if (item.filename) parts.push(item.filename);
  return parts.join(", ");
}
