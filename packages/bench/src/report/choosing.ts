import { amongMain } from '../decide/among.ts';
import { decide } from '../decide/decision.ts';
import type { Analysis } from '../model.ts';
import type { AnyScenario } from '../scenarios/scenario.ts';
import { LEGEND, needsTable } from './first-screen/needs-table.ts';
import { facts } from './first-screen/trust.ts';
import { verdict } from './first-screen/words.ts';

const BEGIN = '<!-- generated from report/analysis.json: begin -->';
const END = '<!-- generated from report/analysis.json: end -->';

/** `docs/choosing.md` with the figures of a run between its marks; what is around them is kept. */
export function withFigures(text: string, whole: Analysis, scenarios: readonly AnyScenario[]): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) return text;
  const analysis = amongMain(whole);
  const decision = decide(analysis, scenarios);
  const measured = { ...decision, rows: decision.rows.filter(({ answer }) => answer) };
  const figures = [verdict(decision, analysis), needsTable(measured, analysis), LEGEND, facts(analysis)];
  return `${text.slice(0, from)}${BEGIN}\n\n${figures.join('\n\n')}\n\n${text.slice(to)}`;
}
