/** Puts the children of a list into an order. Each slides to its place, unless the reader prefers no motion. */
export function reorder(list: Element, ordered: readonly Element[]): void {
  if ([...list.children].every((child, index) => child === ordered[index])) return;
  const before = new Map(ordered.map((child) => [child, child.getBoundingClientRect()]));
  const focused = document.activeElement;
  list.append(...ordered);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const child of ordered) {
    const [from, to] = [before.get(child), child.getBoundingClientRect()];
    if (!from) continue;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (x !== 0 || y !== 0)
      child.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: 250,
        easing: 'ease-out',
      });
  }
}
