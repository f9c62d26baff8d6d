import { amongMain } from '@cpu-bound/study/decide/among';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import { finding, offTheLoop, takeLines, unmeasured } from '../decision/words.ts';
import { resolution, warning } from './trust.ts';

/** What the run found, a line for each strategy, as the page has it. */
export function findingLines(whole: Analysis): string[] {
  const analysis = amongMain(whole);
  const { decision } = analysis;
  const missing = unmeasured(decision).map(({ title }) => title);
  return [
    warning(warningsOf(analysis)),
    [offTheLoop(analysis), finding(decision, analysis)].join(' ').trim(),
    ...takeLines(decision, analysis),
    missing.length > 0 ? `not measured: ${missing.join(', ')}` : '',
    resolution(decision, analysis),
  ]
    .filter((line) => line !== '')
    .map(plain);
}

/** Markdown's marks mean nothing at a terminal. */
const plain = (text: string) => text.replace(/^> /, '').replaceAll('**', '').replaceAll('`', '');
