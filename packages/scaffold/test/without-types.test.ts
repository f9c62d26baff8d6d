import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutTypes } from '../src/parts/without-types.ts';

describe('JavaScript of a service', () => {
  it('has the comments of what is left, and none of a type', async () => {
    const text = [
      '/** A thing. */',
      'type Thing = {',
      '  /** How large it is. */',
      '  readonly size: number;',
      '};',
      '',
      '/** Its size. */',
      'export const size = 1;',
      '',
    ].join('\n');
    assert.equal((await withoutTypes(text)).trim(), '/** Its size. */\nexport const size = 1;');
  });

  it('is no file where there were types alone', async () =>
    assert.equal(await withoutTypes('/** A thing. */\nexport type Thing = number;\n'), ''));

  it('imports nothing where only types were imported', async () =>
    assert.equal(
      (await withoutTypes("import express, { type Request } from 'express';\nexpress();\n")).trim(),
      "import express from 'express';\nexpress();",
    ));
});
