/// Why something is refused: `error` is one of docs/navigation.md's names, `node` the id of the node it is about, or its place
/// where it has none, `key` the member or option.
export class Refusal extends Error {
  constructor(error, { node = null, key = null } = {}, why = "") {
    super([error, node, key, why].filter((part) => part !== null && part !== "").join(": "));
    this.name = "Refusal";
    this.error = error;
    this.node = node;
    this.key = key;
  }

  get json() {
    return { error: this.error, ...(this.node === null ? {} : { node: this.node }), ...(this.key === null ? {} : { key: this.key }) };
  }
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/// Checks which members there are. The first in the order of names is the one that is named.
export function checkMembers(value, allowed, where) {
  for (const name of Object.keys(value).sort()) {
    if (!allowed.includes(name)) throw new Refusal("malformed", { ...where, key: name }, "there is no such member");
  }
}
