import { element } from "../elements.js";

/// The file itself, as it is on the disk.
export function download(app, item) {
  const link = element("a", { href: app.api.original(item, { download: true }), download: item.filename ?? "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/// The file to whatever the system offers; only where the browser has such a thing.
export async function share(app, item) {
  try {
    const answer = await fetch(app.api.original(item));
    if (!answer.ok) throw new Error(`The file cannot be read (${answer.status}).`);
    const file = new File([await answer.blob()], item.filename ?? "photo", { type: item.mimeType ?? "" });
    if (navigator.canShare && !navigator.canShare({ files: [file] })) throw new Error("This browser does not share files of this kind. Download it instead.");
    await navigator.share({ files: [file], title: item.title ?? item.filename });
  } catch (failure) {
    if (failure.name !== "AbortError") app.toast(failure.message, { kind: "error" });
  }
}
