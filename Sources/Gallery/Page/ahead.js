import { loadScreen, screenName } from "./router.js";

/// What is pressed opens when it is let go, a tenth of a second later: what its screen begins with is read meanwhile. A screen that
/// has such a beginning says `prepare(app, parameters)`.
export function readAhead(app, root) {
  root.addEventListener("pointerdown", async (event) => {
    const link = event.target.closest?.("a[href]");
    const name = link && event.button === 0 && link.origin === location.origin ? screenName(link.pathname) : null;
    if (!name) return;
    // A screen that cannot be had says so when it is opened.
    const screen = await loadScreen(name).catch(() => null);
    const parameters = screen?.prepare ? screen.match(new URL(link.href)) : null;
    if (parameters) screen.prepare(app, parameters);
  }, { passive: true });
}
