import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectionsFor } from '@cpu-bound/measure/model/by-cores';
import { questions } from '@cpu-bound/questions/questions';
import { HEADLINE_CLOSED } from '../../src/model.ts';
import { plan } from '../../src/plan/plan.ts';
import { config } from '../fixtures/config.ts';

const planOn = (cores: number) =>
  plan(config({ cores, workers: cores, connections: connectionsFor([0], cores) }), questions);

describe('the plan of a machine', () => {
  for (const cores of [1, 2, 4, 16, 64, 128])
    it(`with ${cores} ${cores === 1 ? 'core' : 'cores'} saturates every worker, and counts workers up to the cores at least`, () => {
      const trials = planOn(cores);
      const saturated = trials
        .flatMap(({ blocks }) => blocks)
        .filter(({ window }) => window.id === HEADLINE_CLOSED);
      assert.ok(saturated.length > 0);
      for (const { window } of saturated)
        assert.ok((window.condition.setting.connections ?? 0) >= 4 * cores, 'four connections for a worker');
      const counts = trials.flatMap(({ subjects, changes }) =>
        subjects.flatMap(() => changes?.workers ?? []),
      );
      if (cores > 1) assert.ok(Math.max(...counts) >= cores, `up to ${Math.max(...counts)} workers`);
      else assert.deepEqual(counts, []);
    });
});
