import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Doubt } from '@cpu-bound/study/model';
import { DISHONEST, dishonestFindings } from '../../src/selfcheck/dishonest.ts';

const doubt = (contestant: string, kind: Doubt['kind']): Doubt => ({ contestant, kind, message: 'why' });
const sound = Object.entries(DISHONEST).flatMap(([id, [kind]]) => (kind ? [doubt(id, kind)] : []));
const failing = (doubts: readonly Doubt[]) =>
  dishonestFindings([{ doubts: sound }, { doubts }]).flatMap(({ id, ok }) => (ok ? [] : [id]));

describe('the self-check of honesty', () => {
  it('accepts runs that raise the doubt of each dishonest contestant, and no other doubt', () =>
    assert.deepEqual(failing(sound), []));

  it('names a contestant for which one run raised no doubt, or another one', () => {
    assert.deepEqual(failing(sound.filter(({ contestant }) => contestant !== 'cache')), ['dishonest-cache']);
    const other = sound.map((one) => (one.contestant === 'stall' ? doubt('stall', 'own-times') : one));
    assert.deepEqual(failing(other), ['dishonest-stall']);
  });

  it('refuses runs with a doubt about the honest contestant', () =>
    assert.deepEqual(failing([...sound, doubt('plain', 'too-fast')]), ['dishonest-plain']));
});
