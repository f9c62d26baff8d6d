import { relative } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import { questions } from '@cpu-bound/questions/questions';
import { answerLines, isWorse } from '@cpu-bound/report/against/answer';
import { boardLines } from '@cpu-bound/report/first-screen/board';
import { scaffoldCommand } from '@cpu-bound/report/first-screen/scaffold-command';
import { findingLines } from '@cpu-bound/report/first-screen/terminal';
import type { RunOutcome } from '../commands/more.ts';
import type { Surface } from '../commands/surface.ts';
import { FINE } from './context.ts';

/** Prints the findings of a run, its report's folder and its failed contestants. @returns the exit code */
export function conclude(
  { analysis, folder }: RunOutcome,
  { cwd, print, signal, columns }: Pick<Surface, 'cwd' | 'print' | 'signal' | 'columns'>,
): number {
  const failed = [...new Set(analysis.validity.failed.map(({ contestant }) => contestant))];
  const shown = relative(cwd, folder) || folder;
  const { against } = analysis.run;
  const isEmpty = Object.values(analysis.scenarios).every(({ metrics }) => metrics.length === 0);
  for (const line of against ? [] : boardLines(analysis, questions, columns())) print(line);
  for (const line of against ? answerLines(analysis, against.name) : findingLines(analysis)) print(line);
  print(`report: ${shown}/REPORT.md`);
  const toDeploy = scaffoldCommand(analysis, 'STRATEGY');
  if (toDeploy !== undefined && !against) print(`as a service of your own: ${toDeploy}`);
  if (analysis.run.interrupted) {
    print(`interrupted; to continue: pnpm bench run --resume ${shown}`);
    if (!against && !isEmpty) print(`to publish what there is: pnpm bench report ${shown} --publish`);
  }
  if (failed.length > 0) print(`failed: ${failed.join(', ')} (the report says why)`);
  if (signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  if (isEmpty) print('nothing was measured: every window was void or left out (the report says why)');
  if (failed.length > 0 || isEmpty) return CATALOGUE.CONTESTANT.exit;
  return against && isWorse(analysis) ? CATALOGUE.REGRESSION.exit : FINE;
}
