import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Doubt } from '@cpu-bound/study/model';
import { DISHONEST, dishonestFindings } from '../../src/selfcheck/planted-findings.ts';

const doubt = (contestant: string, kind: Doubt['kind']): Doubt => ({ contestant, kind, message: 'why' });
const sound = Object.entries(DISHONEST).flatMap(([id, [kind]]) => (kind ? [doubt(id, kind)] : []));
const failing = (doubts: readonly Doubt[]) =>
  dishonestFindings({ doubts }, 'plain').flatMap(({ id, ok }) => (ok ? [] : [id]));

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
    for (const id of ['plain', 'closes'])
      assert.deepEqual(failing([...sound, doubt(id, 'too-fast')]), [`dishonest-${id}`]);
  });
});
