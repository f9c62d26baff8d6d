import { aboutFunction } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';

/** What the function itself does to the figures below; empty where it does nothing to them. */
export const ownFunction = (analysis: Pick<Analysis, 'validity'>): string =>
  aboutFunction(analysis)
    .map((sentence) => `> **The function:** ${sentence}.`)
    .join('\n>\n');
