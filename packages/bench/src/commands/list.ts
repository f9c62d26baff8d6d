import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { groupsOf } from '@cpu-bound/measure/contestants/groups';
import { questions } from '@cpu-bound/questions/questions';
import { profiles } from '@cpu-bound/study/config/profiles';
import { GROUPS } from '@cpu-bound/study/model';
import { builtInWorkloads, primes } from '@cpu-bound/workload';
import { columns } from './columns.ts';

/** `bench list`: everything that a run can measure, each with a description. */
export async function listCommand(code: string): Promise<string> {
  const groups = groupsOf(await workspaceContestants(code), Object.keys(primes.kernels ?? {}));
  const query = (of: Readonly<Record<string, string>>) => new URLSearchParams(of).toString();
  return [
    'Contestants (--contestants, or the path of a folder with a manifest)',
    ...indented(
      (groups['@all'] ?? []).map(({ id, title, summary, peerOf, when }) => [
        id,
        `${title}: ${summary}${peerOf === undefined ? '' : `; beside ${peerOf}`}${when ? `. ${when}` : ''}`,
      ]),
    ),
    '',
    'Groups of them (--contestants @pools,single)',
    ...indented(
      Object.entries(groups).map(([name, members]) => [
        name,
        `${members.map(({ id }) => id).join(', ')}${name === '@main' ? ' (the default)' : ''}`,
      ]),
    ),
    '',
    'Scenarios (--scenarios)',
    ...indented(questions.map(({ id, question }) => [id, question])),
    '',
    'Needs (bench adr --need)',
    ...indented(
      questions
        .flatMap(({ id, needs = [] }) => needs.map((need) => ({ ...need, scenario: id })))
        .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.order - b.order)
        .map(({ id, group, title, figure, scenario }) => [
          id,
          `${group}: ${title} (${figure}; by ${scenario})`,
        ]),
    ),
    '',
    'Profiles (--profile)',
    ...indented(Object.entries(profiles).map(([id, { summary }]) => [id, summary])),
    '',
    'Workloads (--workload, or the path of a module with a workload as its default export)',
    ...indented(
      builtInWorkloads.map(({ name, summary = '', headline, sizes, kernels = {} }) => [
        name,
        `${summary}; headline ${query(headline)}; sizes ${sizes.map((size) => query(size.query)).join(', ')}${Object.keys(kernels).length > 0 ? `; kernels ${Object.keys(kernels).join(', ')}` : ''}`,
      ]),
    ),
  ].join('\n');
}

const indented = (rows: readonly (readonly [string, string])[]) => columns(rows).map((line) => `  ${line}`);
