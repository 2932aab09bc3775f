/// Files that belong together, to the gallery's private folder: photos find their companions there. A second file of the same
/// name goes by itself.
export class UploadSet {
  #first = null;

  /// `onProgress` is told the share that has gone; resolves to the file's path there.
  async send(file, onProgress) {
    if (!this.#first) {
      const first = upload(file, null, onProgress);
      this.#first = first.then(({ set }) => set ?? null, () => null);
      return (await first).path;
    }
    const set = await this.#first;
    try {
      return (await upload(file, set, onProgress)).path;
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
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status === 201 && request.response?.path) resolve(request.response);
      else refuse(request.response?.message ?? `The gallery refused the file (${request.status}).`);
    });
    request.addEventListener("error", () => refuse("The gallery does not answer."));
    request.send(file);
  });
}

/// Runs `work` for each of a growing list of jobs, two at a time.
export class UploadQueue {
  #waiting = [];
  #running = 0;
  #idle = [];

  add(work) {
    this.#waiting.push(work);
    this.#start();
  }

  /// Resolves when all that was added is done.
  get done() {
    if (this.#running === 0 && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #start() {
    while (this.#running < 2 && this.#waiting.length > 0) {
      this.#running += 1;
      const work = this.#waiting.shift();
      work().finally(() => {
        this.#running -= 1;
        this.#start();
        if (this.#running === 0 && this.#waiting.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
      });
    }
  }
}

/// The files that were dropped, folders with all that is in them, and the names of what could not be read.
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return { files: [...transfer.files], unread: [] };
  const dropped = { files: [], unread: [] };
  for (const entry of entries) await collect(entry, dropped);
  return dropped;
}

async function collect(entry, dropped) {
  if (entry.name.startsWith(".")) return;
  try {
    if (entry.isFile) {
      dropped.files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const inner of some) await collect(inner, dropped);
    }
  } catch {
    dropped.unread.push(entry.name);
  }
}
