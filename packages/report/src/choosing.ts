import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/among';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { figuresNote, judgedTable, unjudgedTable } from './answers/figures-table.ts';
import { rowsTable } from './answers/markdown.ts';
import { rowsOf } from './answers/rows.ts';
import { terms } from './first-screen/terms.ts';
import { facts } from './first-screen/trust.ts';
import { pictureMarkdown } from './picture/files.ts';
import { joined } from './tables/sentences.ts';

/** Replaces the figures or the answer between a page's marks by those of a run; the text around them stays. */
export function withFigures(text: string, runAnalysis: Analysis): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const note = joined([figuresNote(decision), terms(analysis)], '. ');
  const figures = [judgedTable(decision), note, unjudgedTable(decision), facts(analysis)];
  return between(between(text, 'generated from a run', figures), 'answer of a run', shortAnswer(analysis));
}

/** Writes what was measured, the rows in brief, and the picture. */
function shortAnswer(analysis: Analysis): string[] {
  const ms = taskMs(analysis);
  const task = ms === undefined ? '' : `${format.duration(ms)} a task, `;
  const warnings = warningsOf(analysis).map(inShort);
  const warning = warnings.length > 0 ? ` ⚠ ${format.capital(warnings.join('; '))}.` : '';
  return [
    `**One study**: ${task}${wording.cores(analysis.environment)}. [Yours](#measure-it-on-your-machine) may differ.${warning}`,
    rowsTable(rowsOf(analysis), 'brief'),
    pictureMarkdown(analysis, 'docs'),
  ];
}

/** A warning of more words than these has its finding before a colon, and REPORT.md has the rest. */
const FEW_WORDS = 14;
const inShort = (message: string): string =>
  message.split(' ').length > FEW_WORDS ? message.replace(/: .*/, '') : message;

function between(text: string, name: string, parts: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${begin}\n\n${joined(parts)}\n\n${text.slice(to)}`;
}

/** The metrics of latency that answer a load. */
const OF_A_LOAD: readonly string[] = ['offered', 'latency-p99', 'overloaded'];

/**
 * Returns the part of a study that the guides quote: throughput, the p99 at each
 * rate, the search for a rate within a p99, and of the other questions the time of a task.
 */
export function quoted({ scenarios, families: _families, ...analysis }: Analysis): Analysis {
  const kept = Object.entries(scenarios).flatMap(([id, found]): [string, ScenarioAnalysis][] => {
    if (found === scenarios.capacity) return [[id, found]];
    const metrics = found.metrics.filter(
      ({ metric }) => metric === 'kernel-ms' || (found === scenarios.latency && OF_A_LOAD.includes(metric)),
    );
    const { search } = found;
    const own = { metrics, comparisons: [], ...(search && { search }) };
    return metrics.length > 0 || search ? [[id, own]] : [];
  });
  return { ...analysis, scenarios: Object.fromEntries(kept), families: {} };
}
