import { readAhead } from "./ahead.js";
import { Api } from "./api.js";
import { Live } from "./live.js";
import { Navigation } from "./navigation.js";
import { loadScreen, Router } from "./router.js";
import { WindowScroller } from "./scroller.js";
import { Toasts } from "./toast.js";

const api = new Api();
const live = new Live(api);
const toasts = new Toasts(document.getElementById("toasts"));
const navigation = new Navigation(document.getElementById("navigation"));
const announcements = document.getElementById("announcements");

const app = {
  api,
  live,
  router: null,
  scroller: new WindowScroller(),
  info: { version: "", readOnly: false, map: true },
  navigate: (address, options) => app.router.navigate(address, options),
  /// Whether a key that was pressed anywhere in the page is for the screens of this app.
  hears: () => !document.getElementById("main").inert,
  toast: (text, options) => toasts.show(text, options),
  announce(text) {
    announcements.textContent = "";
    requestAnimationFrame(() => {
      announcements.textContent = text;
    });
  },
};
app.router = new Router(app, document.getElementById("main"));
app.router.addEventListener("change", ({ detail }) => {
  document.title = detail.title ? `${detail.title} · Photos` : "Photos";
  navigation.show(detail.name);
  // What a screen covers is not there for the keyboard and for those who listen, either.
  document.getElementById("navigation").inert = document.documentElement.classList.contains("covered");
  if (!detail.quiet) app.announce(detail.title || "Photos");
});

// A display that was loaded anew shows nothing before it has heard what it is to show.
const asked = new URLSearchParams(location.search).get("screen");
document.documentElement.classList.toggle("display", sessionStorage.getItem("display") !== null);

/// Resolves when the page knows what the gallery can do. Screens show themselves before.
app.ready = api.gallery().then((info) => {
  app.info = info;
  document.documentElement.classList.toggle("read-only", info.readOnly === true);
  document.documentElement.classList.toggle("no-map", info.map === false);
}).catch(() => {});

// While the daemon is away, what was read stays on screen, and a line says so.
const notice = document.getElementById("away");
live.addEventListener("gallery", ({ detail }) => {
  const away = detail.state === "unreachable";
  notice.textContent = away ? "photod does not answer. What you see is as it was; the page goes on when photod is back." : "";
  notice.hidden = !away;
});

// Whether the user goes by the keyboard just now: the active tile is marked then. A browser's own guess also marks it where a
// screen has only just opened.
document.addEventListener("keydown", ({ key }) => {
  if (!["Control", "Shift", "Alt", "Meta"].includes(key)) document.documentElement.classList.add("by-keyboard");
}, { capture: true });
document.addEventListener("pointerdown", () => document.documentElement.classList.remove("by-keyboard"), { capture: true });

// `g` and a letter lead to a screen. The letter is looked at before the screen does, which may have a meaning of its own for it.
let prefix = -Infinity;
const places = { m: "/months", a: "/all", f: "/folders", s: "/search", h: "/favorites", p: "/map", i: "/import", b: "/batches", d: "/status" };
const single = { "?": "/shortcuts", "/": "/search" };
document.addEventListener("keydown", (event) => {
  if (!app.hears() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
  const follows = event.timeStamp - prefix < 1500;
  const place = single[event.key] ?? (follows ? places[event.key] : null);
  prefix = event.key === "g" ? event.timeStamp : -Infinity;
  if (!place) return;
  event.preventDefault();
  event.stopPropagation();
  app.navigate(place);
}, { capture: true });

readAhead(app, document);
app.router.start();
// What is on screen comes before the events, and before the screens that are likely to be next, which are then there at once.
async function afterwards() {
  const { Screen } = await import("./display/screen.js");
  app.screen = new Screen(app, asked);
  live.start();
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  idle(() => ["month", "viewer", "all", "folder"].forEach((name) => loadScreen(name).catch(() => {})));
}
if (document.readyState === "complete") afterwards();
else addEventListener("load", afterwards, { once: true });
