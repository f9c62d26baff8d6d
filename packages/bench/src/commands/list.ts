import { groupsOf, workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { questions } from '@cpu-bound/questions/questions';
import { COLUMNS, coloured, wrapped } from '@cpu-bound/report/tables/terminal';
import { profiles } from '@cpu-bound/study/config/profiles';
import { GROUPS } from '@cpu-bound/study/model';
import { builtInWorkloads, primes } from '@cpu-bound/workload';
import { columns } from './surface.ts';

/** `bench list` describes everything that a run can measure. */
export async function listCommand(code: string, width = COLUMNS): Promise<string> {
  const section = (title: string, rows: readonly (readonly [string, string])[]) => [
    ...wrapped(title, width).map((line) => coloured('bold', line)),
    ...columns(rows, width - INDENT.length).map((line) => INDENT + line),
  ];
  const groups = groupsOf(await workspaceContestants(code), Object.keys(primes.kernels ?? {}));
  const query = (parameters: Readonly<Record<string, string>>) => new URLSearchParams(parameters).toString();
  const sections = [
    section(
      'Contestants (--contestants, or the path of a folder with a manifest)',
      (groups['@all'] ?? []).map(({ id, title, summary, peerOf, when }) => [
        id,
        `${title}: ${summary}${peerOf === undefined ? '' : `; peer of ${peerOf}`}${when ? `. ${when}` : ''}`,
      ]),
    ),
    section(
      'Groups of them (--contestants @pools,single)',
      Object.entries(groups).map(([name, members]) => [
        name,
        `${members.map(({ id }) => id).join(', ')}${name === '@main' ? ' (the default)' : ''}`,
      ]),
    ),
    section(
      'Scenarios (--scenarios)',
      questions.map(({ id, question }) => [id, question]),
    ),
    section(
      'Needs (bench adr --need)',
      questions
        .flatMap(({ id, needs = [] }) => needs.map((need) => ({ ...need, question: id })))
        .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.order - b.order)
        .map(({ id, group, title, unit, question, uncounted }) => [
          id,
          `${group}: ${title} (${unit === '' ? '' : `${unit}; `}by ${question}${uncounted === undefined ? '' : `; shown, no weight: ${uncounted}`})`,
        ]),
    ),
    section(
      'Profiles (--profile)',
      Object.entries(profiles).map(([id, { summary }]) => [id, summary]),
    ),
    section(
      'Workloads (--workload, or the path of a module with a workload as its default export)',
      builtInWorkloads.map(({ name, summary = '', headline, sizes, kernels = {} }) => [
        name,
        `${summary}; headline ${query(headline)}; sizes ${sizes.map((size) => query(size.query)).join(', ')}${Object.keys(kernels).length > 0 ? `; kernels ${Object.keys(kernels).join(', ')}` : ''}`,
      ]),
    ),
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}

const INDENT = '  ';
