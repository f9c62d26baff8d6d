import { taskMs } from '@cpu-bound/study/analyse/look-up';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { caseLine } from '../answers/case.ts';
import { HOW_RANKED } from '../answers/choice.ts';
import { figuresNote, judgedTable, unjudgedTable } from '../answers/figures-table.ts';
import { rowsTable } from '../answers/row-words.ts';
import { type AnyQuestion, eachMeasured } from '../question.ts';
import { folded, joined, list, present } from '../tables/markdown.ts';
import { fasterCode } from './alternatives.ts';
import { exampleWeights, nextTable } from './next-steps.ts';
import { absent, changes, facts, howSure, offTheLoop, ownFunction, terms, warning } from './trust.ts';

/** The page's title: the question that it answers. */
export function title(analysis: Analysis): string {
  const { requests } = analysis.run.workload;
  if (requests) return `# Which target for ${format.count(requests.count, 'request')} from a file?`;
  const ms = taskMs(analysis);
  const size = ms === undefined ? '' : ` (${format.duration(ms)})`;
  const cores = wording.cores(analysis.environment);
  const [only, ...others] = analysis.contestants;
  if (only && others.length === 0)
    return `# What does ${only.id} do with \`${analysis.run.workload.name}\`${size} on ${cores}?`;
  return `# Which strategy for \`${analysis.run.workload.name}\`${size} on ${cores}?`;
}

/**
 * Answers a reader with ten seconds: the machine and what to doubt, the answer rows, and the picture.
 *
 * @param picture in Markdown; empty without one
 */
export function firstScreen(runAnalysis: Analysis, readerCase?: ReaderCase, picture = ''): string {
  const analysis = amongMain(runAnalysis);
  return joined([
    title(analysis),
    facts(analysis),
    warning(warningsOf(analysis)),
    ownFunction(analysis),
    offTheLoop(analysis),
    rowsTable(rowsOf(analysis, readerCase), 'full'),
    absent(analysis),
    readerCase && caseLine(analysis, readerCase),
    picture,
  ]);
}

/** Writes how sure the answers are and what to do next, and folded, all figures and the ranking by weights. */
export function secondScreen(runAnalysis: Analysis, readerCase?: ReaderCase): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const [judged, unjudged] = [judgedTable(decision), unjudgedTable(decision)];
  const note = joined([figuresNote(decision), terms(analysis)], '. ');
  return joined([
    howSure(analysis),
    nextTable(analysis),
    judged !== '' && folded('All figures, with intervals', [judged, note]),
    unjudged !== '' && folded('Measured, and not judged', judged === '' ? [unjudged, note] : [unjudged]),
    fasterCode(runAnalysis, readerCase),
    changed(runAnalysis),
    byWeights(analysis),
  ]);
}

/** Lists, folded, what other work or another machine changes. */
function changed(analysis: Analysis): string {
  const found = changes(analysis);
  return found === '' ? '' : folded('What would change it', [found]);
}

function byWeights(analysis: Analysis): string {
  const weights = exampleWeights(analysis);
  return weights === undefined
    ? ''
    : folded('Rank by your own weights', [
        `\`bench adr ${weights}\` ranks, and writes the record. ${HOW_RANKED}`,
      ]);
}

/** Returns true for a run of questions without needs, as a soak is: its findings are the answer. */
export function hasFindingsAlone(analysis: Analysis, questions: readonly AnyQuestion[]): boolean {
  const measured = eachMeasured(questions, analysis, ({ needs }, { metrics }) => ({ needs, metrics }));
  return (
    measured.some(({ metrics }) => metrics.length > 0) && measured.every(({ needs }) => needs === undefined)
  );
}

/** Returns the findings of a run, a sentence each, without full stops. */
export const findingsAlone = (analysis: Analysis, questions: readonly AnyQuestion[]): string[] =>
  eachMeasured(questions, analysis, (question, found) =>
    present(question.section(found, { analysis, chart: () => '' }).says),
  ).flat();

/** Writes the first screen of a run that has findings alone. */
export function findingsScreen(analysis: Analysis, questions: readonly AnyQuestion[]): string {
  const cores = wording.cores(analysis.environment);
  const what =
    analysis.run.profile === 'soak' ? 'What is rare, and what changes, with' : 'What was found with';
  return joined([
    `# ${what} \`${analysis.run.workload.name}\` on ${cores}?`,
    warning(warningsOf(analysis)),
    list(findingsAlone(analysis, questions)),
    facts(analysis),
    terms(analysis),
  ]);
}
