import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Manifest } from '@cpu-bound/study/model';
import { config } from '@cpu-bound/study/test/config';
import { closedWindow, manifest as manifestWith, sitting } from '@cpu-bound/study/test/run';
import { asExamined, differencesOf } from '../../src/commands/session.ts';

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

describe('sizes that were found', () => {
  const sizes = ['7', '30', '90'].map((upTo) => ({ label: upTo, query: { upTo } }));

  it('are the workload’s, and the middle one is its headline', () => {
    const { headline, workload } = asExamined(config(), { sizes }, {});
    assert.deepEqual([headline, workload.sizes], [{ upTo: '30' }, sizes]);
  });

  it('leave a headline that a flag names, and a workload that names its own', () => {
    const given = config({ headline: { upTo: '5' } });
    assert.deepEqual(asExamined(given, { sizes }, { param: ['upTo=5'] }).headline, { upTo: '5' });
    assert.equal(asExamined(given, {}, {}).workload, given.workload);
  });
});
