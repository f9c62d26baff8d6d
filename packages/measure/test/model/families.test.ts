import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { familiesOf } from '../../src/model.ts';

const peer = (id: string, peerOf: string) => ({ id, peerOf });
const idsOf = (contestants: readonly { id: string }[]) => contestants.map(({ id }) => id);

describe('the families of a run', () => {
  it('begin with the main contestant, followed by its peers', () => {
    const { main, families } = familiesOf([{ id: 'a' }, peer('p', 'b'), { id: 'b' }, peer('q', 'b')]);
    assert.deepEqual(idsOf(main), ['a', 'b']);
    const members = families.map(({ members }) => idsOf(members));
    assert.deepEqual(members, [['b', 'p', 'q']]);
  });

  it('leave a peer among the main ones if its own main contestant did not take part', () => {
    const { main, families } = familiesOf([{ id: 'a' }, peer('p', 'b')]);
    assert.deepEqual(idsOf(main), ['a', 'p']);
    assert.deepEqual(families, []);
  });

  it('count a variant of a peer to the family of the peer', () => {
    const { families } = familiesOf([{ id: 'b' }, peer('p', 'b'), peer('p:x', 'p')]);
    const members = families.map(({ members }) => idsOf(members));
    assert.deepEqual(members, [['b', 'p', 'p:x']]);
  });
});
