import { amongMain } from '@cpu-bound/study/decide/among';
import type { Analysis } from '@cpu-bound/study/model';
import { legend, needsTable } from './decision/needs-table.ts';
import { answer } from './decision/words.ts';
import { facts } from './first-screen/trust.ts';

const BEGIN = '<!-- generated from a run: begin -->';
const END = '<!-- generated from a run: end -->';

/** `docs/choosing.md` with the figures of a run between its marks; what is around them is kept. */
export function withFigures(text: string, whole: Analysis): string {
  const analysis = amongMain(whole);
  const { decision } = analysis;
  const figures = [answer(analysis), needsTable(decision, analysis), legend(decision), facts(analysis)];
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${BEGIN}\n\n${figures.join('\n\n')}\n\n${text.slice(to)}`;
}

/** As much of a study as the guides and the page of published comparisons quote. */
export const quoted = ({
  scenarios: { capacity },
  families: _families,
  ...analysis
}: Analysis): Analysis => ({
  ...analysis,
  scenarios: capacity ? { capacity } : {},
  families: {},
});
