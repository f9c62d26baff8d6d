import type { FaultKind, Metric } from '@cpu-bound/study/model';
import { NO_ANSWER } from './conditions.ts';

/** The behaviour of a failing task, by its fault. */
export const doings: Readonly<Partial<Record<FaultKind, string>>> = {
  'poison-heap': 'runs out of heap',
  'poison-exit': 'calls process.exit()',
  'poison-abort': 'aborts in native code',
  'poison-throw': 'throws outside of its promise',
  'poison-endless': 'never ends',
};

export const statusOf = ({ rounds = [], estimate }: Metric): string =>
  [...new Set(rounds.length > 0 ? rounds : [estimate])]
    .sort((a, b) => a - b)
    .map((status) => (status === NO_ANSWER ? 'none' : String(status)))
    .join(' or ');
