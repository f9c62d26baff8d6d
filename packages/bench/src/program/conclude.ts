import { relative } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { questions } from '@cpu-bound/questions/questions';
import { caseLine } from '@cpu-bound/report/answers/case';
import { answerLines, isWorse } from '@cpu-bound/report/changes/pages';
import { findingsAlone, hasFindingsAlone } from '@cpu-bound/report/first-screen/first-screen';
import { scaffoldCommand, scaffoldTemplate } from '@cpu-bound/report/first-screen/next-steps';
import { boardLines, findingLines, hasAdvice } from '@cpu-bound/report/first-screen/terminal';
import { coloured, painted, wrapped } from '@cpu-bound/report/tables/terminal';
import { commandLine, namedFolder } from '@cpu-bound/study/analyse/commands';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import type { RunOutcome } from '../commands/more.ts';
import type { Surface } from '../commands/surface.ts';
import { EXIT_OK } from './context.ts';

const EXIT_OF = {
  yes: CATALOGUE.REGRESSION.exit,
  no: EXIT_OK,
  'not known': CATALOGUE.OPEN.exit,
} as const;

/** Prints the findings of a run, the next steps, and the failed contestants. @returns the exit code */
export function conclude(
  { analysis, folder, readerCase }: RunOutcome,
  { cwd, print, signal, columns, end }: Pick<Surface, 'cwd' | 'print' | 'signal' | 'columns' | 'end'>,
): number {
  end(); // the live figures go: the last table stays
  const failed = [...new Set(analysis.validity.failed.map(({ contestant }) => contestant))];
  const { against } = analysis.run;
  const isEmpty = Object.values(analysis.scenarios).every(({ metrics }) => metrics.length === 0);
  const lines = against ? answerLines(analysis, against.name) : findings(analysis, columns(), readerCase);
  const shown = relative(cwd, folder) || folder;
  for (const line of [
    ...lines,
    ...(against || isEmpty ? [`report: ${shown}/${layout.report}`] : nextSteps(analysis)),
  ])
    print(line);
  if (analysis.run.interrupted) for (const line of toContinue(analysis, shown, isEmpty)) print(line);
  if (failed.length > 0) print(`failed: ${failed.join(', ')} (the report says why)`);
  const leftOut = analysis.validity.missing.flatMap(({ contestant, isNamed }) => (isNamed ? contestant : []));
  if (leftOut.length > 0) print(`left out, although named: ${leftOut.join(', ')} (the report says why)`);
  if (signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  if (isEmpty) print('nothing was measured: every window was void or left out (the report says why)');
  if (failed.length > 0 || leftOut.length > 0 || isEmpty) return CATALOGUE.CONTESTANT.exit;
  return against ? EXIT_OF[isWorse(analysis)] : EXIT_OK;
}

function findings(
  analysis: Analysis,
  columns: number | undefined,
  readerCase: RunOutcome['readerCase'],
): string[] {
  if (hasFindingsAlone(analysis, questions))
    return findingsAlone(analysis, questions).flatMap((finding) => wrapped(finding.replaceAll('`', '')));
  return [
    // Rows have no figures that were not judged: the table has.
    ...(hasAdvice(analysis, readerCase) ? [] : boardLines(analysis, questions, columns, painted)),
    ...findingLines(analysis, readerCase, (take) => coloured('bold', take)),
    ...(readerCase ? [caseLine(amongMain(analysis), readerCase).replaceAll('**', '')] : []),
  ];
}

const nextSteps = (analysis: Analysis): string[] => [
  `page    npx -y pnpm@12 bench report${namedFolder(analysis)} --html --open`,
  `record  npx -y pnpm@12 bench adr${namedFolder(analysis)}`,
  `code    ${scaffoldCommand(analysis) ?? scaffoldTemplate(analysis)}`,
];

const toContinue = ({ run }: Analysis, folder: string, isEmpty: boolean): string[] => [
  'interrupted; to continue:',
  `  ${commandLine({ resume: folder })}`,
  ...(run.against || isEmpty
    ? []
    : ['to publish the finished part:', `  npx -y pnpm@12 bench report ${shellWord(folder)} --publish`]),
];
