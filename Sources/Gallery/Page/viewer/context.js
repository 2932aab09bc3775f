// What the viewer asks of the list through which one swipes.

/// What lists are asked for: what tiles need, and what the viewer needs beside that.
export const viewerFields = "id,type,localTime,offset,group,description,title,favorite,rating,viewed,width,height,latitude,longitude,"
  + "duration,size,modified,mimeType,filename,precision,state,monthKey";

/// The id of a viewer's address, and the list's part of it as it stands there; null of no such address.
export function viewerParameters(url) {
  const match = /^\/photo\/(.+?)(\/details)?$/.exec(url.pathname);
  if (!match) return null;
  let id;
  try {
    id = decodeURIComponent(match[1]);
  } catch {
    return null;
  }
  return { id, within: url.search };
}

/// The same list from a photo's time on: its total is how many stand at or before that photo. Null where it has no time, or the list
/// has none.
export function countingRequest(context, item) {
  if (!item.localTime || item.monthKey === "undated") return null;
  const keys = { ...context.keys, from: item.localTime };
  delete keys.all;
  if (context.command !== "photos" || context.words.length === 0) return { command: context.command, words: context.words, keys };
  if (context.words[0] === "undated") return null;
  return { command: "photos", words: [], keys: { ...keys, to: monthAfter(context.words[0]) } };
}

/// Whether a list ends before it begins, as where the photo that it is counted from has left it for a later time: photod refuses
/// such times. Both are beginnings of `2016-11-28T10:00:00`, so that their text tells which is later.
export function isOfNoTime({ keys: { from, to } }) {
  return from !== undefined && to !== undefined && from >= to;
}

/// `2016-12` of `2016-11`.
export function monthAfter(monthKey) {
  const [year, month] = monthKey.split("-").map(Number);
  return month === 12 ? `${String(year + 1).padStart(4, "0")}-01` : `${String(year).padStart(4, "0")}-${String(month + 1).padStart(2, "0")}`;
}
