import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Doubt } from '@cpu-bound/study/model';
import { DISHONEST, deathFinding, dishonestFindings } from '../../src/selfcheck/planted-findings.ts';

const doubt = (contestant: string, kind: Doubt['kind']): Doubt => ({ contestant, kind, message: 'why' });
const sound = Object.entries(DISHONEST).flatMap(([id, [kind]]) => (kind ? [doubt(id, kind)] : []));
const failing = (doubts: readonly Doubt[]) =>
  dishonestFindings({ doubts }, 'plain').flatMap(({ id, ok }) => (ok === false ? [id] : []));

describe('the self-check of honesty', () => {
  it('accepts a run that raises the doubt of each dishonest contestant, and no other doubt', () =>
    assert.deepEqual(failing(sound), []));

  it('names a contestant that raised no doubt, or another one', () => {
    assert.deepEqual(failing(sound.filter(({ contestant }) => contestant !== 'cache')), ['dishonest-cache']);
    const other = sound.map((finding) =>
      finding.contestant === 'cache' ? doubt('cache', 'own-times') : finding,
    );
    assert.deepEqual(failing(other), ['dishonest-cache']);
  });

  it('refuses a run with a doubt about an honest contestant', () => {
    for (const id of ['plain', 'closes', 'split', 'hints', 'forks'])
      assert.deepEqual(failing([...sound, doubt(id, 'too-fast')]), [`dishonest-${id}`]);
  });

  it('does not judge a contestant whose program this machine lacks', () => {
    const raised = sound.filter(({ contestant }) => contestant !== 'python');
    const [found] = dishonestFindings({ doubts: raised }, 'plain', ['python']).filter(
      ({ id }) => id === 'dishonest-python',
    );
    assert.equal(found?.ok, undefined);
    assert.match(found?.observed ?? '', /^it was not run/);
    assert.deepEqual(failing(raised), ['dishonest-python']);
  });

  it('accepts a contestant that died in one round only if that round has no answers', () => {
    const died = { trial: 'sitting/1', contestant: 'dies', reason: 'died', message: '', log: [] };
    const isAccepted = (rounds: readonly number[], failed: readonly (typeof died)[]) => {
      const metric = { contestant: 'dies', metric: 'throughput', rounds };
      const found = { validity: { failed }, scenarios: { capacity: { metrics: [metric] } } };
      return deathFinding(found as unknown as Parameters<typeof deathFinding>[0]).ok;
    };
    assert.equal(isAccepted([1, 90, 91], [died]), true);
    assert.equal(isAccepted([90, 91], [died]), false);
    assert.equal(isAccepted([89, 90, 91], []), false);
  });
});
