// What options say of looks, as style sheets say it.

export function shadow(elevation) {
  return elevation > 0 ? `0 ${elevation / 2}px ${elevation * 2}px rgb(0 0 0 / 22%)` : "";
}

export function quoted(family) {
  return `"${family.replaceAll("\\", "").replaceAll('"', "")}", system-ui, sans-serif`;
}

/// Whether light text is to stand on a colour. Without one, the light of the page decides.
export function isDark(colour) {
  if (colour === null || !colour.startsWith("#")) return false;
  const digits = colour.length < 6 ? [...colour.slice(1, 4)].map((digit) => digit + digit) : colour.slice(1, 7).match(/../g);
  const [red, green, blue] = digits.map((digit) => (parseInt(digit, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.32;
}
