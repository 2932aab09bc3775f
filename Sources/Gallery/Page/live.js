// One event stream for the whole page. What the daemon tells becomes CustomEvents by topic, with its JSON as detail.
//
// A browser has six connections to a server for all its windows, and a stream holds one of them. So a page that nobody sees has
// none: when it is seen again, what it shows is read anew.

const topics = ["months", "photos", "groups", "videos", "status", "gallery"];

export class Live extends EventTarget {
  #source = null;
  #address = "";
  #ready = false;
  #hasBeenReady = false;
  #wait = 1000;
  #again = null;
  #leaving = null;
  // By the addresses of folders, what the last status of this stream said of each; null before there was one.
  #folderStates = null;
  #api;
  reachable = true;
  status = null;
  /// What the address of the stream says of the page.
  query = () => "";

  constructor(api) {
    super();
    this.#api = api;
  }

  start() {
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#open());
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.#leaving);
      if (document.visibilityState === "visible") this.#open();
      else this.#leaving = setTimeout(() => this.#close(), 5000);
    });
    if (document.visibilityState === "visible") this.#open();
  }

  #open() {
    clearTimeout(this.#again);
    if (this.#source) return;
    this.#ready = false;
    this.#folderStates = null;
    this.#address = `/events${this.query()}`;
    this.#source = new EventSource(this.#address);
    this.#source.onmessage = ({ data }) => this.#heard(JSON.parse(data));
    this.#source.onopen = () => {
      this.#wait = 1000;
    };
    this.#source.onerror = () => this.#lost();
  }

  #close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
    this.#ready = false;
  }

  /// Another stream in the place of this one, where there is one.
  reopen() {
    if (!this.#source) return;
    this.#close();
    this.#open();
  }

  // The browser itself tries again, unless it was refused or the page is to be another one now.
  #lost() {
    this.#ready = false;
    this.#folderStates = null;
    this.#tell("gallery", { event: "gallery", state: "unreachable" });
    if (this.#source?.readyState !== EventSource.CLOSED && this.#address === `/events${this.query()}`) return;
    this.#close();
    this.#again = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, 30_000);
  }

  #heard(message) {
    const { event } = message;
    if (event === "gallery") {
      this.#ready &&= message.state === "reachable";
      if (!this.#ready) this.#folderStates = null;
      this.#tell("gallery", message);
    } else if (event === "ready") {
      this.#ready = true;
      this.#tell("gallery", { event: "gallery", state: "reachable" });
      // What is on screen was read before this stream began, so it is read again; pictures, where there was one before it.
      if (this.#hasBeenReady) this.#api.renew();
      this.#hasBeenReady = true;
      this.#tell("reset", message);
    } else if (event === "screen") {
      this.#tell("screen", message);
    } else if (event === "status") {
      this.status = message;
      this.#tell("status", message);
      // Only the status tells that a disk is back: of its photos none has changed. What could not be read of it can be now.
      if (this.#hasFolderBack(message) && this.#ready) {
        this.#api.renew();
        this.#tell("reset", message);
      }
    } else if (this.#ready && topics.includes(event)) {
      if (message.isFreshInstance) {
        this.#api.renew();
        this.#tell("reset", message);
      } else {
        if (event === "photos" && message.id) this.#api.touch(message.id, message.clock);
        this.#tell(event, message);
      }
    }
  }

  // Whether a folder is there that was offline when the last status came. What goes offline resets nothing: pictures that are there
  // stay, and could not be had anew.
  #hasFolderBack({ roots = [] }) {
    const before = this.#folderStates;
    this.#folderStates = new Map(roots.map(({ uri, state }) => [uri, state]));
    return roots.some(({ uri, state }) => state !== "offline" && before?.get(uri) === "offline");
  }

  #tell(topic, message) {
    if (topic === "gallery") {
      const reachable = message.state === "reachable";
      if (reachable === this.reachable) return;
      this.reachable = reachable;
    }
    this.dispatchEvent(new CustomEvent(topic, { detail: message }));
  }

  /// Calls back once when all can be read anew, as after photod or the gallery was away. Gives the function that ends it.
  whenBack(callback) {
    this.addEventListener("reset", callback, { once: true });
    return () => this.removeEventListener("reset", callback);
  }

  /// Calls back with all that came of some topics, at most once in `delay` milliseconds, so that an import of thousands is a
  /// handful of updates. A reset comes as `{event: "reset"}`. Gives the function that ends it.
  follow(topics, callback, { delay = 200 } = {}) {
    let gathered = [];
    let timer = null;
    const hear = ({ type, detail }) => {
      gathered.push(type === "reset" ? { event: "reset" } : detail);
      timer ??= setTimeout(() => {
        const batch = gathered;
        gathered = [];
        timer = null;
        callback(batch);
      }, delay);
    };
    const all = [...topics, "reset"];
    for (const topic of all) this.addEventListener(topic, hear);
    return () => {
      clearTimeout(timer);
      for (const topic of all) this.removeEventListener(topic, hear);
    };
  }
}
