import { undo } from "../actions.js";
import { element, fill } from "../elements.js";
import { icon } from "../icons.js";
import { tileName } from "../text.js";
import { fileName } from "./facts.js";
import { FilmFrames } from "./film-frames.js";
import { whyNot } from "./slide.js";
import { isOtherFile, mayPlay } from "./source.js";

/// A video on the stage: the browser's own player, and where that cannot play it, its picture, a way to open it elsewhere,
/// and its frames as photod takes them.
export class FilmSlide {
  #app;
  #box;
  #foot;
  #poster;
  #video = null;
  #frames = null;
  #facts = null;
  // Why there is no film may be over when the item is read again: photod was away, or the file was.
  #isUnread = false;
  #size;
  #wanted = 0;
  #loading = null;
  // When the frame on screen is shown, in seconds; null where the browser does not tell.
  #shown = null;

  constructor(app, item) {
    this.#app = app;
    this.item = item;
    this.#size = { width: item.width || 16, height: item.height || 9 };
    this.#poster = element("img", { class: "slide-tile", alt: tileName(item), draggable: "false" });
    this.#poster.addEventListener("load", () => {
      this.#poster.classList.add("is-here");
      const { naturalWidth: width, naturalHeight: height } = this.#poster;
      if (width > height !== this.#size.width > this.#size.height) this.#size = { width: this.#size.height, height: this.#size.width };
      this.layout();
    });
    this.#box = element("div", { class: "slide-box" }, this.#poster);
    this.#foot = element("div", { class: "film-foot" });
    this.element = element("div", { class: "slide film-slide", role: "group", "aria-label": tileName(item) },
      element("div", { class: "film-room" }, this.#box), this.#foot);
    this.#poster.src = app.api.thumbnail(item, "xx-large");
    this.layout();
  }

  get shared() {
    return this.#box;
  }

  get isZoomed() {
    return false;
  }

  get isReady() {
    return this.#video !== null || this.element.classList.contains("has-failed");
  }

  // Where photod finds the frame on screen: it takes the first one that is not shown before a time, and the clock of a player runs
  // on while a frame is shown. Files and browsers round times, each in its own way.
  async #place() {
    if (!this.#video) return this.#frames?.place ?? "0";
    const { currentTime } = this.#video;
    const place = this.#shown === null ? currentTime - 1 / await this.#frameRate() + rounding : this.#shown - rounding;
    return Math.max(0, place).toFixed(6);
  }

  async #frameRate() {
    await this.#read();
    return this.#facts.frameRate || 30;
  }

