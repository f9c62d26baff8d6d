import { amongMain } from '@cpu-bound/study/decide/among';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import { HOW_RANKED } from '../decision/choice.ts';
import { peersAhead } from '../decision/families.ts';
import { LEGEND, needsTable } from '../decision/needs-table.ts';
import { finding, offTheLoop, takeList } from '../decision/words.ts';
import { facts, resolution, warning } from './trust.ts';
import { unknown, wouldChange } from './would-change.ts';

/** What a reader with two minutes takes home: what to take each strategy for, at what price, and how well it is known. */
export function firstScreen(whole: Analysis, image: (file: string) => string): string {
  const analysis = amongMain(whole);
  const { decision, flips } = analysis;
  return [
    warning(warningsOf(analysis)),
    offTheLoop(analysis),
    finding(decision, analysis),
    takeList(decision, analysis),
    resolution(decision, analysis),
    needsTable(decision, analysis),
    LEGEND,
    image('needs.svg'),
    peersAhead(whole),
    wouldChange(flips),
    unknown(decision, flips),
    facts(analysis),
    `No strategy is the choice for everybody. Give your weights: \`pnpm bench adr DIR --need throughput=3 --need memory\` ranks the strategies by them and writes the decision record. ${HOW_RANKED}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
