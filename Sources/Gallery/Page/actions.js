import { count } from "./text.js";
import { Underway } from "./underway.js";

// What can be done to photos from anywhere: each says what came of it, and offers to take it back.

/// Edits photos (`keys` as `edit` has them) and says `done`, a sentence about all. Gives the lines, or null where it failed;
/// `stopped(text, begun)` hears why it came to no end, and of which photos it is carried out all the same.
export async function edit(app, ids, keys, done, stopped) {
  return carryOut(app, () => app.api.post("edit", [], keys, ids), done, stopped);
}

export async function trash(app, ids) {
  return carryOut(app, () => app.api.post("trash", [], {}, ids), `${count(ids.length, "item")} moved to the trash`);
}

export async function favorite(app, ids, on) {
  const about = ids.length === 1 ? "" : ` ${count(ids.length, "item")}`;
  return edit(app, ids, { favorite: on ? "yes" : "no" }, on ? `Added${about} to favourites` : `Removed${about} from favourites`);
}

const undoing = new Underway();

/// Takes batches back, the last one first.
export async function undo(app, ...batches) {
  const isTaken = !await undoing.run(batches, () => takeBack(app, batches));
  if (isTaken) app.toast("It is being undone already.");
}

async function takeBack(app, batches) {
  try {
    let lines = [];
    for (const batch of batches.reverse()) lines = lines.concat(await app.api.post("undo", [batch]));
    const { errors } = sumsOf(lines);
    const failed = lines.find((line) => line.result === "error");
    app.toast(errors > 0 ? `${count(errors, "item")} could not be put back: ${failed?.message ?? ""}` : "Undone");
  } catch (failure) {
    app.toast(failure.message, { kind: "error" });
  }
}

const sumOf = { ok: "ok", pending: "pending", error: "errors" };

// What several batches have come to together: by their sums, and of one that broke off before them by its lines.
function sumsOf(lines) {
  const sums = { ok: 0, pending: 0, errors: 0 };
  let open = { ...sums };
  const add = (more) => {
    for (const sum of Object.keys(sums)) sums[sum] += more[sum] ?? 0;
    open = { ok: 0, pending: 0, errors: 0 };
  };
  for (const line of lines) {
    if (sumOf[line.result]) open[sumOf[line.result]] += 1;
    else if (line.result === undefined && line.ok !== undefined) add(line);
  }
  add(open);
  return sums;
}

async function carryOut(app, request, done, onStop = () => {}) {
  let lines;
  let stopped = null;
  try {
    lines = await request();
  } catch (failure) {
    stopped = failure;
    lines = failure.before ?? [];
  }
  const { ok, pending, errors } = sumsOf(lines);
  const batches = [...new Set(lines.map((line) => line.batch).filter(Boolean))];
  const failed = lines.find((line) => line.result === "error");
  const later = lines.find((line) => line.result === "pending");
  let text = done;
  if (stopped) text = ok + pending > 0 ? `${count(ok + pending, "item")} changed, and then: ${stopped.message}` : stopped.message;
  else if (failed) text = `${count(errors || 1, "item")} could not be changed: ${failed.message ?? failed.name}`;
  else if (later) text = `${done}. ${later.message ?? "It is written when the folder can be written to."}`;
  if (stopped) onStop(text, stopped.begun ?? []);
  const some = ok + pending > 0 || stopped && batches.length > 0;
  const isWrong = stopped || failed;
  if (some || isWrong) app.toast(text, batches.length > 0 && some ? { action: "Undo", onAction: () => undo(app, ...batches) } : { kind: isWrong ? "error" : "plain" });
  return stopped && !some ? null : lines;
}
