import type { Analysis, Decision } from '@cpu-bound/study/model';
import { finding, offTheLoop, scope } from '../../decision/words.ts';

/** The question that the page answers, in Markdown. */
export const question = (analysis: Analysis): string => `Which strategy for ${scope(analysis)}?`;

/** Its answer, in Markdown, a paragraph each. */
export const answer = (decision: Decision, analysis: Analysis): string[] =>
  [offTheLoop(analysis), finding(decision, analysis)].filter((text) => text !== '');
