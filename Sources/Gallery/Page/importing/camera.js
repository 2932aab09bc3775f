import { element } from "../elements.js";
import { icon } from "../icons.js";
import { shotName } from "./plan.js";

const refusals = {
  NotAllowedError: "The browser was told not to give the camera to this page. Allow it in the address bar and try again.",
  NotFoundError: "There is no camera.",
  NotReadableError: "Another program uses the camera.",
};

/// The camera, with a shutter. `onShot(file)` is given each picture.
export class Camera {
  #app;
  #onShot;
  #stream = null;
  // The camera that is asked for; nobody waits for it any more once this is another.
  #wish = null;
  #video = element("video", { class: "camera-picture", autoplay: true, playsinline: true, "aria-label": "What the camera sees" });
  #shutter;
  #turn;
  #problem = element("p", { class: "camera-problem", role: "alert", hidden: true });
  #facing = "environment";
  #last = "";
  #number = 0;

  constructor(app, onShot, onClose) {
    this.#app = app;
    this.#onShot = onShot;
    this.#video.muted = true;
    this.#shutter = element("button", {
      class: "shutter", type: "button", "aria-label": "Take a picture", title: "Take a picture (Space)", disabled: true, onclick: () => this.#shoot(),
    });
    const button = (name, picture, act) => element("button", { class: "stage-icon", type: "button", "aria-label": name, title: name, onclick: act },
      icon(picture, { size: 22 }));
    this.#turn = button("Other camera", "undo", () => this.#other());
    this.#turn.hidden = true;
    this.element = element("div", { class: "camera" }, this.#video, this.#problem,
      element("div", { class: "camera-tools" }, button("Close the camera", "close", onClose), this.#shutter, this.#turn));
    this.#video.addEventListener("loadeddata", () => {
      this.#shutter.disabled = false;
    });
  }

  async open() {
    const wish = (this.#wish = {});
    try {
      if (!navigator.mediaDevices) throw new Error("This browser gives pages no camera.");
      const video = { facingMode: this.#facing, width: { ideal: 4096 }, height: { ideal: 4096 } };
      const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
      if (wish !== this.#wish) {
        turnOff(stream);
        return;
      }
      this.#stream = stream;
      this.#video.srcObject = this.#stream;
      const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
      this.#turn.hidden = cameras.length < 2;
      this.#shutter.focus();
    } catch (failure) {
      if (wish !== this.#wish) return;
      this.#problem.textContent = refusals[failure.name] ?? failure.message;
      this.#problem.hidden = false;
    }
  }

  async #other() {
    this.#facing = this.#facing === "environment" ? "user" : "environment";
    this.#stop();
    await this.open();
  }

  async #shoot() {
    const { videoWidth: width, videoHeight: height } = this.#video;
    if (width === 0) return;
    const canvas = element("canvas", { width, height });
    canvas.getContext("2d").drawImage(this.#video, 0, 0);
    this.element.classList.remove("has-shot");
    void this.element.offsetWidth;
    this.element.classList.add("has-shot");
    const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
    if (!picture) return;
    const now = new Date();
    const plain = shotName(now);
    this.#number = plain === this.#last ? this.#number + 1 : 0;
    this.#last = plain;
    this.#app.announce("Picture taken");
    this.#onShot(new File([picture], shotName(now, this.#number), { type: "image/jpeg", lastModified: now.getTime() }));
  }

  #stop() {
    this.#wish = null;
    if (this.#stream) turnOff(this.#stream);
    this.#stream = null;
    this.#video.srcObject = null;
    this.#shutter.disabled = true;
  }

  close() {
    this.#stop();
    this.element.remove();
  }
}

function turnOff(stream) {
  for (const track of stream.getTracks()) track.stop();
}
