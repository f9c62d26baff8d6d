import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { memoryOf, type Pages, sharedOnce } from '../../src/host/memory.ts';

const MIB = 2 ** 20;
const pages = fc.record({
  program: fc.constantFrom('node', 'postgres'),
  ownBytes: fc.nat(MIB),
  sharedBytes: fc.nat(MIB),
});
const rssOf = ({ ownBytes, sharedBytes }: Pages) => ownBytes + sharedBytes;

describe('the memory of processes that share pages', () => {
  it('is the resident memory of a process alone, whoever else maps its pages', () =>
    fc.assert(fc.property(pages, (alone) => assert.equal(sharedOnce([alone]), rssOf(alone)))));

  it('is at most the sum of their resident memory, and at least that of the largest', () =>
    fc.assert(
      fc.property(fc.array(pages, { minLength: 1 }), (all) => {
        const sizes = all.map(rssOf);
        assert.ok(sharedOnce(all) <= sizes.reduce((sum, size) => sum + size, 0));
        assert.ok(sharedOnce(all) >= Math.max(...sizes));
      }),
    ));

  it('grows with another process of the same program by what that process has for itself', () =>
    fc.assert(
      fc.property(pages, fc.nat(MIB), (first, ownBytes) =>
        assert.equal(sharedOnce([first, { ...first, ownBytes }]), sharedOnce([first]) + ownBytes),
      ),
    ));
});

const counted = existsSync('/proc/self/smaps_rollup') ? {} : { skip: 'needs /proc/self/smaps_rollup' };

describe('the memory of running processes', counted, () => {
  it('counts the code of Node.js once for two processes, and not at all for one that has ended', async (t) => {
    const children = [1, 2].map(() => fork(new URL('../fixtures/burn.ts', import.meta.url)));
    t.after(() => {
      for (const child of children) child.kill('SIGKILL');
    });
    await Promise.all(children.map((child) => once(child, 'message')));
    const [one = 0, other = 0] = children.map(({ pid }) => pid ?? 0);
    const [both, first, second] = await Promise.all([[one, other], [one], [other]].map(memoryOf));
    const apart = (first?.bytes ?? 0) + (second?.bytes ?? 0);
    assert.ok((both?.bytes ?? 0) < apart - 10 * MIB, `${both?.bytes} bytes together, ${apart} apart`);
    assert.ok((both?.bytes ?? 0) > (first?.bytes ?? 0));
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ended);
    assert.deepEqual(await memoryOf([one, other]), {});
  });
});
