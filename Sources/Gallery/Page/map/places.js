import { patiently } from "../patience.js";
import { findRequest } from "../query.js";

const fields = "id,type,localTime,precision,description,group,favorite,filename,latitude,longitude,size,modified,duration";
const atOnce = 1000;
const most = 100_000;

/// What a map's address asks for: `{ command, words, keys, within, address, name }`, `within` being what one swipes through from
/// there.
export function placesRequest(parameters) {
  const month = parameters.get("month");
  if (month) return { command: "photos", words: [month], keys: {}, within: `month:${month}`, address: `/month/${encodeURIComponent(month)}`, name: month };
  const group = parameters.get("group");
  if (group) return { command: "group", words: [group], keys: {}, within: `group:${group}`, address: `/folder?${new URLSearchParams({ name: group })}`, name: group };
  if (parameters.get("other")) return { command: "group", words: [], keys: { other: 1 }, within: "other", address: "/folder?other=1", name: "Other" };
  if (parameters.get("favorites")) return { command: "find", words: [], keys: { favorite: 1, located: 1 }, within: "favorites", address: "/favorites", name: "Favourites" };
  const search = new URLSearchParams(parameters);
  search.delete("at");
  const found = search.size > 0 ? findRequest(search) : null;
  if (found?.command === "find") {
    return { ...found, keys: { ...found.keys, located: 1 }, within: `find:${search}`, address: `/search?${search}`, name: parameters.get("q") ?? "Search" };
  }
  return { command: "find", words: [], keys: { located: 1 }, within: "all", address: null, name: null };
}

/// The items of a request that have a place, page by page, and whether there are more: no further page is read behind the first
/// hundred thousand.
export async function placedItems(api, { command, words, keys }, { signal, onMore } = {}) {
  const placed = [];
  let after = null;
  do {
    const { items, page } = await api.page(command, words, { ...keys, fields, limit: atOnce, ...(after ? { after } : {}) }, { signal: patiently(signal) });
    for (const item of items) if (item.latitude !== undefined && item.longitude !== undefined) placed.push(item);
    after = page.nextCursor ?? null;
    if (after) onMore?.(placed.length);
  } while (after && placed.length < most);
  return { items: placed, hasMore: after !== null };
}
