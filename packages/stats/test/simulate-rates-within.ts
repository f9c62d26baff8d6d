import { LOOKS } from '../src/looks.ts';
import { mean } from '../src/moments.ts';
import { compareRatesWithin, ratesWithin } from '../src/rate-within.ts';
import { STRATEGIES, type Strategy, type Study, staircase, trueRate } from './simulated-staircases.ts';

/**
 * The table of docs/adr/0055. `node packages/stats/test/simulate-rates-within.ts 1000 seed`: the number of studies of each row.
 */
const [studies = 200, seed = 'table'] = [Number(process.argv[2] ?? 200), process.argv[3]];
const names = Object.keys(STRATEGIES) as Strategy[];
const percent = (part: number) => (100 * part).toFixed(1);
const rows: Study[] = [
  { weather: 'calm', seconds: 5, rounds: 10, twice: 0 },
  { weather: 'wandering', seconds: 5, rounds: 10, twice: 3 },
  { weather: 'wandering', seconds: 5, rounds: 10, twice: 0 },
  { weather: 'wandering', seconds: 2, rounds: 10, twice: 3 },
  { weather: 'disturbed', seconds: 5, rounds: 10, twice: 3 },
  { weather: 'neighbour', seconds: 5, rounds: 10, twice: 3 },
];
console.log(
  '| study | true | bias % | high ÷ low | coverage % | told apart: pair alone | in the family of six |',
);
const chosen = process.argv[4]?.split(',').map(Number);
for (const study of rows.filter((_, row) => !chosen || chosen.includes(row))) {
  const truths = Object.fromEntries(names.map((name) => [name, trueRate(name, study, 400)]));
  const found = Object.fromEntries(
    names.map((name) => [name, { errors: [] as number[], widths: [] as number[], hits: 0 }]),
  );
  const apart: Record<string, [number, number]> = {};
  const pairsOf = ['cluster/threads', 'cluster/queue', 'threads/twin'];
  for (const one of pairsOf) apart[one] = [0, 0];
  for (let index = 0; index < studies; index++) {
    const arms = [
      ...names.map((name) => staircase(name, study, `${seed}/${index}`)),
      staircase('threads', study, `${seed}/${index}`, 'twin'),
    ];
    const four = arms.slice(0, 4);
    const rates = ratesWithin(four);
    for (const name of names) {
      const { estimate, low, high } = rates.get(name)!;
      const truth = truths[name]!;
      found[name]!.errors.push(Math.log(estimate / truth));
      found[name]!.widths.push(Math.log(high / low));
      if (low <= truth && truth <= high) found[name]!.hits++;
    }
    const sides = [
      [four, ['cluster/threads', 'cluster/queue']],
      [[arms[0]!, arms[1]!, arms[2]!, arms[4]!], ['threads/twin']],
    ] as const;
    for (const [group, wanted] of sides) {
      for (const [place, level] of [
        [0, 1 - 0.05 * 6],
        [1, 0.95],
      ] as const) {
        for (const pair of compareRatesWithin(
          group,
          place === 0 ? { margin: 0.0001, level } : { margin: 0.0001, looks: LOOKS },
        )) {
          const key = wanted.find((one) => one === `${pair.against}/${pair.contestant}`);
          if (key && (pair.ratio.low > 1 || pair.ratio.high < 1)) apart[key]![place]++;
        }
      }
    }
  }
  console.log(
    `| ${JSON.stringify(study)} | ${names.map((n) => truths[n]!.toFixed(0)).join(' ')} | ${names.map((n) => percent(mean(found[n]!.errors))).join(' ')} | ${names.map((n) => Math.exp(mean(found[n]!.widths)).toFixed(2)).join(' ')} | ${names.map((n) => percent(found[n]!.hits / studies)).join(' ')} | ${pairsOf.map((p) => percent(apart[p]![0] / studies)).join(' ')} | ${pairsOf.map((p) => percent(apart[p]![1] / studies)).join(' ')} |`,
  );
}
