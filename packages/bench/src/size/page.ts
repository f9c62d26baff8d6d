import type { Analysis } from '../model.ts';
import * as format from '../report/format.ts';
import { table } from '../report/table.ts';
import type { Sized } from './measured.ts';
import { type Size, sizeFor, type Wanted } from './size.ts';

const MIB = 2 ** 20;

/** For each strategy how many workers it takes, what they need, and how far the model was off in this run. */
export function renderSizes(analysis: Analysis, strategies: readonly Sized[], wanted: Wanted): string {
  const { environment, run } = analysis;
  const checks = strategies.flatMap(checksOf);
  return [
    `# ${format.number(wanted.perSecond)} requests a second, 99 of 100 within ${format.duration(wanted.p99)}`,
    `By run ${run.id}: ${environment.cpuModel}, ${format.count(environment.cores, 'core')}, ${format.input({ input: run.workload.headline, setting: {} })}. Nothing is said of more workers or cores than that run measured.`,
    table(
      ['', 'workers', 'p99 to expect', 'utilisation', 'cores busy', 'memory (MiB)', 'start-up'],
      strategies.map((one) => rowOf(one, sizeFor(one, wanted), wanted)),
    ),
    'The p99 is that of a queueing model (the wait exponential for those who wait; one queue, or one for each worker where connections are dealt out) with the service time that the capacity gives, by as much as it was off at the loads that the run measured: on average, and in brackets at its smallest and largest. “Yes” keeps the bound at its largest, “likely” on average.',
    '## How far the model was off',
    table(
      [
        '',
        'requests/s',
        'p99 measured (ms)',
        'p99 by the model alone (ms)',
        'off by',
        'workers',
        'by this command',
      ],
      checks,
    ),
    checks.length === 0
      ? 'No load of this run has a p99: too few samples lie beyond it.'
      : 'The last two columns: with how many workers that load was measured, and how many this command names for it and the p99 that was measured.',
  ].join('\n\n');
}

function rowOf(one: Sized, size: Size, { perSecond }: Wanted): string[] {
  if ('reason' in size) return [one.title, 'none', size.reason, '–', '–', '–', '–'];
  const { workers, p99, utilisation, isSure } = size;
  const usual = Math.max(...one.capacity.keys());
  const more = workers - usual;
  const busy = one.cpuMsPerRequest === undefined ? undefined : (perSecond * one.cpuMsPerRequest) / 1000;
  const grown = (base: number | undefined, each: number | undefined) =>
    base === undefined || (more !== 0 && each === undefined) ? undefined : base + more * (each ?? 0);
  const memory = grown(one.rssBytes, one.rssPerWorker);
  const startUp = grown(one.startUpMs, one.startUpPerWorker);
  return [
    one.title,
    `${workers} (${isSure ? 'yes' : one.error ? 'likely' : 'by the model alone'})`,
    `${format.number(p99.estimate)} [${format.number(p99.low)}, ${format.number(p99.high)}] ms`,
    `${Math.round(utilisation * 100)} %`,
    busy === undefined ? '–' : format.number(busy),
    memory === undefined ? '–' : format.number(memory / MIB),
    startUp === undefined ? '–' : format.duration(startUp),
  ];
}

/** Each load that was measured, and what this command makes of it. */
function checksOf(one: Sized): string[][] {
  const measuredWith = one.model === 'one server' ? 1 : Math.max(...one.capacity.keys());
  return one.loads.map((load) => {
    const size = sizeFor(one, load);
    return [
      one.title,
      format.number(load.perSecond),
      format.number(load.p99),
      load.predicted === undefined ? 'no steady state' : format.number(load.predicted),
      load.predicted === undefined ? '–' : `${format.times(load.p99 / load.predicted)}×`,
      String(measuredWith),
      'reason' in size ? 'none' : String(size.workers),
    ];
  });
}
