import { element, emptyState, fill, screenHeader } from "../elements.js";
import { icon } from "../icons.js";
import { placedItems, placesRequest } from "../map/places.js";
import { photoAddress } from "../query.js";
import { count, monthName, number, tileName } from "../text.js";

/// Photos where they were taken: of a month, a group, a search, or all.
export default {
  match(url) {
    return url.pathname === "/map" ? { query: url.search } : null;
  },

  title: () => "Map",

  async open(app, { query }, container) {
    const parameters = new URLSearchParams(query);
    const request = placesRequest(parameters);
    const header = screenHeader({
      title: "Map", subtitle: "",
      back: request.address
        ? element("a", { class: "icon-button back", href: request.address, "aria-label": "Back to the list" }, icon("back", { size: 24 })) : null,
    });
    const place = element("div", { class: "world", role: "region", "aria-label": "Map of the photos", tabindex: 0 });
    fill(container, header, place);
    const abort = new AbortController();
    let world = null;
    draw(app, request, parameters, header, place, abort.signal).then((made) => {
      world = made;
      if (abort.signal.aborted) world?.map.remove();
    }).catch((failure) => {
      if (abort.signal.aborted) return;
      place.replaceWith(emptyState({ picture: icon("map", { size: 48 }), title: "No map", text: failure.message }));
    });
    return {
      focus: () => header.heading.focus(),
      close() {
        abort.abort();
        world?.map.remove();
      },
    };
  },
};

async function draw(app, request, parameters, header, place, signal) {
  const { worldMap } = await import("../map/world.js");
  const at = (parameters.get("at") ?? "").split(",").map(Number);
  const aimed = at.length === 2 && at.every(Number.isFinite);
  const world = await worldMap(place, aimed ? { center: at, zoom: 7 } : {});
  if (signal.aborted) return world;
  const items = await placedItems(app.api, request, { signal, onMore: (many) => header.say(titleOf(request), `${count(many, "photo")} so far…`) });
  if (signal.aborted) return world;
  header.say(titleOf(request), items.length > 0 ? `${count(items.length, "photo")} with a place` : "");
  if (items.length === 0) {
    place.append(element("div", { class: "map-nothing" }, element("p", {}, "None of these photos has a place."),
      element("p", { class: "quiet" }, "Give photos one with Edit, or add a track with “photoctl geotag”.")));
    return world;
  }
  const { L, map } = world;
  const layer = clusters(app, L, items, request);
  map.addLayer(layer);
  if (!aimed) map.fitBounds(L.latLngBounds(items.map(({ latitude, longitude }) => [latitude, longitude])), { padding: [48, 48], maxZoom: 7, animate: false });
  return world;
}

function titleOf({ name }) {
  if (!name) return "Map";
  return /^\d{4}-\d{2}$/.test(name) ? `Map · ${monthName({ year: Number(name.slice(0, 4)), month: Number(name.slice(5)) })}` : `Map · ${name}`;
}

// One marker a photo; those that lie close together are one until the map is close enough, with the newest on top.
function clusters(app, L, items, request) {
  const picture = (item) => element("img", { src: app.api.thumbnail(item, "normal"), alt: "", loading: "lazy", onerror: ({ target }) => target.remove() });
  const group = L.markerClusterGroup ? L.markerClusterGroup({
    showCoverageOnHover: false, maxClusterRadius: 64, spiderfyOnMaxZoom: true, chunkedLoading: true,
    animate: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    iconCreateFunction(cluster) {
      const [first] = cluster.getAllChildMarkers();
      const many = cluster.getChildCount();
      return L.divIcon({ className: "map-cluster", iconSize: null, html: element("div", {}, picture(first.item), element("span", {}, number(many))) });
    },
  }) : L.layerGroup();
  const markers = items.map((item) => {
    const marker = L.marker([item.latitude, item.longitude], { title: tileName(item), alt: tileName(item), icon: photoIcon(L, picture, item) });
    marker.item = item;
    marker.on("click", () => app.navigate(photoAddress(item.id, request.within)));
    return marker;
  });
  if (group.addLayers) group.addLayers(markers);
  else for (const marker of markers) group.addLayer(marker);
  return group;
}

// The picture of a marker is made when the marker comes into sight, not for all at once.
function photoIcon(L, picture, item) {
  const made = L.divIcon({ className: "map-photo", iconSize: null });
  made.createIcon = function createIcon(old) {
    const place = L.DivIcon.prototype.createIcon.call(this, old);
    fill(place, picture(item));
    return place;
  };
  return made;
}
