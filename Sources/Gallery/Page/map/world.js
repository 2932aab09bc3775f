import { element, stylesheet } from "../elements.js";

// Leaflet and its clusters are Debian's; both are plain scripts that add to `window`.
let library = null;

function script(address) {
  return new Promise((resolve, reject) => {
    document.head.append(element("script", {
      src: address, onload: resolve,
      onerror: () => reject(new Error("The map needs Leaflet, which is not installed (Debian: libjs-leaflet, libjs-leaflet.markercluster).")),
    }));
  });
}

function sheet(address) {
  return new Promise((resolve) => {
    document.head.append(element("link", { rel: "stylesheet", href: address, onload: resolve, onerror: resolve }));
  });
}

/// Leaflet, loaded when the first map is shown.
export function leaflet() {
  library ??= (async () => {
    const sheets = [sheet("/vendor/leaflet/leaflet.css"), sheet("/vendor/leaflet/MarkerCluster.css"), stylesheet("map")];
    await script("/vendor/leaflet/leaflet.js");
    await Promise.all([...sheets, script("/vendor/leaflet/leaflet.markercluster.js").catch(() => {})]);
    return globalThis.L;
  })();
  library.catch(() => {
    library = null;
  });
  return library;
}

let data = null;

// Coastlines and places come with the project: no tile server is asked.
function worldData() {
  data ??= Promise.all(["countries", "places"].map(async (name) => {
    const answer = await fetch(new URL(`./${name}.geojson`, import.meta.url));
    if (!answer.ok) throw new Error(`The map's ${name} cannot be read (${answer.status}).`);
    return answer.json();
  }));
  data.catch(() => {
    data = null;
  });
  return data;
}

/// A map of the world in an element, drawn from what ships with the project: countries, their names, larger places.
export async function worldMap(container, { center = [30, 10], zoom = 2 } = {}) {
  const [L, [countries, places]] = await Promise.all([leaflet(), worldData()]);
  const map = L.map(container, {
    center, zoom, minZoom: 1, maxZoom: 12, worldCopyJump: true, attributionControl: true, preferCanvas: true, zoomSnap: 0.5,
    maxBounds: [[-90, -540], [90, 540]], maxBoundsViscosity: 0.6,
    zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  map.attributionControl.setPrefix("");
  map.attributionControl.addAttribution("Natural Earth");
  const color = (name) => getComputedStyle(container).getPropertyValue(name).trim();
  const style = () => ({ color: color("--map-border"), weight: 0.8, fillColor: color("--map-land"), fillOpacity: 1 });
  const land = L.geoJSON(countries, { style, interactive: false }).addTo(map);
  // Names lie above the land and below all that is put on the map.
  const pane = map.createPane("names");
  pane.style.zIndex = 450;
  pane.style.pointerEvents = "none";
  const names = labels(L, countries, places).addTo(map);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const repaint = () => land.setStyle(style());
  dark.addEventListener("change", repaint);
  // Leaflet looks at its window alone, and its place becomes another without that, or later.
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resized.observe(container);
  map.on("unload", () => {
    dark.removeEventListener("change", repaint);
    resized.disconnect();
  });
  map.on("zoomend", () => names.show(map));
  names.show(map);
  return { L, map };
}

// Names come with the zoom, the important ones first; one that would cover another waits for a closer look.
function labels(L, countries, places) {
  const group = L.layerGroup();
  const made = [];
  const label = (text, [longitude, latitude], zoom, kind, until = 99) => {
    const icon = L.divIcon({ className: `map-label map-${kind}`, html: element("span", {}, text), iconSize: null });
    const layer = L.marker([latitude, longitude], { icon, pane: "names", interactive: false, keyboard: false });
    made.push({ zoom, until, layer, width: text.length * 7 + 28, right: kind === "place" });
  };
  for (const { properties: { name, rank, at } } of countries.features) label(name, at, Math.max(2, rank), "country", rank + 4);
  for (const { properties: { name, rank }, geometry } of places.features) {
    label(name, geometry.coordinates, rank <= 30 ? 4 : rank <= 120 ? 5 : 6, "place");
  }
  made.sort((one, other) => one.zoom - other.zoom);
  group.show = (map) => {
    const level = map.getZoom();
    const taken = [];
    for (const { zoom, until, layer, width, right } of made) {
      const { x, y } = map.project(layer.getLatLng(), level);
      const box = { left: right ? x - 6 : x - width / 2, top: y - 12, bottom: y + 12 };
      box.right = box.left + width;
      const free = level >= zoom && level <= until
        && !taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top);
      if (free) {
        taken.push(box);
        group.addLayer(layer);
      } else group.removeLayer(layer);
    }
  };
  return group;
}
