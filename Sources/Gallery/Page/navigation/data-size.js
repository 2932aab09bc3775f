import { optionKeys } from "./option-keys.js";

// How much room passProps and options take, counted the same on both sides: what a number is written like must not matter.

/// Bytes of UTF-8 of all texts and names, and 8 for every other value, list and object.
export function dataSize(value) {
  if (typeof value === "string") return textSize(value);
  if (Array.isArray(value)) return value.reduce((sum, element) => sum + dataSize(element), 8);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).reduce((sum, [name, member]) => sum + textSize(name) + dataSize(member), 8);
  }
  return 8;
}

/// What tabs are selected and what menus are open takes no room: that is not said by anyone, but comes to be.
export function optionsSize(options) {
  let sum = 0;
  for (const [key, value] of options) if (!optionKeys.get(key).acts) sum += key.length + dataSize(value);
  return sum;
}

export function nodeSize(passProps, options) {
  return (passProps === null ? 0 : dataSize(passProps)) + optionsSize(options);
}

function textSize(text) {
  let size = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) size += 1;
    else if (unit < 0x800) size += 2;
    // Half of a pair: two of them are the four bytes of their character.
    else if (unit >= 0xD800 && unit < 0xE000) size += 2;
    else size += 3;
  }
  return size;
}
