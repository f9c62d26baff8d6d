import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generatorCeiling } from '../../../src/measure/load/ceiling.ts';
import type { Generators } from '../../../src/measure/load/loads.ts';
import type { OpenLoopSpec } from '../../../src/measure/load/open/spec.ts';

/** Generators that send nothing; `isLate` says at which rates, asked for how often before, they were not punctual. */
function fake(isLate: (perSecond: number, before: number) => boolean) {
  const asked: number[] = [];
  const run = async ({ perSecond, seconds }: OpenLoopSpec) => {
    const before = asked.filter((rate) => rate === perSecond).length;
    asked.push(perSecond);
    const sendLagP99 = isLate(perSecond, before) ? 50 : 0.1;
    const accounting = { sent: perSecond * seconds };
    return { result: { perSecond, seconds, accounting, sendLagP99, socketWaits: 0, p50: 1, utilisation: 1 } };
  };
  const generator = { pid: 0, run, stop: async () => {} };
  return { generators: { closed: generator, open: generator, probe: generator } as unknown as Generators };
}

const ceiling = (isLate: (perSecond: number, before: number) => boolean) =>
  generatorCeiling(fake(isLate).generators, 0.1, new AbortController().signal);

describe('the ceiling of the generator', () => {
  it('is the highest rate that it keeps', async () => {
    assert.equal(await ceiling((perSecond) => perSecond > 2_000), 2_000);
  });
  it('is not lowered by one disturbed moment', async () => {
    assert.equal(await ceiling((perSecond, before) => perSecond === 2_000 && before === 0), 8_000);
  });
  it('is 0 where it keeps none', async () => {
    assert.equal(await ceiling(() => true), 0);
  });
});
