import { amongMain } from '@cpu-bound/study/decide/among';
import { rank, type Weights } from '@cpu-bound/study/decide/rank';
import type { Analysis } from '@cpu-bound/study/model';
import { renderAgainst } from './changes/checkouts-page.ts';
import { choiceText } from './decision/choice.ts';
import { findingsScreen, hasFindingsAlone } from './findings-alone.ts';
import { beyondTheStrategies, firstScreen } from './first-screen/first-screen.ts';
import type { AnyQuestion } from './question.ts';
import type { ReaderCase } from './size/case.ts';
import { joined } from './tables/sentences.ts';

type Reader = { readonly readerCase?: ReaderCase | undefined; readonly weights?: Weights | undefined };

/**
 * Writes the first screen with other solutions, and the ranking by the reader's weights. A run that compares two
 * checkouts has its own page.
 */
export function renderSummary(
  runAnalysis: Analysis,
  questions: readonly AnyQuestion[],
  { readerCase, weights }: Reader,
): string {
  if (runAnalysis.run.against) return renderAgainst(runAnalysis, runAnalysis.run.against);
  if (hasFindingsAlone(runAnalysis, questions)) return findingsScreen(runAnalysis, questions);
  const screen = joined([firstScreen(runAnalysis, readerCase), beyondTheStrategies(runAnalysis, readerCase)]);
  if (!weights) return screen;
  const given = Object.entries(weights).map(([need, weight]) => `${need} ${weight}`);
  const choice = choiceText(rank(amongMain(runAnalysis).decision, weights), (id) => `**${id}**`);
  return `${screen}\n\n**By your weights** (${given.join(', ')}): ${choice}`;
}
