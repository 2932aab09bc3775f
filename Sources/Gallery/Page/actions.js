import { count } from "./text.js";

// What can be done to photos from anywhere: each says what came of it, and offers to take it back.

/// Edits photos (`keys` as `edit` has them) and says `done`, a sentence about all. Gives the lines, or null where it failed.
export async function edit(app, ids, keys, done) {
  return carryOut(app, () => app.api.post("edit", [], keys, ids), done);
}

export async function trash(app, ids) {
  return carryOut(app, () => app.api.post("trash", [], {}, ids), `${count(ids.length, "item")} moved to the trash`);
}

export async function favorite(app, ids, on) {
  const about = ids.length === 1 ? "" : ` ${count(ids.length, "item")}`;
  return edit(app, ids, { favorite: on ? "yes" : "no" }, on ? `Added${about} to favourites` : `Removed${about} from favourites`);
}

export async function undo(app, batch) {
  try {
    const lines = await app.api.post("undo", [batch]);
    const sums = lines.at(-1) ?? {};
    const failed = lines.find((line) => line.result === "error");
    app.toast(sums.errors > 0 ? `${count(sums.errors, "item")} could not be put back: ${failed?.message ?? ""}` : "Undone");
    return lines;
  } catch (failure) {
    app.toast(failure.message, { kind: "error" });
    return null;
  }
}

async function carryOut(app, request, done) {
  let lines;
  try {
    lines = await request();
  } catch (failure) {
    app.toast(failure.message, { kind: "error" });
    return null;
  }
  const sums = lines.at(-1) ?? {};
  const batch = lines.find((line) => line.batch)?.batch ?? null;
  const failed = lines.find((line) => line.result === "error");
  const pending = lines.find((line) => line.result === "pending");
  let text = done;
  if (failed) text = `${count(sums.errors ?? 1, "item")} could not be changed: ${failed.message ?? failed.name}`;
  else if (pending) text = `${done}. ${pending.message ?? "It is written when the folder can be written to."}`;
  const some = (sums.ok ?? 0) + (sums.pending ?? 0) > 0;
  if (some || failed) app.toast(text, batch && some ? { action: "Undo", onAction: () => undo(app, batch) } : { kind: failed ? "error" : "plain" });
  return lines;
}
