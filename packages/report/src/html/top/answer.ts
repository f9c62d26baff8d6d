import type { Analysis } from '@cpu-bound/study/model';
import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { answer, offTheLoop } from '../../decision/words.ts';
import { title as titleOfPage } from '../../first-screen/first-screen.ts';
import { inline, markdown } from '../markdown.ts';

/** The question that the page answers, as REPORT.md has it. */
export const question = (analysis: Analysis): ElementContent[] =>
  markdown(titleOfPage(analysis)).flatMap((heading) => (heading.type === 'element' ? heading.children : []));

/** The same without marks, for the browser's tab. */
export const title = (analysis: Analysis): string =>
  titleOfPage(analysis).slice('# '.length).replaceAll('`', '');

/** Its answer, in the sentences of REPORT.md. */
export const answers = (analysis: Analysis): ElementContent[] => [
  ...[offTheLoop(analysis)].filter((text) => text !== '').map((text) => h('p', inline(text))),
  ...markdown(answer(analysis)),
];
