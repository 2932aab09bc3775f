import { element, emptyState, fill, renew, screenHeader, stylesheet } from "../elements.js";
import { icon } from "../icons.js";
import { count, locale, number } from "../text.js";
import { Turns } from "../turns.js";

const states = {
  scanning: ["Looking through the folders", "Photos appear as they are found."],
  ready: ["All is well", "Everything is indexed, and changes are seen as they happen."],
  degraded: ["Works, with restrictions", "See below for what to do."],
};

/// How photod does: what is wrong and what helps, first.
export default {
  match: (url) => (url.pathname === "/status" ? {} : null),

  title: () => "Status",

  async open(app, parameters, container) {
    await stylesheet("status");
    const body = element("div", { class: "page status" });
    fill(container, screenHeader({ title: "Status" }), body);
    const turns = new Turns();
    const load = async () => {
      const isLatest = turns.begin();
      const shown = await app.api.lines("status").then(([status]) => whole(app, status)).catch((failure) => unreachable(failure, load));
      if (isLatest()) renew(body, shown);
    };
    const end = app.live.follow(["status", "photos", "gallery"], load, { delay: 300 });
    await load();
    return {
      close() {
        turns.end();
        end();
      },
    };
  },
};

function unreachable(failure, again) {
  return emptyState({
    picture: icon("warning", { size: 48 }), title: "photod does not answer", text: failure.message,
    actions: [element("button", { class: "button primary", type: "button", onclick: again }, "Try again")],
  });
}

function whole(app, status) {
  return [
    headline(status), problems(status.problems ?? []) ?? "", counts(status), roots(app, status.roots ?? []), unreadable(status.unreadable ?? {}) ?? "",
    machinery(app, status),
  ];
}

function headline({ state, progress, problems: wrong = [] }) {
  const needy = wrong.length > 0 && state === "ready";
  const [title, text] = needy ? [count(wrong.length, "thing needs your attention", "things need your attention"), "Each says what helps."]
    : states[state] ?? [state, ""];
  const working = progress && progress.total > progress.done;
  return element("section", { class: `status-headline is-${wrong.length > 0 ? "degraded" : state}` },
    element("span", { class: "status-mark" }, icon(wrong.length > 0 || state === "degraded" ? "warning" : state === "scanning" ? "batches" : "check", { size: 24 })),
    element("div", {}, element("h2", {}, title), element("p", {}, text),
      working ? element("div", { class: "status-progress" },
        element("progress", { max: progress.total, value: progress.done, "aria-label": "Files read" }),
        element("span", {}, `${number(progress.done)} of ${number(progress.total)}`)) : null));
}

function problems(list) {
  if (list.length === 0) return null;
  return element("section", {}, element("h2", { class: "status-heading" }, "Problems"),
    element("ul", { class: "problem-list" }, list.map(({ problem, remedy }) => element("li", { class: "problem" }, icon("warning"),
      element("div", {}, element("p", { class: "problem-text" }, problem), remedy ? element("p", { class: "problem-remedy" }, remedy) : null)))));
}

function counts({ photos = 0, videos = 0, months = 0, groups = 0 }) {
  const figure = (value, name, href) => element("a", { class: "figure", href }, element("strong", {}, number(value)), element("span", {}, name));
  return element("section", { class: "figures", "aria-label": "Counts" },
    figure(photos, photos === 1 ? "photo" : "photos", "/all?type=photo"), figure(videos, videos === 1 ? "video" : "videos", "/all?type=video"),
    figure(months, months === 1 ? "month" : "months", "/months"), figure(groups, groups === 1 ? "group" : "groups", "/folders"));
}

const reasons = {
  missing: "the folder is not there", "broken-link": "the link leads nowhere", "not-mounted": "nothing is mounted there", forbidden: "photod may not read it",
  failing: "the disk fails", hanging: "the disk does not answer", conflict: "another folder was configured there",
};

function roots(app, list) {
  return element("section", {}, element("h2", { class: "status-heading" }, "Folders"),
    list.length === 0 ? element("p", { class: "status-none" }, "No folder is watched. Add one with: photoctl roots add ~/Pictures")
      : element("ul", { class: "root-list" }, list.map((root) => rootRow(app, root))));
}

