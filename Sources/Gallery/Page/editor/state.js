import { degrees } from "./coordinates.js";

// What a form says of one photo or of many, and what of it is to be said to `edit`. Nothing here knows of the document.

/// What the form asks of items.
export const editorFields = "id,type,filename,localTime,offset,dateSource,precision,description,title,favorite,rating,keywords,group,"
  + "latitude,longitude,size,modified,state,monthKey";

/// A value that the user can be told what is wrong with.
export class FieldError extends Error {
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/// What all items have in common: of each field `{ value, mixed }`. Where they differ it is mixed, and its value empty.
/// Keywords are in `all` of them or in `some`.
export function commonValues(items) {
  const same = (read) => {
    const values = new Set(items.map(read));
    return values.size <= 1 ? { value: [...values][0] ?? "", mixed: false } : { value: "", mixed: true };
  };
  return {
    date: same(dateText),
    offset: same(saidOffset),
    dateSource: same(({ dateSource }) => dateSource ?? "none"),
    title: same(({ title }) => title ?? ""),
    description: same(({ description }) => description ?? ""),
    favorite: same(({ favorite }) => (favorite === true ? "yes" : "no")),
    rating: same(({ rating }) => (rating === undefined ? "unset" : String(rating))),
    group: same(({ group }) => group ?? ""),
    place: same(({ latitude, longitude }) => (latitude === undefined || longitude === undefined ? "" : `${degrees(latitude)}, ${degrees(longitude)}`)),
    keywords: commonKeywords(items),
  };
}

// Sources of a date whose offset nobody has said: it is that of home, or of a position, on that day, or UTC's, and not that of another
// date.
const withoutOffset = new Set(["mvhd", "filename", "mtime"]);

function saidOffset({ offset = "", dateSource }) {
  return withoutOffset.has(dateSource) ? "" : offset;
}

function commonKeywords(items) {
  const counts = new Map();
  for (const { keywords = [] } of items) {
    for (const keyword of new Set(keywords)) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  }
  const all = [];
  const some = [];
  for (const [keyword, count] of counts) (count === items.length ? all : some).push(keyword);
  return { all, some };
}

const lengths = { year: 4, month: 7, day: 10, hour: 13, minute: 16 };

/// The date as it is typed: `2016-11-28 18:02:11`, as much of it as is known.
export function dateText({ localTime, precision }) {
  if (!localTime) return "";
  return localTime.slice(0, lengths[precision] ?? undefined).replace("T", " ");
}

const datePattern = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[ T]+(\d{1,2})(?::(\d{2})(?::(\d{2}(?:\.\d+)?))?)?)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/// A typed date as `edit` has it: any beginning of `2016-11-28T18:02:11+01:00`. Throws where it is none.
export function dateArgument(text) {
  const match = datePattern.exec(text.trim());
  const wrong = () => new FieldError("date", "Write the date as 2016-11-28 18:02:11, or a beginning of it such as 2016-11.");
  if (!match) throw wrong();
  const [, year, month, day, hour, minute, second, offset] = match;
  const two = (part) => part.padStart(2, "0");
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) throw wrong();
  if (day !== undefined) {
    const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
    if (Number(day) < 1 || Number(day) > days) throw new FieldError("date", `That month has ${days} days.`);
  }
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) >= 60) throw wrong();
  let made = year;
  if (month !== undefined) made += `-${two(month)}`;
  if (day !== undefined) made += `-${two(day)}`;
  if (hour !== undefined) made += `T${two(hour)}`;
  if (minute !== undefined) made += `:${minute}`;
  if (second !== undefined) made += `:${second}`;
  if (offset !== undefined) {
    if (hour === undefined) throw new FieldError("date", "An offset needs a time of day.");
    made += offset === "Z" || offset.includes(":") ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
  }
  return made;
}

