import { amongMain } from '@cpu-bound/study/decide/among';
import { answersOf } from '@cpu-bound/study/decide/answer';
import { fourDigits } from '@cpu-bound/study/format';
import { type Analysis, type Cell, isCount, type NeedResult, singleNumber } from '@cpu-bound/study/model';
import { rowsIn } from './decision/needs-table.ts';
import type { CaseAnswer } from './size/case.ts';
import { nounOf } from './tables/cell-text.ts';

/**
 * Writes the answers, and each need with its figures and standings, as JSON for a shell: a line for each answer and for
 * each need. `analysis.json` has everything.
 */
export function digest(runAnalysis: Analysis): string {
  const analysis = amongMain(runAnalysis);
  const { run, decision, schemaVersion } = analysis;
  const answers = answersOf(decision).map(({ purpose, take }) => ({
    purpose,
    take: take.map(({ option }) => option),
  }));
  const needs = rowsIn(decision).map(
    (need) => `${JSON.stringify(need.id)}: ${JSON.stringify(findingsOf(need))}`,
  );
  return [
    '{',
    `  "schemaVersion": ${schemaVersion},`,
    `  "run": ${JSON.stringify(run.id)},`,
    '  "answers": [',
    indented(answers.map((answer) => JSON.stringify(answer))),
    '  ],',
    '  "needs": {',
    indented(needs),
    '  }',
    '}',
  ].join('\n');
}

const indented = (items: readonly string[]): string => items.map((item) => `    ${item}`).join(',\n');

function findingsOf({ measured, standings }: NeedResult) {
  const { row, better, cells = {} } = measured ?? {};
  const by = Object.entries(standings).map(([id, standing]) => {
    const factor = standing.kind === 'behind' ? standing.factor?.estimate : undefined;
    return [
      id,
      {
        standing: standing.kind,
        ...figureOf(cells[id]),
        ...(factor !== undefined && { factor: fourDigits(factor) }),
      },
    ];
  });
  return { figure: row && nounOf(row), unit: row?.unit, better, strategies: Object.fromEntries(by) };
}

/** The figure of a cell: a number with its interval, or a count of a total. */
function figureOf(cell: Cell | undefined): object {
  const value = singleNumber(cell);
  if (cell?.kind === 'bound')
    return { [cell.side]: fourDigits(cell.value), kept: cell.kept, windows: cell.windows };
  if (cell?.kind === 'open') return { form: cell.why, kept: cell.kept, windows: cell.windows };
  if (value)
    return { estimate: fourDigits(value.estimate), low: fourDigits(value.low), high: fourDigits(value.high) };
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
