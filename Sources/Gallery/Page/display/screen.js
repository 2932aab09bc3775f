const isName = (text) => /^[A-Za-z0-9._-]{1,64}$/.test(text ?? "");
// A window that is being resized is told of when it rests, in milliseconds.
const rest = 250;
// How long the answer to what the gallery is told is waited for, and how long before it is asked for another stream: longer each
// time that none comes.
const answerTime = 10_000;
const shortestPause = 1000;
const longestPause = 30_000;

/// The page as a screen of the gallery: under which name it is known, what it is told there, and what it tells. The code that shows
/// a tree is loaded when there is one.
export class Screen {
  #app;
  #name;
  #stream = null;
  #state = null;
  // What was told since that state, as long as the code that shows it could not be loaded.
  #untold = [];
  #display = null;
  #work = Promise.resolve();
  #lines = [];
  #isSending = false;
  #pause = shortestPause;
  #resized = null;

  /// `asked`: the name in the address that the page was opened with.
  constructor(app, asked) {
    this.#app = app;
    this.#name = isName(asked) ? asked : sessionStorage.getItem("screen");
    const size = { width: innerWidth, height: innerHeight };
    app.live.query = () => `?${new URLSearchParams({ ...(this.#name ? { screen: this.#name } : {}), ...size })}`;
    app.live.addEventListener("screen", ({ detail }) => this.#heard(detail));
    // A gallery that knows no screens says nothing of them.
    app.live.addEventListener("reset", () => this.#stream === null && remember(false));
    addEventListener("resize", () => {
      clearTimeout(this.#resized);
      this.#resized = setTimeout(() => this.#tellConstants(), rest);
    });
  }

  // MARK: - What the gallery says

  #heard(message) {
    if (message.taken) return this.#lose();
    if (message.restore) {
      this.#name = message.screen;
      this.#stream = message.stream;
      sessionStorage.setItem("screen", message.screen);
      // They were for the stream before.
      this.#lines = [];
      this.#tellConstants();
    }
    // In their order, the first of them after the code that they are for.
    this.#work = this.#work.then(() => this.#pass(message)).catch((failure) => console.error(failure));
  }

  async #pass({ restore, told }) {
    if (restore) {
      this.#state = restore;
      this.#untold = [];
      if (!this.#display && isEmpty(restore)) return remember(restore.root !== null);
      (await this.#load()).restore(restore);
      remember(restore.root !== null);
    } else if (told) {
      this.#untold.push(told);
      const isThere = this.#display !== null;
      const display = await this.#load();
      if (!isThere) display.restore(this.#state);
      for (const one of this.#untold.splice(0)) display.told(one);
      remember(display.hasRoot);
    }
  }

  #load() {
    this.#display ??= import("./display.js").then(({ Display }) => new Display(this.#app, (input) => this.#tell(input)));
    this.#display.catch(() => {
      this.#display = null;
    });
    return this.#display;
  }

  // Another page has the name now, as where its address was opened once more: this one is a screen of another name.
  #lose() {
    this.#name = null;
    this.#stream = null;
    this.#lines = [];
    sessionStorage.removeItem("screen");
    this.#app.live.reopen();
  }

  // MARK: - What the page says

  #tellConstants() {
    const height = (selector) => document.querySelector(selector)?.offsetHeight ?? 56;
    this.#tell({ constants: {
      width: innerWidth, height: innerHeight, statusBarHeight: 0, topBarHeight: height("#display .display-bar-row"), bottomTabsHeight: height("#display .display-tab-bar"),
      pixelRatio: devicePixelRatio, orientation: innerWidth > innerHeight ? "landscape" : "portrait",
    } });
  }

  #tell(input) {
    if (this.#stream === null) return;
    this.#lines.push(JSON.stringify(input));
    if (!this.#isSending) this.#send();
  }

  // One after the other, so that nothing is overtaken, and each by itself: what follows a line that is refused is not read.
  async #send() {
    this.#isSending = true;
    while (this.#lines.length > 0) {
      const stream = this.#stream;
      const body = this.#lines.shift();
      try {
        const answer = await fetch(`/screen/${this.#name}?stream=${stream}`, {
          method: "POST", headers: { "Content-Type": "text/plain" }, body, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(answerTime),
        });
        this.#pause = shortestPause;
        // What a user did to something that has just gone is refused, and nothing else is to be done about it.
        if (!answer.ok) console.info(`/screen: ${answer.status} ${await answer.text()}`);
      } catch ({ message }) {
        console.info(message);
        const pause = this.#pause;
        this.#pause = Math.min(pause * 2, longestPause);
        await new Promise((resolve) => { setTimeout(resolve, pause); });
        if (this.#stream === stream) this.#askAnew();
      }
    }
    this.#isSending = false;
  }

  // Nobody knows what the gallery has heard, and it may wait for what was lost. Over another stream it says how things stand, and is
  // told anew.
  #askAnew() {
    this.#lines = [];
    this.#app.live.reopen();
  }
}

function isEmpty({ root, modals = [], overlays = [], running = null, waiting = [] }) {
  return root === null && modals.length === 0 && overlays.length === 0 && running === null && waiting.length === 0;
}

// Whether the page that comes after this one, when it is loaded anew, is to show the gallery before it has heard anything.
function remember(isDisplay) {
  if (isDisplay) sessionStorage.setItem("display", "1");
  else sessionStorage.removeItem("display");
  if (!isDisplay) document.documentElement.classList.remove("display");
}
