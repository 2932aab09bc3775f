/// The viewer's keys: what is pressed, the action, and what it does in words, for the page that lists shortcuts.
export const viewerKeys = [
  { keys: ["ArrowRight"], shown: "→", action: "next", text: "The next photo; in an enlarged one, to the right" },
  { keys: ["ArrowLeft"], shown: "←", action: "previous", text: "The photo before; in an enlarged one, to the left" },
  { keys: ["ArrowUp"], shown: "↑", action: "up", text: "In an enlarged photo, up" },
  { keys: ["ArrowDown"], shown: "↓", action: "down", text: "In an enlarged photo, down" },
  { keys: ["Home"], shown: "Home", action: "first", text: "The first photo of the list" },
  { keys: ["End"], shown: "End", action: "last", text: "The last photo of the list" },
  { keys: ["+", "="], shown: "+", action: "zoomIn", text: "Larger" },
  { keys: ["-", "_"], shown: "−", action: "zoomOut", text: "Smaller" },
  { keys: ["0"], shown: "0", action: "fit", text: "As large as the window" },
  { keys: ["1"], shown: "1", action: "actual", text: "Pixel for pixel" },
  { keys: ["i"], shown: "I", action: "information", text: "What is known of the photo" },
  { keys: ["f"], shown: "F", action: "favorite", text: "Favourite, or not" },
  { keys: ["e"], shown: "E", action: "edit", text: "Edit date, place, description" },
  { keys: ["d"], shown: "D", action: "download", text: "Download the file" },
  { keys: ["Delete"], shown: "Del", action: "trash", text: "Move to the trash" },
  { keys: [" ", "k"], shown: "Space", action: "play", text: "Play or pause a video" },
  { keys: [","], shown: ",", action: "frameBack", text: "A paused video one frame back" },
  { keys: ["."], shown: ".", action: "frameOn", text: "A paused video one frame on" },
  { keys: ["t"], shown: "T", action: "takeFrame", text: "Save this frame of a video as a photo" },
  { keys: ["Escape"], shown: "Esc", action: "leave", text: "Back" },
];

const actions = new Map(viewerKeys.flatMap(({ keys, action }) => keys.map((key) => [key, action])));

/// The action of a key event, or null: keys with Ctrl, Alt or Meta are the browser's, and text fields keep theirs.
export function viewerAction(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const typed = event.target?.closest?.("input, textarea, select, [contenteditable], dialog");
  if (typed && !(typed.type === "range" && event.key === "Escape")) return null;
  // A button that has the focus is pressed with the space bar.
  if (event.key === " " && event.target?.closest?.("button, a, summary")) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return actions.get(key) ?? null;
}
