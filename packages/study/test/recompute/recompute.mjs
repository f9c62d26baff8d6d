import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A second opinion: throughput, percentiles of typical windows, ratios and verdicts of a stored run, from its files alone.
 * It imports nothing of this repository, and takes the slow way where there is one: it counts all patterns of signs.
 */

const PERCENTILES = { p50: 0.5, p90: 0.9, p99: 0.99 };
const MARGINS = { throughput: 0.05, p50: 0.05, p90: 0.05, p99: 0.1 };
/** Of 5 %, what the first look at ten rounds may spend. */
const FIRST_LOOK = { rounds: 10, error: 0.036 };

export function recompute(folder) {
  const read = (file) => readFileSync(join(folder, file));
  const { plan, contestants } = JSON.parse(read('manifest.json').toString());
  const planned = Object.fromEntries(plan.map((trial) => [trial.id, trial]));
  const lines = read('trials.ndjson')
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const samplesIn = (file) => {
    const bytes = read(join('samples', file));
    return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index));
  };
  const windows = lines
    .filter(({ kind }) => kind === 'block')
    .flatMap((line) => {
      const trial = planned[line.trial];
      const block = trial.blocks.find(({ id }) => id === line.block);
      return line.windows.map((result) => ({
        result,
        round: trial.round,
        block: line.block,
        ...block.window,
      }));
    });
  const ids = contestants.map(({ id }) => id);
  const closed = windows.filter(({ id }) => id === 'headline-closed');
  const open = windows.filter(({ questions }) => questions.includes('latency'));
  const rates = [
    ...new Set(open.map(({ condition }) => `${condition.setting.load} ${condition.setting.of}`)),
  ];

  const throughputs = ids.map((id) => {
    const values = ofContestant(closed, id).map(({ result: { load }, ...window }) => ({
      ...window,
      value: load.answers / exactSeconds(load),
    }));
    return { id, values };
  });
  return {
    throughput: Object.fromEntries(
      throughputs.map(({ id, values }) => [id, centre(perRound(values).map(Math.log), 0.05, Math.exp)]),
    ),
    throughputPairs: pairsOf(throughputs, MARGINS.throughput, (ratio) => ratio > 1),
    latency: Object.fromEntries(
      rates.map((rate) => {
        const here = open.filter(({ condition: { setting } }) => `${setting.load} ${setting.of}` === rate);
        const each = Object.entries(PERCENTILES).map(([name, p]) => {
          const own = ids
            .map((id) => ({
              id,
              values: ofContestant(here, id).flatMap((one) => percentile(one, p, samplesIn)),
            }))
            .filter(({ values }) => values.length > 0);
          return [
            name,
            {
              figures: Object.fromEntries(own.map(({ id, values }) => [id, typical(values)])),
              pairs: pairsOf(own, MARGINS[name], (ratio) => ratio < 1),
            },
          ];
        });
        return [rate, Object.fromEntries(each)];
      }),
    ),
  };
}

/** The ratios of throughput from the values that `analysis.json` has for each block. */
export function recomputeFromAnalysis({ scenarios }) {
  const arms = scenarios.capacity.metrics
    .filter(({ metric, blocks }) => metric === 'throughput' && blocks)
    .map(({ contestant: id, blocks }) => ({
      id,
      values: Object.entries(blocks).flatMap(([round, values]) =>
        Object.entries(values).map(([block, value]) => ({ round: Number(round), block, value })),
      ),
    }));
  return pairsOf(arms, MARGINS.throughput, (ratio) => ratio > 1);
}

/** A rate that was stored to the last digit is taken as it is; the seconds are what it divides by. */
const exactSeconds = ({ answers, perSecond, seconds }) => (answers === 0 ? seconds : answers / perSecond);

const ofContestant = (windows, id) => windows.filter(({ result: { subject } }) => subject === id);

const perRound = (values) =>
  grouped(values, ({ round }) => round).map((own) => middle(own.map(({ value }) => value)));

function percentile(window, p, samplesIn) {
  const { open } = window.result;
  if (!open) return [];
  const due = samplesIn(open.samples);
  const lags = samplesIn(open.lags);
  const needed = p < 0.95 ? Math.min(20, 2 / (1 - p)) : 1 / (1 - p);
  if (due.length + 1e-6 < needed) return [];
  const rank = Math.ceil(p * due.length - 1e-9) - 1;
  const sent = due.map((ms, index) => Math.max(0.001, Math.fround(ms - lags[index])));
  const nth = (all) => all.slice().sort((a, b) => a - b)[rank];
  return [{ ...window, value: nth(due), fromSent: nth(sent) }];
}

