import type { Metric } from '../model.ts';
import * as format from './format.ts';

/** Observed, predicted by the model that was named beforehand, and the residual, marked where the model failed. */
export const besideTheory = (observed: Metric, predicted: Metric | undefined): string[] => [
  format.interval(observed),
  predicted ? format.number(predicted.estimate) : 'no steady state',
  predicted ? format.residual(observed, predicted) : '–',
];

/** Whether a prediction lies outside of what was observed. */
export const failed = (observed: Metric, predicted: Metric | undefined): boolean =>
  predicted !== undefined && (predicted.estimate < observed.low || predicted.estimate > observed.high);
