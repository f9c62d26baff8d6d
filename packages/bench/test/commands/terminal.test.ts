import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { coloured } from '@cpu-bound/report/tables/terminal';
import { checkLines } from '../../src/commands/doctor.ts';
import { columns } from '../../src/commands/surface.ts';

describe('a terminal of 80 columns', () => {
  it('shows a check and its remedy with unbroken words, and a command on a line of its own', () => {
    const command = `docker run --publish 127.0.0.1:6379:6379 ${'redis:7 '.repeat(9)}`;
    assert.deepEqual(
      checkLines(
        {
          id: 'steadiness',
          fit: false,
          detail: 'the speed of a core varies by 37.7 % between tenths of a second: 8 rounds would not do',
          remedy: `measure at a quieter hour, end other programs, or take more rounds than these\n${command}`,
        },
        80,
      ),
      [
        '✖ unfit  steadiness         the speed of a core varies by 37.7 % between tenths',
        '                            of a second: 8 rounds would not do',
        '           → measure at a quieter hour, end other programs, or take more rounds',
        '             than these',
        `             ${command}`,
      ],
    );
  });

  it('continues the last cell of a row on the next line, and breaks no word', () =>
    assert.deepEqual(
      columns(
        [
          ['one', 'a description of many words'],
          ['three', 'short'],
          ['four', 'https://example.org/a/word/that/is/longer/than/the/line'],
        ],
        24,
      ),
      [
        'one    a description of',
        '       many words',
        'three  short',
        'four   https://example.org/a/word/that/is/longer/than/the/line',
      ],
    ));
});

describe('colour', () => {
  const out = (isTTY: boolean, depth = 4) =>
    Object.assign(new PassThrough(), { isTTY, getColorDepth: () => depth });

  it('is used on a terminal that has it', () =>
    assert.equal(coloured('green', 'fit', out(true)), '\u001b[32mfit\u001b[39m'));

  it('is not used in a pipe, nor with NO_COLOR', () => {
    assert.equal(coloured('green', 'fit', out(false)), 'fit');
    assert.equal(coloured('green', 'fit', out(true, 1)), 'fit'); // the depth that Node.js gives with NO_COLOR
  });
});
