import { type Analysis, type Metric, type MetricId, sameInput } from '../model.ts';
import * as format from '../report/format.ts';
import { table } from '../report/table.ts';
import type { Sized } from '../size/measured.ts';
import { type Scaled, scalingCurve, UTILISATION, WORKERS } from './curve.ts';

/** A Redis that is busier than this has queues of its own. */
const REDIS_BUSY = 0.7;
const MILLION = 1e6;
const MS_OF_AN_HOUR = 3.6e6;

/**
 * What a run says of more workers than it had: the curve by theory and by simulation, what Redis bears, what a million
 * requests cost; each beside what it was held against.
 *
 * @param strategies as `sizedBy` found them
 */
export function renderScaling(analysis: Analysis, strategies: readonly Sized[]): string {
  const { environment, run } = analysis;
  const needsRedis = new Set(
    analysis.contestants.filter(({ needs }) => needs?.includes('redis')).map(({ id }) => id),
  );
  const load = Math.round(UTILISATION * 100);
  return [
    `By run ${run.id}: ${environment.cpuModel}, ${format.count(environment.cores, 'core')}, ${format.input({ input: run.workload.headline, setting: {} })}. Beyond the workers of that run nothing was measured: every worker is taken to have a core of its own, as fast as those were, and a network that costs nothing.`,
    `### The p99 at ${load} % utilisation, by number of workers`,
    table(
      ['', 'requests wait in', ...WORKERS.map((workers) => `${workers.toLocaleString('en-GB')} workers`)],
      strategies.map((one) => {
        const scaled = scaledOf(one, run.workers, needsRedis);
        return [one.title, queueOf(scaled), ...scalingCurve(scaled, run.seed).map(pointText)];
      }),
    ),
    'Each cell: requests a second; p99 by the queueing model (ms) / by simulating it. The model takes the service for fixed, the simulation lets it scatter as it was measured to. One queue for everybody makes waiting rare as workers are added; a queue for each machine or each process, behind a balancer that deals requests out at random, waits as long with 10,000 workers as with those of one machine.',
    heldAgainst(analysis, strategies),
    redisSection(analysis, strategies, needsRedis),
    costSection(analysis, strategies),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const scaledOf = (
  { id, model, capacity, serviceCv2 }: Sized,
  workers: number,
  needsRedis: ReadonlySet<string>,
): Scaled => {
  const usual = model === 'one server' ? 1 : workers;
  const rate = capacity.get(usual) ?? Number.NaN;
  return {
    model,
    workersOfOne: usual,
    serviceMs: (1000 * usual) / rate,
    serviceCv2,
    isDistributed: needsRedis.has(id),
  };
};

const queueOf = ({ isDistributed, model, workersOfOne }: Scaled): string =>
  isDistributed
    ? 'one queue for all'
    : model === 'shared queue'
      ? `one queue for each ${format.count(workersOfOne, 'worker')}`
      : 'one queue for each worker';

const pointText = ({ perSecond, p99, simulated }: ReturnType<typeof scalingCurve>[number]): string =>
  `${format.number(perSecond)}/s; ${format.number(p99)} / ${format.number(simulated)}`;

/** What more workers did, and the loads against the model. */
function heldAgainst(analysis: Analysis, strategies: readonly Sized[]): string {
  const scaled = strategies.flatMap(({ id, title }) =>
    metricsOf(analysis, id, 'speed-up')
      .filter(({ condition }) => (condition.setting.workers ?? 0) <= analysis.environment.cores)
      .map((metric) => [
        title,
        String(metric.condition.setting.workers),
        format.interval(metric),
        String(metric.n),
      ]),
  );
  const loads = strategies.flatMap(({ title, loads: measured }) =>
    measured.map(({ perSecond, p99, predicted }) => [
      title,
      format.number(perSecond),
      format.number(p99),
      predicted === undefined ? 'no steady state' : format.number(predicted),
      predicted === undefined ? '–' : `${format.times(p99 / predicted)}×`,
    ]),
  );
  return [
    '### Held against what was measured',
    scaled.length === 0
      ? 'The run did not vary the number of workers; `pnpm bench run --scenarios capacity,latency,cost,workers` does.'
      : `${table(['', 'with so many workers', 'times as many answers as with one', 'n'], scaled)}\n\nNo more workers than cores: beyond them they share. What is missing is what generator, API process and Redis took of the same cores, and those who answer with one worker have another core for the rest.`,
    loads.length === 0
      ? 'No load of this run has a p99: too few samples lie beyond it.'
      : `${table(['', 'requests/s', 'p99 measured (ms)', 'by the model (ms)', 'measured ÷ model'], loads)}\n\nBy so much the p99 of the first table may be off, too.`,
  ].join('\n\n');
}

/** How many jobs a second one core of Redis does, and from how many workers on it takes more than one. */
function redisSection(
  analysis: Analysis,
  strategies: readonly Sized[],
  needsRedis: ReadonlySet<string>,
): string {
  const rows = strategies
    .filter(({ id }) => needsRedis.has(id))
    .flatMap((one) => {
      const [cpu] = metricsOf(analysis, one.id, 'redis-cpu-ms-per-request');
      const rate = one.capacity.get(analysis.run.workers);
      if (!cpu || rate === undefined || cpu.low <= 0) return [];
      const perWorker = rate / analysis.run.workers;
      const most = Math.max(1, Math.floor((REDIS_BUSY * 1000) / cpu.estimate / perWorker));
      const jobs = { estimate: 1000 / cpu.estimate, low: 1000 / cpu.high, high: 1000 / cpu.low };
      return [
        [
          one.title,
          format.interval(cpu),
          format.interval({ ...cpu, ...jobs }),
          String(most),
          ...WORKERS.slice(-3).map((workers) => String(Math.ceil(workers / most))),
        ],
      ];
    });
  if (rows.length === 0) return '';
  return [
    '### What Redis bears',
    table(
      [
        '',
        'Redis CPU ms a request',
        'requests/s that fill one core of it',
        `workers until it is ${REDIS_BUSY * 100} % busy`,
        ...WORKERS.slice(-3).map((workers) => `Redis servers for ${workers.toLocaleString('en-GB')}`),
      ],
      rows,
    ),
    'Redis executes commands on one core, so beyond that number of workers a queue has to be sharded: several queue names on several Redis servers, an API process adding to one of them by a hash of the request. Larger tasks move that point out in proportion: the job costs Redis the same. Workers that poll an empty queue, and the network’s own interrupts, are not in it.',
  ].join('\n\n');
}

/** CPU time of a million requests, and the cores that are paid for while they are four fifths busy. */
function costSection(analysis: Analysis, strategies: readonly Sized[]): string {
  const rows = strategies.flatMap(({ id, title }) => {
    const [cpu] = metricsOf(analysis, id, 'cpu-ms-per-request');
    if (!cpu) return [];
    const hours = format.scaled(cpu, MILLION / MS_OF_AN_HOUR);
    return [[title, format.interval(hours), format.interval(format.scaled(hours, 1 / UTILISATION))]];
  });
  if (rows.length === 0) return '';
  return [
    '### What a million requests cost',
    table(
      [
        '',
        'core-hours of CPU time, Redis included',
        `core-hours paid for at ${UTILISATION * 100} % utilisation`,
      ],
      rows,
    ),
    'The balancer, the network and whoever asks are not in it.',
  ].join('\n\n');
}

const metricsOf = ({ scenarios, run }: Analysis, id: string, name: MetricId): Metric[] =>
  Object.values(scenarios)
    .flatMap(({ metrics }) => metrics)
    .filter(
      (one) =>
        one.contestant === id && one.metric === name && sameInput(one.condition.input, run.workload.headline),
    );
