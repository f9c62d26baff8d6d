import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type AnswerWords, answerWords, priceText } from '../../decision/answer.ts';
import { offTheLoop, remarks } from '../../decision/words.ts';
import { title as titleOfPage } from '../../first-screen/first-screen.ts';
import { inline, markdown } from '../markdown.ts';

/** The question that the page answers, as REPORT.md has it. */
export const question = (analysis: Analysis): ElementContent[] =>
  markdown(titleOfPage(analysis)).flatMap((heading) => (heading.type === 'element' ? heading.children : []));

/** The same without markup, for the browser's tab. */
export const title = (analysis: Analysis): string =>
  titleOfPage(analysis).slice('# '.length).replaceAll('`', '');

/** Builds a card for each answer in the words of REPORT.md, and one for the remarks. */
export function answers(analysis: Analysis): Element[] {
  const notes = [offTheLoop(analysis), ...remarks(analysis)].filter((text) => text !== '');
  const takes = answerWords(analysis);
  return [
    ...notes.map((text) => h('p', inline(text))),
    ...(takes.length > 0 ? [h('div.takes', takes.map(take))] : []),
  ];
}

const take = ({ head, because, found, price }: AnswerWords): Element =>
  h('article', [
    h('h2', head),
    ...(because === undefined ? [] : [h('p', `${format.capital(because)}.`)]),
    h('p', inline(`${price === undefined ? format.capital(found) : found}.`)),
    ...(price === undefined ? [] : [h('p', [h('b', 'Price'), `: ${priceText(price)}.`])]),
  ]);