function rootRow(app, { path, uri, state, reason, target, photos = 0, videos = 0 }) {
  const online = state !== "offline";
  const place = path ?? uri;
  const about = [
    online ? null : `Offline: ${reasons[reason] ?? reason ?? "not there"}`, target ? `link to ${target}` : null,
    `${count(photos, "photo")}, ${count(videos, "video")}`,
  ];
  return element("li", { class: online ? "root" : "root is-offline" }, icon("folders"),
    element("div", { class: "root-text" }, element("p", { class: "root-path", title: place }, place),
      element("p", { class: "root-about" }, about.filter(Boolean).join(" · "))),
    app.info.readOnly ? null : rescanButton(app, place));
}

function rescanButton(app, path) {
  const button = element("button", { class: "button quiet changes", type: "button", "aria-label": `Look again through ${path}` }, "Look again");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await app.api.post("rescan", [path]);
      app.toast("Looking through the folder again.");
    } catch (failure) {
      app.toast(failure.message, { kind: "error" });
    }
    button.disabled = false;
  });
  return button;
}

// Of one, and of several.
const unreadableReasons = {
  empty: ["is empty", "are empty"], truncated: ["is cut off", "are cut off"], damaged: ["is damaged", "are damaged"],
  "not-this-format": ["is not what its name says", "are not what their names say"], "crashed-reader": ["crashed its reader", "crashed their reader"],
  "timed-out": ["took too long to read"], permission: ["may not be read"], "io-error": ["could not be read from the disk"], "no-reader": ["had no reader"],
};

function unreadableText(reason, many) {
  const [one, several = one] = unreadableReasons[reason] ?? [reason];
  return many === 1 ? one : several;
}

function unreadable(byReason) {
  // Folders are no files: the problems name them.
  const rows = Object.entries(byReason).filter(([reason, many]) => many > 0 && reason !== "directory");
  if (rows.length === 0) return null;
  return element("section", {}, element("h2", { class: "status-heading" }, "Files that cannot be read"),
    element("p", { class: "status-none" }, "They are indexed by name and time all the same."),
    element("ul", { class: "plain-list" }, rows.map(([reason, many]) => element("li", {}, element("b", {}, number(many)), ` ${unreadableText(reason, many)}`))));
}

function machinery(app, { version, uptime, watches, workers, audit, prepare, clock }) {
  const row = (name, text) => (text ? [element("dt", {}, name), element("dd", {}, text)] : null);
  const worker = (name, facts) => {
    if (!facts) return row(name, facts === null ? "not installed" : "");
    return row(name, `${facts.running} running, ${count(facts.jobs ?? 0, "job")}${facts.crashes > 0 ? `, ${count(facts.crashes, "crash", "crashes")}` : ""}`);
  };
  return element("section", {}, element("h2", { class: "status-heading" }, "Machinery"),
    element("dl", { class: "status-facts" },
      row("photod", [version, uptime === undefined ? "" : `running ${duration(uptime)}`].filter(Boolean).join(", ")),
      row("Gallery", [app.info.version, app.info.readOnly ? "read-only" : ""].filter(Boolean).join(", ")),
      row("Watches", watches ? `${number(watches.used ?? 0)} of ${number(watches.limit ?? 0)}` : ""),
      row("Polled instead", watches?.polled > 0 ? count(watches.polled, "folder") : ""),
      worker("Photos' reader", workers), worker("Videos' reader", workers?.media), worker("Pictures' maker", workers?.render),
      row("Sandbox", workers?.sandbox ?? ""),
      row("Thumbnails ahead", prepare ? (prepare.state === "off" ? "off" : `${(prepare.sizes ?? []).join(", ")}: ${prepare.state}`) : ""),
      row("Last full check", audit?.finished ? new Date(audit.finished).toLocaleString(locale) : audit ? "none yet" : ""),
      row("Clock", clock ?? "")));
}

function duration(seconds) {
  if (seconds < 120) return count(Math.round(seconds), "second");
  if (seconds < 7200) return count(Math.round(seconds / 60), "minute");
  if (seconds < 172_800) return count(Math.round(seconds / 3600), "hour");
  return count(Math.round(seconds / 86_400), "day");
}
