import type { Analysis } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { beyondTheStrategies } from '../../first-screen/first-screen.ts';
import { markdown } from '../markdown.ts';

/** Builds the card of other solutions, in the sentences of REPORT.md; empty if no other contestant took part. */
export function outsideCard(runAnalysis: Analysis): Element[] {
  const text = beyondTheStrategies(runAnalysis);
  return text === '' ? [] : [h('section.card', { ariaLabel: 'Beside the strategies' }, markdown(text))];
}
