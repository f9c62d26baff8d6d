import { amongMain } from '@cpu-bound/study/decide/among';
import { rank, type Weights } from '@cpu-bound/study/decide/rank';
import type { Analysis } from '@cpu-bound/study/model';
import { renderAgainst } from './against/page.ts';
import { choiceText } from './decision/choice.ts';
import { beyondTheStrategies, firstScreen } from './first-screen/first-screen.ts';
import type { Wanted } from './size/size.ts';

/** The reader's own case and weights, if given. */
type Reader = { readonly wanted?: Wanted | undefined; readonly weights?: Weights | undefined };

/**
 * Writes the first screen with other solutions, and the ranking by the reader's weights. A run that compares two
 * checkouts has its own page.
 */
export function renderSummary(whole: Analysis, { wanted, weights }: Reader): string {
  if (whole.run.against) return renderAgainst(whole, whole.run.against);
  const screen = [firstScreen(whole, wanted), beyondTheStrategies(whole, wanted)]
    .filter((part) => part !== '')
    .join('\n\n');
  if (!weights) return screen;
  const given = Object.entries(weights).map(([need, weight]) => `${need} ${weight}`);
  const choice = choiceText(rank(amongMain(whole).decision, weights), (id) => `**${id}**`);
  return `${screen}\n\n**By your weights** (${given.join(', ')}): ${choice}`;
}
