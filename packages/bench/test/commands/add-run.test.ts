import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createWorkloads } from '@cpu-bound/measure/own/own-process';
import { questions } from '@cpu-bound/questions/questions';
import { primes } from '@cpu-bound/workload';
import { additionTo, type Study } from '../../src/commands/add-run.ts';

const top = join(import.meta.dirname, '../../../..');
const workloads = createWorkloads();
after(() => workloads.stop());
const surface = { root: top, code: top, cwd: top, workloads } as Parameters<typeof additionTo>[2];
const flags = { profile: 'standard', rate: '40', p99: '100ms' };
const workload = { name: 'primes', specifier: 'primes', headline: primes.headline };
const study = { folder: '/nowhere', run: { manifest: { flags, seed: '1', workload } } } as unknown as Study;
const settingsFor = async (scenario: string) =>
  (await additionTo(study, { scenario, needs: [], rounds: 3, inFull: false }, surface)).settings;

describe('a run that is added to a study with the reader’s rate', () => {
  it('has that rate in the question of latency', async () =>
    assert.equal((await settingsFor('latency')).rate, 40));

  it('drops that rate in every other question, which has no use for it', async () => {
    for (const { id } of questions.filter(
      ({ id, profiles }) => id !== 'latency' && !profiles.includes('soak'),
    ))
      assert.equal((await settingsFor(id)).rate, undefined, id);
  });
});
