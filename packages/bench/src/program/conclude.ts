import { relative } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import { questions } from '@cpu-bound/questions/questions';
import { answerLines, isWorse } from '@cpu-bound/report/against/answer';
import { boardLines } from '@cpu-bound/report/first-screen/board';
import { scaffoldCommand } from '@cpu-bound/report/first-screen/scaffold-command';
import { findingLines } from '@cpu-bound/report/first-screen/terminal';
import { isSoak, soakFindings } from '@cpu-bound/report/soak';
import { wrapped } from '@cpu-bound/report/tables/fitted';
import type { Analysis } from '@cpu-bound/study/model';
import type { RunOutcome } from '../commands/more.ts';
import type { Surface } from '../commands/surface.ts';
import { EXIT_OK } from './context.ts';

/** Prints the findings of a run, its report's folder and its failed contestants. @returns the exit code */
export function conclude(
  { analysis, folder }: RunOutcome,
  { cwd, print, signal, columns }: Pick<Surface, 'cwd' | 'print' | 'signal' | 'columns'>,
): number {
  const failed = [...new Set(analysis.validity.failed.map(({ contestant }) => contestant))];
  const { against } = analysis.run;
  const isEmpty = Object.values(analysis.scenarios).every(({ metrics }) => metrics.length === 0);
  const lines = against ? answerLines(analysis, against.name) : findings(analysis, columns());
  for (const line of [...lines, ...nextSteps(analysis, relative(cwd, folder) || folder, isEmpty)])
    print(line);
  if (failed.length > 0) print(`failed: ${failed.join(', ')} (the report says why)`);
  if (signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  if (isEmpty) print('nothing was measured: every window was void or left out (the report says why)');
  if (failed.length > 0 || isEmpty) return CATALOGUE.CONTESTANT.exit;
  return against && isWorse(analysis) ? CATALOGUE.REGRESSION.exit : EXIT_OK;
}

function findings(analysis: Analysis, columns: number | undefined): string[] {
  if (isSoak(analysis))
    return soakFindings(analysis, questions).flatMap((finding) => wrapped(finding.replaceAll('`', '')));
  return [...boardLines(analysis, questions, columns), ...findingLines(analysis)];
}

/** Lists the report of a run, and the commands that go with it. */
function nextSteps(analysis: Analysis, folder: string, isEmpty: boolean): string[] {
  const { against, interrupted } = analysis.run;
  const toDeploy = against ? undefined : scaffoldCommand(analysis);
  return [
    `report: ${folder}/REPORT.md`,
    ...(toDeploy === undefined ? [] : [`as a service of your own: ${toDeploy}`]),
    ...(interrupted ? [`interrupted; to continue: pnpm bench run --resume ${folder}`] : []),
    ...(interrupted && !against && !isEmpty
      ? [`to publish the finished part: pnpm bench report ${folder} --publish`]
      : []),
  ];
}
