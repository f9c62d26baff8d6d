import type { Decision } from '@cpu-bound/study/decide/decision';
import * as format from '@cpu-bound/study/format';
import type { Analysis, MetricId } from '@cpu-bound/study/model';
import { whenMeasured } from '../tables/hours.ts';

/** What goes before everything; nothing where nothing is wrong. */
export const warning = (warnings: readonly string[]): string =>
  warnings.length === 0 ? '' : `> **Warning:** ${warnings.join('; ')}.`;

const names: Readonly<Partial<Record<MetricId, string>>> = {
  throughput: 'throughput',
  'latency-p50': 'median latency',
};

/** What the run can tell apart, and what came out where nothing differs. */
export function resolution(
  { needs }: Pick<Decision, 'needs'>,
  { validity: { sentinels } }: Pick<Analysis, 'validity'>,
): string {
  const found = needs.flatMap((need) => need.resolution ?? []);
  const told = found.map(
    ({ what, ratio }, index) => `${what} ${index === 0 ? 'apart ' : ''}from ${difference(ratio)}`,
  );
  const twins = sentinels.map(({ metric, ratio }) => `${format.ratio(ratio)} in ${names[metric] ?? metric}`);
  const isCompared = needs.some(({ pairs }) => pairs.some(({ ratio }) => ratio));
  const sentences = [
    ...(told.length > 0
      ? [`In this hour the run tells ${told.join(', ')}`]
      : isCompared
        ? ['The run has too few rounds to tell strategies apart']
        : []),
    ...(twins.length > 0 ? [`twins of one program came out at ${twins.join(', ')}`] : []),
  ];
  return sentences.length > 0 ? `${sentences.join('; ')}.` : '';
}

/** `6 %`; beyond a factor of two, the factor. */
function difference(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (percent > 100) return `a factor of ${format.times(ratio)}`;
  return `${percent.toFixed(percent < 1 ? 1 : 0)} %`;
}

/** Where and how it was measured, in a line. */
export function facts({ run, environment, validity, contestants }: Analysis): string {
  const minutes = (run.durationS / 60).toFixed(1);
  const turns = run.sideBySide
    ? ''
    : ' The memory did not suffice for all contestants at once: those of a round took turns.';
  const short =
    validity.notRun.length > 0 ? ` ${validity.notRun.length} trials were left out to keep the time.` : '';
  return `${environment.cpuModel}, ${environment.cores} cores, Node.js ${environment.node}; profile \`${run.profile}\`, ${run.workers} workers each, ${run.trials} trials in ${minutes} minutes, ${whenMeasured(run)}.${turns}${short}${contestants.map(elsewhere).join('')}`;
}

/** What a verdict on a service means that the bench did not start. */
function elsewhere({ title, elsewhere: found }: Analysis['contestants'][number]): string {
  if (!found) return '';
  const { p50, p90 } = found.roundTripMs;
  return ` **${title}** runs elsewhere, at ${found.origin}: \`/hello\` at rest took ${format.number(p50)} ms (p90 ${format.number(p90)}) from here. All its rounds are of one start; CPU time is what its \`/metrics\` says, of the processes that they speak for; and a verdict on it is on its machine and its network, too.`;
}
