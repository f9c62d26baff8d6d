import { aboutFunction } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { listed } from '../tables/sentences.ts';

/** Writes the warnings, which stand above everything else; empty if there are none. */
export const warning = (warnings: readonly string[]): string =>
  warnings.length === 0 ? '' : `> **Warning:** ${warnings.join('; ')}.`.replace(/\?\.$/, '?');

/** Describes effects of the function itself on the figures below; empty if there are none. */
export const ownFunction = (analysis: Pick<Analysis, 'validity'>): string =>
  aboutFunction(analysis)
    .map((sentence) => `> **The function:** ${sentence}.`)
    .join('\n>\n');

/** Names the differences that runs find which scatter as this one did; empty before a look. */
export function resolution({ needs }: Pick<Decision, 'needs'>): string {
  const found = needs.flatMap((need) => need.resolution ?? []);
  if (found.length === 0) return '';
  const half = found.map(({ what, byHalf }) => `${difference(byHalf)} in ${what}`);
  const most = found.map(({ by19of20 }) => difference(by19of20));
  return `A run like this finds a difference of ${listed(half)} in one of two cases, and one of ${listed(most)} in 19 of 20.`;
}

/** `6 %`; from a factor of two on, `2.60×`. */
export function difference(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (percent > 100) return `${format.times(ratio)}×`;
  return `${percent.toFixed(percent < 1 ? 1 : 0)} %`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Names the time of a study in half a sentence: its day, or the days of its first and last run. */
export function whenMeasured({ startedAt, parts = [] }: Analysis['run']): string {
  const on = (at: string) => day.format(new Date(at));
  const [first, last] = [on(startedAt), on(parts.at(-1)?.startedAt ?? startedAt)];
  const days = first === last ? first : `${first} to ${last}`;
  return parts.length < 2 ? days : `${parts.length} runs, ${days}`;
}

/** The name of the processor without its trade marks. */
export const cpuName = ({ cpuModel }: Analysis['environment']): string =>
  cpuModel.replaceAll(/\((?:R|TM)\)/g, '');

/** Writes the place, the time and the conditions of the measurement in a line. */
export function facts({ run, environment, validity, contestants }: Analysis): string {
  const minutes = format.count(Math.round(run.durationS / 60), 'minute');
  const turns = run.sideBySide
    ? ''
    : ' The contestants of a round took turns, because memory did not suffice for all at once.';
  const short =
    validity.notRun.length > 0
      ? ` ${format.count(validity.notRun.length, 'trial')} left out, to finish in the planned time.`
      : '';
  return `${cpuName(environment)}, ${wording.cores(environment)}${quotaOf(environment)}${environment.part ? '' : ' (shared with the load generator)'}, Node.js ${environment.node}, ${workersOf(run, contestants)}, ${whenMeasured(run)}, measured for ${minutes}.${turns}${short}${contestants.map(elsewhere).join('')}`;
}

/** `2 workers each (single: one process)` */
function workersOf({ workers }: Analysis['run'], contestants: Analysis['contestants']): string {
  const without = contestants.filter((contestant) => !contestant.workers).map(({ id }) => id);
  const except = without.length > 0 && without.length < contestants.length;
  return `${format.count(workers, 'worker')} each${except ? ` (${listed(without)}: one process)` : ''}`;
}

/** Names the CPU time that a container allows, if that is less than its cores have. */
const quotaOf = ({ quota }: Analysis['environment']) =>
  quota === undefined ? '' : ` with a quota of ${format.number(quota)} (a CPU limit of the container)`;

/** Explains how to read the verdicts on a service that the bench did not start. */
function elsewhere({ id, elsewhere: found }: Analysis['contestants'][number]): string {
  if (!found) return '';
  return ` **${id}** runs at ${found.origin}, ${format.number(found.roundTripMs.p50)} ms away. Verdicts on it include that network and machine.`;
}
