// The arithmetic of a picture in a window: how large it is when it fits, how far it goes, and where it lies.
//
// A view is { scale, x, y }: `scale` 1 is the picture as it fits; x and y, in CSS pixels, are how far the
// picture's middle lies from the stage's middle. Nothing here knows of the document.

export const fitting = Object.freeze({ scale: 1, x: 0, y: 0 });

/// The size in CSS pixels of a picture that fits: as large as the stage allows, but no pixel of the picture larger than one of CSS.
export function fitSize(picture, stage) {
  if (!(picture.width > 0 && picture.height > 0 && stage.width > 0 && stage.height > 0)) return { width: 0, height: 0 };
  const ratio = Math.min(stage.width / picture.width, stage.height / picture.height, 1);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

/// The scale at which one pixel of the picture is one of the device.
export function actualScale(picture, fit, density = 1) {
  return fit.width > 0 ? picture.width / density / fit.width : 1;
}

/// How far a picture can be enlarged: to four times its own pixels, and always enough to see that it does.
export function largestScale(picture, fit, density = 1) {
  return Math.max(4, actualScale(picture, fit, density) * 4);
}

const between = (low, value, high) => Math.min(Math.max(value, low), high);

/// The view brought back to where the picture fills the stage, or is in its middle where it is smaller than that.
export function clamped(view, fit, stage, largest) {
  const scale = between(1, view.scale, largest);
  const room = (side) => Math.max(0, (fit[side] * scale - stage[side]) / 2);
  const x = between(-room("width"), view.x, room("width"));
  const y = between(-room("height"), view.y, room("height"));
  return { scale, x: x || 0, y: y || 0 };
}

/// The view enlarged by a factor, the spot of the picture under `point` staying where it is. `point` counts from the stage's middle.
export function zoomedAt(view, factor, point, largest) {
  const scale = between(1, view.scale * factor, largest);
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/// What a double click does: to the picture's own pixels (at least twice as large as it fits), and from any enlargement back.
export function toggled(view, point, picture, fit, density = 1) {
  if (view.scale > 1.01) return fitting;
  const target = Math.max(actualScale(picture, fit, density), 2);
  return zoomedAt(view, target / view.scale, point, target);
}

/// The view two fingers make of the one they began with: their distance scales it, their middle moves it.
export function pinched(start, before, now, largest) {
  const distance = (pair) => Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y);
  const middle = (pair) => ({ x: (pair[0].x + pair[1].x) / 2, y: (pair[0].y + pair[1].y) / 2 });
  const was = middle(before);
  const is = middle(now);
  const span = distance(before);
  const view = zoomedAt(start, span > 0 ? distance(now) / span : 1, was, largest);
  return { scale: view.scale, x: view.x + is.x - was.x, y: view.y + is.y - was.y };
}

/// What a turn of the wheel multiplies the scale by; lines and pages are taken for so many pixels, and one event never does more than half.
export function wheelFactor(delta, mode = 0) {
  const pixels = delta * [1, 16, 400][mode];
  return Math.exp(-between(-240, pixels, 240) * 0.0022);
}

/// What a drag of the finger ends in: -1 the picture before, 1 the one behind, 0 none.
/// It has to go a quarter of the stage, or a little of it in haste and not back.
export function swipeOutcome({ dx, velocity, width, first, last }) {
  const far = Math.abs(dx) > width / 4;
  const hasty = Math.abs(velocity) > 0.35 && Math.abs(dx) > 16 && Math.sign(velocity) === Math.sign(dx);
  const turnedBack = Math.sign(velocity) === -Math.sign(dx) && Math.abs(velocity) > 0.35;
  if (!(far || hasty) || turnedBack) return 0;
  const step = dx < 0 ? 1 : -1;
  return (step === 1 && last) || (step === -1 && first) ? 0 : step;
}

/// How far the strip of pictures follows the finger: all the way, but a third where there is nothing more on that side.
export function followed(dx, { first, last }) {
  const nothing = (dx > 0 && first) || (dx < 0 && last);
  return nothing ? dx / 3 : dx;
}

/// Width and height as a photo is seen: `like`, the size of an upright thumbnail, tells whether it is stored lying on its side.
export function uprightSize(stored, like) {
  if (!stored.width || !stored.height) return like;
  const lying = like && like.width !== like.height && stored.width !== stored.height
    && stored.width > stored.height !== like.width > like.height;
  return lying ? { width: stored.height, height: stored.width } : { width: stored.width, height: stored.height };
}
