/// What the keyboard does in a grid. Gives whether the key meant something.
export function gridKey(grid, event) {
  const { layout, selection } = grid;
  if (!layout || layout.count === 0 || event.altKey) return false;
  const command = event.ctrlKey || event.metaKey;
  // Caps Lock makes no other key of a letter.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const from = grid.activeOrFirst();
  const to = command ? null : target(grid, key, from);
  if (to !== null) {
    if (event.shiftKey) grid.choice.upTo(to, { from });
    grid.activate(to);
    return true;
  }
  const acts = command ? { a: () => grid.choice.all() } : {
    Enter: () => grid.open(from),
    " ": () => grid.choice.toggle(from),
    x: () => grid.choice.toggle(from),
    "+": () => grid.zoom(1),
    "=": () => grid.zoom(1),
    "-": () => grid.zoom(-1),
    f: () => act(grid, "favorite", from),
    e: () => act(grid, "edit", from),
    Delete: () => act(grid, "trash", from),
    ...(selection.size > 0 ? { Escape: () => selection.clear() } : {}),
  };
  if (!acts[key]) return false;
  // A key that is held changes one thing, and not what comes into its place after it.
  if (!event.repeat || !changing.has(key)) acts[key]();
  return true;
}

const changing = new Set(["f", "e", "Delete"]);

function target({ layout, rows }, key, from) {
  const repeated = (direction) => {
    let index = from;
    for (let step = 0; step < rows; step += 1) index = layout.neighbour(index, direction);
    return index;
  };
  switch (key) {
    case "ArrowLeft": return layout.neighbour(from, "left");
    case "ArrowRight": return layout.neighbour(from, "right");
    case "ArrowUp": return layout.neighbour(from, "up");
    case "ArrowDown": return layout.neighbour(from, "down");
    case "PageUp": return repeated("up");
    case "PageDown": return repeated("down");
    case "Home": return 0;
    case "End": return layout.count - 1;
    default: return null;
  }
}

// What is selected, else the active photo where one sees that it is; where one does not, the key only shows it.
function act(grid, action, active) {
  const { selection, marked } = grid;
  if (selection.size === 0 && !marked) {
    grid.activate(active);
    return;
  }
  const ids = selection.size > 0 ? selection.ids : [marked.id];
  grid.dispatchEvent(new CustomEvent("act", { detail: { action, ids, item: marked } }));
}
