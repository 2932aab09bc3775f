// Places as people write them.

/// `48.137, 11.575`, `48.137 11.575`, `48° 8' 13.2" N, 11° 34' 30" E`, `geo:48.137,11.575` as `{ latitude, longitude }`; null of
/// anything else.
export function parsePlace(text) {
  const trimmed = text.trim().replace(/^geo:([^?;]*).*$/i, "$1");
  const decimal = /^(-?\d+(?:\.\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*°?\s*([EWO])?$/i.exec(trimmed.replace(/−/g, "-"));
  if (decimal) return point(signed(Number(decimal[1]), decimal[2]), signed(Number(decimal[3]), decimal[4]));
  const sexagesimal = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*°\s*(?:(\d+(?:\.\d+)?)\s*['′’]\s*)?(?:(\d+(?:\.\d+)?)\s*(?:"|″|”|'')\s*)?([NSEWO])/gi)];
  if (sexagesimal.length !== 2) return null;
  const [first, second] = sexagesimal.map(([, degrees, minutes = 0, seconds = 0, side]) => ({
    side: side.toUpperCase(), value: signed(Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600, side),
  }));
  if (!"NS".includes(first.side) || "NS".includes(second.side)) return null;
  return point(first.value, second.value);
}

function signed(value, side) {
  return side && "SW".includes(side.toUpperCase()) ? -Math.abs(value) : value;
}

function point(latitude, longitude) {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  const exact = (value) => Number(value.toFixed(7));
  return { latitude: exact(latitude), longitude: exact(longitude) };
}

/// A latitude or longitude to about a centimetre, never with an exponent, which photod does not take.
export function degrees(value) {
  return value.toFixed(7).replace(/\.?0+$/, "");
}

/// The same as text, to about a metre.
export function placeText({ latitude, longitude }) {
  return `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`;
}
