import { degrees } from "./editor/coordinates.js";

// What addresses of the page ask of the daemon. Pure: no screen, no network.

/// The words of a search as people type them: blanks part them, quotes keep them together.
export function words(text) {
  const found = [];
  for (const [, quoted, plain] of text.matchAll(/"([^"]*)"?|(\S+)/g)) {
    const word = (quoted ?? plain).trim();
    if (word !== "") found.push(word);
  }
  return found.slice(0, 64);
}

const types = ["photo", "video"];

export function typeOf(parameters) {
  const type = parameters.get("type");
  return types.includes(type) ? type : null;
}

/// `48.137, 11.575, 25` or with blanks between: latitude, longitude and kilometres, 10 where they are left out. Null where it
/// is no such thing.
export function near(text) {
  const parts = text.trim().split(/[\s,;]+/).filter((part) => part !== "").map(Number);
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => !Number.isFinite(part))) return null;
  const [latitude, longitude, kilometres = 10] = parts;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || kilometres <= 0) return null;
  return [latitude, longitude, kilometres].map(degrees).join(",");
}

/// The last day of a search is meant to be in it, and the daemon's `to` is not: the day after.
export function dayAfter(date) {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return null;
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/// `/search?q=…&camera=…&from=…&to=…&near=…&type=…` as the words and options of `find`; null where nothing is asked for.
export function findRequest(parameters) {
  const asked = [...words(parameters.get("q") ?? ""), ...words(parameters.get("camera") ?? "")];
  const keys = {};
  const from = parameters.get("from");
  const to = parameters.get("to");
  if (from) keys.from = from;
  // After the last day that a year of four digits has, nothing comes: what has a date at all was taken by then.
  if (to === "9999-12-31") keys.from ??= "0001-01-01";
  else if (to) keys.to = dayAfter(to) ?? to;
  const place = near(parameters.get("near") ?? "");
  if (place) keys.near = place;
  const type = typeOf(parameters);
  const some = asked.length > 0 || Object.keys(keys).length > 0;
  if (type) keys.type = type;
  if (some) return { command: "find", words: asked, keys };
  // A type alone is no search for `find`, but it is for whoever chooses it.
  return type ? { command: "photos", words: [], keys: { all: 1, type } } : null;
}

/// The list that `in=` names, as the viewer pages through it: what to ask for, and the address of its grid. `parameters` are
/// those of the viewer's address. Null where it names none.
///
///     in=month:2016-11&type=photo   in=group:Beach trip   in=other   in=all   in=favorites   in=find:q=beach&from=2016-01-01
export function list(parameters) {
  const within = parameters.get("in") ?? "";
  const type = typeOf(parameters);
  const keys = type ? { type } : {};
  const typed = type ? `type=${type}` : "";
  const [kind, rest] = split(within);
  switch (kind) {
    case "month": return monthOf(rest) && { command: "photos", words: [rest], keys, address: `/month/${encodeURIComponent(rest)}${typed && `?${typed}`}` };
    case "all": return { command: "photos", words: [], keys: { ...keys, all: 1 }, address: `/all${typed && `?${typed}`}` };
    case "group": return { command: "group", words: [rest], keys, address: `/folder?${new URLSearchParams({ name: rest })}${typed && `&${typed}`}` };
    case "other": return { command: "group", words: [], keys: { ...keys, other: 1 }, address: `/folder?other=1${typed && `&${typed}`}` };
    case "favorites": return { command: "favorites", words: [], keys, address: `/favorites${typed && `?${typed}`}` };
    case "find": {
      const request = findRequest(new URLSearchParams(rest));
      return request && { ...request, address: `/search?${rest}` };
    }
    default: return null;
  }
}

/// The address of the viewer at a photo of a list. Ids have slashes, which stay what they are.
export function photoAddress(id, within, type = null) {
  const query = new URLSearchParams();
  if (within) query.set("in", within);
  if (type) query.set("type", type);
  const text = query.toString();
  return `/photo/${id.split("/").map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

/// Key and name of a month: `2016-11`, or `undated`.
export function monthOf(key) {
  const parts = /^(\d{4})-(\d{2})$/.exec(key);
  if (!parts) return key === "undated" ? { monthKey: key, year: null, month: null } : null;
  const month = Number(parts[2]);
  return month >= 1 && month <= 12 && parts[1] !== "0000" ? { monthKey: key, year: Number(parts[1]), month } : null;
}

function split(text) {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}
