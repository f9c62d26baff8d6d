import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { commandHere, folderOf } from '@cpu-bound/study/analyse/commands';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { joined } from './tables/sentences.ts';
import { table } from './tables/table.ts';

/** Describes the machine and the software that made the numbers. */
export function machine({ environment, run, contestants }: Analysis): string {
  const { cpuModel, cores, memoryBytes, os, node, redis, provisions = {}, packages, gitCommit } = environment;
  const rows = [
    ['CPU', `${cpuModel}, ${cores} cores`],
    ['memory', `${(memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ['system', os],
    ['Node.js', node],
    ['Redis', redis],
    ...Object.entries(provisions),
    ...Object.entries(packages),
    ['commit', gitCommit],
    ['workers', String(run.workers)],
    ...(run.named ?? []).map((name) => [`\`--env\` ${name}`, 'its value is not stored']),
    ['seed', run.seed],
  ];
  return joined([table(['what', 'which'], rows), elsewhere(contestants)]);
}

/** Explains how to read the figures of services that the bench did not start; empty without one. */
function elsewhere(contestants: Analysis['contestants']): string {
  const each = contestants.flatMap(({ id, elsewhere: found }) =>
    found
      ? [
          `**${id}** runs at ${found.origin}; \`${found.light ?? '/hello'}\` at rest took ${format.number(found.roundTripMs.p50)} ms (p90 ${format.number(found.roundTripMs.p90)}) from here.`,
        ]
      : [],
  );
  return each.length === 0
    ? ''
    : `${each.join(' ')} Such a service is not restarted between rounds. If it has \`/metrics\`, its CPU time comes from there, for the processes that they cover.`;
}

/** Names the time that showing figures took during the run. */
const shown = ({ shownS }: Analysis['run']) =>
  shownS === undefined
    ? ''
    : ` Showing what was known while it ran took ${format.seconds(shownS)} in all, between windows.`;

/** Explains how to repeat the measurement. */
export function repeat({ run }: Analysis): string {
  const but = run.workload.sizes ? '. Task sizes other than the headline are searched for again' : '';
  return `**To repeat this run** with the same plan, in the same order${but}:\n\n\`\`\`sh\n${commandHere(run.command)}\n\`\`\`\n\nEvery number above comes from \`trials.ndjson\` in the run's folder. \`npx -y pnpm@12 bench report ${shellWord(folderOf(run))}\` renders this page again, without measuring.${shown(run)}`;
}
