import { aboutFunction } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';

/** Describes effects of the function itself on the figures below; empty if there are none. */
export const ownFunction = (analysis: Pick<Analysis, 'validity'>): string =>
  aboutFunction(analysis)
    .map((sentence) => `> **The function:** ${sentence}.`)
    .join('\n>\n');