/** The median of the windows, between the order statistics that hold it with 95 %; wider where requests left late. */
function typical(values) {
  const fromDue = orderStatistics(values.map(({ value }) => value));
  const fromSent = orderStatistics(values.map((one) => one.fromSent));
  return { ...fromDue, low: Math.min(fromDue.low, fromSent.low) };
}

function orderStatistics(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  const n = sorted.length;
  let k = 0;
  for (let tail = 0; ; k++) {
    tail += binomial(n, k) / 2 ** n;
    if (tail > 0.025) break;
  }
  const [low, high] = k === 0 ? [sorted[0], sorted[n - 1]] : [sorted[k - 1], sorted[n - k]];
  return { estimate: middle(sorted), low, high };
}

const binomial = (n, k) => (k === 0 ? 1 : (binomial(n, k - 1) * (n - k + 1)) / k);

/** Every two: the later ÷ the earlier, over the first ten rounds, so that all intervals hold at once. */
function pairsOf(arms, margin, isBetter) {
  const pairs = arms.flatMap((one, index) => arms.slice(0, index).map((other) => [one, other]));
  const rounds = [...new Set(arms.flatMap(({ values }) => values.map(({ round }) => round)))].sort(
    (a, b) => a - b,
  );
  if (rounds.length >= 2 * FIRST_LOOK.rounds)
    throw new Error(`${rounds.length} rounds: this second opinion is for fewer than twenty`);
  const isBefore = rounds.length < FIRST_LOOK.rounds;
  const judged = rounds.slice(0, FIRST_LOOK.rounds);
  return Object.fromEntries(
    pairs.map(([one, other]) => {
      const differences = judged.flatMap((round) => {
        const mine = one.values.filter((value) => value.round === round);
        const blocks = mine.flatMap((value) => {
          const beside = other.values.find(({ round: r, block }) => r === round && block === value.block);
          return beside ? [Math.log(value.value) - Math.log(beside.value)] : [];
        });
        return blocks.length === 0 ? [] : [walsh(blocks)];
      });
      // No chance of an error is small enough for an interval before the first look: it is the range.
      const ratio = centre(differences, isBefore ? 0 : FIRST_LOOK.error / pairs.length, Math.exp);
      const verdict = isBefore ? 'not-judged' : verdictOn(ratio, margin, isBetter);
      return [`${one.id} ÷ ${other.id}`, { ...ratio, verdict }];
    }),
  );
}

function verdictOn({ low, high }, margin, isBetter) {
  if (low >= 1 / (1 + margin) && high <= 1 + margin) return 'equivalent';
  if (low <= 1 && high >= 1) return 'inconclusive';
  return isBetter(low > 1 ? low : high) ? 'better' : 'worse';
}

/** Averages of all pairs, each value with itself, ascending. */
const averages = (values) =>
  values.flatMap((a, index) => values.slice(index).map((b) => (a + b) / 2)).sort((a, b) => a - b);
const walsh = (values) => middle(averages(values));

/**
 * Hodges and Lehmann's estimate, and the signed-rank interval that misses with at most this chance: each of the 2ⁿ
 * patterns of signs is as likely, and has the sum of the ranks with a plus.
 */
function centre(values, error, back) {
  const n = values.length;
  const sums = new Map();
  for (let pattern = 0; pattern < 2 ** n; pattern++) {
    let sum = 0;
    for (let rank = 1; rank <= n; rank++) if (pattern & (1 << (rank - 1))) sum += rank;
    sums.set(sum, (sums.get(sum) ?? 0) + 1);
  }
  let k = 0;
  for (let tail = 0; ; k++) {
    tail += (sums.get(k) ?? 0) / 2 ** n;
    if (tail >= error / 2) break;
  }
  const all = averages(values);
  const [low, high] =
    k === 0 ? [Math.min(...values), Math.max(...values)] : [all[k - 1], all[all.length - k]];
  return { estimate: back(middle(all)), low: back(low), high: back(high) };
}

function middle(values) {
  const sorted = values.slice().sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[Math.floor(half)];
}

function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups.values()];
}
