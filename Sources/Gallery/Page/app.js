import { Api } from "./api.js";
import { element } from "./elements.js";
import { Live } from "./live.js";
import { Navigation } from "./navigation.js";
import { Router } from "./router.js";
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
  info: { version: "", readOnly: false, map: true },
  navigate: (address, options) => app.router.navigate(address, options),
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
  navigation.show(detail.name);
  if (!detail.quiet) app.announce(detail.title || "Photos");
});

/// Resolves when the page knows what the gallery can do. Screens show themselves before.
app.ready = api.gallery().then((info) => {
  app.info = info;
  document.documentElement.classList.toggle("read-only", info.readOnly === true);
  document.documentElement.classList.toggle("no-map", info.map === false);
}).catch(() => {});

// While the daemon is away, what was read stays on screen, and a line says so.
const notice = element("p", { class: "unreachable", role: "status", hidden: true });
document.body.append(notice);
live.addEventListener("gallery", ({ detail }) => {
  const away = detail.state === "unreachable";
  notice.textContent = away ? "photod does not answer. What you see is as it was; the page goes on when photod is back." : "";
  notice.hidden = !away;
});

let prefix = 0;
const places = { m: "/months", a: "/all", f: "/folders", s: "/search", h: "/favorites", p: "/map", i: "/import", b: "/batches", d: "/status" };
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
  if (event.key === "?") app.navigate("/shortcuts");
  else if (event.key === "/") app.navigate("/search");
  else if (event.key === "g") {
    prefix = event.timeStamp;
    return;
  } else if (event.timeStamp - prefix < 1500 && places[event.key]) app.navigate(places[event.key]);
  else return;
  prefix = 0;
  event.preventDefault();
});

app.router.start();
// The first pictures come before the events: nothing on screen waits for them.
if (document.readyState === "complete") live.start();
else addEventListener("load", () => live.start(), { once: true });
