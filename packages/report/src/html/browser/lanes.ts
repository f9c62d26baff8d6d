const lanesOf = (lane: Element): HTMLElement[] =>
  [...(lane.parentElement?.children ?? [])].filter((child) => child instanceof HTMLElement);

/** Returns the lane to which a key leads; undefined for any other key. */
function target(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The Tab key leads to one lane of a need, the arrow keys to its other lanes, and Escape hides the text of a lane. */
export function moveAlongLanes(): void {
  document.addEventListener('keydown', (event) => {
    const lane = event.target instanceof Element ? event.target.closest<HTMLElement>('.lane') : null;
    if (!lane) return;
    if (event.key === 'Escape') lane.blur();
    const lanes = lanesOf(lane);
    const to = target(event.key, lanes.indexOf(lane), lanes.length);
    const next = to === undefined ? undefined : lanes[to];
    if (!next) return;
    event.preventDefault();
    lane.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
