import type { Metric } from '../model.ts';
import * as format from './format.ts';

/** Observed, predicted by a shared queue and by pinned ones, and the residual against the nearer of the two. */
export function besideTheory(
  observed: Metric,
  shared: Metric | undefined,
  pinned: Metric | undefined,
): string[] {
  const distance = (metric: Metric) => Math.abs(metric.estimate - observed.estimate);
  const [nearer] = [shared, pinned]
    .filter((metric) => metric !== undefined)
    .sort((a, b) => distance(a) - distance(b));
  return [
    format.interval(observed),
    shared ? format.number(shared.estimate) : 'unstable',
    pinned ? format.number(pinned.estimate) : 'unstable',
    nearer ? format.residual(observed, nearer) : '–',
  ];
}
