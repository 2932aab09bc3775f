import { element } from "../elements.js";
import { View } from "./view.js";

const sides = { sideMenuLeft: "left", sideMenuRight: "right" };
// So far a finger draws a menu until it opens or closes, in CSS pixels.
const drawn = 48;

/// What is beside the menus, and the menus that are open.
export class SideMenuView extends View {
  #drag = null;

  constructor(stage, node) {
    super(stage, node, "side-menu");
    this.center = element("div", { class: "display-menu-center" });
    this.scrim = element("div", { class: "display-menu-scrim", onclick: () => this.#closeAll() });
    this.drawers = { left: this.#drawer("left"), right: this.#drawer("right") };
    this.element.append(this.center, this.scrim, this.drawers.left, this.drawers.right);
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    this.element.addEventListener("pointerup", () => this.#up());
    this.element.addEventListener("pointercancel", () => this.#up());
  }

  #drawer(side) {
    return element("nav", { class: `display-menu is-${side}`, "aria-label": side === "left" ? "Left menu" : "Right menu", inert: true });
  }

  attach(view) {
    const side = sides[view.node.type];
    const place = side ? this.drawers[side] : this.center;
    if (view.element.parentElement !== place) place.append(view.element);
  }

  get parts() {
    return this.node.children.filter((child) => child.type === "sideMenuCenter" || this.stage.tree.isOpen(child));
  }

  update() {
    super.update();
    let isAnyOpen = false;
    for (const child of this.node.children) {
      const view = this.stage.view(child);
      const side = sides[child.type];
      if (!side) {
        view?.show(true);
        continue;
      }
      const isOpen = this.stage.tree.isOpen(child);
      isAnyOpen ||= isOpen;
      this.#slide(side, isOpen, view);
    }
    this.element.classList.toggle("pushes", this.say("sideMenu.openMode") === "pushContent");
    this.element.classList.toggle("opens-anywhere", this.say("sideMenu.openGestureMode") === "entireScreen");
    this.element.classList.toggle("has-open-menu", isAnyOpen);
    this.center.inert = isAnyOpen;
  }

  #slide(side, isOpen, view) {
    const drawer = this.drawers[side];
    const wasOpen = drawer.classList.contains("is-open");
    const height = this.say(`sideMenu.${side}.height`);
    this.element.style.setProperty(`--${side}-menu`, `${this.say(`sideMenu.${side}.width`)}px`);
    drawer.style.height = height === null ? "" : `${height}px`;
    drawer.classList.toggle("is-open", isOpen);
    this.element.classList.toggle(`has-${side}-open`, isOpen);
    drawer.inert = !isOpen;
    // It is seen while it goes.
    if (isOpen) view?.show(true);
    else if (wasOpen) this.stage.whenCalm(() => !drawer.classList.contains("is-open") && view?.show(false));
  }

  // MARK: - What a user does

  #tell(gesture, side) {
    this.stage.tell({ gesture, componentId: this.node.id, side });
  }

  #closeAll() {
    for (const side of this.#open) this.#tell("closeMenu", side);
  }

  get #open() {
    return ["left", "right"].filter((side) => this.drawers[side].classList.contains("is-open"));
  }

  #down(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const { left, right } = this.element.getBoundingClientRect();
    const isAnywhere = this.say("sideMenu.openGestureMode") === "entireScreen";
    const from = { left: isAnywhere || event.clientX < left + 24, right: isAnywhere || event.clientX > right - 24 };
    this.#drag = { x: event.clientX, y: event.clientY, from };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const dx = event.clientX - drag.x;
    if (Math.abs(event.clientY - drag.y) > Math.max(drawn, Math.abs(dx))) this.#drag = null;
    if (Math.abs(dx) < drawn || !this.#drag) return;
    this.#drag = null;
    const open = this.#open;
    const towards = dx > 0 ? "left" : "right";
    const away = dx > 0 ? "right" : "left";
    if (open.includes(away)) this.#tell("closeMenu", away);
    else if (drag.from[towards] && open.length === 0 && this.node.children.some(({ type }) => sides[type] === towards)) this.#tell("openMenu", towards);
  }

  #up() {
    this.#drag = null;
  }
}

/// The one child of a part of a side menu.
export class SideMenuPartView extends View {
  constructor(stage, node) {
    super(stage, node, "side-menu-part");
  }

  attach(view) {
    if (view.element.parentElement !== this.element) this.element.append(view.element);
  }

  get parts() {
    return this.node.children;
  }

  update() {
    super.update();
    this.stage.view(this.node.children[0])?.show(true);
  }
}
