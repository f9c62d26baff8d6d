import { OTHER_PROGRAMS } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import { minute } from '../tables/hours.ts';
import { joined } from '../tables/sentences.ts';
import { table } from '../tables/table.ts';
import { byFunctionTable } from './by-function.ts';
import type { PublishedStudy } from './study.ts';
import { HEADER, machineOf, remainder, rowsOf, type SharedVerdict, tally, whyUncounted } from './tally.ts';

/** Writes the studies of `published/`, and the verdicts that hold on their machines. */
export function machinesPage(studies: readonly PublishedStudy[]): string {
  const rows = rowsOf(studies);
  const byFunction = byFunctionTable(studies);
  return `${joined([
    '# Verdicts on several machines',
    '<!-- `npx -y pnpm@12 bench publish` writes this page from published/. -->',
    'Each study in [published/](../published) is one run on one machine, with one workload. `npx -y pnpm@12 bench publish` adds a run of yours; send it as a pull request.',
    '## The studies',
    studiesTable(studies),
    '“Twins” is the throughput of two equal processes, one ÷ the other: what the run could resolve. “Other programs” is their share of the CPU time.',
    byFunction && '## Does the answer change with the function?',
    byFunction &&
      'Each need names the strategies that no other was shown to be better than. “No difference” means that none was shown, as with fewer than ten rounds. The functions with real libraries are in [examples/functions](../examples/functions).',
    byFunction,
    '## Which verdict holds on how many machines',
    'A verdict is that of the first strategy of the pair to the second. “Inconclusive” means that no difference was demonstrated, not that there is none. Studies on equal machines count as one machine.',
    rows.length > 0 && table(HEADER, rows),
    remainder(studies),
    '## Where a verdict flips',
    ...flipsOf(studies),
  ])}\n`;
}

const studiesTable = (studies: readonly PublishedStudy[]): string =>
  table(
    ['study', 'machine', 'Node.js', 'workload', 'profile', 'twins', 'other programs', 'warnings'],
    studies.map((study) => [
      `[${minute(study.startedAt)}](../published/${study.id}.json)`,
      machineOf(study),
      study.machine.node,
      `${study.workload.name}${study.workload.taskMs === undefined ? '' : `, ${format.duration(study.workload.taskMs)}`}`,
      study.profile,
      twinsOf(study),
      study.conditions.foreign === undefined ? 'unknown' : format.share(study.conditions.foreign),
      [...new Set([...study.warnings, ...uncounted(study)])].join(', ') || 'none',
    ]),
  );

/** Names why a study does not count, by the id of its warning if it has one. */
function uncounted(study: PublishedStudy): string[] {
  const why = whyUncounted(study);
  return why === undefined ? [] : [why === 'other programs' ? OTHER_PROGRAMS : why];
}

function twinsOf({ twins }: PublishedStudy): string {
  const found = twins.find(({ metric }) => metric === 'throughput');
  return found
    ? `${format.times(found.ratio.estimate)}× ${format.ratioBounds({ ...found.ratio, level: 0.95, n: 0, indicative: false })}`
    : '–';
}

function flipsOf(studies: readonly PublishedStudy[]): string[] {
  const flips = tally(studies).filter((row) => row.flips);
  if (flips.length === 0) return ['No pair is better in one study and worse in another.'];
  return flips.map(({ title, one, other, by }) => {
    const named = (verdict: SharedVerdict) => by[verdict].map(studyName).join('; ');
    return `- **${title}**: ${one} is better than ${other} in ${named('better')}. It is worse in ${named('worse')}.`;
  });
}

const studyName = (study: PublishedStudy): string =>
  `\`${study.workload.name}\` on ${machineOf(study)}, ${minute(study.startedAt)}`;
