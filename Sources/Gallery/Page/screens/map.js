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
    const abort = new AbortController();
    const { signal } = abort;
    let world = null;
    let stopWaiting = () => {};
    const show = async () => {
      const place = element("div", { class: "world", role: "region", "aria-label": "Map of the photos", tabindex: 0 });
      fill(container, header, place);
      try {
        const made = await emptyWorld(place, parameters);
        if (signal.aborted) return made.map.remove();
        world = made;
        await draw(app, request, parameters, header, world, signal);
      } catch (failure) {
        if (signal.aborted) return;
        world?.map.remove();
        world = null;
        place.replaceWith(emptyState({ picture: icon("map", { size: 48 }), title: "No map", text: failure.message }));
        if (failure.name === "unreachable") stopWaiting = app.live.whenBack(show);
      }
    };
    show();
    return {
      focus: () => header.heading.focus(),
      close() {
        abort.abort();
        stopWaiting();
        world?.map.remove();
      },
    };
  },
};

// Where the address says to look; null: where the photos are.
function aim(parameters) {
  const at = (parameters.get("at") ?? "").split(",").map(Number);
  return at.length === 2 && at.every(Number.isFinite) ? at : null;
}

async function emptyWorld(place, parameters) {
  const { worldMap } = await import("../map/world.js");
  const center = aim(parameters);
  return worldMap(place, center ? { center, zoom: 7 } : {});
}

async function draw(app, request, parameters, header, { L, map }, signal) {
  const items = await placedItems(app.api, request, { signal, onMore: (many) => header.say(titleOf(request), `${count(many, "photo")} so far…`) });
  if (signal.aborted) return;
  header.say(titleOf(request), items.length > 0 ? `${count(items.length, "photo")} with a place` : "");
  if (items.length === 0) {
    map.getContainer().append(element("div", { class: "map-nothing" }, element("p", {}, "None of these photos has a place."),
      element("p", { class: "quiet" }, "Give photos one with Edit, or add a track with “photoctl geotag”.")));
    return;
  }
  map.addLayer(clusters(app, L, items, request));
  if (!aim(parameters)) map.fitBounds(L.latLngBounds(items.map(({ latitude, longitude }) => [latitude, longitude])), { padding: [48, 48], maxZoom: 7, animate: false });
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
