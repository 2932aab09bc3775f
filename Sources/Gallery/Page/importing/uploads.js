/// Files of one folder, to the gallery's private folder: photos find their companions there. A second file of the same name goes
/// by itself.
export class UploadSet {
  // Resolves to the name that the gallery gives the set with its first file. A file that is refused begins none: the next one does.
  #name = null;

  /// `onProgress` is told the share that has gone; resolves to the file's path there.
  async send(file, onProgress) {
    while (this.#name) {
      const name = await this.#name;
      if (name !== null) return this.#join(name, file, onProgress);
    }
    return this.#begin(file, onProgress);
  }

  async #begin(file, onProgress) {
    const first = upload(file, null, onProgress);
    this.#name = first.then(({ set }) => set, () => {
      this.#name = null;
      return null;
    });
    return (await first).path;
  }

  async #join(name, file, onProgress) {
    try {
      return (await upload(file, name, onProgress)).path;
    } catch (failure) {
      if (failure.status !== 409 && failure.status !== 404) throw failure;
      return (await upload(file, null, onProgress)).path;
    }
  }
}

function upload(file, set, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/upload?${new URLSearchParams(set ? { name: file.name, set } : { name: file.name })}`);
    request.responseType = "json";
    const refuse = (message) => reject(Object.assign(new Error(message), { status: request.status }));
    const explain = async () => refuse(await isReadable(file)
      ? "The gallery does not answer."
      : "The file could not be read. It is gone or has changed, or this browser may not read it.");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status === 201 && request.response?.path) resolve(request.response);
      else refuse(request.response?.message ?? `The gallery refused the file (${request.status}).`);
    });
    request.addEventListener("error", explain);
    request.send(file);
  });
}

// A request fails in the same way whether its file cannot be read or nobody answers it.
async function isReadable(file) {
  const reader = file.stream().getReader();
  try {
    await reader.read();
    await reader.cancel();
    return true;
  } catch {
    return false;
  }
}

/// Runs `work` for each of a growing list of jobs, two at a time.
export class UploadQueue {
  #waiting = [];
  #running = 0;

  add(work) {
    this.#waiting.push(work);
    this.#start();
  }

  #start() {
    while (this.#running < 2 && this.#waiting.length > 0) {
      this.#running += 1;
      const work = this.#waiting.shift();
      work().finally(() => {
        this.#running -= 1;
        this.#start();
      });
    }
  }
}

/// The files that were dropped, as a list for each folder that they are of, and the names of what could not be read.
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return { folders: [[...transfer.files]], unread: [] };
  const dropped = { folders: [], unread: [] };
  await collect(entries, dropped);
  return dropped;
}

// The files of one folder, and those of the folders below it as further lists.
async function collect(entries, dropped) {
  const files = [];
  dropped.folders.push(files);
  for await (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    try {
      if (entry.isFile) files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
      else await collect(entriesOf(entry), dropped);
    } catch {
      dropped.unread.push(entry.name);
    }
  }
}

async function* entriesOf(folder) {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    yield* some;
  }
}
