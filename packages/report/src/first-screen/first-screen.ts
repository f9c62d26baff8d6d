import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/among';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { figuresNote, judgedTable, unjudgedTable } from '../answers/figures-table.ts';
import { rowsTable } from '../answers/markdown.ts';
import { rowsOf } from '../answers/rows.ts';
import { HOW_RANKED } from '../decision/choice.ts';
import { peersAhead } from '../decision/families.ts';
import { offTheLoop } from '../decision/words.ts';
import type { ReaderCase } from '../size/case.ts';
import { folded, joined } from '../tables/sentences.ts';
import { absent } from './absent.ts';
import { caseLine } from './case.ts';
import { fasterCode } from './faster-code.ts';
import { exampleWeights, nextTable } from './next-steps.ts';
import { outside } from './outside.ts';
import { howSure } from './sure.ts';
import { terms } from './terms.ts';
import { facts, ownFunction, warning } from './trust.ts';
import { changes } from './would-change.ts';

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
    beyondTheStrategies(runAnalysis, readerCase),
    changed(runAnalysis),
    byWeights(analysis),
  ]);
}

/** Describes other solutions: runtimes, servers, and faster code. Empty if none took part. */
export const beyondTheStrategies = (runAnalysis: Analysis, readerCase?: ReaderCase): string =>
  joined([outside(runAnalysis), fasterCode(runAnalysis, readerCase)], ' ');

/** Lists, folded, the alternatives that are ahead of their strategy, and what other work or another machine changes. */
function changed(runAnalysis: Analysis): string {
  const found = joined([peersAhead(runAnalysis), changes(runAnalysis)]);
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
