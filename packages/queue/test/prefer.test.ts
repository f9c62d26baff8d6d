import assert from 'node:assert/strict';
import { it } from 'node:test';
import { preferredWait } from '../src/jobs/prefer.ts';

it('reads how long a client prefers to wait, among other preferences and however it is written', () => {
  for (const header of ['wait=10', 'respond-async, wait=10', 'Wait = "10"; x=1', 'wait=10, wait=20'])
    assert.equal(preferredWait(header, 30), 10, header);
});

it('lets nobody wait for longer than a request may take', () => {
  assert.equal(preferredWait('wait=3600', 30.5), 30);
});

it('finds no wait where there is none that makes sense', () => {
  for (const header of [undefined, '', 'wait', 'wait=soon', 'wait=-1', 'await=10', 'return=minimal'])
    assert.equal(preferredWait(header, 30), undefined, String(header));
});
