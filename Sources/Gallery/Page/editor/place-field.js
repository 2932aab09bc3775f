import { element } from "../elements.js";
import { icon } from "../icons.js";
import { parsePlace, placeText } from "./coordinates.js";

/// A place, typed as latitude and longitude or set on the map. `changed(place)` hears of it as `editKeys` has it, and null where it is
/// as it was.
export class PlaceField {
  #app;
  #common;
  #input;
  #container = null;
  #world = null;
  #pin = null;
  #changed;
  #button;

  constructor(app, common, id, changed) {
    this.#app = app;
    this.#common = common;
    this.#changed = changed;
    this.#input = element("input", {
      id: `${id}-place`, class: "field", type: "text", "data-field": "place", autocomplete: "off", inputmode: "text", spellcheck: "false",
      placeholder: common.mixed ? "They differ" : "Latitude, longitude: 48.137, 11.575", oninput: () => this.#typed(),
    });
    this.#input.value = common.value;
    this.#button = element("button", { type: "button", class: "button needs-map", "aria-expanded": "false", onclick: () => this.#toggleMap() }, icon("map"), "Map");
    this.problem = element("p", { class: "field-problem", role: "alert", hidden: true, id: `${id}-place-trouble` });
    this.element = element("div", { class: "form-row", "data-row": "place" },
      element("label", { class: "label", for: `${id}-place` }, "Place"),
      element("div", { class: "place-row" }, this.#input, this.#button,
        element("button", { type: "button", class: "button", onclick: () => this.#nowhere(), title: "No place" }, "None")),
      this.problem);
  }

  #typed() {
    const text = this.#input.value.trim();
    this.problem.hidden = true;
    this.#input.removeAttribute("aria-invalid");
    if (text === "") {
      this.#nowhere(this.#common.value === "" ? null : { how: "none" });
      return;
    }
    const point = parsePlace(text);
    this.#changed(text === this.#common.value ? null : { how: "set", point });
    if (point) this.#show(point);
    else {
      this.problem.textContent = "Not a place yet: 48.137, 11.575 or 48° 8′ 13″ N, 11° 34′ 30″ E.";
      this.problem.hidden = text.length < 8;
    }
  }

  #nowhere(place = { how: "none" }) {
    this.#input.value = "";
    this.problem.hidden = true;
    this.#pin?.remove();
    this.#pin = null;
    this.#changed(place);
  }

  #set({ lat, lng }) {
    const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
    const point = parsePlace(placeText({ latitude: lat, longitude }));
    if (!point) return;
    this.#input.value = placeText(point);
    this.problem.hidden = true;
    this.#show(point, { move: false });
    this.#changed({ how: "set", point });
    this.#app.announce(`Place set to ${placeText(point)}`);
  }

  #show({ latitude, longitude }, { move = true } = {}) {
    if (!this.#world) return;
    const { L, map } = this.#world;
    if (this.#pin) this.#pin.setLatLng([latitude, longitude]);
    else {
      const picture = L.divIcon({ className: "map-pin", html: icon("map", { size: 32 }), iconSize: null });
      this.#pin = L.marker([latitude, longitude], { icon: picture, draggable: true, title: "Drag to the place" }).addTo(map);
      this.#pin.on("dragend", () => this.#set(this.#pin.getLatLng()));
    }
    if (move && !map.getBounds().contains([latitude, longitude])) map.setView([latitude, longitude], Math.max(map.getZoom(), 5));
  }

  async #toggleMap() {
    if (this.#container) {
      this.close();
      this.#button.setAttribute("aria-expanded", "false");
      return;
    }
    this.#button.setAttribute("aria-expanded", "true");
    this.#container = element("div", { class: "world place-map", role: "application", "aria-label": "Map: click where it was" });
    this.element.append(this.#container);
    const container = this.#container;
    try {
      const { worldMap } = await import("../map/world.js");
      const point = parsePlace(this.#input.value) ?? parsePlace(this.#common.value);
      const world = await worldMap(container, point ? { center: [point.latitude, point.longitude], zoom: 5 } : { zoom: 1 });
      if (container !== this.#container) {
        world.map.remove();
        return;
      }
      this.#world = world;
      world.map.on("click", ({ latlng }) => this.#set(latlng));
      container.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.target !== container) return;
        event.preventDefault();
        this.#set(world.map.getCenter());
      });
      if (point) this.#show(point);
    } catch (failure) {
      container.remove();
      this.#container = null;
      this.problem.textContent = failure.message;
      this.problem.hidden = false;
    }
  }

  close() {
    this.#world?.map.remove();
    this.#world = null;
    this.#pin = null;
    this.#container?.remove();
    this.#container = null;
  }
}
