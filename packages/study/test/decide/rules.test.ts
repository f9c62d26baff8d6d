import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CaseAnswer, CaseState } from '../../src/decide/case.ts';
import { figuresIn } from '../../src/decide/figures.ts';
import { answerRows } from '../../src/decide/rows.ts';
import { standingsOf } from '../../src/decide/standing.ts';
import type { Cell, NeedResult, PairRelation, RowId } from '../../src/model/decision.ts';
import { facts, interval } from '../fixtures/compared.ts';

/** Each rule of an answer row by a decision that it changes: the figures are made up, the smaller one is the better. */

type Given = Partial<Omit<NeedResult, 'row'>> & {
  readonly row?: RowId;
  /** The figure of each strategy, or the reason why it has none. */
  readonly figures: Readonly<Record<string, number | string>>;
  readonly n?: number;
  readonly overloaded?: readonly string[];
  /** Pairs whose difference was not shown, as `a b`; all others are told apart by their figures. */
  readonly level?: readonly string[];
  readonly cellOf?: (value: number) => Cell;
};

const number = (value: number, n = 12): Cell => ({
  kind: 'number',
  value: interval(value, value * 0.9, value * 1.1, { n }),
});
const lostJobs = (most: number): Cell => ({
  kind: 'lost jobs',
  count: interval(most / 2, 0, most, { n: 12 }),
  total: 200,
});

/** A measured need; one with neither row nor matter is no row and no price. */
function need(given: Given): NeedResult {
  const {
    figures,
    n = 12,
    overloaded = [],
    level = [],
    cellOf = (value) => number(value, n),
    ...rest
  } = given;
  const valued = Object.entries(figures).flatMap(([id, of]) =>
    typeof of === 'number' ? [[id, of] as const] : [],
  );
  const compared = [...valued.map(([id]) => id), ...overloaded.filter((id) => !(id in figures))];
  const byId = new Map(valued);
  const worth = (id: string) => (overloaded.includes(id) ? Number.POSITIVE_INFINITY : (byId.get(id) ?? 0));
  const pairs = compared.flatMap((other, at) =>
    compared.slice(0, at).map((one): PairRelation => {
      if (n < 10) return { one, other, relation: 'not-judged' };
      if (level.includes(`${one} ${other}`) || worth(one) === worth(other))
        return { one, other, relation: 'inconclusive' };
      return { one, other, relation: worth(one) < worth(other) ? 'better' : 'worse' };
    }),
  );
  const cells = Object.entries(figures).map(([id, of]): [string, Cell] => [
    id,
    typeof of === 'number' ? cellOf(of) : { kind: 'none', why: of },
  ]);
  const standings = standingsOf(compared, pairs, overloaded);
  return {
    ...{
      id: `${rest.row ?? ''}-${rest.matter ?? ''}`,
      title: 'it',
      group: 'speed',
      question: 'capacity',
      unit: 'ms',
    },
    ...{ matter: rest.row ?? 'other', ...rest },
    measured: { under: '', n, better: 'lower', cells: Object.fromEntries(cells) },
    pairs,
    standings: Object.fromEntries(
      Object.keys(figures)
        .concat(compared)
        .map((id) => [id, standings[id] ?? { kind: 'not-measured' }]),
    ),
  };
}

function rowsOf(needs: readonly NeedResult[], load?: CaseAnswer) {
  const ids = [...new Set(needs.flatMap(({ standings }) => Object.keys(standings)))];
  const contestants = ids.map((id) => ({ ...facts(id), workers: id !== 'single' }));
  const rows = answerRows({ decision: { needs }, contestants }, load);
  return (id: RowId) => rows.find((row) => row.id === id) ?? assert.fail(`no row ${id}`);
}

