import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CaseAnswer, CaseState, StrategyCase } from '../../src/decide/case.ts';
import { figuresIn } from '../../src/decide/figures.ts';
import type { AnswerRow } from '../../src/decide/rows.ts';
import { answerRows } from '../../src/decide/rows.ts';
import { pairIn, relationIn } from '../../src/decide/standing.ts';
import type { NeedFigures } from '../../src/model/answer.ts';
import type { NeedResult } from '../../src/model/decision.ts';
import { decisions, type Generated, IDS } from '../fixtures/generated-decisions.ts';

/** By the pairs and cells alone, and not by what the rows are made of. */
const isJudged = ({ measured }: NeedResult) =>
  measured !== undefined && measured.n >= (measured.enough ?? 10);
const isBehind = (need: NeedResult, id: string, other: string) =>
  relationIn(need.pairs, other, id) === 'better';
const figureValue = ({ measured }: NeedResult, id: string): number | undefined => {
  const cell = measured?.cells[id];
  return cell?.kind === 'number'
    ? cell.value.estimate
    : cell && 'count' in cell
      ? cell.count.estimate
      : undefined;
};

type Facts = Generated & {
  readonly rows: readonly AnswerRow[];
  readonly figures: readonly NeedFigures[];
  /** The needs that enough rounds measured. */
  readonly judged: readonly NeedResult[];
};

/** Another sample each time, which all properties share: to generate it takes most of their time. */
const seed = Math.trunc(Math.random() * 2 ** 31);
const sample = fc.sample(decisions, { numRuns: 600, seed }).map(
  (generated): Facts => ({
    ...generated,
    rows: answerRows(generated),
    figures: figuresIn(generated.decision),
    judged: generated.decision.needs.filter(isJudged),
  }),
);

