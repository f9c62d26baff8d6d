import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coloured } from '../../src/commands/coloured.ts';
import { columns } from '../../src/commands/columns.ts';
import { checkLines } from '../../src/commands/doctor.ts';

describe('a terminal of 80 columns', () => {
  it('has a check and its remedy in whole words, and a command as it is to be typed', () => {
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

  it('has the last cell of a row below itself where it does not fit, and no word cut', () =>
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

describe('a colour', () => {
  const out = (hasColors: boolean) => ({ hasColors: () => hasColors });

  it('is there on a terminal that has some', () =>
    assert.equal(coloured('green', 'fit', out(true)), '\u001b[32mfit\u001b[39m'));

  it('is neither in a pipe nor where the terminal has none, as with NO_COLOR', () => {
    assert.equal(coloured('green', 'fit', {}), 'fit');
    assert.equal(coloured('green', 'fit', out(false)), 'fit');
  });
});
