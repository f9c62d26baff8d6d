import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { config } from '@cpu-bound/study/test/config';
import { configHere } from '../../src/commands/config-here.ts';

const MIB = 2 ** 20;
const queue = { ...contestant('queue'), mostOctets: MIB };
const settings = config({ contestants: [contestant('single'), queue] });
const backends = { redis: undefined, missing: [] };

describe('a run on this machine', () => {
  it('has every contestant through which its bodies and answers fit', async () => {
    const { config: here, missing } = await configHere(settings, backends, { octets: { in: MIB, out: 0 } });
    const ids = here.contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['single', 'queue']);
    assert.deepEqual(missing, []);
  });

  it('omits a contestant through which they do not fit, with both sizes', async () => {
    const { config: here, missing } = await configHere(settings, backends, {
      octets: { in: 0, out: 2 * MIB },
    });
    const ids = here.contestants.map(({ id }) => id);
    assert.deepEqual(ids, ['single']);
    assert.match(
      missing.map(({ contestant: id, reason }) => `${id}: ${reason}`).join('\n'),
      /^queue: bodies and answers of up to 1 MiB reach its workers, and this input has 2 MiB; store large ones/,
    );
  });

  it('measures contestants one after the other if memory is too small for all of them', async (t) => {
    const withMemory = async (gib: number) => {
      t.mock.method(process, 'availableMemory', () => gib * 2 ** 30);
      return (await configHere(settings, backends, {})).config.sideBySide;
    };
    assert.equal(await withMemory(0.7), false);
    assert.equal(await withMemory(2), true);
  });

  it('is refused before it measures if the largest contestant with a worker for each of 32 cores does not fit', async (t) => {
    t.mock.method(process, 'availableMemory', () => 2 * 2 ** 30);
    const onMany = { ...settings, cores: 32, workers: 32 };
    await assert.rejects(
      configHere(onMany, backends, {}),
      /^SystemRefusal: memory: .* leaves 2050 MiB, and the load generators with queue and 32 workers need about \d+ MiB; /,
    );
    const single = { ...contestant('single'), workers: false as const };
    const { config: here } = await configHere({ ...onMany, contestants: [single] }, backends, {});
    assert.equal(here.sideBySide, true);
  });

  it('is refused if a container leaves no memory for a contestant', async (t) => {
    t.mock.method(process, 'availableMemory', () => 300 * MIB);
    await assert.rejects(
      configHere(settings, backends, {}),
      /^SystemRefusal: memory: .* leaves 300 MiB, and the load generators with \w+ and 2 workers need about 666 MiB; end other programs, or give/,
    );
  });
});
