import { conditionOf, sameCondition } from '../measure/plan/condition.ts';
import type { Analysis } from '../model.ts';
import * as format from './format.ts';
import { turningPoints } from './turning-points.ts';

/** Beyond this the noise floor hides differences that people would decide by. */
const NOISY = 0.1;

/** The largest difference that the baseline's interval against itself allows for. */
function noise({ validity: { sentinel } }: Analysis): number {
  return sentinel ? Math.max(sentinel.ratio.high, 1 / sentinel.ratio.low) - 1 : 0;
}

/** The first paragraph: whether the run can be trusted, before anything that it says. */
export function summary(analysis: Analysis): string {
  const doubts = doubtsOf(analysis);
  const trust =
    doubts.length > 0
      ? `> **Do not decide by this run:** ${doubts.join('; ')}.`
      : `> ${noise(analysis) > NOISY ? '**Read with care:** this run passed its own checks, but the machine was noisy' : 'This run passed its own checks'}: ${noiseFloor(analysis)}.`;
  return [trust, answer(analysis), turningPoints(analysis), facts(analysis)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What speaks against believing the run. Empty where nothing does. */
export function doubtsOf({ run, validity }: Analysis): string[] {
  const { sentinel, failed, gates, missing } = validity;
  const names = [...new Set(failed.map(({ contestant }) => contestant))];
  return [
    ...(run.interrupted ? ['it was interrupted before its end'] : []),
    ...gates.filter(({ ok }) => !ok).map(({ detail }) => detail),
    ...(names.length > 0 ? [`${names.join(' and ')} failed (see “What went wrong”)`] : []),
    ...missing.map(({ contestant }) => `${contestant} could not take part (see “What went wrong”)`),
    ...(sentinel && !sentinel.ok
      ? [
          `the sentinel differs from itself: ${format.ratio(sentinel.ratio)} where 1 was due, so the machine was not steady`,
        ]
      : []),
    ...(!sentinel || sentinel.ratio.indicative ? ['it has too few rounds for verdicts'] : []),
  ];
}

function noiseFloor(analysis: Analysis): string {
  const { sentinel } = analysis.validity;
  const least = `differences below ${Math.ceil(noise(analysis) * 100)} % may be noise`;
  return sentinel
    ? `the baseline against itself gave ${format.ratio(sentinel.ratio)} over ${sentinel.ratio.n} rounds (the noise floor, so ${least}), every answer was verified, and no trial failed`
    : 'every answer was verified, and no trial failed';
}

/** The headline input's verdicts in one sentence. */
function answer({ run, scenarios, contestants }: Analysis): string {
  const headline = conditionOf(run.workload.headline);
  const comparisons = (scenarios.capacity?.comparisons ?? []).filter(
    ({ condition: { connections: _connections, ...input } }) => sameCondition(input, headline),
  );
  if (comparisons.length === 0) return '';
  const title = (id: string) => contestants.find((contestant) => contestant.id === id)?.title ?? id;
  const parts = comparisons.map(
    (one) => `**${title(one.contestant)}** ${format.ratio(one.ratio)} (${one.verdict})`,
  );
  return `Throughput against ${title(run.baseline)} at ${format.input(headline)}: ${parts.join(', ')}.`;
}

function facts({ run, environment }: Analysis): string {
  const minutes = (run.durationS / 60).toFixed(1);
  return `${environment.cpuModel}, ${environment.cores} cores, Node.js ${environment.node}; profile \`${run.profile}\`, ${run.workers} workers each, ${run.trials} trials in ${minutes} minutes, started ${run.startedAt}.`;
}