  // What photod knows of the video.
  async #read() {
    if (this.#facts && !this.#isUnread) return;
    this.#isUnread = false;
    [this.#facts = {}] = await this.#app.api.lines("video", [this.item.id]).catch((failure) => {
      this.#isUnread = passing.has(failure.name);
      return [{ supported: false, reason: failure.message }];
    });
  }

  settled(milliseconds) {
    const wait = new Promise((resolve) => setTimeout(resolve, milliseconds));
    return Promise.race([this.#poster.decode().catch(() => {}), wait]);
  }

  /// How much room there is beside what is told and offered, the style sheet knows; it is told the shape.
  layout() {
    const { width, height } = this.#size;
    this.#box.style.setProperty("--shape", width / height);
    // A small film is played as large as there is room, up to a point.
    this.#box.style.setProperty("--widest", `${width * 8}px`);
  }

  /// Only the one that is looked at has a player: neighbours show their picture.
  async load() {
    if (this.element.inert || this.isReady) return true;
    await (this.#loading ?? this.#once(this.#load()));
    return true;
  }

  // Whoever asks for the film while it is being made ready, or while it is found out why it cannot be, waits for the same.
  #once(work) {
    const loading = work.finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  async #load() {
    const turn = ++this.#wanted;
    this.#tools();
    const video = element("video", {
      class: "film", controls: true, playsinline: true, preload: "metadata", poster: this.#app.api.thumbnail(this.item, "xx-large"),
      "aria-label": tileName(this.item), controlslist: "nodownload", tabindex: 0,
    });
    if (!mayPlay(this.item, (type) => video.canPlayType(type))) {
      await this.#cannotPlay(turn);
      return;
    }
    video.addEventListener("error", () => turn === this.#wanted && this.#once(this.#cannotPlay(turn, video.error)));
    video.addEventListener("loadedmetadata", () => {
      if (video.videoWidth > 0) this.#size = { width: video.videoWidth, height: video.videoHeight };
      this.layout();
      // Sound alone is what is left of a film whose pictures the browser cannot decode.
      if (video.videoWidth === 0) this.#once(this.#cannotPlay(turn));
    });
    video.src = this.#app.api.original(this.item);
    this.#video = video;
    this.#box.append(video);
    this.#follow(video);
    this.#begin(video);
  }

  // How a video is to begin, where somebody has said so of it. A browser that lets no sound begin by itself plays without.
  #begin(video) {
    const { playback } = this.#app;
    if (playback?.id !== this.item.id) return;
    video.loop = playback.loop === true;
    video.muted = playback.muted === true;
    if (playback.at > 0) video.currentTime = playback.at;
    if (playback.autoplay !== true) return;
    video.preload = "auto";
    video.play().catch(({ name }) => {
      if (name !== "NotAllowedError" || video.muted) return;
      video.muted = true;
      video.play().catch(() => {});
    });
  }

  #follow(video) {
    const note = (now, { mediaTime }) => {
      if (video !== this.#video) return;
      this.#shown = mediaTime;
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback?.(note);
  }

  #tools() {
    // What follows the first words is not seen where there is little room.
    const tool = (text, more, picture, act, classes = "") => element("button", { class: `stage-button ${classes}`, type: "button", onclick: act },
      icon(picture, { size: 18 }), element("span", {}, text, element("span", { class: "film-tool-more" }, more)));
    fill(this.#foot, element("div", { class: "film-tools", role: "group", "aria-label": "Frame" },
      tool("Save this frame", " as a photo", "camera", () => this.element.dispatchEvent(new Event("takeframe", { bubbles: true })), "changes"),
      tool("Download", " this frame", "import", () => this.downloadFrame())));
  }

  // The browser says the same of a film that it does not know and of one that is not to be had, which the gallery tells apart.
  async #cannotPlay(turn, error = null) {
    this.#dropVideo();
    const [file] = await Promise.all([whyNot(this.#app.api.original(this.item)), this.#read()]);
    if (turn !== this.#wanted) return;
    this.element.classList.add("has-failed");
    if (!file.isThere) this.#sayWhy(file.message);
    else if (error?.code === MediaError.MEDIA_ERR_NETWORK) this.#sayWhy("It broke off while it was read.");
    else this.#offerFrames();
  }

  #sayWhy(message) {
    this.#isUnread = true;
    fill(this.#foot, element("div", { class: "film-problem", role: "status" },
      element("p", {}, message),
      element("button", { class: "stage-button", type: "button", onclick: () => this.#again() }, "Try again")));
  }

  #again() {
    this.#facts = null;
    this.rest();
    this.load();
  }

  #offerFrames() {
    const { videoCodec, supported, reason, duration, frameRate } = this.#facts;
    const address = this.#app.api.original(this.item, { download: true });
    const problem = element("div", { class: "film-problem", role: "status" },
      element("p", {}, `This browser cannot play it${videoCodec ? ` (${codecName(videoCodec)})` : ""}. A video player can.`),
      element("a", { class: "stage-button", href: address, download: this.item.filename ?? "" }, icon("open", { size: 18 }), "Open in player"));
    this.#foot.prepend(problem);
    if (supported) {
      this.#frames = new FilmFrames(this.#app, this.item, { duration: duration ?? this.item.duration ?? 0, frameRate: frameRate || 25 }, this.#box);
      problem.append(this.#frames.element);
    } else {
      if (reason) problem.append(element("p", { class: "quiet" }, reason));
      this.#foot.querySelector(".film-tools").remove();
    }
  }

  togglePlaying() {
    if (!this.#video) return false;
    if (this.#video.paused) this.#video.play().catch(() => {});
    else this.#video.pause();
    return true;
  }

  pause() {
    this.#video?.pause();
  }

  stepFrame(by) {
    if (!this.#video) return this.#frames?.step(by) ?? false;
    this.#video.pause();
    this.#stepFrame(this.#video, by);
    return true;
  }

  // From the middle of a frame to the middle of another, so that rounding leads to none beside it.
  async #stepFrame(video, by) {
    const length = 1 / await this.#frameRate();
    const middle = video.seeking || this.#shown === null ? video.currentTime : this.#shown + length / 2;
    video.currentTime = Math.max(0, middle + by * length);
  }

  /// The frame on screen as a photo beside its video, with the video's date, place and group.
  async saveFrame() {
    this.#video?.pause();
    try {
      const at = await this.#place();
      const lines = await this.#app.api.post("frame", [this.item.id], { at, as: "library", tolerance: "any" });
      const saved = lines.find((line) => line.result === "ok");
      const { batch } = lines.find((line) => line.batch) ?? {};
      const failed = lines.find((line) => line.result === "error");
      if (!saved || failed) throw new Error(failed?.message ?? "The frame was not saved.");
      this.#app.toast(`Saved as ${fileName(saved.uri)}`, { action: "Undo", onAction: () => undo(this.#app, batch) });
    } catch (failure) {
      this.#app.toast(failure.message, { kind: "error" });
    }
  }

  async downloadFrame() {
    this.#video?.pause();
    try {
      const at = await this.#place();
      const id = this.item.id.split("/").map(encodeURIComponent).join("/");
      const answer = await fetch(`/frame/${id}?at=${encodeURIComponent(at)}&format=png&tolerance=any`);
      if (!answer.ok) throw new Error((await answer.json()).message);
      const stem = (this.item.filename ?? "frame").replace(/\.[^.]*$/, "");
      const time = Number(answer.headers.get("X-Photod-Time")).toFixed(3);
      const address = URL.createObjectURL(await answer.blob());
      element("a", { href: address, download: `${stem}-${time}.png` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 30_000);
    } catch (failure) {
      this.#app.toast(failure.message, { kind: "error" });
    }
  }

  /// Out of sight: it is silent, and lets its player go.
  rest() {
    this.#wanted += 1;
    this.#loading = null;
    this.#dropVideo();
    this.element.classList.remove("has-failed");
    fill(this.#foot);
  }

  #dropVideo() {
    const video = this.#video;
    this.#video = null;
    this.#shown = null;
    this.#frames?.close();
    this.#frames = null;
    if (!video) return;
    video.pause();
    video.removeAttribute("src");
    video.load();
    video.remove();
  }

  /// As of a photo's slide. What the browser cannot play it can play no better when the item is read again.
  update(item) {
    const isAnother = isOtherFile(item, this.item) || (this.#isUnread && this.element.classList.contains("has-failed"));
    this.item = item;
    this.element.setAttribute("aria-label", tileName(item));
    if (isAnother) {
      this.#facts = null;
      this.#poster.src = this.#app.api.thumbnail(item, "xx-large");
    }
    return isAnother;
  }

  release() {
    this.rest();
  }

  // What goes is not laid out once more, as in slide.js.
  close() {
    this.#wanted += 1;
    this.#dropVideo();
    this.#poster.removeAttribute("src");
    this.element.remove();
  }
}

// Half a thousandth of a second: no two frames are as near as that.
const rounding = 0.0005;

// Why photod tells nothing of a video now and may in a moment: it is away, the file is offline, or the disk takes too long.
const passing = new Set(["unreachable", "busy", "timeout"]);

const names = {
  hevc: "HEVC", h264: "H.264", mpeg2video: "MPEG-2", mpeg4: "MPEG-4", vc1: "VC-1", wmv3: "WMV", prores: "ProRes", mjpeg: "Motion JPEG", dvvideo: "DV",
};

function codecName(codec) {
  return names[codec] ?? codec.toUpperCase();
}
