import { element, emptyState } from "./elements.js";
import { icon } from "./icons.js";

/// Why nothing could be read, and a way to try again.
export function failureState(failure, again) {
  const away = failure.name === "unreachable";
  return emptyState({
    picture: icon(away ? "status" : "warning", { size: 48 }),
    title: away ? "photod does not answer" : failure.name === "no-such" ? "It is not there any more" : "This could not be read",
    text: away ? "It may be starting, or stopped. The page goes on by itself when photod is back." : failure.message,
    actions: [element("button", { type: "button", class: "button primary", onclick: again }, "Try again")],
  });
}

/// What is to come takes long enough to say so.
export function loadingState() {
  return element("div", { class: "loading", role: "status" }, element("span", { class: "visually-hidden" }, "Loading"),
    Array.from({ length: 18 }, () => element("div", { class: "loading-tile" })));
}
