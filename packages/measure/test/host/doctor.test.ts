import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examine } from '../../src/host/doctor.ts';

it('the doctor gives the detail of every check, and a remedy for every unfit one', async () => {
  const checks = await examine();
  const ids = checks.map(({ id }) => id);
  for (const id of ['cores', 'Node.js', 'free memory']) assert.ok(ids.includes(id), id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, detail, remedy } of checks) {
    assert.ok(detail !== '' && remedy !== '', id);
    assert.doesNotMatch(detail, /NaN|undefined/, id);
  }
});
