import assert from 'node:assert/strict';
import { access, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isOutOf, refusalIn } from '../src/model/errors.ts';

describe('an error of the system', () => {
  it('names the path and the remedy if a disk is full', async (t) => {
    if (process.platform !== 'linux') return t.skip('/dev/full is there on Linux');
    const full = await open('/dev/full', 'w');
    const error = await full.writeFile('x').catch((reason: unknown) => reason);
    await full.close();
    assert.ok(isOutOf(error));
    assert.equal(
      refusalIn(error, 'results/mine')?.message,
      'the system refused (ENOSPC, write results/mine): the disk is full; free some space there',
    );
  });

  it('names TMPDIR if that folder does not exist', async () => {
    const error = await access(join(tmpdir(), 'is not there')).catch((reason: unknown) => reason);
    const message = String(refusalIn(error)?.message);
    assert.match(message, /^TMPDIR .*: is not there \(ENOENT, access .*\); create it, or set TMPDIR/);
  });

  it('is found as the cause of another error', () => {
    const cause = Object.assign(new Error('too many'), { code: 'EMFILE', syscall: 'open', path: '/a' });
    const message = String(refusalIn(new Error('no reader', { cause }))?.message);
    assert.match(message, /EMFILE, open \/a.*ulimit -n 4096/);
  });

  it('is no refusal of the system if the program is wrong, or a file of the user does not exist', async () => {
    assert.equal(refusalIn(new TypeError('x is not a function')), undefined);
    assert.equal(refusalIn(await access('/not/there').catch((reason: unknown) => reason)), undefined);
  });
});
