import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Manifest } from '@cpu-bound/study/model';
import { closedWindow, manifest as manifestWith, sitting } from '@cpu-bound/study/test/run';
import { differencesOf } from '../../src/commands/prepare.ts';

const manifest = manifestWith({
  plan: [1, 2].map((round) => sitting(round, ['single', 'cluster'], [closedWindow()])),
});

describe('two halves of a run', () => {
  it('are one where nothing has changed', () => assert.deepEqual(differencesOf(manifest, manifest), []));

  it('are not where the machine is another, each difference named', () => {
    const environment = { ...manifest.environment, cores: 64, node: '27.0.0' };
    const differences = differencesOf(manifest, { ...manifest, environment });
    assert.match(differences.join('\n'), /machine: cores was \d+, is 64/);
    assert.match(differences.join('\n'), /machine: node was .*, is 27\.0\.0/);
  });

  it('are not where the code is another', () => {
    assert.match(differencesOf(manifest, { ...manifest, sources: 'other' }).join(), /code: /);
    const workload = { ...manifest.workload, sources: 'other' };
    assert.match(
      differencesOf(manifest, { ...manifest, workload }).join(),
      /workload: the files or the samples of/,
    );
  });

  it('are not where the same flags make another plan', () => {
    const now: Manifest = { ...manifest, plan: manifest.plan.slice(1) };
    assert.match(differencesOf(manifest, now).join(), /plan: /);
  });

  it('are one where the plan was read back from a file, which has no undefined in it', () => {
    const [first, ...others] = manifest.plan;
    const again = { ...first, filler: undefined } as unknown as Manifest['plan'][number];
    assert.deepEqual(differencesOf(manifest, { ...manifest, plan: [again, ...others] }), []);
  });
});
