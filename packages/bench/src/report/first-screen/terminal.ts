import { amongMain } from '../../decide/among.ts';
import { decide } from '../../decide/decision.ts';
import type { Analysis } from '../../model.ts';
import type { AnyScenario } from '../../scenarios/scenario.ts';
import { trust } from './trust.ts';
import { ahead, offTheLoop, otherwise, unmeasured, verdict } from './words.ts';

/** The verdict in five lines, as the page has it. */
export function verdictLines(whole: Analysis, scenarios: readonly AnyScenario[]): string[] {
  const analysis = amongMain(whole);
  const decision = decide(analysis, scenarios);
  const measured = decision.rows.filter(({ answer }) => answer);
  const missing = unmeasured(decision).map(({ title }) => title);
  const others = otherwise(decision, analysis);
  return [
    `verdict: ${[offTheLoop(analysis), verdict(decision, analysis)].join(' ').trim()}`,
    `ahead: ${measured.map((row) => `${row.title}: ${ahead(row, analysis)}`).join('; ') || 'nothing was measured'}`,
    `another is ahead by: ${others.join('; ') || 'none of these'}`,
    `not measured: ${missing.join('; ') || 'nothing that this study asks'}`,
    trust(analysis),
  ].map(plain);
}

/** Markdown's marks mean nothing at a terminal. */
const plain = (text: string) => text.replaceAll('**', '').replaceAll('`', '');
