import { coverageCounts, shareFound, sumsOverSeeds, twinsThatDiffer } from './percentile-studies.ts';
import { type Cell, type Service, WEATHERS } from './simulated-windows.ts';

/**
 * Prints how often intervals cover, twins are told apart, and faults are found (docs/adr/0042), in percent at p50, p90
 * and p99:
 * `node packages/stats/test/simulate-percentiles.ts 400`, the number of experiments per cell.
 */

const times = Number(process.argv[2] ?? 400);
const percent = (counts: readonly number[]) =>
  counts.map((count) => `${((100 * count) / times).toFixed(1)}`).join(' / ');
const loads: readonly (readonly [Service, number])[] = [
  ['single', 100],
  ['shared', 240],
  ['dealt', 240],
];

for (const weather of WEATHERS) {
  for (const [service, perSecond] of loads) {
    const cell: Cell = { service, weather, perSecond, seconds: 5 };
    console.log(
      [
        `${weather}, ${service}`,
        `10 windows cover ${percent(coverageCounts(cell, 10, times))}`,
        `20 windows cover ${percent(coverageCounts(cell, 20, times))}`,
        `twins told apart ${percent(sumsOverSeeds(times, (seed) => twinsThatDiffer(cell, `${weather}/${service}/${seed}`)))}`,
      ].join(' | '),
    );
  }
  const cell: Cell = { service: 'single', weather, perSecond: 100, seconds: 5 };
  for (const fault of ['pause', 'slow-burst', 'slow-tenth', 'more-work'] as const) {
    const power = (one: Cell, inRound: number) =>
      percent(sumsOverSeeds(times, (seed) => shareFound(one, `${weather}/${seed}`, fault, inRound)));
    console.log(
      `${weather}, ${fault} | two of 5 s ${power(cell, 2)} | one of 10 s ${power({ ...cell, seconds: 10 }, 1)}`,
    );
  }
}