describe('a row of advice', () => {
  it('is divided if its needs have leaders of their own and no strategy leads both', () => {
    const row = rowsOf([
      need({ row: 'costs', matter: 'memory', figures: { a: 1, b: 2 } }),
      need({ row: 'costs', matter: 'cpu', figures: { a: 2, b: 1 } }),
    ])('costs');
    assert.deepEqual([row.state, row.leaders], ['divided', []]);
  });

  it('is “any but” only if more than two are ahead: two who are ahead of one lead', () => {
    const all = (...ahead: readonly string[]) =>
      rowsOf([
        need({
          row: 'light',
          figures: Object.fromEntries([...ahead.map((id) => [id, 1]), ['last', 9]]),
        }),
      ])('light');
    assert.deepEqual([all('a', 'b', 'c').state, all('a', 'b', 'c').leaders], ['any but', ['last']]);
    assert.deepEqual([all('a', 'b').state, all('a', 'b').leaders], ['led', ['a', 'b']]);
  });

  it('says no difference if one who is ahead has a better figure beside it that was not told apart', () => {
    const row = rowsOf([need({ row: 'light', figures: { a: 2, b: 1, c: 9 }, level: ['a b', 'b c'] })])(
      'light',
    );
    assert.equal(row.state, 'no difference');
    const two = rowsOf([
      need({ row: 'light', figures: { a: 2, b: 3, c: 9, d: 9 }, level: ['b c', 'b d', 'a b'] }),
    ]);
    assert.deepEqual(two('light').leaders, ['a']);
  });

  it('is not compared if only one strategy has a figure, and not judged before a look', () => {
    assert.equal(
      rowsOf([need({ row: 'p99', figures: { a: 1, b: 'no window' } })])('p99').state,
      'not compared',
    );
    assert.equal(rowsOf([need({ row: 'p99', figures: { a: 1, b: 2 }, n: 9 })])('p99').state, 'not judged');
    const early = rowsOf([need({ row: 'p99', figures: { a: 1, b: 'no window' }, n: 9 })])('p99');
    assert.equal(early.state, 'not judged', 'a look may bring the figure');
  });

  it('has no figure if its question was asked in vain, and is not measured if it was not asked', () => {
    const without = (of: Partial<NeedResult>): NeedResult => {
      const { measured: _measured, ...rest } = need({ row: 'p99', figures: { a: 1, b: 2 } });
      return { ...rest, pairs: [], standings: { a: { kind: 'not-measured' } }, ...of };
    };
    assert.equal(rowsOf([without({ absence: 'no figure' })])('p99').state, 'no figure');
    assert.equal(rowsOf([without({ why: 'nobody was saturated' })])('p99').state, 'no figure');
    assert.equal(rowsOf([without({ absence: 'not measured' })])('p99').state, 'not measured');
  });

  it('of accepted jobs is led by those that lost none in any round, and by nobody if all lost some', () => {
    const jobs = (figures: Readonly<Record<string, number>>) =>
      rowsOf([need({ row: 'jobs', unit: 'lost', figures, cellOf: lostJobs })])('jobs');
    assert.deepEqual([jobs({ a: 0, b: 3 }).state, jobs({ a: 0, b: 3 }).leaders], ['led', ['a']]);
    assert.deepEqual([jobs({ a: 2, b: 90 }).state, jobs({ a: 2, b: 90 }).leaders], ['none', []]);
    assert.deepEqual(jobs({ a: 2, b: 90 }).price, {});
  });
});

describe('the row of the load', () => {
  const load = (state: Exclude<CaseState, 'unknown'> = 'kept'): CaseAnswer => ({
    ...{ rate: 45, p99: 100, state },
    strategies: ['a', 'b', 'c'].map((id) => ({ id, state, around: [], evidence: { by: 'figure' } })),
  });

  it('prefers less CPU time to less memory', () => {
    const row = rowsOf(
      [
        need({ row: 'costs', matter: 'memory', figures: { a: 1, b: 2, c: 3 } }),
        need({ row: 'costs', matter: 'cpu', figures: { a: 3, b: 1, c: 2 } }),
      ],
      load(),
    )('load');
    assert.deepEqual(row.leaders, ['b']);
  });

  it('is priced by light requests at its rate, and by those at full load only where it has no others', () => {
    const costs = need({ row: 'costs', matter: 'cpu', figures: { a: 1, b: 2, c: 3 } });
    const full = need({ row: 'light', figures: { a: 9, b: 2, c: 3 } });
    const low = need({ row: 'light-low', figures: { a: 8, b: 2, c: 3 } });
    const priced = (needs: readonly NeedResult[]) =>
      rowsOf([costs, ...needs], load())('load').price.a?.map((price) => price.need.row);
    assert.deepEqual(priced([full]), ['light']);
    assert.deepEqual(priced([low, full]), ['light-low']);
  });

  it('that nobody keeps names nobody and has no price', () => {
    const row = rowsOf([need({ row: 'light', figures: { a: 1, b: 2, c: 3 } })], load('not kept'))('load');
    assert.deepEqual([row.state, row.leaders, row.price], ['none', [], {}]);
  });
});

