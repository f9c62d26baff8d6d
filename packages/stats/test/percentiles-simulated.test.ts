import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  coverageCounts,
  PERCENTILES,
  shareFound,
  sumsOverSeeds,
  twinsThatDiffer,
} from './percentile-studies.ts';
import { type Cell, type Fault, WEATHERS } from './simulated-windows.ts';

/** Four machines. docs/notebook/0042 has them with more experiments, loads and services. */

const NAMES: Readonly<Record<(typeof WEATHERS)[number], string>> = {
  calm: 'on a calm machine',
  wandering: 'where the speed wanders',
  disturbed: 'where something else takes nearly half of the machine for 2 s a minute',
  neighbour: 'beside a neighbour',
};

for (const weather of WEATHERS) {
  describe(`a percentile of the typical 5 s window, ${NAMES[weather]}`, () => {
    const cell: Cell = { service: 'single', weather, perSecond: 100, seconds: 5 };

    it('lies in its interval over ten windows in at least 93 % of experiments', () => {
      const counts = coverageCounts(cell, 10, 300);
      // If each interval covers with a chance of 95 %, fewer than 279 of 300 (93 %) do in 1 of 21 series (binomial).
      counts.forEach((count, index) => {
        assert.ok(count >= 279, `${PERCENTILES[index]}: ${count} of 300`);
      });
    });

    it('shows a difference among four twins in at most 7 of 60 studies that go on to forty rounds', () => {
      const alarms = sumsOverSeeds(60, (seed) => twinsThatDiffer(cell, `${weather}/${seed}`));
      // If a study has an alarm with a chance of 5 %, more than 7 of 60 have one in 1 of 102 series (binomial).
      alarms.forEach((count, index) => {
        assert.ok(count <= 7, `${PERCENTILES[index]}: ${count} of 60`);
      });
    });
  });
}

describe('faults in the p99 of one of four contestants, in ten rounds of two windows', () => {
  const share = (weather: Cell['weather'], fault: Fault, inRound = 2) => {
    const cell: Cell = { service: 'single', weather, perSecond: 100, seconds: 10 / inRound };
    const [, , p99 = 0] = sumsOverSeeds(40, (seed) => shareFound(cell, `${weather}/${seed}`, fault, inRound));
    return p99 / 40;
  };

  it('are all found on a calm machine: a pause, a burst, a slow tenth, and a tenth more work', () => {
    for (const fault of ['pause', 'slow-burst', 'slow-tenth', 'more-work'] as const)
      assert.equal(share('calm', fault), 1, fault);
  });

  it('are found in 95 of 100 pairs where the speed wanders, and during disturbances: a pause, and a burst', () => {
    for (const weather of ['wandering', 'disturbed'] as const)
      for (const fault of ['pause', 'slow-burst'] as const) {
        const shown = share(weather, fault);
        assert.ok(shown >= 0.95, `${weather}, ${fault}: ${shown}`);
      }
  });
});
