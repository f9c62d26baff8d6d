import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Manifest } from '@cpu-bound/study/model';
import { closedWindow, manifest as manifestWith, sitting } from '@cpu-bound/study/test/run';
import { differencesOf, withSystemNode } from '../../src/commands/prepare.ts';

const manifest = manifestWith({
  plan: [1, 2].map((round) => sitting(round, ['single', 'cluster'], [closedWindow()])),
});

describe('two halves of a run', () => {
  it('are one run if nothing has changed', () => assert.deepEqual(differencesOf(manifest, manifest), []));

  it('are not one run if the machine differs', () => {
    const environment = { ...manifest.environment, cores: 64 };
    assert.match(
      differencesOf(manifest, { ...manifest, environment }).join(),
      /machine: cores was \d+, is 64/,
    );
  });

  it('are not one run if the same flags make another plan', () => {
    const now: Manifest = { ...manifest, plan: manifest.plan.slice(1) };
    assert.match(differencesOf(manifest, now).join(), /plan: /);
  });

  it('are one run if the plan was read from a file, which omits undefined values', () => {
    const [first, ...others] = manifest.plan;
    const again = { ...first, changes: undefined } as unknown as Manifest['plan'][number];
    assert.deepEqual(differencesOf(manifest, { ...manifest, plan: [again, ...others] }), []);
  });
});

describe('--node system', () => {
  const find = async () => [{ version: '24.3.1', place: 'is on the PATH' }];

  it('is the version of the reader’s own Node.js, which the stored flags then name', async () =>
    assert.deepEqual(await withSystemNode({ node: '22,system' }, find), { node: '22,24.3.1' }));

  it('is refused where there is no Node.js of the reader’s', () =>
    assert.rejects(
      withSystemNode({ node: 'system' }, async () => []),
      /^UsageError: --node system: there is no node on the PATH; accepted: a version, such as 24$/,
    ));
});
