import { findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Metric } from '@cpu-bound/study/model';
import { saturatedMetrics } from '../size/measured.ts';
import { table } from '../tables/table.ts';

/** The utilisation above which commands wait long in Redis. */
const REDIS_BUSY = 0.7;
const MILLION = 1e6;
const MS_OF_AN_HOUR = 3.6e6;

/**
 * What a run implies for more machines: how many workers one Redis can feed, and what a million requests cost.
 *
 * @returns undefined where the run measured no CPU time
 */
export function renderScaling(analysis: Analysis): string | undefined {
  const { environment, run } = analysis;
  const metrics = saturatedMetrics(analysis);
  const parts = [redisSection(analysis, metrics), costSection(analysis, metrics)].filter(
    (part) => part !== '',
  );
  if (parts.length === 0) return undefined;
  return [
    `From run ${run.id}: ${environment.cpuModel}, ${format.count(environment.cores, 'core')}, ${format.input({ input: run.workload.headline, setting: {} })}. CPU times were measured when saturated. Figures have two digits, because even the second differs on another machine or at another hour.`,
    ...parts,
  ].join('\n\n');
}

/** How many jobs a second one core of Redis does, and how many workers that is. */
function redisSection({ contestants, run }: Analysis, metrics: readonly Metric[]): string {
  const rows = contestants.flatMap(({ id, title, needs }) => {
    const cpu = findMetric(metrics, id, 'redis-cpu-ms-per-request');
    const rate = findMetric(metrics, id, 'throughput');
    if (!needs?.includes('redis') || !cpu || !rate || cpu.low <= 0) return [];
    const most = { ...cpu, estimate: 1000 / cpu.estimate, low: 1000 / cpu.high, high: 1000 / cpu.low };
    const workers = format.scaled(most, (REDIS_BUSY * run.workers) / rate.estimate);
    return [[title, ...[cpu, most, workers].map(format.rough)]];
  });
  if (rows.length === 0) return '';
  return [
    '### The limit of one Redis',
    table(
      [
        '',
        'Redis CPU ms per request',
        'requests/s that fill its core',
        `workers of this speed that keep it ${REDIS_BUSY * 100} % busy`,
      ],
      rows,
    ),
    'Redis executes commands on one core. With more workers, the work has to be divided among several queues on several Redis servers. An API process then chooses the queue by a hash of the request. Larger tasks raise the number of workers in proportion, because Redis spends the same time on each job. The figures exclude workers that poll an empty queue, and the network’s interrupts.',
  ].join('\n\n');
}

/** CPU time of a million requests. */
function costSection({ contestants }: Analysis, metrics: readonly Metric[]): string {
  const rows = contestants.flatMap(({ id, title }) => {
    const cpu = findMetric(metrics, id, 'cpu-ms-per-request');
    return cpu ? [[title, format.rough(format.scaled(cpu, MILLION / MS_OF_AN_HOUR))]] : [];
  });
  if (rows.length === 0) return '';
  return [
    '### What a million requests cost',
    table(['', 'core-hours of CPU time, Redis included'], rows),
    'Divide by your utilisation, because you also pay for idle cores. The balancer, the network and the clients are not included.',
  ].join('\n\n');
}
