import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { logDisplay, terminalDisplay } from '../../src/progress/display.ts';
import { runProgress } from '../../src/progress/run-progress.ts';
import { closedWindow, end, headline, sitting } from '../fixtures/run.ts';

/** A display of a log, by a clock that the test sets. */
function log() {
  const lines: string[] = [];
  const clock = { ms: 0 };
  return {
    lines,
    clock,
    display: logDisplay(
      (line) => lines.push(line),
      () => clock.ms,
    ),
  };
}

describe('a log', () => {
  it('has every line that is printed and every step, and at most four a minute of what is being done', () => {
    const { lines, clock, display } = log();
    display.now('first');
    for (; clock.ms < 60_000; clock.ms += 1_000) display.now(`second ${clock.ms / 1000}`);
    assert.deepEqual(lines, ['first', 'second 15', 'second 30', 'second 45']);
    display.step('a step');
    display.print('a result');
    display.now('too soon after it');
    assert.deepEqual(lines.slice(4), ['a step', 'a result']);
  });
});

describe('a terminal', () => {
  /** What stands on it in the end, line by line: each rewriting begins at the first column. */
  function terminal(columns: number) {
    let written = '';
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      written += chunk;
      done();
    };
    const display = terminalDisplay(Object.assign(new Writable({ write }), { columns }));
    const screen = () =>
      written.split('\n').map((line) => stripVTControlCharacters(line.split('\x1b[1G').at(-1) ?? ''));
    return { display, screen };
  }

  it('has one line that is rewritten, below those that stay', () => {
    const { display, screen } = terminal(80);
    display.now('round 1');
    display.step('round 2');
    display.print('cluster FAILED');
    display.now('round 3');
    assert.deepEqual(screen(), ['cluster FAILED', 'round 3']);
    display.end();
    display.end();
    assert.deepEqual(screen(), ['cluster FAILED', '']);
  });

  it('cuts the living line to its width, and to 100 columns: one that wraps cannot be rewritten', () => {
    for (const [columns, most] of [
      [40, 39],
      [300, 99],
    ] as const) {
      const { display, screen } = terminal(columns);
      display.now('x'.repeat(500));
      assert.equal(screen()[0]?.length, most);
      assert.ok(screen()[0]?.endsWith('…'));
    }
  });
});

describe('the progress of a run', () => {
  const trial = sitting(3, ['single', 'cluster', 'single-twin'], [closedWindow()]);
  const block = { id: 'a-1', window: closedWindow(headline, ['capacity', 'cost']), order: [] };

  it('has the question and the contestant within a round, and the time that is left', () => {
    const { lines, clock, display } = log();
    const progress = runProgress(display, () => clock.ms);
    progress.onTrial(trial, { trials: 2, seconds: 125 });
    clock.ms = 20_000;
    progress.onWindow(trial, block, 'cluster');
    clock.ms = 40_000;
    progress.onEnd({ ...end(trial.id, []), tookS: 40 }, trial);
    assert.deepEqual(lines, [
      'round 3: single, cluster; about 2 min 05 s left',
      'round 3: capacity, cost: cluster; about 1 min 45 s left',
      'round 3: single, cluster – 40 s; 1 min 25 s left',
    ]);
  });

  it('leaves on the screen who failed, and why', () => {
    const printed: string[] = [];
    const display = { print: (line: string) => printed.push(line), step() {}, now() {}, end() {} };
    const progress = runProgress(display);
    const failure = { subject: 'cluster', reason: 'died' as const, message: 'exit code 3', log: [] };
    progress.onTrial(trial, { trials: 1, seconds: 0 });
    progress.onEnd(end(trial.id, []), trial);
    progress.onEnd(end(trial.id, [failure]), trial);
    assert.deepEqual(printed.length, 1);
    assert.match(printed[0] ?? '', /cluster FAILED \(died\): exit code 3/);
  });
});
