/// The element on screen that options call so: a photo by its id, else what has that `testID`, else what has that id in a page.
export function elementCalled(id, within, besides = null) {
  if (!within) return null;
  const called = CSS.escape(id);
  for (const selector of [`[data-id="${called}"]`, `[data-testid="${called}"]`, `[id="${called}"]`]) {
    const found = [...within.querySelectorAll(selector)].find((one) => one !== besides && !one.closest(".display-hidden, .display-going"));
    if (found) return found;
  }
  return null;
}
