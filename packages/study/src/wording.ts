import type { Environment } from '@cpu-bound/measure/model';
import { count, inPercent, number, seconds } from './format.ts';
import type { Verdict } from './model/analysis.ts';
import type { Measured } from './model/decision.ts';
import type { Condition } from './model/plan.ts';

/** The words for what a figure was measured under: input, load, windows; and for its verdict. */

/** `upTo=200000`; a function that `--args` calls has no query. */
export const input = ({ input: query }: Condition): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ') || 'the same arguments each time';

const throughputs = {
  slowest: 'the throughput of the slowest',
  fastest: 'the throughput of the fastest',
  own: 'its own throughput',
  core: 'what one core computes',
} as const;

/** `50 % of the throughput of the slowest`, or of another contestant. */
export function load({ setting }: Condition): string {
  const { load: share = 0, of = 'slowest' } = setting;
  return of === 'given'
    ? `${number(share)} requests/s, as asked for`
    : `${inPercent(share)} of ${throughputs[of]}`;
}

/** `80 % of …`, or the way in which it was saturated. */
export const loadName = (condition: Condition): string =>
  condition.setting.load === undefined
    ? `saturated by ${condition.setting.connections} connections`
    : load(condition);

/** The window of a percentile: `the typical 5 s window`. */
export const typicalWindow = (length: number): string => `the typical ${seconds(length)} window`;

/** `, the typical 5 s window`, for a need whose figures are percentiles. */
export const ofWindow = (measured: Pick<Measured, 'windowSeconds'> | undefined): string =>
  measured?.windowSeconds === undefined ? '' : `, ${typicalWindow(measured.windowSeconds)}`;

/** A verdict as a word in a sentence. */
export const relationWords: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  equivalent: 'equivalent',
  inconclusive: 'inconclusive',
  'not-judged': 'not judged yet',
};

/** The words of the verdicts. The word carries the meaning; the symbol helps to scan a column. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  better: '▲ better',
  worse: '▼ worse',
  equivalent: '= equivalent',
  inconclusive: '? inconclusive',
  'not-judged': '· not judged yet',
};

/** `2 cores`; of a part of a machine, `14 of 16 cores` */
export const cores = ({ cores: all, part }: Pick<Environment, 'cores' | 'part'>): string =>
  part ? `${all} of ${count(part.of, 'core')}` : count(all, 'core');
