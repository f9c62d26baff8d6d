import assert from 'node:assert/strict';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Analysis } from '@cpu-bound/study/model';
import { decisions, IDS } from '@cpu-bound/study/test/generated-decisions';
import type fc from 'fast-check';

export { IDS };

/** Analyses whose decision is generated: the rest is that of a sound run. */
export const analyses: fc.Arbitrary<Analysis> = decisions.map(({ decision, questioned }) => {
  const [some = assert.fail('it has contestants')] = sound.contestants;
  return {
    ...sound,
    scenarios: {},
    contestants: IDS.map((id) => ({ ...some, id, title: id })),
    decision,
    families: {},
    validity: {
      ...sound.validity,
      doubts: questioned.map((contestant) => ({ contestant, kind: 'unanswered', message: 'it refuses' })),
    },
  };
});
