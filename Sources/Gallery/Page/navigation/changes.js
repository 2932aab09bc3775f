// What commands and gestures both do to a tree.

export function dismiss(tree, modals, change) {
  if (modals.length === 0) return;
  tree.modals = tree.modals.filter((modal) => !modals.includes(modal));
  for (const modal of modals) change.removed.push(...tree.release(modal));
  change.after.push({ event: "modalsDismissed", componentId: modals.at(-1).id, numberOfModalsDismissed: modals.length });
}

/// Leaves `count` children of a stack. Each of the others is popped, the last one first.
export function popDownTo(tree, stack, count, change) {
  while (stack.children.length > count) {
    const child = stack.children.pop();
    change.removed.push(...tree.release(child));
    change.after.push({ event: "screenPopped", componentId: child.id });
  }
}

/// Does something that may select another tab, and says so.
export function select(tree, container, doing, change) {
  const unselected = tree.selected(container);
  doing();
  const selected = tree.selected(container);
  if (container.type !== "bottomTabs" || selected === unselected) return;
  change.after.push({ event: "bottomTabSelected", componentId: container.id, selected, unselected });
}