/** Checks generated decisions, and that the property met more than `least` cases: a property of nothing would hold. */
function check(property: (facts: Facts) => number, least = 100): void {
  let count = 0;
  for (const [at, facts] of sample.entries())
    try {
      count += property(facts);
    } catch (error) {
      throw new Error(`decision ${at} of seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
  assert.ok(count > least, `${count} cases`);
}

const othersOf = (id: string) => IDS.filter((other) => other !== id);
const led = (rows: readonly AnswerRow[]) => rows.filter(({ state }) => state === 'led');

describe('an answer row', () => {
  it('is led by one or two, each shown behind nobody in its needs, with somebody shown behind it', () =>
    check(({ rows, judged }) => {
      for (const { id, leaders } of led(rows)) {
        const own = judged.filter(({ row }) => row === id);
        assert.ok(leaders.length === 1 || leaders.length === 2, leaders.join());
        for (const leader of leaders) {
          const beaten = own.filter((need) =>
            othersOf(leader).some((other) => isBehind(need, leader, other)),
          );
          assert.deepEqual(beaten, []);
          assert.ok(own.some((need) => othersOf(leader).some((other) => isBehind(need, other, leader))));
        }
      }
      return led(rows).length;
    }));

  it('has no leader if somebody level with it has better figures in all of its needs', () =>
    check(({ rows, judged }) => {
      let level = 0;
      for (const { id, leaders } of led(rows)) {
        const own = judged.filter(({ row }) => row === id);
        const isUnbeaten = (one: string) =>
          own.every(
            (need) =>
              need.pairs.some((pair) => pair.one === one || pair.other === one) &&
              !othersOf(one).some((other) => isBehind(need, one, other)),
          );
        for (const one of IDS.filter((other) => isUnbeaten(other) && !leaders.includes(other))) {
          level++;
          const isBetter = (leader: string) =>
            own.every((need) => {
              const [a, b] = [figureValue(need, one), figureValue(need, leader)];
              return a !== undefined && b !== undefined && a < b;
            });
          assert.ok(!leaders.some(isBetter), `${one} beside ${leaders}`);
        }
      }
      return level;
    }, 20));

  it('names as “any but” all whom somebody is ahead of, if all others are ahead of somebody', () =>
    check(({ rows, judged }) => {
      const found = rows.filter(({ state }) => state === 'any but');
      for (const { id, leaders } of found) {
        const own = judged.filter(({ row }) => row === id);
        const ids = [...new Set(own.flatMap(({ pairs }) => pairs.flatMap(({ one, other }) => [one, other])))];
        const behind = ids.filter((one) =>
          own.some((need) => othersOf(one).some((other) => isBehind(need, one, other))),
        );
        assert.deepEqual(leaders.toSorted(), behind.toSorted());
        assert.ok(behind.length < 3 && ids.length - behind.length > 2);
      }
      return found.length;
    }, 2));

  it('says nothing of a need with too few rounds: it is not judged, and no figure there has a verdict', () =>
    check(({ rows, figures, judged }) => {
      const early = figures.filter(({ need }) => !judged.some(({ id }) => id === need.id));
      for (const { figures: each, state } of early) {
        assert.ok(state !== 'judged');
        assert.ok(each.every(({ standing }) => standing === 'open'));
      }
      for (const { id, state } of rows.filter((row) => row.id !== 'load'))
        if (!judged.some(({ row }) => row === id))
          assert.ok(['not judged', 'not measured', 'not compared'].includes(state), state);
      return early.length;
    }));

  it('shows of a questioned strategy neither a figure nor a verdict, and never names it in advice or price', () =>
    check(({ rows, figures, questioned }) => {
      const isIn = (id: string) => questioned.includes(id);
      assert.ok(!rows.some(({ leaders }) => leaders.some(isIn)));
      for (const { price } of rows)
        for (const prices of Object.values(price))
          assert.ok(!prices.some(({ own, than }) => isIn(own.id) || isIn(than.id)));
      const doubtful = figures.flatMap(({ figures: each }) => each.filter(({ id }) => isIn(id)));
      for (const { cell, standing, because } of doubtful)
        assert.deepEqual([cell, standing, because], [undefined, 'open', 'questioned']);
      return doubtful.length;
    }));

  it('says nothing that the cells and the standings of its needs do not show', () =>
    check(({ rows, figures }) => {
      let alone = 0;
      for (const { evidence, price, leaders, state } of rows) {
        for (const own of evidence)
          assert.deepEqual(
            own,
            figures.find(({ need }) => need === own.need),
          );
        for (const { need, own, than } of Object.values(price).flat()) {
          const shown = figures.find((one) => one.need === need)?.figures ?? [];
          assert.deepEqual(
            [own, than],
            [own.id, than.id].map((id) => shown.find((one) => one.id === id)),
          );
          assert.equal(own.standing, 'behind');
          assert.equal(own.behind?.than, than.id);
          assert.notEqual(than.standing, 'open');
        }
        const [only, ...others] = evidence;
        if (!only || others.length > 0 || state !== 'led') continue;
        alone++;
        const marked = only.figures.filter(({ standing }) => standing === 'leads').map(({ id }) => id);
        assert.deepEqual(marked, leaders);
      }
      return alone;
    }));
});

describe('the price of a row', () => {
  /** The factor by which a strategy is worse, from pairs and cells alone. */
  const factorIn = (need: NeedResult, id: string, than: string): number => {
    const [own, best] = [figureValue(need, id), figureValue(need, than)];
    if (own === undefined || best === undefined) return Number.POSITIVE_INFINITY;
    return need.unit === 'unanswered'
      ? (100.5 - best) / (100.5 - own)
      : (pairIn(need.pairs, than, id)?.ratio?.estimate ?? Number.NaN);
  };

  it('begins with the largest effect in which the leader is behind, and is empty only without one', () =>
    check(({ rows, judged }) => {
      let priced = 0;
      for (const { id, leaders, price } of led(rows)) {
        const matters = judged.filter(({ row }) => row === id).map(({ matter }) => matter);
        const unjudged = (NEEDS_OF[id] ?? []).filter((matter) => !matters.includes(matter));
        const others = judged.filter(
          ({ matter }) => !matters.includes(matter) && !unjudged.includes(matter ?? ''),
        );
        for (const leader of leaders) {
          const effects = others.flatMap((need) =>
            othersOf(leader)
              .filter((other) => isBehind(need, leader, other))
              .map((other) => factorIn(need, leader, other)),
          );
          const [first] = price[leader] ?? [];
          assert.equal(first !== undefined, effects.length > 0);
          if (!first) continue;
          priced++;
          assert.equal(first.own.behind?.factor ?? Number.POSITIVE_INFINITY, Math.max(...effects));
          assert.equal(factorIn(first.need, leader, first.than.id), Math.max(...effects));
        }
      }
      return priced;
    }));

  it('has one need of each matter', () =>
    check(({ rows }) => {
      const prices = rows.flatMap(({ price }) => Object.values(price));
      for (const each of prices) {
        const matters = each.map(({ need }) => need.matter);
        assert.equal(new Set(matters).size, matters.length);
      }
      return prices.filter(({ length }) => length > 1).length;
    }));

  it('may grow while a need outside of the row is not judged', () =>
    check(({ rows, figures }) => {
      let open = 0;
      for (const { evidence, isPriceOpen } of led(rows)) {
        const matters = evidence.map(({ need }) => need.matter);
        const isOpen = figures.some(
          ({ need, state }) => state === 'not judged' && !matters.includes(need.matter),
        );
        assert.equal(isPriceOpen ?? false, isOpen);
        open += Number(isOpen);
      }
      return open;
    }));

  /** Needs of a row that are not judged yet have matters, too, which its price leaves out. */
  const NEEDS_OF: Partial<Record<AnswerRow['id'], readonly string[]>> = {
    failures: ['endless', 'crash'],
    costs: ['memory', 'cpu'],
  };
});

describe('the row of the reader’s load', () => {
  const caseOf = (id: string, state: CaseState = 'not kept'): StrategyCase => ({
    ...{ id, around: [] },
    ...(state === 'unknown' ? { state, why: 'not measured' } : { state, evidence: { by: 'figure' } }),
  });
  const load = (states: readonly CaseState[]): CaseAnswer => ({
    ...{ rate: 45, p99: 100, state: 'unknown' },
    strategies: IDS.map((id, at) => caseOf(id, states[at])),
  });
  const outcome = fc.constantFrom<CaseState>('kept', 'not kept', 'beyond reach', 'unknown');
  const cases = fc.record({
    generated: decisions,
    outcomes: fc.array(outcome, { minLength: 6, maxLength: 6 }),
  });

  it('names strategies that kept it, those without workers before others, and none whom another beats in cost', () => {
    fc.assert(
      fc.property(cases, fc.subarray(IDS), ({ generated, outcomes }, without) => {
        const contestants = generated.contestants.map((one) => ({
          ...one,
          workers: !without.includes(one.id),
        }));
        const [row] = answerRows({ ...generated, contestants }, load(outcomes));
        const kept = IDS.filter((_, at) => outcomes[at] === 'kept');
        const alone = kept.filter((id) => without.includes(id));
        const from = alone.length > 0 ? alone : kept;
        assert.equal(row?.state === 'enough', alone.length > 0);
        assert.equal(row?.leaders.length === 0, kept.length === 0);
        assert.equal(row?.state === 'not known', kept.length === 0 && outcomes.includes('unknown'));
        for (const id of row?.leaders ?? []) assert.ok(from.includes(id));
        const cpu = generated.decision.needs.find(({ matter }) => matter === 'cpu');
        const isBeaten = (id: string) =>
          cpu !== undefined && isJudged(cpu) && from.some((other) => isBehind(cpu, id, other));
        // In a circle, each is behind another one, and none is left out.
        if (!from.every(isBeaten)) for (const id of row?.leaders ?? []) assert.ok(!isBeaten(id), id);
      }),
      { numRuns: 300 },
    );
  });

  it('is priced neither by full load nor by the latency that it is about', () =>
    check((generated) => {
      const [row] = answerRows(generated, load(['kept', 'kept', 'kept', 'kept', 'kept', 'kept']));
      const prices = Object.values(row?.price ?? {}).flat();
      assert.ok(prices.every(({ need }) => need.matter !== 'traffic' && need.matter !== 'latency'));
      return prices.length;
    }));
});
