import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Workload } from '@cpu-bound/workload';
import { casesOf, knownHere } from '../../src/own/known.ts';

it('cases of a workload are its smallest samples, each with the bytes and the media type of its answer', async () => {
  const sizes = [3, 300_000, 1, 2, 4, 5, 6, 7, 8, 9, 10];
  const workload: Workload = {
    name: 'upper',
    parse: (_query, body) => ({ octets: body ?? new Uint8Array() }),
    run: ({ octets }) => String(octets).length,
    verify: () => true,
    bodyType: 'application/octet-stream',
    bodyFor: ({ sample }) => new Uint8Array(Number(sample)),
    rotation: () => sizes.map((size) => ({ sample: String(size) })),
    headline: { sample: 'all' },
    sizes: [],
  };
  const cases = await casesOf(knownHere(workload));
  assert.deepEqual(
    cases.map(({ name, answer, type }) => [name, answer, type]),
    [1, 2, 3, 4, 5, 6, 7, 8].map((size) => [`${size}`, `${2 * size - 1}`, 'application/json']),
  );
  assert.ok(cases.every(({ differs }) => differs === undefined));
  const [one] = await casesOf(knownHere({ ...workload, answersDiffer: true }));
  assert.equal(one?.differs, true, 'a case of answers that differ each time says so');
  const [large] = await casesOf(knownHere({ ...workload, rotation: () => [{ sample: '300000' }] }));
  assert.equal(large?.body?.length, 300_000, 'a large sample is a case if there is no other');
});
