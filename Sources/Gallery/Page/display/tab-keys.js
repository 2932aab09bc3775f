/// Arrow keys in a row of tabs: they go from tab to tab, and Enter selects.
export function tabKey(event, tabs) {
  const at = tabs.indexOf(document.activeElement);
  const rightwards = getComputedStyle(tabs[0] ?? document.body).direction === "rtl" ? -1 : 1;
  const to = { ArrowRight: at + rightwards, ArrowLeft: at - rightwards, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  tabs[(to + tabs.length) % tabs.length].focus();
}
