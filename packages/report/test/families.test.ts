import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decided, sound } from '@cpu-bound/questions/test/analysis';
import { familiesSection } from '../src/first-screen/alternatives.ts';
import { textOfPage } from './rendered.ts';

/** The same run, as if the queue were a peer of cluster. */
const withPeer = decided({
  ...sound,
  contestants: sound.contestants.map((one) => {
    if (one.id === 'cluster') return { ...one, family: 'clusters' };
    if (one.id !== 'queue') return one;
    const cannot = { 'tells its time': 'it has no clock' };
    return { ...one, peerOf: 'cluster', when: 'Somebody wants a queue.', cannot };
  }),
});

describe('the peers of a run', () => {
  it('are compared with their main contestant, need by need, with the needs that they cannot meet', () => {
    const text = familiesSection(withPeer).replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
    assert.match(text, /^\*\*Clusters\.\*\*$/m);
    assert.match(
      text,
      /^\| answers at full load, \/s +\| +\*\*434 \(431–436\)\*\*, best +\| +364 \(36\d–36\d\), −16 % \|$/m,
    );
    assert.match(
      text,
      /^- \*\*queue\*\*: the contestant queue\. Somebody wants a queue\.\n {2}- Cannot: tells its time: it has no clock\.$/m,
    );
  });

  it('do not take part in the decision among the main contestants', () => {
    const page = textOfPage(withPeer);
    const [header = ''] = /^\| .*single.*$/m.exec(page) ?? [];
    assert.doesNotMatch(header, /queue/);
    assert.match(page, /^## How do the alternatives compare\?/m);
    assert.match(page, /\(#how-do-the-alternatives-compare\)/);
  });

  it('do not affect decisions about others if they fail', () => {
    const failed = [
      { trial: 'sitting/1', contestant: 'queue', reason: 'died', message: 'it ended', log: [] },
    ];
    const validity = { ...sound.validity, failed };
    assert.doesNotMatch(textOfPage({ ...withPeer, validity }), /queue failed \(see/);
    assert.match(textOfPage({ ...sound, validity }), /queue failed \(see/);
  });

  it('have no section if there are none', () => assert.equal(familiesSection(sound), ''));
});
