import { amongMain } from '@cpu-bound/study/decide/among';
import type { Analysis } from '@cpu-bound/study/model';
import { between } from './between-marks.ts';
import { legend, needsTable } from './decision/needs-table.ts';
import { answer } from './decision/words.ts';
import { facts } from './first-screen/trust.ts';

/** `docs/choosing.md` with the figures of a run between its marks; what is around them is kept. */
export function withFigures(text: string, whole: Analysis): string {
  const analysis = amongMain(whole);
  const { decision } = analysis;
  const figures = [answer(analysis), needsTable(decision, analysis), legend(decision), facts(analysis)];
  return between(text, figures.join('\n\n')) ?? text;
}
