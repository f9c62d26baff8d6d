import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutTypes } from '../src/parts/formatted.ts';

describe('JavaScript of a service', () => {
  it('keeps the comments of code, and removes those of types', async () => {
    const text = [
      '/** A thing. */',
      'type Thing = {',
      '  /** The size in octets. */',
      '  readonly size: number;',
      '};',
      '',
      '/** Its size. */',
      'export const size = 1;',
      '',
    ].join('\n');
    assert.equal((await withoutTypes(text)).trim(), '/** Its size. */\nexport const size = 1;');
  });

  it('is empty for a file of types alone', async () =>
    assert.equal(await withoutTypes('/** A thing. */\nexport type Thing = number;\n'), ''));

  it('has no import of types', async () =>
    assert.equal(
      (await withoutTypes("import express, { type Request } from 'express';\nexpress();\n")).trim(),
      "import express from 'express';\nexpress();",
    ));
});
