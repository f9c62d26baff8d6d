import { amongMain } from '@cpu-bound/study/decide/among';
import type { Analysis } from '@cpu-bound/study/model';
import { LIGHT_REQUESTS } from './charts/light-requests.ts';
import { answerLines, answerWords } from './decision/answer.ts';
import { legend, needsTable, uncomparedTable } from './decision/needs-table.ts';
import { scope } from './decision/words.ts';
import { doYouNeedAny } from './first-screen/arithmetic.ts';
import { terms } from './first-screen/terms.ts';
import { facts } from './first-screen/trust.ts';
import { joined } from './tables/sentences.ts';

/** Replaces the figures or the answer between a page's marks by those of a run; the text around them stays. */
export function withFigures(text: string, runAnalysis: Analysis): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const figures = [
    needsTable(decision, analysis),
    legend(decision),
    uncomparedTable(decision, analysis),
    facts(analysis),
  ];
  return between(between(text, 'generated from a run', figures), 'answer of a run', shortAnswer(analysis));
}

/** Writes the answers, their table, and the picture next to the guide. */
function shortAnswer(analysis: Analysis): string[] {
  const { decision } = analysis;
  const light = decision.needs.find(({ id }) => id === 'light-requests')?.measured;
  return [
    doYouNeedAny(analysis),
    ...answerLines(answerWords(analysis)),
    needsTable(decision, analysis),
    joined([legend(decision), terms(analysis)], ' '),
    light
      ? `![A light request while all cores compute: a bar for each strategy](docs/${LIGHT_REQUESTS})`
      : '',
    `_${scope(analysis)}. ${facts(analysis)} [How sure, and what else](docs/choosing.md#what-the-committed-run-says)._`,
  ];
}

function between(text: string, name: string, parts: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${begin}\n\n${joined(parts)}\n\n${text.slice(to)}`;
}

/**
 * Returns the part of a study that the guides quote: throughput, and of the other questions the time of a task.
 */
export function quoted({ scenarios, families: _families, ...analysis }: Analysis): Analysis {
  const { capacity, ...others } = scenarios;
  const timed = Object.entries(others).flatMap(([id, { metrics }]) => {
    const ofTask = metrics.filter(({ metric }) => metric === 'kernel-ms');
    return ofTask.length > 0 ? [[id, { metrics: ofTask, comparisons: [] }]] : [];
  });
  return {
    ...analysis,
    scenarios: { ...(capacity && { capacity }), ...Object.fromEntries(timed) },
    families: {},
  };
}
