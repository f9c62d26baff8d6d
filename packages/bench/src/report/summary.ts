import { type Analysis, kindOf, type SentinelCheck } from '../model.ts';
import type { AnyScenario } from '../scenarios/scenario.ts';
import * as format from './format.ts';

/** The first paragraph: whether the run can be trusted, before anything that it says; then what it found. */
export function summary(analysis: Analysis, scenarios: readonly AnyScenario[]): string {
  const doubts = doubtsOf(analysis);
  const trust =
    doubts.length > 0
      ? `> **Do not decide by this run:** ${doubts.join('; ')}.`
      : `> ${soundness(analysis)} ${machine(analysis)}`;
  const lines = scenarios.flatMap((scenario) => {
    const found = analysis.scenarios[scenario.id];
    return found && scenario.highlight ? scenario.highlight(found, analysis) : [];
  });
  return [trust, lines.map((line) => `- ${line}.`).join('\n'), facts(analysis)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What speaks against believing the run. Empty where nothing does. */
export function doubtsOf({ run, validity }: Analysis): string[] {
  const { sentinels, failed, gates, missing } = validity;
  const names = [...new Set(failed.map(({ contestant }) => contestant))];
  return [
    ...(run.interrupted ? ['it was interrupted before its end'] : []),
    ...gates.filter(({ ok }) => !ok).map(({ detail }) => detail),
    ...(names.length > 0 ? [`${names.join(' and ')} failed (see “What went wrong”)`] : []),
    ...missing.map(({ contestant }) => `${contestant} could not take part (see “What went wrong”)`),
    ...sentinels
      .filter(({ differs }) => differs)
      .map((one) => `the baseline differs from itself in ${sentinelText(one)} where 1 was due`),
    ...(sentinels.some(({ ratio }) => ratio.indicative) ? ['it has too few rounds for verdicts'] : []),
  ];
}

export const sentinelText = ({ metric, ratio }: SentinelCheck): string =>
  `${metric} by ${format.ratio(ratio)}`;

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
          `**Read with care**: the machine was too noisy to show that of ${open.map(text).join('; ')}; the intervals are as wide as that asks for.`,
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

function facts({ run, environment, validity }: Analysis): string {
  const minutes = (run.durationS / 60).toFixed(1);
  const turns = run.sideBySide ? '' : ' For lack of memory the contestants of a round took turns.';
  const short =
    validity.notRun.length > 0 ? ` ${validity.notRun.length} trials were left out to keep the time.` : '';
  return `${environment.cpuModel}, ${environment.cores} cores, Node.js ${environment.node}; profile \`${run.profile}\`, ${run.workers} workers each, ${run.trials} trials in ${minutes} minutes, started ${run.startedAt}.${turns}${short}`;
}
