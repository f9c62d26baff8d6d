import { doubtsOf } from '../../decide/doubts.ts';
import { type Analysis, kindOf, type SentinelCheck } from '../../model.ts';
import * as format from '../format.ts';

/** Whether the run can be trusted: a warning that goes before everything, or a sentence after it. */
export function trust(analysis: Analysis): string {
  const doubts = doubtsOf(analysis);
  return doubts.length > 0
    ? `**Do not decide by this run:** ${doubts.join('; ')}.`
    : `**Can this run be trusted?** ${soundness(analysis)} ${machine(analysis)}`.trimEnd();
}

/** The sentinel is an equivalence test: what it did not show, it did not show. */
function soundness({ validity: { sentinels } }: Analysis): string {
  if (sentinels.length === 0)
    return 'No trial failed and every answer was verified; the baseline was not measured against itself.';
  const passed = sentinels.filter(({ ok }) => ok);
  const open = sentinels.filter(({ ok }) => !ok);
  const text = (one: SentinelCheck) =>
    `${one.metric} ${format.ratio(one.ratio)}, n = ${one.ratio.n}, margin ±${Math.round((kindOf(one.metric).margin ?? 0.05) * 100)} %`;
  return [
    ...(passed.length > 0
      ? [`The baseline against itself was shown to be the same: ${passed.map(text).join('; ')}.`]
      : []),
    ...(open.length > 0
      ? [
          `**Read with care**: the machine was too noisy to show that the baseline is the same as itself in ${open.map(text).join('; ')}; the intervals are as wide as that asks for.`,
        ]
      : []),
    'No trial failed, and every answer was verified.',
  ].join(' ');
}

/** What kind of machine this was for measuring, in one sentence. */
function machine({ validity: { machine: quality } }: Analysis): string {
  if (!quality) return '';
  const lag =
    quality.lagP99Ms === undefined
      ? ''
      : `; requests left up to ${format.number(quality.lagP99Ms)} ms late (p99), which the intervals include`;
  return `The kernel alone scattered by ${(quality.unsteadiness * 100).toFixed(1)} % from block to block${lag}.`;
}

/** Where and how it was measured, in a line. */
export function facts({ run, environment, validity, contestants }: Analysis): string {
  const minutes = (run.durationS / 60).toFixed(1);
  const turns = run.sideBySide ? '' : ' For lack of memory the contestants of a round took turns.';
  const short =
    validity.notRun.length > 0 ? ` ${validity.notRun.length} trials were left out to keep the time.` : '';
  return `${environment.cpuModel}, ${environment.cores} cores, Node.js ${environment.node}; profile \`${run.profile}\`, ${run.workers} workers each, ${run.trials} trials in ${minutes} minutes, started ${run.startedAt}.${turns}${short}${contestants.map(elsewhere).join('')}`;
}

/** What a verdict on a service is worth that the bench did not start. */
function elsewhere({ title, elsewhere: found }: Analysis['contestants'][number]): string {
  if (!found) return '';
  const { p50, p90 } = found.roundTripMs;
  return ` **${title}** runs elsewhere, at ${found.origin}: \`/hello\` at rest took ${format.number(p50)} ms (p90 ${format.number(p90)}) from here. All its rounds are of one start; CPU time is what its \`/metrics\` says, of the processes that they speak for; and a verdict on it is on its machine and its network, too.`;
}
