import type { CaseAnswer } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { type AnswerRow, rowsOf } from '@cpu-bound/study/decide/rows';
import { fourDigits } from '@cpu-bound/study/format';
import {
  type Amount,
  type Analysis,
  type Cell,
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
    (own) => `${JSON.stringify(own.need.id)}: ${written(findingsOf(own))}`,
  );
  return [
    '{',
    `  "schemaVersion": ${schemaVersion},`,
    `  "run": ${JSON.stringify(run.id)},`,
    '  "rows": [',
    indented(rowsOf(analysis).map((row) => written(rowDigest(row)))),
    '  ],',
    '  "needs": {',
    indented(needs),
    '  }',
    '}',
  ].join('\n');
}

/** A row names the needs that show it, whose figures stand below, and for each leader the needs in which it is behind. */
function rowDigest({ evidence, price, ...row }: AnswerRow) {
  const prices = Object.entries(price).map(([leader, each]) => [
    leader,
    each.map(({ need, own }) => ({ need: need.id, ...own.behind })),
  ]);
  return { ...row, shownBy: evidence.map((own) => own.need.id), price: Object.fromEntries(prices) };
}

const boundsOf = ({ estimate, low, high }: Amount) => ({ estimate, low, high });

const indented = (items: readonly string[]): string => items.map((item) => `    ${item}`).join(',\n');

/** The figures of a need and their standings, as the picture shows them. */
function findingsOf({ need: { title, unit, measured }, figures }: NeedFigures) {
  const by = figures.map(({ id, cell, standing, because, behind }) => [
    id,
    {
      standing,
      because,
      ...figureOf(cell),
      behind,
    },
  ]);
  return { figure: title, unit, better: measured.better, strategies: Object.fromEntries(by) };
}

/** The figure of a cell: a number with its interval, or a count of a total. */
function figureOf(cell: Cell | undefined): object {
  const value = singleNumber(cell);
  if (cell?.kind === 'bound') return { [cell.side]: cell.value, kept: cell.kept, windows: cell.windows };
  if (cell?.kind === 'open') return { form: cell.why, kept: cell.kept, windows: cell.windows };
  if (value) return boundsOf(value);
  return cell && isCount(cell) ? { count: cell.count.estimate, of: cell.total } : {};
}

/**
 * Writes the answer to a reader's case as JSON.
 *
 * @param command measures what is unknown of it
 */
export const caseDigest = (answer: CaseAnswer, command: string | undefined): string =>
  written({ ...answer, command }, 2);

/** Writes values in four digits, and without the value of each window. */
const written = (found: object, indent?: number): string =>
  JSON.stringify(
    found,
    (key, value) => {
      if (key === 'windows' && typeof value === 'object') return undefined;
      return typeof value === 'number' && !Number.isInteger(value) ? fourDigits(value) : value;
    },
    indent,
  );
