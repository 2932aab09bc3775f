import { element, emptyState, fill, stylesheet } from "../elements.js";
import { icon } from "../icons.js";
import { viewerParameters } from "../viewer/context.js";
import { Viewer } from "../viewer/viewer.js";

// What the document is called while a photo is on screen.
let shown = "";

/// One photo, large, and by swiping those beside it.
export default {
  overlay: true,

  match: viewerParameters,

  title: () => shown || "Photo",

  async open(app, parameters, container) {
    await stylesheet("viewer");
    const viewer = new Viewer(app, parameters, container, (item) => {
      shown = item.filename ?? "";
    });
    const there = await viewer.open(parameters.id).catch((failure) => failure);
    if (there !== true) {
      const address = viewer.listAddress;
      viewer.close();
      showAbsence(app, container, there, { address, isList: parameters.id === "first-unviewed" });
      return { close() {} };
    }
    return controller(viewer);
  },
};

function controller(viewer) {
  return {
    get key() {
      return viewer.item.id;
    },
    get index() {
      return viewer.index >= 0 ? viewer.index : undefined;
    },
    shared: (key) => (viewer.current?.item.id === key ? viewer.current.shared : null),
    focus: () => viewer.stage.focus({ preventScroll: true }),
    update(next) {
      viewer.goTo(next.id);
      return true;
    },
    resume: () => viewer.refresh(),
    close: () => viewer.close(),
  };
}

// What was opened is not there: why, and where to go.
function showAbsence(app, container, why, { address, isList }) {
  const unread = why instanceof Error;
  const empty = !unread && isList;
  const title = unread ? "The photo cannot be shown" : empty ? "Nothing here yet" : "This photo is not in the library";
  const text = unread ? why.message : empty ? "This list has no photos." : "It was moved to the trash, or its folder is no longer watched.";
  fill(container, emptyState({
    picture: icon("missing", { size: 48 }), title, text,
    actions: [element("button", { class: "button primary", type: "button", onclick: () => app.router.back(address) }, "Back")],
  }));
}
