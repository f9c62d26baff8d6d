import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import type { Analysis } from '@cpu-bound/study/model';
import { adviceIn, rowsTable, rowWords } from '../src/answers/row-words.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { inOneLine } from '../src/tables/terminal.ts';
import { storedNames, storedRun } from './stored-run.ts';

const runs: Readonly<Record<string, Analysis>> = {
  ...made,
  ...Object.fromEntries(await Promise.all(storedNames.map(async (name) => [name, await storedRun(name)]))),
};

/** Text with plain spaces: a table keeps a number and its unit in one line. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('\u2060', '');

describe('the last lines of a run', () => {
  for (const [name, analysis] of Object.entries(runs))
    it(`have 80 columns, and leave room for three commands in 30 lines: ${name}`, () => {
      const lines = findingLines(analysis);
      assert.ok(lines.length <= 27, lines.join('\n'));
      for (const line of lines.map(plain)) assert.ok(line.length <= 80, line);
    });

  for (const [name, analysis] of Object.entries(runs))
    it(`say what each row of the page says, and nothing twice: ${name}`, () => {
      const text = plain(findingLines(analysis).join(' '));
      const { advice, lines } = adviceIn(rowsOf(analysis));
      const table = plain(rowsTable(rowsOf(analysis), 'brief').replaceAll('**', ''));
      for (const row of advice) {
        const { need, take, shown, price } = rowWords(row, 'brief');
        assert.equal(text.split(plain(`${need}: ${take}`)).length, 2, need);
        for (const part of [...shown, ...price].map(plain))
          assert.ok(text.includes(part) && table.includes(part), part);
      }
      for (const line of lines.map(plain)) assert.ok(text.includes(line) && table.includes(line), line);
    });

  it('tell the time of a task in the rounds, and that the target was made before them', () => {
    const search = { ...made['every question was asked']?.scenarios.within?.search, targetMs: 93 };
    const scenarios = { ...sound.scenarios, within: { ...sound.scenarios.capacity, search } };
    const lineOf = (command: string) =>
      findingLines({ ...sound, run: { ...sound.run, command }, scenarios } as Analysis)
        .join(' ')
        .match(/A task took [^.]*\.\d+ ms[^.]*\./)?.[0];
    assert.match(
      lineOf('pnpm bench run') ?? '',
      /^A task took [\d.]+ ms in the rounds; p99 ≤ 93 ms is ten, as timed before them\.$/,
    );
    assert.match(lineOf('pnpm bench run --p99 93ms') ?? '', /^A task took [\d.]+ ms in the rounds\.$/);
  });

  it('cut a warning that is longer than a line, and count the others', () => {
    const [line = '', ...others] = inOneLine('warning: ', ['many words '.repeat(20), 'another one']);
    assert.match(line, /^warning: many words .*… \(and 1 more\)$/);
    assert.ok(line.length <= 80 && others.length === 0, line);
    assert.deepEqual(inOneLine('warning: ', ['few words', 'two']), ['warning: few words; two']);
  });
});
