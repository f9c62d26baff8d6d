import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { namedFolder } from '@cpu-bound/study/analyse/more-command';
import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { LIGHT_REQUESTS } from '../charts/light-requests.ts';
import { NEEDS } from '../charts/needs.ts';
import { HOW_RANKED } from '../decision/choice.ts';
import { peersAhead } from '../decision/families.ts';
import { legend, needsTable, uncomparedTable } from '../decision/needs-table.ts';
import { answer, offTheLoop } from '../decision/words.ts';
import type { ReaderCase } from '../size/case.ts';
import { folded, joined } from '../tables/sentences.ts';
import { doYouNeedAny } from './arithmetic.ts';
import { caseLine } from './case.ts';
import { fasterCode } from './faster-code.ts';
import { outside } from './outside.ts';
import { terms } from './terms.ts';
import { nextSteps, toMeasure } from './to-measure.ts';
import { facts, ownFunction, resolution, warning } from './trust.ts';
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

/** Answers a reader with one minute: which strategy suits which needs, at what price, and how certain that is. */
export function firstScreen(runAnalysis: Analysis, readerCase?: ReaderCase): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  return joined([
    title(analysis),
    warning(warningsOf(analysis)),
    ownFunction(analysis),
    offTheLoop(analysis),
    doYouNeedAny(runAnalysis, readerCase?.rate),
    answer(analysis),
    caseLine(analysis, readerCase),
    needsTable(decision, analysis),
    joined([legend(decision), resolution(decision, analysis.run), facts(analysis), toMeasure(analysis)], ' '),
    terms(analysis),
  ]);
}

/** Describes other solutions: runtimes, servers, and faster code. Empty if none took part. */
export const beyondTheStrategies = (runAnalysis: Analysis, readerCase?: ReaderCase): string =>
  joined([outside(runAnalysis), fasterCode(runAnalysis, readerCase)], ' ');

/**
 * Writes the part after the first screen: the next steps, other solutions, and the two pictures. The needs without a
 * comparison, the effects of peers and other work, and the weights follow.
 */
export function secondScreen(
  runAnalysis: Analysis,
  image: (file: string) => string,
  readerCase?: ReaderCase,
): string {
  const changed = changes(runAnalysis);
  return joined([
    nextSteps(amongMain(runAnalysis)),
    beyondTheStrategies(runAnalysis, readerCase),
    image(LIGHT_REQUESTS),
    image(NEEDS),
    uncompared(amongMain(runAnalysis)),
    peersAhead(runAnalysis),
    changed && `**What would change it**\n\n${changed}`,
    weights(runAnalysis),
  ]);
}

/** The needs that the example weighs, if this run compared them. */
const EXAMPLE = ['throughput', 'memory'];

function weights(analysis: Analysis): string {
  const counted = analysis.decision.needs.filter(isCounted).map(({ id }) => id);
  const [first, second] = new Set([...EXAMPLE.filter((id) => counted.includes(id)), ...counted]);
  if (first === undefined) return '';
  const flags = `--need ${first}=3${second === undefined ? '' : ` --need ${second}`}`;
  return `**Your weights.** \`npx -y pnpm@12 bench adr${namedFolder(analysis)} ${flags}\` ranks the strategies by your needs and writes the decision record. ${HOW_RANKED}`;
}

const uncompared = (analysis: Analysis): string => {
  const text = uncomparedTable(analysis.decision, analysis);
  return text === '' ? '' : folded('Measured, and not compared', [text]);
};
