import type { Decision } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { minute } from '../tables/hours.ts';

/** What goes before everything; nothing where nothing is wrong. */
export const warning = (warnings: readonly string[]): string =>
  warnings.length === 0 ? '' : `> **Warning:** ${warnings.join('; ')}.`;

/** What the run can tell apart, or a study of several runs. */
export function resolution({ needs }: Pick<Decision, 'needs'>, { parts = [] }: Analysis['run']): string {
  const found = needs.flatMap((need) => need.resolution ?? []);
  if (found.length > 0) {
    const told = found.map(
      ({ what, ratio }, index) => `${what} ${index === 0 ? 'apart ' : ''}from ${difference(ratio)}`,
    );
    const who = parts.length < 2 ? 'In this hour the run tells' : 'Over these hours the study tells';
    return `${who} ${told.join(', ')}.`;
  }
  const isCompared = needs.some(({ pairs }) => pairs.some(({ ratio }) => ratio));
  return isCompared ? 'The run has too few rounds to tell strategies apart.' : '';
}

/** `6 %`; beyond a factor of two, the factor. */
export function difference(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (percent > 100) return `a factor of ${format.times(ratio)}`;
  return `${percent.toFixed(percent < 1 ? 1 : 0)} %`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** When a study was measured, in half a sentence: its day, or the span of its runs. */
export function whenMeasured({ startedAt, parts = [] }: Analysis['run']): string {
  const newest = parts.at(-1);
  if (parts.length < 2 || !newest) return day.format(new Date(startedAt));
  return `${parts.length} runs from ${minute(startedAt)} to ${minute(newest.startedAt)} UTC`;
}

/** Where and how it was measured, in a line. */
export function facts({ run, environment, validity, contestants }: Analysis): string {
  const minutes = (run.durationS / 60).toFixed(0);
  const turns = run.sideBySide
    ? ''
    : ' The contestants of a round took turns: the memory did not suffice for all.';
  const short =
    validity.notRun.length > 0 ? ` ${validity.notRun.length} trials were left out to keep the time.` : '';
  return `${environment.cpuModel}, ${environment.cores} cores, Node.js ${environment.node}, ${run.workers} workers each, ${whenMeasured(run)}, ${minutes} minutes.${turns}${short}${contestants.map(elsewhere).join('')}`;
}

/** What a verdict on a service means that the bench did not start. */
function elsewhere({ id, elsewhere: found }: Analysis['contestants'][number]): string {
  if (!found) return '';
  return ` **${id}** runs at ${found.origin}, ${format.number(found.roundTripMs.p50)} ms away: verdicts on it include that network and machine.`;
}
