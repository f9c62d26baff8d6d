import { amongMain } from '@cpu-bound/study/decide/among';
import type { Analysis } from '@cpu-bound/study/model';
import { LIGHT_REQUESTS } from './charts/light-requests.ts';
import { legend, needsTable, uncomparedTable } from './decision/needs-table.ts';
import { answer, scope } from './decision/words.ts';
import { facts } from './first-screen/trust.ts';

const BEGIN = '<!-- generated from a run: begin -->';
const END = '<!-- generated from a run: end -->';

/** `docs/choosing.md` with the figures of a run between its marks; what is around them is kept. */
export function withFigures(text: string, whole: Analysis): string {
  const analysis = amongMain(whole);
  const { decision } = analysis;
  return between(text, [
    answer(analysis),
    needsTable(decision, analysis),
    legend(decision),
    uncomparedTable(decision, analysis),
    facts(analysis),
  ]);
}

/** The README with the answer of a run between its marks, and the picture beside the guide. */
export function withAnswer(text: string, whole: Analysis): string {
  const analysis = amongMain(whole);
  const [first = ''] = answer(analysis).split('\n\n');
  const light = analysis.decision.needs.find(({ id }) => id === 'light-requests')?.measured;
  return between(text, [
    first,
    ...(light
      ? [`![A light request while all cores compute: a bar for each strategy](docs/${LIGHT_REQUESTS})`]
      : []),
    `_${scope(analysis)}. ${facts(analysis)} [How sure, and what else](docs/choosing.md#what-the-committed-run-says)._`,
  ]);
}

function between(text: string, parts: readonly string[]): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${BEGIN}\n\n${parts.join('\n\n')}\n\n${text.slice(to)}`;
}

/** As much of a study as the guide quotes. */
export const quoted = ({ scenarios: _scenarios, families: _families, ...analysis }: Analysis): Analysis => ({
  ...analysis,
  scenarios: {},
  families: {},
});