/// `+2`, `+0200`, `UTC+02:00`, `Z` as `+02:00`. Throws where it is no offset.
export function offsetArgument(text) {
  const trimmed = text.trim().toUpperCase().replace(/^(UTC|GMT)/, "").replace("−", "-");
  if (trimmed === "" || trimmed === "Z") return "+00:00";
  const match = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(trimmed);
  if (!match || Number(match[2]) > 15 || Number(match[3] ?? 0) > 59) throw new FieldError("offset", "Write the offset from UTC as +02:00.");
  return `${match[1]}${match[2].padStart(2, "0")}:${match[3] ?? "00"}`;
}

/// `+1h30m`, `-2d`, `1 h`, as `edit` has it. Throws where it moves nothing.
export function shiftArgument(text) {
  const compact = text.replace(/\s+/g, "").replace("−", "-").toLowerCase();
  const match = /^([+-]?)((?:\d+[dhms])+)$/.exec(compact);
  if (!match || !/[1-9]/.test(match[2])) throw new FieldError("date", "Write how far, as +1h30m or -2d: days, hours, minutes, seconds.");
  return `${match[1] || "+"}${match[2]}`;
}

/// The keywords that were added and taken away, as `edit` has them: `+beach,-work`.
export function keywordsArgument({ added, removed }) {
  const plain = (word) => word.replace(/[\\,+-]/g, (sign) => `\\${sign}`);
  return [...added.map((word) => `+${plain(word)}`), ...removed.map((word) => `-${plain(word)}`)].join(",");
}

/// The options of `edit` for what was touched, and nothing else. Throws a FieldError where a value makes no sense.
///
/// `touched` has, of those fields that the user changed: `date` `{ how: "set"|"shift"|"filename"|"mtime"|"file", text, zone }` (`zone`: the
/// offset that is read beside it), `offset`, `title`, `description`, `favorite` (`yes`, `no`, `unset`), `rating` (`0`…`5`, `unset`),
/// `place` `{ how: "set"|"none"|"file", point }`, `keywords` `{ added, removed }`, `group` `{ how: "name"|"other"|"default", name }`.
export function editKeys(touched) {
  const keys = {};
  const unset = [];
  if (touched.date) Object.assign(keys, dateKeys(touched.date, unset));
  if (touched.offset !== undefined && touched.offset !== "") keys.offset = offsetArgument(touched.offset);
  for (const name of ["title", "description", "favorite", "rating"]) {
    if (touched[name] !== undefined) keys[name] = touched[name];
  }
  if (touched.place) Object.assign(keys, placeKeys(touched.place, unset));
  if (touched.keywords && touched.keywords.added.length + touched.keywords.removed.length > 0) {
    keys.keywords = keywordsArgument(touched.keywords);
  }
  if (touched.group) Object.assign(keys, groupKeys(touched.group));
  if (unset.length > 0) keys.unset = unset.join(",");
  return keys;
}

function dateKeys({ how, text, zone = "" }, unset) {
  switch (how) {
    case "shift": return { shift: shiftArgument(text) };
    case "filename": return { date: "filename" };
    case "mtime": return { date: "mtime" };
    case "file": {
      unset.push("date");
      return {};
    }
    default: {
      const date = dateArgument(text);
      // Of a time that is said without an offset none is known: the one that is read beside it goes along.
      return zone.trim() !== "" && /T[^Z+-]*$/.test(date) ? { date, offset: offsetArgument(zone) } : { date };
    }
  }
}

function placeKeys({ how, point }, unset) {
  if (how === "none") return { location: "none" };
  if (how === "file") {
    unset.push("location");
    return {};
  }
  if (!point) throw new FieldError("place", "Write the place as latitude, longitude: 48.137, 11.575.");
  return { location: `${degrees(point.latitude)},${degrees(point.longitude)}` };
}

function groupKeys({ how, name }) {
  if (how === "other") return { other: 1 };
  if (how === "default") return { group: "" };
  if (name.trim() === "") throw new FieldError("group", "Write the name of the group.");
  return { group: name.trim() };
}
