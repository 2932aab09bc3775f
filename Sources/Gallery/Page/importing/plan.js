import { number } from "../text.js";

// What is asked of an import, and what its lines mean. Nothing here knows of the document.

/// Where imported photos go, as people choose it, and as the layout that `import` takes.
export const arrangements = [
  { key: "group", text: "By description", layout: "{group}" },
  { key: "year", text: "By year and month", layout: "{year}/{month}" },
  { key: "yearGroup", text: "By year and description", layout: "{year}/{group}" },
  { key: "folder", text: "Into one folder", layout: null },
];

/// The layout of an arrangement; of "one folder" its name. Where the photos are to be described, that is their group. Throws a
/// sentence where a name cannot be a folder's.
export function layoutOf(key, folder, description = "") {
  const arrangement = arrangements.find((one) => one.key === key);
  if (arrangement.layout) return arrangement.layout.replace("{group}", () => folderName(description) || "{group}");
  const name = folder.trim().replace(/^\/+|\/+$/g, "");
  if (name === "") throw new Error("Write the name of the folder.");
  if (/[{}]/.test(name)) throw new Error("The name of a folder cannot have braces here.");
  for (const part of name.split("/")) {
    if (part === "" || part.startsWith(".")) throw new Error("The name of a folder cannot be empty or begin with a dot.");
    if (new TextEncoder().encode(part).length > 255) throw new Error("The name of the folder is too long.");
  }
  return name;
}

// A description as the name of a folder, as far as it can be one.
function folderName(description) {
  const plain = description.replace(/[\u0000-\u001f\u007f/{}]+/g, " ").replace(/^[.\s]+/, "").replace(/\s+/g, " ").trim();
  let name = "";
  for (const sign of plain) {
    if (new TextEncoder().encode(name + sign).length > 120) break;
    name += sign;
  }
  return name.trim();
}

/// Paths in portions that fit into a request. A photo and its companions are in one: the import of any of them takes all of them,
/// and a later portion would miss them.
export function portions(paths, limit = 24_000) {
  const made = [];
  let size = 0;
  for (const shot of shotsOf(paths)) {
    const length = shot.reduce((sum, path) => sum + encodeURIComponent(path).length + 6, 0);
    if (made.length === 0 || size + length > limit) {
      made.push([]);
      size = 0;
    }
    made.at(-1).push(...shot);
    size += length;
  }
  return made;
}

/// The paths of each stem: `a.jpg`, `a.CR2`, `a.xmp` and `a.jpg.xmp` have the stem `a`.
export function shotsOf(paths) {
  const isSidecar = (path) => /\.(xmp|aae)$/i.test(path);
  const stems = new Set(paths.filter((path) => !isSidecar(path)).map(withoutExtension));
  const shots = new Map();
  for (const path of paths) {
    const plain = withoutExtension(path);
    const stem = isSidecar(path) ? [plain, withoutExtension(plain)].find((one) => stems.has(one)) ?? plain : plain;
    if (!shots.has(stem)) shots.set(stem, []);
    shots.get(stem).push(path);
  }
  return shots.values();
}

function withoutExtension(path) {
  return path.replace(/\.[^./]*$/, "");
}

/// What a picture taken now is called: photod reads the date from such a name.
export function shotName(now, number = 0) {
  const two = (value) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `IMG_${day}_${time}${number > 0 ? `_${number}` : ""}.jpg`;
}

/// What became of an uploaded file: `{ result: "ok"|"unchanged"|"error", uri, message }`.
export function outcomeOf(line) {
  if (line.result === "ok") return { result: "ok", uri: line.toUri ?? line.uri, message: "" };
  if (line.result === "unchanged") {
    return { result: "unchanged", uri: line.duplicateOf ?? line.joins ?? null, message: "The library has it already." };
  }
  return { result: "error", uri: null, message: line.message ?? line.name ?? "It could not be imported." };
}

/// What became of a companion that has no line of its own. `outcomes`: of those of its shot that have one.
export function companionOutcome(outcomes) {
  const have = (wanted) => outcomes.some(({ result }) => result === wanted);
  const companion = { uri: null, isCompanion: true };
  if (have("error")) return { ...companion, result: "error", message: "Its photo could not be imported." };
  if (have("ok")) return { ...companion, result: "ok", message: "Went with its shot." };
  if (have("unchanged")) return { ...companion, result: "unchanged", message: "The library has its photo already." };
  return { ...companion, result: "unchanged", message: "No photo that it belongs to was imported." };
}

/// "12 imported, 1 was there already, 2 failed". Companions are counted with their photos.
export function importText(outcomes) {
  const many = (wanted) => outcomes.filter(({ result, isCompanion }) => result === wanted && !isCompanion).length;
  const parts = [];
  if (many("ok") > 0) parts.push(`${number(many("ok"))} imported`);
  if (many("unchanged") > 0) parts.push(`${number(many("unchanged"))} ${many("unchanged") === 1 ? "was" : "were"} there already`);
  if (many("error") > 0) parts.push(`${number(many("error"))} failed`);
  return parts.join(", ") || "Nothing was imported";
}
