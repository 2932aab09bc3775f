import { bytes, date, duration } from "../text.js";

// What is known of a photo, as people read it. Nothing here knows of the document.

const sources = {
  overlay: "an edit kept by photod",
  sidecar: "its XMP sidecar",
  "exif:DateTimeOriginal": "the camera (EXIF, taken)",
  "xmp:exif:DateTimeOriginal": "XMP in the file (taken)",
  "xmp:photoshop:DateCreated": "XMP in the file (created)",
  "iptc:DateCreated": "IPTC in the file",
  "exif:DateTimeDigitized": "the camera (EXIF, digitized)",
  "xmp:CreateDate": "XMP in the file (digitized)",
  "quicktime:creationdate": "the video (QuickTime)",
  recorded: "the video (recorded)",
  companion: "the video's header, with the offset of the photo beside it",
  mvhd: "the video's header",
  "exif:DateTime": "EXIF (changed)",
  "xmp:ModifyDate": "XMP in the file (changed)",
  "png:CreationTime": "the PNG (created)",
  "png:tIME": "the PNG (changed)",
  filename: "the file's name",
  mtime: "when the file was last written",
  none: "nothing: there is no date",
};

/// A source of a date, in words.
export function dateSource(rule) {
  return sources[rule] ?? rule;
}

/// "1/250 s", "0.6 s", "30 s".
export function exposure(seconds) {
  if (!(seconds > 0)) return "";
  if (seconds >= 0.3) return `${Number(seconds.toFixed(1))} s`;
  return `1/${Math.round(1 / seconds)} s`;
}

/// "Apple iPhone 6s", without the maker twice.
export function cameraName({ make = "", model = "" } = {}) {
  const first = make.split(/\s+/)[0].toLowerCase();
  return model.toLowerCase().startsWith(first) && first ? model : [make, model].filter(Boolean).join(" ");
}

/// "+01:00" as "UTC+01:00"; nothing of no offset.
export function offsetText(offset) {
  return offset ? `UTC${offset === "Z" ? "" : offset}` : "";
}

export function stars(rating) {
  if (rating === undefined || rating === null) return "";
  return rating < 0 ? "Rejected" : `${"★".repeat(rating)}${"☆".repeat(5 - rating)}`;
}

/// Rows of a table, `[name, text]`, of what a photo says of itself. What is unknown has no row.
export function facts(photo) {
  const megapixels = photo.width && photo.height ? (photo.width * photo.height) / 1e6 : 0;
  const size = [
    photo.width && photo.height ? `${photo.width} × ${photo.height}` : "",
    photo.type === "photo" && megapixels >= 0.1 ? `${megapixels.toFixed(megapixels < 10 ? 1 : 0)} MP` : "",
    photo.size === undefined ? "" : bytes(photo.size),
  ].filter(Boolean).join(" · ");
  const optics = [
    photo.focalLength ? `${Number(photo.focalLength.toFixed(1))} mm` : "",
    photo.fNumber ? `ƒ/${Number(photo.fNumber.toFixed(1))}` : "",
    exposure(photo.exposureTime),
    photo.iso ? `ISO ${photo.iso}` : "",
  ].filter(Boolean).join(" · ");
  return [
    ["Camera", cameraName(photo.camera)],
    ["Lens", photo.lens ?? ""],
    ["Exposure", optics],
    ["Duration", photo.duration ? duration(photo.duration) : ""],
    ["Codecs", [photo.videoCodec, photo.audioCodec].filter(Boolean).join(", ")],
    ["Size", size],
    ["Type", photo.mimeType ?? ""],
    ["File", photo.path ?? photo.uri ?? ""],
    ["With it", (photo.companions ?? []).map((uri) => fileName(uri)).join(", ")],
    ["Folder", photo.source ?? ""],
    ["Altitude", photo.altitude === undefined ? "" : `${Math.round(photo.altitude)} m`],
    ["State", photo.state && photo.state !== "ok" ? photo.state : ""],
  ].filter(([, text]) => text !== "");
}

/// The date, the offset and how exactly it is known.
export function dateLine(photo) {
  return [date(photo), offsetText(photo.offset)].filter(Boolean).join(" · ");
}

/// The candidates of a rule, as rows: which, what it said, what became of it and why.
export function candidates(rule) {
  return (rule?.candidates ?? []).map(({ rule: source, value, verdict, reason }) => ({
    source: dateSource(source), value: value === undefined || value === null ? "" : String(value), verdict, reason: reason ?? "",
  }));
}

export function fileName(uri) {
  const last = uri.split("/").at(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
