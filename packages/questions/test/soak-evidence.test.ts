import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '@cpu-bound/stats/random';
import { type BadCount, driftOf, growthOf, moreStalls, type SoakWindow } from '../src/soak.ts';

/** Blocks of 26 s for about an hour. A block has one window of 5 s of each of four contestants. */
const WINDOWS = 138;
const BLOCK_S = 26;
const NAMES = ['single', 'cluster', 'threads', 'queue'];
const SOAKS = 300;

type World = {
  /** The chance that the machine spoils the windows of all contestants in a block. */
  readonly blockChance: number;
  /** The chance that the machine spoils one window. */
  readonly windowChance: number;
  /** A contestant that stalls once a minute: a window of 5 s and its lead-in of 1 s are 6 s of these 60 s. */
  readonly stalls?: string;
};

function countsOf(seed: string, { blockChance, windowChance, stalls }: World, windows = WINDOWS): BadCount[] {
  const { next } = seededRandom(seed);
  const marked = new Map(NAMES.map((name) => [name, 0]));
  for (let index = 0; index < windows; index++) {
    const isSpoilt = next() < blockChance;
    for (const name of NAMES) {
      const isBad = isSpoilt || next() < windowChance || (name === stalls && next() < 0.1);
      if (isBad) marked.set(name, (marked.get(name) ?? 0) + 1);
    }
  }
  return [...marked].map(([contestant, count]) => ({ contestant, marked: count, size: windows }));
}

const soaks = <T>(name: string, measure: (seed: string) => T): T[] =>
  Array.from({ length: SOAKS }, (_, index) => measure(`${name} ${index}`));

describe('the test for rare stalls, over simulated soaks', () => {
  for (const [name, world] of Object.entries({
    'a calm machine': { blockChance: 0, windowChance: 0.01 },
    'a machine that spoils one window in twenty': { blockChance: 0, windowChance: 0.05 },
    'a machine that spoils whole blocks': { blockChance: 0.05, windowChance: 0.01 },
  }))
    it(`accuses a contestant in at most 5 % of soaks on ${name}`, () => {
      const alarms = soaks(name, (seed) => moreStalls(countsOf(seed, world)).length > 0);
      const found = alarms.filter(Boolean).length;
      assert.ok(found <= 0.05 * SOAKS, `${found} of ${SOAKS}`);
    });

  it('finds a contestant that stalls once a minute in at least 90 % of soaks, and accuses no other', () => {
    const found = soaks('planted', (seed) =>
      moreStalls(countsOf(seed, { blockChance: 0, windowChance: 0.01, stalls: 'single' })),
    );
    const accused = found.filter((one) => one.some(({ contestant }) => contestant === 'single')).length;
    const wrongly = found.filter((one) => one.some(({ contestant }) => contestant !== 'single')).length;
    assert.ok(accused >= 0.9 * SOAKS, `found in ${accused} of ${SOAKS}`);
    assert.equal(wrongly, 0);
  });

  it('finds it in two of three soaks of 60 windows, and in less than 10 % of those with ten', () => {
    const world = { blockChance: 0, windowChance: 0.01, stalls: 'single' };
    const shareOf = (windows: number) =>
      soaks(`${windows}`, (seed) => moreStalls(countsOf(seed, world, windows)).length > 0).filter(Boolean)
        .length / SOAKS;
    assert.ok(shareOf(60) >= 0.66, `${shareOf(60)} of 60 windows`);
    assert.ok(shareOf(10) < 0.1, `${shareOf(10)} of ten windows`);
  });
});

/**
 * Memory that settles with a time constant of ten minutes, wanders by this many MiB per window, and leaks. The speed of
 * the machine wanders, too, as it did in a soak that was measured: by a sixth over an hour.
 */
function memory(seed: string, { wanders, leaks }: { wanders: number; leaks: number }): SoakWindow[] {
  const { normal } = seededRandom(seed);
  let wandered = 0;
  let speed = 0;
  return Array.from({ length: WINDOWS }, (_, index) => {
    const minute = (index * BLOCK_S) / 60;
    wandered = 0.95 * wandered + wanders * normal();
    const mib = 100 + 40 * (1 - Math.exp(-minute / 10)) + wandered + leaks * minute;
    speed = 0.98 * speed + 0.04 * normal();
    const beside = 8 * Math.exp(speed) * (1 + 0.05 * normal());
    const p50 = 8 * Math.exp(speed) * (1 + 0.1 * normal());
    return { atS: minute * 60, p50, beside, rssBytes: mib * 2 ** 20 };
  });
}

describe('memory and latency, over simulated soaks', () => {
  it('are called neither a leak nor a drift if memory settles, and memory and machine wander', () => {
    const settled = soaks('settled', (seed) => memory(seed, { wanders: 2, leaks: 0 }));
    const leaks = settled.filter((windows) => growthOf(windows)?.leaks).length;
    const drifts = settled.filter((windows) => driftOf(windows)?.drifts).length;
    assert.deepEqual({ leaks, drifts }, { leaks: 0, drifts: 0 });
  });
  it('show a leak of 10 MiB a minute in 99 of 100, with that size', () => {
    const leaking = soaks('leaking', (seed) => growthOf(memory(seed, { wanders: 2, leaks: 10 })));
    assert.ok(leaking.filter((one) => one?.leaks).length >= 0.99 * SOAKS);
    const [middle] = leaking
      .map((one) => one?.estimate ?? 0)
      .toSorted((a, b) => a - b)
      .slice(SOAKS / 2);
    assert.ok(middle !== undefined && Math.abs(middle - 10) < 0.5, `${middle} MiB per minute`);
  });
});

it('one simulated soak shows a drift if p50 grows by half beside the others', () => {
  const windows = memory('drift', { wanders: 2, leaks: 0 }).map((one, index) => ({
    ...one,
    p50: one.p50 * (1 + index / WINDOWS / 2),
  }));
  const drift = driftOf(windows);
  assert.ok(drift?.drifts && drift.estimate > 1.3 && drift.estimate < 1.7, `${drift?.estimate}`);
});