describe('a price', () => {
  it('is that of leaders alone: whom “any but” names is not priced', () => {
    const row = rowsOf([
      need({ row: 'light', figures: { a: 1, b: 1, c: 1, last: 9 } }),
      need({ row: 'costs', matter: 'cpu', figures: { a: 1, b: 2, c: 3, last: 4 } }),
    ])('light');
    assert.deepEqual([row.state, row.price], ['any but', {}]);
  });

  it('names an overload once, in however many needs it shows, and without a factor', () => {
    const over = (row: RowId, matter: string) =>
      need({ row, matter, figures: { a: 1, b: 2 }, overloaded: ['single'] });
    const [price] = Object.values(
      rowsOf([
        need({ row: 'costs', matter: 'cpu', figures: { single: 1, a: 2, b: 3 } }),
        over('p99', 'latency'),
        over('light', 'light'),
      ])('costs').price,
    );
    assert.deepEqual(
      price?.map(({ own }) => [own.because, own.behind]),
      [['overloaded', { than: 'a', factor: undefined }]],
    );
  });
});

describe('the figure of a strategy in a need', () => {
  const figureOf = (given: Given, id: string) => {
    const [own] = figuresIn({ needs: [need({ row: 'light', ...given })] });
    return own?.figures.find((figure) => figure.id === id) ?? assert.fail();
  };

  it('is not judged before a look, and of one round says so', () => {
    assert.equal(figureOf({ figures: { a: 1, b: 2 }, n: 1 }, 'a').because, 'one round');
    assert.equal(figureOf({ figures: { a: 1, b: 2 }, n: 5 }, 'a').because, 'not judged yet');
  });

  it('is not compared beside nobody, nor in a need without a row that does not count', () => {
    assert.equal(figureOf({ figures: { a: 1, b: 'no window' } }, 'a').because, 'not compared');
    const [own] = figuresIn({
      needs: [need({ matter: 'lines', uncounted: 'known before', figures: { a: 1, b: 2 } })],
    });
    assert.equal(own?.state, 'not compared');
  });

  it('has no factor behind a strategy towards which its end is open', () => {
    const cellOf = (value: number): Cell =>
      value === 2 ? { kind: 'bound', side: 'at least', value, kept: 10, windows: 10 } : number(value);
    assert.equal(figureOf({ figures: { a: 1, b: 2 }, cellOf }, 'b').behind?.factor, 1);
  });

  it('of an overloaded strategy that nobody is shown ahead of stays open', () => {
    const both = { figures: {}, overloaded: ['a', 'b'] };
    const open = { id: 'a', standing: 'open', because: 'overloaded', cell: undefined };
    assert.deepEqual(figureOf(both, 'a'), open);
    const cells = { figures: { a: 5, b: 5 }, overloaded: ['a', 'b'] };
    assert.equal(figureOf(cells, 'a').standing, 'open');
    assert.equal(figureOf({ figures: { a: 5, b: 1 }, overloaded: ['a'] }, 'a').behind?.factor, undefined);
  });

  it('leads by no comparison with a strategy that is not judged in the need', () => {
    const questioned = need({ row: 'light', figures: { a: 1, b: 2, c: 2 }, level: ['b c'] });
    const [own] = figuresIn({
      needs: [
        {
          ...questioned,
          standings: { ...questioned.standings, b: { kind: 'questioned' } },
          pairs: questioned.pairs.map((pair) =>
            pair.other === 'c' && pair.one === 'a' ? { ...pair, relation: 'inconclusive' } : pair,
          ),
        },
      ],
    });
    assert.deepEqual(
      own?.figures.map(({ standing }) => standing),
      ['level', 'open', 'level'],
    );
  });
});
