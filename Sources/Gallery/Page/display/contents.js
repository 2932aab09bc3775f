import { monthOf, photoAddress } from "../query.js";
import { monthName } from "../text.js";

// What components show by the gallery's own screens: at which address, and what they are called. Pure.

const names = {
  months: "Months", all: "All photos", folders: "Folders", search: "Search", favorites: "Favourites", map: "Map", photo: "Photo", video: "Video",
  batches: "History", import: "Import", status: "Status", shortcuts: "Shortcuts",
};

/// The address of the screen that a component shows; null of one that is no screen of the gallery.
export function addressOf(name, passProps) {
  const told = passProps ?? {};
  switch (name) {
    case "months": return withQuery("/months", told, ["type"]);
    case "month": return withQuery(`/month/${told.month}`, told, ["type"]);
    case "all": return withQuery("/all", told, ["type"]);
    case "folders": return "/folders";
    case "group": return withQuery("/folder", typeof told.group === "string" ? { ...told, name: told.group } : { ...told, other: "1" }, ["name", "other", "type"]
      .filter((key) => key !== (typeof told.group === "string" ? "other" : "name")));
    case "search": return withQuery("/search", told, ["q", "camera", "from", "to", "near", "type"]);
    case "favorites": return withQuery("/favorites", told, ["type"]);
    case "map": return withQuery("/map", { ...placesIn(told.in ?? ""), ...(told.month ? { month: told.month } : {}), ...(told.type ? { type: told.type } : {}) });
    case "photo": case "video": return photoAddress(told.id, told.in ?? null, told.type ?? null);
    case "batches": return told.batch ? `/batches/${encodeURIComponent(told.batch)}` : "/batches";
    case "import": return "/import";
    case "status": return "/status";
    case "shortcuts": return "/shortcuts";
    default: return null;
  }
}

/// What a component is called where nobody has said anything else.
export function titleOf(name, passProps) {
  const told = passProps ?? {};
  switch (name) {
    case "month": return monthName(monthOf(told.month));
    case "group": return told.group ?? "Other";
    case "text": return told.title ?? "";
    case "image": return told.alt ?? "";
    default: return names[name] ?? "";
  }
}

// A list as the map's address has it.
function placesIn(list) {
  const colon = list.indexOf(":");
  const [kind, rest] = colon < 0 ? [list, ""] : [list.slice(0, colon), list.slice(colon + 1)];
  switch (kind) {
    case "month": return { month: rest };
    case "group": return { group: rest };
    case "other": return { other: "1" };
    case "favorites": return { favorites: "1" };
    case "find": return Object.fromEntries(new URLSearchParams(rest));
    default: return {};
  }
}

function withQuery(path, values, keys = Object.keys(values)) {
  const query = new URLSearchParams(keys.filter((key) => (values[key] ?? null) !== null).map((key) => [key, String(values[key])]));
  return query.size > 0 ? `${path}?${query}` : path;
}
