import { errorsOf, estimators, type RateCell } from './simulated-rates.ts';

/**
 * Prints bias and spread of one window, in percent of the true rate (docs/adr/0049):
 * `node packages/stats/test/simulate-rates.ts 2000`, the number of windows in each cell.
 */

const windows = Number(process.argv[2] ?? 2_000);
const percent = (part: number) => (100 * part).toFixed(1);
const names = Object.keys(estimators) as (keyof typeof estimators)[];

console.log(`| window of tasks, workers, CV | ${names.join(' | ')} |`);
const kinds: [string, number, Partial<RateCell>][] = [
  ['', 20.4, {}],
  ['', 45.4, {}],
  [', stopped for half of the time', 20.4, { stoppedAfter: 3 }],
  [', a new name after 8 answers', 20.4, { renamesAfter: 8 }],
];
for (const [kind, length, changes] of kinds)
  for (const workers of [1, 2, 4, 16])
    for (const cv of [0, 0.5, 1])
      for (const anyPhase of cv === 0 && kind === '' ? [false, true] : [true]) {
        const cell = { workers, cv, length, anyPhase, ...changes };
        const found = names.map((name) => {
          const { bias, spread } = errorsOf(cell, name, windows);
          return `${percent(bias)} ± ${percent(spread)}`;
        });
        console.log(
          `| ${length}, ${workers}, ${cv}${anyPhase ? '' : ', fixed lead-in'}${kind} | ${found.join(' | ')} |`,
        );
      }
