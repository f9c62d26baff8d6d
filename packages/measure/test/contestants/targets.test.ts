import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTargets } from '../../src/contestants/find.ts';

describe('--target name=URL', () => {
  it('makes a service at that address, under that name', () => {
    const { targets, problems } = readTargets(['blue=http://10.0.0.7:3000', 'green=https://green.test/']);
    assert.deepEqual(
      targets.map(({ id, origin }) => [id, origin]),
      [
        ['blue', 'http://10.0.0.7:3000'],
        ['green', 'https://green.test'],
      ],
    );
    assert.deepEqual(problems, []);
  });

  for (const flag of [
    'http://10.0.0.7:3000', // no name
    'blue', // no address
    'Blue=http://10.0.0.7:3000',
    'blue=10.0.0.7:3000',
    'blue=ftp://10.0.0.7',
    'blue=http://10.0.0.7:3000/api', // a path
    'blue=http://10.0.0.7:3000/?a=1',
    'blue=http://user:secret@10.0.0.7:3000',
  ]) {
    it(`refuses ${flag}, and says what is accepted`, () => {
      const { targets, problems } = readTargets([flag]);
      assert.deepEqual(targets, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /--target .*: accepted: name=URL/);
      assert.ok(problems[0]?.includes(flag));
    });
  }
});
