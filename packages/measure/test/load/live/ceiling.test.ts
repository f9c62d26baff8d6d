import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generatorCeiling, warmGenerators } from '../../../src/load/ceiling.ts';
import type { Generators } from '../../../src/load/loads.ts';
import type { OpenLoopSpec } from '../../../src/load/open/spec.ts';

const { signal } = new AbortController();

/**
 * Makes generators that send nothing; `keepsUp` decides whether a rate was answered, by the number of attempts before.
 */
function fake(keepsUp: (perSecond: number, before: number) => boolean) {
  const asked: { name: string; perSecond: number }[] = [];
  const generator = (name: string) => ({
    pid: 0,
    finish: () => {},
    stop: async () => {},
    run: async ({ perSecond, seconds }: OpenLoopSpec) => {
      const before = asked.filter((load) => load.perSecond === perSecond).length;
      asked.push({ name, perSecond });
      const share = keepsUp(perSecond, before) ? 1 : 0.8;
      return { result: { perSecond, seconds, answers: share * perSecond * seconds } };
    },
  });
  const generators = { open: generator('open'), probe: generator('probe') } as unknown as Generators;
  return { generators, asked };
}

const ceiling = (keepsUp: (perSecond: number, before: number) => boolean) =>
  generatorCeiling(fake(keepsUp).generators, 0.1, signal);

describe('the ceiling of the generator', () => {
  it('is the highest rate whose requests are answered within the window', async () =>
    assert.equal(await ceiling((perSecond) => perSecond <= 2_000), 2_000));
  it('is not lowered by one disturbed moment', async () =>
    assert.equal(
      await ceiling((perSecond, before) => perSecond <= 8_000 && (perSecond !== 2_000 || before > 0)),
      8_000,
    ));
  it('is found wherever it is', async () =>
    assert.equal(await ceiling((perSecond) => perSecond <= 500_000), 256_000));
  it('is found in smaller steps if they are asked for', async () => {
    const { generators } = fake((perSecond) => perSecond <= 2_000);
    assert.equal(await generatorCeiling(generators, 0.1, signal, { step: 1.25 }), 1_953.125);
  });
  it('is half of the lowest rate if the generator keeps up with none', async () =>
    assert.equal(await ceiling(() => false), 500));
});

it('the generators are warmed up one after the other, if they are needed', async () => {
  const { generators, asked } = fake(() => true);
  await warmGenerators(generators, ['probe', 'open'], 0.1, signal);
  const names = asked.map(({ name }) => name);
  assert.deepEqual(names, ['probe', 'open']);
});
