import { checkMembers, isObject, Refusal } from "./refusal.js";

/// The members of each command; a `!` where one must be said.
export const commands = new Map(Object.entries({
  setRoot: { root: "layout!", modals: "layouts", overlays: "layouts" },
  push: { componentId: "id!", layout: "layout!" },
  pop: { componentId: "id!", options: "options" },
  popTo: { componentId: "id!", options: "options" },
  popToRoot: { componentId: "id!", options: "options" },
  setStackRoot: { componentId: "id!", children: "layouts!" },
  showModal: { layout: "layout!" },
  dismissModal: { componentId: "id!", options: "options" },
  dismissAllModals: { options: "options" },
  showOverlay: { layout: "layout!" },
  dismissOverlay: { componentId: "id!" },
  dismissAllOverlays: {},
  mergeOptions: { componentId: "id!", options: "options!" },
  setDefaultOptions: { options: "options!" },
}));


/// Checks the name and the members of a command.
export function checkCommand(name, values) {
  if (!commands.has(name)) throw new Refusal("unknown-command", { key: name });
  const members = commands.get(name);
  checkMembers(values, Object.keys(members), {});
  for (const key of Object.keys(members).sort()) {
    const value = values[key] ?? null;
    const kind = members[key];
    if (value === null ? kind.endsWith("!") : !fits(value, kind.replace("!", ""))) throw new Refusal("malformed", { key });
  }
}

function fits(value, kind) {
  switch (kind) {
    case "id": return typeof value === "string";
    case "layouts": return Array.isArray(value);
    case "layout": case "options": return isObject(value);
    default: return false;
  }
}
