import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Milliseconds } from '@cpu-bound/study/model';
import { table } from '../tables/table.ts';
import type { Measured, MeasuredRate } from './measured.ts';
import { fewestWorkers, keeps, keptWords, type Wanted, windowsWithin } from './size.ts';

const MIB = 2 ** 20;

/** For each strategy whether it keeps the bound at the rate, the rates that show it, and what it needs for that. */
export function renderSizes(analysis: Analysis, strategies: readonly Measured[], wanted: Wanted): string {
  const { environment, run } = analysis;
  const isIndicative = strategies.some(({ rates }) => rates.some(({ p99 }) => p99?.indicative));
  return [
    `# ${format.number(wanted.perSecond)} requests/s, p99 within ${format.duration(wanted.p99)}`,
    `Measured by run ${run.id}: ${environment.cpuModel}, ${format.count(environment.cores, 'core')}, ${format.input({ input: run.workload.headline, setting: {} })}. There is no queueing model: only measured rates give an answer.`,
    table(
      ['', 'keeps it', 'p99 (ms) at each measured rate, and the windows within the bound'],
      strategies.map((one) => [
        one.title,
        answerOf(one, wanted),
        one.rates.map((rate) => rateText(rate, wanted.p99)).join('; ') || '–',
      ]),
    ),
    `Latencies were measured with ${format.count(run.workers, 'worker')}, over as many kept-alive connections as needed; each request used a free one at random, as independent clients do. Clients that prefer some connections have other latencies: \`${moreCommand(analysis, 'connections')}\` compares them. ${ofWindow(strategies)}“Kept”: at this rate or a higher one every window was within the bound. “Kept in k of n windows”: the whole interval lies within it. “Not kept”: at this rate or a lower one the interval lies beyond, or the strategy is overloaded (busy for more than 90 % of the time).${isIndicative ? ' In parentheses the lowest and highest window, where there is no interval.' : ''}`,
    '## What this rate needs',
    table(
      [
        '',
        'fewest workers with that throughput',
        'cores busy',
        'memory (MiB)',
        'start-up',
        'throughput (requests/s) by workers',
      ],
      strategies.map((one) => needsOf(one, wanted)),
    ),
    `The number of workers is the smallest whose saturated throughput reaches the rate. With it, the p99 may be longer. Cores busy: CPU time per request × rate. Memory and start-up: with ${format.count(run.workers, 'worker')}, memory when saturated.`,
  ].join('\n\n');
}

function answerOf(one: Measured, wanted: Wanted): string {
  const kept = keeps(one, wanted);
  const words = keptWords(kept, wanted.p99);
  if (!kept.by) return words;
  const { perSecond, p99 } = kept.by;
  return `${words}: ${p99 ? 'measured' : 'overloaded'} at ${format.number(perSecond)}/s`;
}

const rateText = ({ perSecond, p99 }: MeasuredRate, bound: Milliseconds): string =>
  `${format.number(perSecond)}/s: ${p99 ? `${format.interval(p99)}, ${windowsWithin(p99, bound)}` : 'overloaded'}`;

/** Of what a p99 is. */
function ofWindow(strategies: readonly Measured[]): string {
  const [seconds] = strategies.flatMap(({ rates }) => rates.flatMap(({ p99 }) => p99?.windows.seconds ?? []));
  return seconds === undefined
    ? ''
    : `A p99 is that of ${format.typicalWindow(seconds)}: the median over windows. `;
}

function needsOf(one: Measured, { perSecond }: Wanted): string[] {
  const { title, throughput, cpuMsPerRequest: cpu, rssBytes, startUpMs } = one;
  const workers = fewestWorkers(one, perSecond);
  return [
    title,
    workers === undefined ? (throughput.size > 0 ? 'more than measured' : '–') : String(workers),
    cpu === undefined ? '–' : format.number((perSecond * cpu) / 1000),
    rssBytes === undefined ? '–' : format.number(rssBytes / MIB),
    startUpMs === undefined ? '–' : format.duration(startUpMs),
    [...throughput].map(([count, rate]) => `${count}: ${format.interval(rate)}`).join('; ') || '–',
  ];
}
