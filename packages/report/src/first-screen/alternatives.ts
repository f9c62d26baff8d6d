import { findMetric, named, pairOf, titleIn } from '@cpu-bound/study/analyse/look-up';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { isUsual, saturatedMetrics } from '@cpu-bound/study/decide/measurements';
import { isOpenRelation } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type ContestantFacts,
  type Decision,
  familiesOf,
  type Metric,
  MOST_BUSY,
  sameInput,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { judgedTable, unjudgedTable } from '../answers/figures-table.ts';
import { folded, joined } from '../tables/markdown.ts';

/**
 * Compares the fastest kernel on one process with the best strategy on all cores. If a request rate is given, it names
 * the largest task for which one process suffices. It is empty if no kernel except the workload's own was measured.
 */
export function fasterCode(runAnalysis: Analysis, readerCase: ReaderCase | undefined): string {
  const against = againstAllCores(runAnalysis);
  if (against === '') return '';
  const sufficient = readerCase && largestTask(runAnalysis, readerCase.rate);
  return joined([`**Faster code**: ${against}`, sufficient], ' ');
}

/**
 * Takes the pair's own ratio, and not the quotient of two estimates: its interval holds together with its family's.
 */
function againstAllCores(runAnalysis: Analysis): string {
  const saturated = saturatedMetrics(runAnalysis);
  const fastest = (contestants: readonly ContestantFacts[]) =>
    contestants
      .flatMap(({ id, kernel }) => {
        const found = findMetric(saturated, id, 'throughput');
        return found ? [{ id, kernel, perSecond: found.estimate }] : [];
      })
      .toSorted((a, b) => b.perSecond - a.perSecond)
      .at(0);
  const { main } = familiesOf(runAnalysis.contestants);
  const faster = fastest(runAnalysis.contestants.filter(({ kernel }) => kernel !== undefined));
  const best = fastest(main.filter(({ kernel }) => kernel === undefined));
  const pair =
    faster && best && pairOf(runAnalysis.scenarios.capacity?.comparisons ?? [], faster.id, best.id);
  if (!pair || main.length < 2) return '';
  const open = isOpenRelation(pair.verdict) ? `, which is ${wording.relationWords[pair.verdict]}` : '';
  const cores = wording.cores(runAnalysis.environment);
  return `one process with the kernel \`${faster.kernel}\` has ${format.times(pair.ratio.estimate)}× the throughput of ${titleIn(runAnalysis)(best.id)} with the usual kernel on ${cores} ${format.ratioBounds(pair.ratio)}${open}.`;
}

/** Names the largest task with which a rate keeps the single process busy for at most 90 % of its time, if there is one. */
function largestTask({ contestants, scenarios }: Analysis, rate: number): string {
  const single = contestants.find(({ workers, peerOf }) => !workers && peerOf === undefined);
  const all = Object.values(scenarios).flatMap(({ metrics }) => metrics);
  const saturated = named(all, 'throughput').filter(
    (metric) =>
      metric.contestant === single?.id && isUsual(metric) && metric.condition.setting.load === undefined,
  );
  const [largest] = saturated
    // The complete interval tells; nothing is claimed between the measured task times.
    .filter(({ low }) => rate <= MOST_BUSY * low)
    .flatMap((throughput) => {
      const isOfTask = ({ condition }: Metric) => sameInput(condition.input, throughput.condition.input);
      const kernel = named(all, 'kernel-ms').find(isOfTask);
      return kernel ? [{ taskMs: kernel.estimate, throughput }] : [];
    })
    .toSorted((a, b) => b.taskMs - a.taskMs);
  return largest
    ? `At ${rate.toLocaleString('en-GB')} requests/s, one process is at most 90 % busy with tasks of up to ${format.duration(largest.taskMs)} (${format.interval(largest.throughput)} answers/s): throughput needs no strategy then.`
    : '';
}

export const FAMILIES = 'How do the alternatives compare?';

/** A main contestant and its peers, beginning with itself, and the decision among them. */
type DecidedFamily = {
  readonly main: ContestantFacts;
  readonly members: readonly ContestantFacts[];
  readonly decision: Decision;
};

/** Compares each main contestant with its peers, need by need; empty if no peer took part. */
export function familiesSection(analysis: Analysis): string {
  const families = decidedFamilies(analysis);
  if (families.length === 0) return '';
  const intro =
    'Each strategy was measured beside its alternatives (peers), in the same rounds. The intervals hold for all pairs of a family at once.';
  return [`## ${FAMILIES}`, intro, ...families.map((family) => section(family))].join('\n\n');
}

/**
 * Returns the families with a decision. A run with one main contestant has none, because the first screen is about its
 * family.
 */
const decidedFamilies = ({ contestants, families }: Analysis): readonly DecidedFamily[] =>
  familiesOf(contestants).families.flatMap(({ main, members }) => {
    const decision = families[main.id];
    return decision ? [{ main, members, decision }] : [];
  });

function section({ main, members, decision }: DecidedFamily): string {
  const name = main.family ?? main.title;
  const isMeasured = decision.needs.length > 0;
  return joined([
    `**${format.capital(name)}.**${isMeasured ? '' : ' Nothing was measured.'}`,
    judgedTable(decision),
    unjudgedTable(decision),
    folded('What they are, and what they cannot do', [members.map(description).join('\n')]),
  ]);
}

function description({ title, summary, when, cannot = {} }: ContestantFacts): string {
  const exceptions = Object.entries(cannot).map(([what, why]) => `  - Cannot: ${what}: ${why}.`);
  return [`- **${title}**: ${summary}.${when ? ` ${when}` : ''}`, ...exceptions].join('\n');
}
