import type { CaseAnswer } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { fourDigits } from '@cpu-bound/study/format';
import {
  type Amount,
  type Analysis,
  type AnswerRow,
  type Cell,
  type Figure,
  isCount,
  type NeedFigures,
  singleNumber,
} from '@cpu-bound/study/model';
import { shownNeeds } from './answers/figures-table.ts';

/**
 * Writes the answer rows, and each need with its figures and standings, as JSON for a shell: a line for each row and for
 * each need. `analysis.json` has everything.
 */
export function digest(runAnalysis: Analysis): string {
  const analysis = amongMain(runAnalysis);
  const { run, decision, schemaVersion } = analysis;
  const needs = shownNeeds(decision).map(
    (own) => `${JSON.stringify(own.need.id)}: ${JSON.stringify(findingsOf(own))}`,
  );
  return [
    '{',
    `  "schemaVersion": ${schemaVersion},`,
    `  "run": ${JSON.stringify(run.id)},`,
    '  "rows": [',
    indented(rowsOf(analysis).map((row) => JSON.stringify(rowDigest(row)))),
    '  ],',
    '  "needs": {',
    indented(needs),
    '  }',
    '}',
  ].join('\n');
}

/** A row names the needs that show it, whose figures stand below, and for each leader the needs in which it is behind. */
function rowDigest({ id, need, state, leaders, evidence, load, price, servers, isPriceOpen }: AnswerRow) {
  const outcomes = load?.outcomes.map(({ p99, ...of }) => ({ ...of, p99: p99 && boundsOf(p99) }));
  const prices = Object.entries(price).map(([leader, each]) => [
    leader,
    each.map(({ need: of, own }) => ({ need: of.id, ...distanceOf(own) })),
  ]);
  return {
    ...{ id, need, state, leaders },
    load: load && { ...load, outcomes },
    shownBy: evidence.map((own) => own.need.id),
    price: Object.fromEntries(prices),
    servers,
    isPriceOpen,
  };
}

/** Who is farthest ahead, and by which factor. */
const distanceOf = ({ behind }: Figure) =>
  behind && {
    than: behind.than,
    ...(behind.factor !== undefined && { factor: fourDigits(behind.factor) }),
  };

const boundsOf = ({ estimate, low, high }: Amount) => ({
  estimate: fourDigits(estimate),
  low: fourDigits(low),
  high: fourDigits(high),
});

const indented = (items: readonly string[]): string => items.map((item) => `    ${item}`).join(',\n');

/** The figures of a need and their standings, as the picture shows them. */
function findingsOf({ need: { title, unit, measured }, figures }: NeedFigures) {
  const by = figures.map(({ id, cell, standing, because, behind }) => [
    id,
    {
      standing,
      because,
      ...figureOf(cell),
      behind: distanceOf({ id, standing, behind }),
    },
  ]);
  return { figure: title, unit, better: measured.better, strategies: Object.fromEntries(by) };
}

/** The figure of a cell: a number with its interval, or a count of a total. */
function figureOf(cell: Cell | undefined): object {
  const value = singleNumber(cell);
  if (cell?.kind === 'bound')
    return { [cell.side]: fourDigits(cell.value), kept: cell.kept, windows: cell.windows };
  if (cell?.kind === 'open') return { form: cell.why, kept: cell.kept, windows: cell.windows };
  if (value) return boundsOf(value);
  return cell && isCount(cell) ? { count: fourDigits(cell.count.estimate), of: cell.total } : {};
}

/**
 * Writes the answer to a reader's case as JSON, without the value of each window.
 *
 * @param command measures what is unknown of it
 */
export const caseDigest = (answer: CaseAnswer, command: string | undefined): string =>
  JSON.stringify(
    { ...answer, command },
    (key, value) => {
      if (key === 'windows' && typeof value === 'object') return undefined;
      return typeof value === 'number' && !Number.isInteger(value) ? fourDigits(value) : value;
    },
    2,
  );
