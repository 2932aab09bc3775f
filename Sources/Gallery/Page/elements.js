// Elements are made here and nowhere else. Text becomes text nodes: nothing that a photo says is ever read as HTML.

const properties = new Set(["value", "checked", "disabled", "hidden", "inert", "indeterminate", "selected"]);

/// `element("button", { class: "quiet", "aria-label": "Close", onclick }, icon("close"), "Close")`.
/// `dataset` and `style` are objects; null, undefined and false leave an attribute out; children may be nested lists.
export function element(name, attributes = {}, ...children) {
  return dress(document.createElement(name), attributes, children);
}

export function svgElement(name, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function dress(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("on") && typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(made.dataset, value);
    else if (key === "style") for (const [rule, setting] of Object.entries(value)) made.style.setProperty(rule, setting);
    else if (properties.has(key)) made[key] = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, String(value));
  }
  append(made, children);
  return made;
}

function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child);
  }
}

/// The children of an element, all replaced.
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

/// What stands in an element becomes what is to stand there, child by child: an empty text holds the place of one that may come.
/// Elements that are the same stay, and with them the focus; they keep what they do when they are clicked.
export function renew(parent, ...children) {
  become(parent, fill(parent.cloneNode(), ...children));
}

function become(there, wanted) {
  const before = [...there.childNodes];
  const after = [...wanted.childNodes];
  after.forEach((child, at) => {
    const old = before[at];
    if (!old) there.append(child);
    else if (old.cloneNode().isEqualNode(child.cloneNode())) become(old, child);
    else old.replaceWith(child);
  });
  for (const rest of before.slice(after.length)) rest.remove();
}

/// Puts children in an order. Those that are there and in order stay where they are, so that focus does; others go.
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}

/// A style sheet of a screen's own, by its name in the folder `style`: loaded once, before the screen shows.
const sheets = new Map();
export function stylesheet(name) {
  if (!sheets.has(name)) {
    sheets.set(name, new Promise((resolve) => {
      const href = new URL(`./style/${name}.css`, import.meta.url).href;
      document.head.append(element("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
    }));
  }
  return sheets.get(name);
}

/// What stands above each screen: a way back where there is one, its name, a line about it, and what can be done.
export function screenHeader({ title, subtitle = "", back = null, tools = [] }) {
  const heading = element("h1", { tabindex: -1, title }, title);
  const line = element("p", { class: "subtitle" }, subtitle);
  const header = element("header", { class: "screen-header" }, back,
    element("div", { class: "screen-name" }, heading, line), element("div", { class: "tools" }, tools));
  return Object.assign(header, {
    heading,
    say(text, about) {
      heading.textContent = text;
      heading.title = text;
      if (about !== undefined) line.textContent = about;
    },
  });
}

/// Where there is nothing to show: why, and what to do about it.
export function emptyState({ picture = null, title, text = "", actions = [] }) {
  return element("div", { class: "empty" }, picture, element("h2", {}, title), text && element("p", {}, text),
    actions.length > 0 && element("div", { class: "empty-actions" }, actions));
}
