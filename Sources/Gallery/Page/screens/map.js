import { ApiError } from "../api.js";
import { element, emptyState, fill, screenHeader } from "../elements.js";
import { failureState } from "../failure.js";
import { icon } from "../icons.js";
import { placedItems, placesRequest } from "../map/places.js";
import { monthOf, photoAddress } from "../query.js";
import { count, monthName, number, tileName } from "../text.js";

// How long nothing is read after a reading, at least, and after one that failed, in milliseconds.
const rest = 1000;
const restAfterFailure = 5000;

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
    let photos = null;
    let showing = null;
    // What the map itself lacks does not come with other photos.
    let waitsForPhotos = false;
    let isStale = false;
    const make = async () => {
      const place = element("div", { class: "world", role: "region", "aria-label": "Map of the photos", tabindex: 0 });
      fill(container, header, place);
      let made = null;
      try {
        made = await emptyWorld(place, parameters);
        if (signal.aborted) return made.map.remove();
        photos = new PhotosOnMap(app, request, header, made, { isAimed: aim(parameters) !== null, signal });
        await photos.draw();
      } catch (failure) {
        if (signal.aborted) return;
        made?.map.remove();
        photos = null;
        waitsForPhotos = failure instanceof ApiError;
        place.replaceWith(waitsForPhotos ? failureState(failure, show) : emptyState({ picture: icon("map", { size: 48 }), title: "No map", text: failure.message }));
      }
    };
    const show = () => {
      showing ??= make().finally(() => {
        showing = null;
      });
    };
    show();
    const draw = () => {
      isStale = false;
      // Of a first reading that fails `make` tells the user; what is left unread when the map is closed is no failure.
      if (photos) photos.draw().catch((failure) => signal.aborted || console.error(failure));
      else show();
    };
    const end = app.live.follow(["photos"], (batch) => {
      if (!photos && !waitsForPhotos && !batch.some(({ event }) => event === "reset")) return;
      // Under a photo that is looked at the map waits until it is seen again.
      if (container.inert) isStale = true;
      else draw();
    }, { delay: 1000 });
    return {
      focus: () => header.heading.focus(),
      resume: () => isStale && draw(),
      close() {
        abort.abort();
        end();
        photos?.close();
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

/// The photos of a request on a map, as they were when they were last read.
class PhotosOnMap {
  #app;
  #request;
  #header;
  #world;
  #signal;
  #group;
  // `{ text, marker }` by id, `text` being all that is known of the photo; null before they were read.
  #shown = null;
  #isAimed;
  // The readings that are under way, one after another, and whether something has changed since the latest of them began.
  #drawing = null;
  #isStale = false;
  #hasFailed = false;
  // Until all markers are in their clusters, which takes several turns where they are many, none can be taken away.
  #putting = Promise.resolve();
  #hasPut = () => {};

  /// `isAimed`: where one looks is said already.
  constructor(app, request, header, world, { isAimed, signal }) {
    this.#app = app;
    this.#request = request;
    this.#header = header;
    this.#world = world;
    this.#isAimed = isAimed;
    this.#signal = signal;
    this.#group = clusters(app, world.L, () => this.#hasPut()).addTo(world.map);
  }

  /// Reads them and shows them, and once more where that is asked for meanwhile, after as long as the reading took. Where one looks
  /// stays.
  draw() {
    this.#isStale = true;
    this.#drawing ??= this.#draw();
    return this.#drawing;
  }

  async #draw() {
    try {
      while (this.#isStale && !this.#signal.aborted) {
        this.#isStale = false;
        const began = performance.now();
        const placed = await this.#read();
        if (this.#signal.aborted) return;
        if (placed) await this.#show(placed);
        const pause = placed ? Math.max(rest, performance.now() - began) : restAfterFailure;
        await new Promise((resolve) => { setTimeout(resolve, pause); });
      }
    } finally {
      this.#drawing = null;
    }
  }

  // Null where a later reading fails: the photos on the map stay.
  async #read() {
    const isFirst = this.#shown === null;
    const onMore = (many) => isFirst && this.#header.say(titleOf(this.#request), `${count(many, "item")} so far…`);
    try {
      const placed = await placedItems(this.#app.api, this.#request, { signal: this.#signal, onMore });
      this.#hasFailed = false;
      return placed;
    } catch (failure) {
      if (isFirst) throw failure;
      // A group that is gone has no photos.
      if (failure.name === "no-such") return { items: [], hasMore: false };
      // When photod is back, or a page that was hidden is seen again, the reset has all read anew.
      if (mayPass(failure) && this.#app.live.reachable && document.visibilityState === "visible") this.#isStale = true;
      if (!this.#hasFailed && !this.#signal.aborted && this.#app.live.reachable) {
        this.#hasFailed = true;
        this.#app.toast(failure.message, { kind: "error" });
      }
      return null;
    }
  }

  async #show({ items, hasMore }) {
    const before = this.#shown ?? new Map();
    const after = new Map(items.map((item) => {
      const [text, known] = [JSON.stringify(item), before.get(item.id)];
      const stays = known?.text === text && !known.marker.item.isLost;
      return [item.id, stays ? known : { text, marker: photoMarker(this.#app, this.#world.L, item, this.#request) }];
    }));
    const missing = (one, other) => [...one].filter(([id, shown]) => other.get(id) !== shown).map(([, { marker }]) => marker);
    const [gone, come] = [missing(before, after), missing(after, before)];
    // What is the same stays, with the keyboard and the cluster that is open there.
    if (this.#shown && gone.length + come.length === 0) return;
    [...after.values()].forEach(({ marker }, at) => {
      marker.at = at;
    });
    const { L, map } = this.#world;
    map.getContainer().querySelector(".map-nothing")?.remove();
    this.#header.say(titleOf(this.#request), after.size > 0 ? `${hasMore ? "The first " : ""}${count(after.size, "item")} with a place` : "");
    if (after.size === 0) {
      map.getContainer().append(element("div", { class: "map-nothing" }, element("p", {}, "None of these items has a place."),
        element("p", { class: "quiet" }, "Give them one with Edit, or add a track with “photoctl geotag”.")));
    } else if (!this.#isAimed) {
      map.fitBounds(L.latLngBounds(items.map(({ latitude, longitude }) => [latitude, longitude])), { padding: [48, 48], maxZoom: 7, animate: false });
      this.#isAimed = true;
    }
    this.#putting = this.#replace(gone, come);
    await this.#putting;
    // Only now: markers that could not be put in are to be put in by the next reading.
    this.#shown = after;
  }

  #replace(gone, come) {
    if (!this.#group.addLayers) {
      for (const marker of gone) this.#group.removeLayer(marker);
      for (const marker of come) this.#group.addLayer(marker);
      return Promise.resolve();
    }
    if (gone.length > 0) this.#group.removeLayers(gone);
    return new Promise((resolve) => {
      this.#hasPut = resolve;
      this.#group.addLayers(come);
    });
  }

  close() {
    this.#putting.catch(() => {}).then(() => this.#world.map.remove());
  }
}

// Whether the same question may be answered a while later: a refusal of what was asked stays one.
function mayPass(failure) {
  return failure instanceof ApiError && !(failure.status >= 400 && failure.status < 500);
}

function titleOf({ name }) {
  if (!name) return "Map";
  const month = monthOf(name);
  return `Map · ${month ? monthName(month) : name}`;
}

// One marker a photo; those that lie close together are one until the map is close enough, with the first of the list on top.
// `hasPut` is called when all that was added is there.
function clusters(app, L, hasPut) {
  return L.markerClusterGroup ? L.markerClusterGroup({
    showCoverageOnHover: false, maxClusterRadius: 64, spiderfyOnMaxZoom: true, chunkedLoading: true,
    chunkProgress: (put, all) => put === all && hasPut(),
    animate: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    iconCreateFunction(cluster) {
      const first = cluster.getAllChildMarkers().reduce((one, other) => (other.at < one.at ? other : one));
      const many = cluster.getChildCount();
      return L.divIcon({ className: "map-cluster", iconSize: null, html: element("div", {}, picture(app, first.item), element("span", {}, number(many))) });
    },
  }) : L.layerGroup();
}

function photoMarker(app, L, item, request) {
  const marker = L.marker([item.latitude, item.longitude], { title: tileName(item), alt: tileName(item), icon: photoIcon(app, L, item) });
  marker.item = item;
  marker.on("click", () => app.navigate(photoAddress(item.id, request.within)));
  return marker;
}

// A marker whose picture did not come is made anew with the next reading, and asks for it once more.
function picture(app, item) {
  const lose = ({ target }) => {
    item.isLost = true;
    target.remove();
  };
  return element("img", { src: app.api.thumbnail(item, "normal"), alt: "", loading: "lazy", onerror: lose });
}

// The picture of a marker is made when the marker comes into sight, not for all at once.
function photoIcon(app, L, item) {
  const made = L.divIcon({ className: "map-photo", iconSize: null });
  made.createIcon = function createIcon(old) {
    const place = L.DivIcon.prototype.createIcon.call(this, old);
    fill(place, picture(app, item));
    return place;
  };
  return made;
}
