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
    assert.deepEqual(
      here.contestants.map(({ id }) => id),
      ['single', 'queue'],
    );
    assert.deepEqual(missing, []);
  });

  it('omits a contestant through which they do not fit, with both sizes', async () => {
    const { config: here, missing } = await configHere(settings, backends, {
      octets: { in: 0, out: 2 * MIB },
    });
    assert.deepEqual(
      here.contestants.map(({ id }) => id),
      ['single'],
    );
    assert.match(
      missing.map(({ contestant: id, reason }) => `${id}: ${reason}`).join('\n'),
      /^queue: bodies and answers of up to 1 MiB reach its workers, and this input has 2 MiB; store large ones/,
    );
  });

  it('measures contestants one after the other if memory is too small for all of them', async (t) => {
    t.mock.method(process, 'availableMemory', () => 0.6 * 2 ** 30);
    assert.equal((await configHere(settings, backends, {})).config.sideBySide, false);
  });

  it('is refused if a container leaves no memory for even one contestant', async (t) => {
    t.mock.method(process, 'availableMemory', () => 300 * MIB);
    await assert.rejects(
      configHere(settings, backends, {}),
      /^SystemRefusal: memory: .* leaves 300 MiB, and .* need 512 MiB; end other programs, or give the container/,
    );
  });
});
