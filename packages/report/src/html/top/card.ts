import { aboutFunction, warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision } from '@cpu-bound/study/model';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { LIGHT_REQUESTS } from '../../charts/light-requests.ts';
import { NEEDS } from '../../charts/needs.ts';
import { type AnswerWords, answerWords, priceText } from '../../decision/answer.ts';
import { offTheLoop, remarks } from '../../decision/words.ts';
import { doYouNeedAny } from '../../first-screen/arithmetic.ts';
import { beyondTheStrategies, title as titleOfPage } from '../../first-screen/first-screen.ts';
import type { Chart } from '../../question.ts';
import { inline, markdown } from '../markdown.ts';
import { machineAside } from './machine.ts';

/** Builds the card with the question, its answers, and their origin. */
export function topCard(decision: Decision, analysis: Analysis): Element {
  const warnings = warningsOf(analysis);
  return h('section.card.top', { ariaLabelledBy: ['question'] }, [
    h('h1#question', question(analysis)),
    ...(warnings.length > 0
      ? [h('p.warning', [h('b', 'Warning: '), ...inline(`${warnings.join('; ')}.`)])]
      : []),
    ...aboutFunction(analysis).map((sentence) =>
      h('p.warning', [h('b', 'The function: '), ...inline(`${sentence}.`)]),
    ),
    h('div.answer', answers(analysis)),
    machineAside(decision, analysis),
  ]);
}

/** Builds the card of other solutions, in the sentences of REPORT.md; empty if no other contestant took part. */
export function outsideCard(runAnalysis: Analysis): Element[] {
  const text = beyondTheStrategies(runAnalysis);
  return text === '' ? [] : [h('section.card', { ariaLabel: 'Beside the strategies' }, markdown(text))];
}

/** Builds the card of the two pictures of REPORT.md, which need no script; empty if none was drawn. */
export function picturesCard(charts: readonly Chart[]): Element[] {
  const drawn = [LIGHT_REQUESTS, NEEDS].flatMap((name) => charts.find(({ file }) => file === name) ?? []);
  return drawn.length === 0
    ? []
    : [h('section.card.pictures', { ariaLabel: 'The differences' }, drawn.map(picture))];
}

const picture = ({ svg, alt }: Chart): Element =>
  h('img', { alt, src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` });

/** The question that the page answers, as REPORT.md has it. */
const question = (analysis: Analysis): ElementContent[] =>
  markdown(titleOfPage(analysis)).flatMap((heading) => (heading.type === 'element' ? heading.children : []));

/** The same without markup, for the browser's tab. */
export const title = (analysis: Analysis): string =>
  titleOfPage(analysis).slice('# '.length).replaceAll('`', '');

/** Builds a card for each answer in the words of REPORT.md, and one for the remarks. */
function answers(analysis: Analysis): Element[] {
  const notes = [offTheLoop(analysis), doYouNeedAny(analysis), ...remarks(analysis)].filter(
    (text) => text !== '',
  );
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
