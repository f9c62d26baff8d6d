import { isCounted } from '@cpu-bound/study/decide/lead';
import { pairIn } from '@cpu-bound/study/decide/standing';
import type { Analysis, Decision, NeedResult } from '@cpu-bound/study/model';
import { encodingOf } from './palette.ts';
import { renderSvg } from './render.ts';

export const NEEDS = 'needs.svg';

/** The factor by which a strategy is behind the best in a need, 1 or more; or a word, if there is no factor. */
type Dot = {
  readonly need: string;
  readonly contestant: string;
  readonly factor?: number;
  readonly low?: number;
  readonly high?: number;
  readonly word?: string;
};

/** The standings that a word names if there is no factor. */
const NAMED: readonly string[] = ['behind', 'overloaded', 'questioned'];

/**
 * Draws how far each strategy is behind the best one, for each counted need that shows a difference, sorted by the
 * largest difference; undefined if no need was compared over enough rounds.
 */
export async function needsChart(
  { needs }: Pick<Decision, 'needs'>,
  analysis: Analysis,
): Promise<string | undefined> {
  const ids = analysis.contestants.map(({ id }) => id);
  const rows = needs
    .filter(isCounted)
    .map((need) => ids.flatMap((id) => dotOf(need, id, ids) ?? []))
    .filter((dots) => dots.some(({ low, word }) => low !== undefined || word !== undefined))
    .toSorted((a, b) => largest(b) - largest(a));
  if (rows.length === 0) return undefined;
  const values = rows.flat();
  const { order, color, shape } = encodingOf(analysis, values, 'legend');
  const y = {
    field: 'need',
    type: 'nominal',
    title: null,
    sort: rows.flatMap(([first]) => first?.need ?? []),
    axis: { domain: false, ticks: false, grid: true, bandPosition: 0 },
  };
  const yOffset = { field: 'contestant', sort: order };
  const x = {
    field: 'factor',
    type: 'quantitative',
    title: 'times behind the best (logarithmic)',
    scale: { type: 'log', base: 2, domainMin: 0.97, nice: false, padding: 10 },
    axis: { format: '~r', tickCount: 6 },
  };
  const key = { ...color, legend: { orient: 'top', title: null, symbolSize: 90 } };
  return renderSvg({
    title: 'How far each strategy is behind the best, by need',
    data: { values },
    width: 470,
    height: { step: 12, for: 'offset' },
    layer: [
      {
        transform: [{ filter: 'isValid(datum.low)' }],
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, yOffset, color: key },
      },
      {
        transform: [{ filter: 'isValid(datum.factor)' }],
        mark: { type: 'point', filled: true, size: 70, opacity: 1 },
        encoding: { x, y, yOffset, color: key, shape: { ...shape, legend: key.legend } },
      },
      {
        transform: [{ filter: 'isValid(datum.word)' }],
        mark: { type: 'text', align: 'right', fontSize: 10, fontStyle: 'italic' },
        encoding: { x: { value: 466 }, y, yOffset, color: key, text: { field: 'word' } },
      },
    ],
  });
}

/** A dot with a word has no factor, so it counts as 0. */
const largest = (dots: readonly Dot[]): number => Math.max(...dots.map(({ factor = 0 }) => factor));

/** Uses the pair with the reference; a factor below 1 lies within its interval of the best. */
function dotOf(need: NeedResult, contestant: string, ids: readonly string[]): Dot | undefined {
  const at = { need: need.title, contestant };
  const standing = need.standings[contestant]?.kind;
  if (standing === undefined || standing === 'not-measured') return undefined;
  const word = NAMED.includes(standing) ? `${contestant}: ${standing}` : undefined;
  // Ratios of too few rounds are no comparison, so they give no dot.
  if (need.pairs.some(({ relation }) => relation === 'not-judged'))
    return word === undefined ? undefined : { ...at, word };
  const best = bestOf(need, ids);
  if (contestant === best) return { ...at, factor: 1 };
  const ratio = best === undefined ? undefined : pairIn(need.pairs, best, contestant)?.ratio;
  if (!ratio) return word === undefined ? { ...at, factor: 1 } : { ...at, word };
  const within = (value: number) => Math.max(1, value);
  return { ...at, factor: within(ratio.estimate), low: within(ratio.low), high: within(ratio.high) };
}

/** Returns the strategy whose estimate is at least as good as that of any other. */
const bestOf = (need: NeedResult, ids: readonly string[]): string | undefined =>
  ids.find(
    (id) =>
      need.pairs.some(({ one, other, ratio }) => ratio && [one, other].includes(id)) &&
      ids.every((other) => (pairIn(need.pairs, id, other)?.ratio?.estimate ?? 1) >= 1),
  );
