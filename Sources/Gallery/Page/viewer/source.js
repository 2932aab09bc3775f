// Which file of a photo the viewer shows: pure decisions, by what the item says of itself.

// What every current browser shows by itself, upright and in its colours.
const shownTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"]);

// Above these a preview is on the screen sooner than the original is decoded.
const quickPixels = 26_000_000;
const quickBytes = 16 * 1024 * 1024;

// Few sizes, so that previews made for one window serve the next.
const previewSizes = [1280, 1920, 2560, 3840];

/// Whether an item that was read again has another file, or another content, than before. A file that is offline is the one that it
/// was: what is there of it stays.
export function isOtherFile(item, before) {
  return ["size", "modified", "mimeType"].some((member) => item[member] !== before[member]) || isReadable(item) !== isReadable(before);
}

function isReadable({ state }) {
  return state !== "unreadable";
}

/// Whether the browser shows the file itself.
export function isShownAsItIs(item) {
  return item.type === "photo" && shownTypes.has(item.mimeType);
}

/// The preview's size that is sharp on a stage of so many CSS pixels.
export function previewSize(stage, density = 1) {
  const needed = Math.max(stage.width, stage.height) * density;
  return previewSizes.find((size) => size >= needed) ?? previewSizes[previewSizes.length - 1];
}

/// What to show first: { kind: "original" } or { kind: "preview", max }.
/// An animation is shown as it is, however large, for its preview stands still.
export function firstSource(item, stage, density = 1) {
  const quick = (item.width ?? 0) * (item.height ?? 0) <= quickPixels && (item.size ?? 0) <= quickBytes;
  if (isShownAsItIs(item) && (quick || item.mimeType === "image/gif")) return { kind: "original" };
  return { kind: "preview", max: previewSize(stage, density) };
}

/// What has all the picture's pixels, for looking closely; null where the first source has them already.
export function fullSource(item, first) {
  if (first.kind === "original") return null;
  if (isShownAsItIs(item)) return { kind: "original" };
  const longest = Math.max(item.width ?? 0, item.height ?? 0);
  if (longest > 0 && longest <= first.max) return null;
  return { kind: "preview", max: Math.min(longest || 8192, 8192) };
}

/// Whether the browser may be able to play a video: its own word on the type, for what it is not sure of is tried.
export function mayPlay(item, canPlayType) {
  const type = { "video/quicktime": "video/mp4" }[item.mimeType] ?? item.mimeType ?? "";
  return canPlayType(type) !== "";
}

/// A moment of a video to the thousandth: 0:07.250, 1:02:03.000.
export function moment(seconds) {
  const thousandths = Math.round(Math.max(0, seconds) * 1000);
  const two = (value) => String(value).padStart(2, "0");
  const whole = Math.floor(thousandths / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(whole % 60)}.${String(thousandths % 1000).padStart(3, "0")}`;
}
