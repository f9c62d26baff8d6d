import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { LocalContestant } from '../../src/contestants/manifest.ts';
import { startedFrom } from '../../src/host/built.ts';

const single = join(import.meta.dirname, '../../../single');
const contestant = (folder: string): LocalContestant => ({
  ...{ id: 'one', title: 'one', summary: 'one', version: '1' },
  ...{ folder, command: ['node', 'src/main.ts', '--flag'] },
});

describe('a service', () => {
  it('starts in the folder of the command, with an absolute path if its script is one of the bench’s', () => {
    const given = contestant(single);
    const { folder, command } = startedFrom(given, given);
    assert.equal(folder, process.cwd());
    assert.deepEqual(command, ['node', join(single, 'src/main.ts'), '--flag']);
  });

  it('starts in its own folder if it is the user’s', () => {
    const given = contestant(tmpdir());
    assert.deepEqual(startedFrom(given, given), given);
  });
});
