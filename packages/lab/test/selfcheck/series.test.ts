import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { series } from '../../src/selfcheck/series.ts';

/** Follows a series whose measurements return their own seed, step by step. */
async function followed({
  runs,
  before = [],
  enough = Infinity,
}: {
  runs: number;
  before?: string[];
  enough?: number;
}) {
  const interruption = new AbortController();
  const seen = { measured: [] as string[], printed: [] as string[], given: [] as number[], error: '' };
  const options = {
    seed: 'a',
    signal: interruption.signal,
    print: (line: string) => void seen.printed.push(line),
  };
  const measure = async (seed: string) => {
    seen.measured.push(seed);
    return seed;
  };
  try {
    for await (const all of series({ name: 'part', runs, before }, options, measure, (one) => [
      `found ${one}`,
    ]))
      if (seen.given.push(all.length) === enough) interruption.abort(new Error('enough'));
  } catch (error) {
    seen.error = String(error);
  }
  return seen;
}

describe('a series of measurements', () => {
  it('yields all measurements so far after each one, each with a seed of its own', async () => {
    const { measured, given, printed } = await followed({ runs: 3 });
    assert.deepEqual(
      [measured, given],
      [
        ['a/1', 'a/2', 'a/3'],
        [1, 2, 3],
      ],
    );
    assert.match(printed.join('\n'), /^part 1 of 3 \(.*\)\n {2}found a\/1\npart 2 of 3/);
  });

  it('begins no further measurement after an interruption, and has yielded the earlier ones', async () => {
    const { measured, given, error } = await followed({ runs: 9, enough: 2 });
    assert.deepEqual([measured, given, error], [['a/1', 'a/2'], [1, 2], 'Error: enough']);
  });

  it('continues after the measurements of an earlier call, with the remaining seeds', async () => {
    const { measured, given } = await followed({ runs: 3, before: ['a/1', 'a/2'] });
    assert.deepEqual([measured, given], [['a/3'], [2, 3]]);
  });

  it('measures nothing if an earlier call was complete', async () => {
    const { measured, given } = await followed({ runs: 2, before: ['a/1', 'a/2'] });
    assert.deepEqual([measured, given], [[], [2]]);
  });
});
