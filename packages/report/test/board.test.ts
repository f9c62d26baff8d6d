import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { brief, decided, sound } from '@cpu-bound/questions/test/analysis';
import { arithmetic, boardLines, stillToCome } from '../src/first-screen/terminal.ts';

describe('the table on the terminal', () => {
  const rowOf = (lines: readonly string[], name: string) =>
    lines.find((line) => line.startsWith(name)) ?? assert.fail(lines.join('\n'));

  for (const columns of [80, 120])
    it(`has a strategy in each column and a need in each row, in ${columns} columns`, () => {
      const lines = boardLines(sound, questions, columns);
      for (const { id } of sound.contestants) assert.ok(lines[0]?.includes(id));
      assert.ok(
        lines.every((line) => line.length <= columns),
        lines.join('\n'),
      );
      assert.match(rowOf(lines, 'answers at full load'), /\d/);
    });

  for (const columns of [30, 40, 59])
    it(`has a line for each strategy, and the same figures, in ${columns} columns`, () => {
      const lines = boardLines(sound, questions, columns);
      for (const line of lines) assert.ok(line.length <= columns, line);
      const of = (id: string) => lines.filter((line) => line.startsWith(`  ${id} `));
      const figures = sound.contestants.map(({ id }) => of(id)[0]?.replace(/^ *\S+ +/, ''));
      const row = rowOf(boardLines(sound, questions, 80), 'answers at full load').replace(/ +/g, ' ');
      assert.ok(row.includes(` ${figures.join(' ')} `), `${row}: ${figures}`);
      const needs = new Set(sound.contestants.map(({ id }) => of(id).length));
      assert.equal(needs.size, 1, 'a need lacks a strategy');
    });

  it('has a number in each cell after one round, and cuts no word, in 80 columns', () => {
    const lines = boardLines(brief, questions, 80);
    const [, , , , , ...cells] = rowOf(lines, 'answers at full load, /s').split(/ +/);
    for (const cell of cells) assert.match(cell, /^(?:[\d,.]+|·)$/);
    for (const line of lines) assert.doesNotMatch(line, /\([\d.,–]*…|\w{3}…(?<! \w+…)/, line);
  });

  it('says the verdicts of a look, none before it, and after which round the first ones come', () => {
    const marks = /best|behind|%|×/;
    const rows = (lines: readonly string[]) => lines.filter((line) => /^\S.* \d+$/.test(line));
    assert.ok(rows(boardLines(sound, questions, 80)).some((line) => marks.test(line)));
    const early = boardLines(brief, questions, 80);
    assert.ok(rows(early).every((line) => !marks.test(line)));
    assert.ok(early.some((line) => /^First verdicts after round 10: .*answers at full load/.test(line)));
  });

  it('lists as still to come the needs without a figure, and no other', () => {
    const [one = assert.fail()] = sound.decision.needs.filter(({ id }) => id === 'tail-high');
    const { measured: _none, ...unmeasured } = one;
    const needs = sound.decision.needs.map((need) => (need === one ? unmeasured : need));
    const [missing = ''] = stillToCome({ ...sound, decision: { ...sound.decision, needs } }, questions);
    assert.match(missing, /^Still to come: .*p99 at 261\/s/);
    assert.doesNotMatch(missing, /median/);
  });

  it('is empty before the first measurement', () =>
    assert.deepEqual(boardLines(decided({ ...sound, scenarios: {} }), questions, 80), []));
});

describe('the arithmetic of a task', () => {
  const timed = 'timed in the rounds' as const;

  it('says when the task was timed, and that all cores computed', () => {
    assert.match(
      arithmetic(4, 2, { timed: 'timed before the rounds, which correct it' })[0] ?? '',
      /^A task takes 4\.00 ms of CPU time here while all cores compute \(timed before the rounds, which correct it\)\. /,
    );
    const alone = arithmetic(4, 1, { timed })[0] ?? '';
    assert.match(alone, /^A task takes 4\.00 ms of CPU time here \(timed in the rounds\)\. /);
  });

  it('names the rate that saturates a single process, or its utilisation at the reader’s rate', () => {
    assert.match(arithmetic(4, 2, { timed })[1] ?? '', /^At some 125 a second tasks alone/);
    assert.match(arithmetic(4, 2, { timed, rate: 50 })[1] ?? '', /20 % busy.*not saturated/);
    assert.match(arithmetic(4, 2, { timed, rate: 200 })[1] ?? '', /80 % busy.*long queues/);
    const beyond = arithmetic(4, 2, { timed, rate: 400 })[1] ?? '';
    assert.match(beyond, /no single process answers that, unless a core is faster alone; 2 cores at least/);
    assert.match(arithmetic(4, 2, { timed, rate: 900 })[1] ?? '', /more than the 2 cores here can answer/);
  });
});
