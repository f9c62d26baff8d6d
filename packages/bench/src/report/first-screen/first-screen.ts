import { amongMain } from '../../decide/among.ts';
import { type Decision, decide } from '../../decide/decision.ts';
import type { Analysis } from '../../model.ts';
import type { AnyScenario } from '../../scenarios/scenario.ts';
import { peersAhead } from '../families.ts';
import { LEGEND, needsTable } from './needs-table.ts';
import { facts, trust } from './trust.ts';
import { offTheLoop, verdict } from './words.ts';
import { unknown, wouldChange } from './would-change.ts';

/** What a reader with two minutes takes home: the verdict and its scope, by which needs, what would change it. */
export function firstScreen(
  whole: Analysis,
  scenarios: readonly AnyScenario[],
  image: (file: string) => string,
): string {
  const analysis = amongMain(whole);
  const decision: Decision = decide(analysis, scenarios);
  const isDoubtful = decision.doubts.length > 0;
  return [
    isDoubtful ? `> ${trust(analysis)}` : '',
    offTheLoop(analysis),
    verdict(decision, analysis),
    needsTable(decision, analysis),
    LEGEND,
    image('needs.svg'),
    peersAhead(whole, scenarios),
    wouldChange(decision, analysis),
    unknown(decision),
    isDoubtful ? '' : trust(analysis),
    facts(analysis),
    'By your own needs, weighted: `pnpm bench adr DIR --need throughput=3 --need memory`, which writes the decision record.',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
