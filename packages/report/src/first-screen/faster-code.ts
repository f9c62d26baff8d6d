import { findMetric, pairOf, titleIn } from '@cpu-bound/study/analyse/look-up';
import { isOpenRelation } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type ContestantFacts, familiesOf } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { ReaderCase } from '../size/case.ts';
import { saturatedMetrics } from '../size/measured.ts';
import { type OneProcess, onOneProcess, type ProcessThroughput, suffices } from '../size/one-process.ts';
import { joined } from '../tables/sentences.ts';

/**
 * Compares the fastest kernel on one process with the best strategy on all cores. If a request rate is given, it names
 * the tasks for which one process suffices. It is empty if no kernel except the workload's own was measured.
 */
export function fasterCode(runAnalysis: Analysis, readerCase: ReaderCase | undefined): string {
  const against = againstAllCores(runAnalysis);
  if (against === '') return '';
  const sufficient = readerCase && taskTimes(onOneProcess(runAnalysis), readerCase.rate);
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

/**
 * Uses throughput alone, because a bound on latency belongs to the reader's case. It claims nothing between the
 * measured task times.
 */
function taskTimes({ sizes, kernels }: OneProcess, rate: number): string {
  const atRate = `At ${rate.toLocaleString('en-GB')} requests/s, one process is`;
  const answering = (answer: ReturnType<typeof suffices>) => (process: ProcessThroughput) =>
    suffices(process, rate) === answer;
  const shown = ({ name, throughput }: ProcessThroughput) =>
    `${name} (${format.interval(throughput)} answers/s)`;
  const largest = sizes.filter(answering('yes')).at(-1);
  const smallest = sizes.find(answering('no'));
  const isTooSlow = sizes.some((process) => process.isHeadline && suffices(process, rate) === 'no');
  const enough = [
    ...(largest ? [`tasks of up to ${shown(largest)}`] : []),
    ...(isTooSlow ? kernels.filter(answering('yes')).map(shown) : []),
  ];
  if (enough.length > 0)
    return `${atRate} at most 90 % busy with ${enough.join(', or with ')}: throughput needs no strategy then.${smallest ? ` With tasks of ${shown(smallest)} it does.` : ''}`;
  return smallest ? `${atRate} more than 90 % busy even with tasks of ${shown(smallest)}.` : '';
}
