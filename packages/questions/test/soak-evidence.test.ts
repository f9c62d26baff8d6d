import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '@cpu-bound/stats/random';
import { type BadCount, driftOf, growthOf, moreStalls, type SoakWindow } from '../src/soak/analyse.ts';

/** The windows of an hour: four contestants in turn with windows of 5 s, and 26 s per block. */
const WINDOWS = 140;
const BLOCK_S = 26;
const NAMES = ['single', 'cluster', 'threads', 'queue'];
const SOAKS = 1_000;
/** The expected alarms of 1,000 at 5 %, plus two standard deviations. */
const MOST_ALARMS = 62;

type World = {
  /** The chance that the machine spoils the windows of all contestants in a block. */
  readonly block: number;
  /** The chance that the machine spoils one window. */
  readonly window: number;
  /** A contestant that stalls once a minute: one in ten windows of 5 s with its lead-in meets the stall. */
  readonly stalls?: string;
};

function countsOf(seed: string, { block, window, stalls }: World, windows = WINDOWS): BadCount[] {
  const { next } = seededRandom(seed);
  const marked = new Map(NAMES.map((name) => [name, 0]));
  for (let index = 0; index < windows; index++) {
    const isSpoilt = next() < block;
    for (const name of NAMES) {
      const isBad = isSpoilt || next() < window || (name === stalls && next() < 0.1);
      if (isBad) marked.set(name, (marked.get(name) ?? 0) + 1);
    }
  }
  return [...marked].map(([contestant, count]) => ({ contestant, marked: count, size: windows }));
}

const soaks = <T>(name: string, measure: (seed: string) => T): T[] =>
  Array.from({ length: SOAKS }, (_, index) => measure(`${name} ${index}`));

describe('rare stalls, over 1,000 simulated soaks', () => {
  for (const [name, world] of Object.entries({
    'a calm machine': { block: 0, window: 0.01 },
    'a machine that spoils one window in twenty': { block: 0, window: 0.05 },
    'a machine that spoils whole blocks': { block: 0.05, window: 0.01 },
  }))
    it(`accuse no contestant on ${name} in 95 of 100`, () => {
      const alarms = soaks(name, (seed) => moreStalls(countsOf(seed, world)).length > 0);
      const found = alarms.filter(Boolean).length;
      assert.ok(found <= MOST_ALARMS, `${found} of ${SOAKS}`);
    });

  it('are found if one contestant stalls for a second a minute, without accusing another', () => {
    const found = soaks('planted', (seed) =>
      moreStalls(countsOf(seed, { block: 0, window: 0.01, stalls: 'single' })),
    );
    const accused = found.filter((one) => one.some(({ contestant }) => contestant === 'single')).length;
    const wrongly = found.filter((one) => one.some(({ contestant }) => contestant !== 'single')).length;
    assert.ok(accused >= 900, `found in ${accused} of ${SOAKS}`);
    assert.ok(wrongly <= 10, `another accused in ${wrongly}`);
  });

  it('are seldom found with ten windows, which is why a soak has more', () => {
    const world = { block: 0, window: 0.01, stalls: 'single' };
    const found = soaks('ten', (seed) => moreStalls(countsOf(seed, world, 10)).length > 0);
    assert.ok(found.filter(Boolean).length < 100);
  });
});

/** Memory that grows to its size in ten minutes, wanders by this many MiB per window, and leaks. */
function memory(seed: string, { wanders, leaks }: { wanders: number; leaks: number }): SoakWindow[] {
  const { normal } = seededRandom(seed);
  let wandered = 0;
  return Array.from({ length: WINDOWS }, (_, index) => {
    const minute = (index * BLOCK_S) / 60;
    wandered = 0.95 * wandered + wanders * normal();
    const mib = 100 + 40 * (1 - Math.exp(-minute / 10)) + wandered + leaks * minute;
    return { atS: minute * 60, p50: 8 * (1 + 0.1 * normal()), rssBytes: mib * 2 ** 20 };
  });
}

describe('memory and latency over 1,000 simulated soaks', () => {
  it('are called neither a leak nor a drift if memory settles and wanders', () => {
    const settled = soaks('settled', (seed) => memory(seed, { wanders: 2, leaks: 0 }));
    const leaks = settled.filter((windows) => growthOf(windows)?.leaks).length;
    const drifts = settled.filter((windows) => driftOf(windows)?.drifts).length;
    assert.ok(leaks <= 10, `a leak in ${leaks}`);
    assert.ok(drifts <= 10, `a drift in ${drifts}`);
  });
  it('show a leak of 10 MiB a minute in 99 of 100, with that size', () => {
    const leaking = soaks('leaking', (seed) => growthOf(memory(seed, { wanders: 2, leaks: 10 })));
    assert.ok(leaking.filter((one) => one?.leaks).length >= 990);
    const [middle] = leaking
      .map((one) => one?.estimate ?? 0)
      .toSorted((a, b) => a - b)
      .slice(500);
    assert.ok(middle !== undefined && Math.abs(middle - 10) < 0.5, `${middle} MiB per minute`);
  });
  it('show a drift if p50 grows by half', () => {
    const windows = memory('drift', { wanders: 2, leaks: 0 }).map((one, index) => ({
      ...one,
      p50: one.p50 * (1 + index / WINDOWS / 2),
    }));
    const drift = driftOf(windows);
    assert.ok(drift?.drifts && drift.estimate > 1.3 && drift.estimate < 1.7, `${drift?.estimate}`);
  });
});
