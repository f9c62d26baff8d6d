import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { logDisplay, runProgress, terminalDisplay, wrappedText } from '../../src/progress/display.ts';
import { closedWindow, end, headline, sitting } from '../fixtures/run.ts';

function log() {
  const lines: string[] = [];
  return { lines, display: logDisplay((line) => lines.push(line)) };
}

it('a log has every printed line, every step and every table, but no live line', () => {
  const { lines, display } = log();
  display.now('round 1: capacity: cluster');
  display.step('round 1 is over');
  display.board(['        single', 'memory      94']);
  const sentence = 'a result of many words '.repeat(10);
  display.print(sentence);
  display.end();
  assert.deepEqual(lines, ['round 1 is over', '        single', 'memory      94', sentence]);
});

describe('a terminal', () => {
  it('never breaks a command, with its name before it or alone', () => {
    for (const command of ['page    npx -y pnpm@12 bench report --html', '  npx -y pnpm@12 bench adr'])
      assert.equal(wrappedText(command, 20), command);
    assert.equal(wrappedText('some words and npx in them', 20), 'some words and npx\nin them');
  });

  /** A terminal that keeps all text, and the text since the last call. */
  function terminal(columns: number) {
    let written = '';
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      written += chunk;
      done();
    };
    const out = Object.assign(new Writable({ write }), { columns, rows: 40, isTTY: true });
    const since = () => {
      const text = stripVTControlCharacters(written);
      written = '';
      return text;
    };
    return { display: terminalDisplay(out as unknown as NodeJS.WriteStream), since };
  }

  it('has a table and one line below the lines that stay, and redraws both after each of these', () => {
    const { display, since } = terminal(80);
    display.board(['        single', 'memory      94']);
    display.now('round 1');
    assert.match(since(), /single\nmemory +94\n[\s\S]*round 1\n$/);
    display.print('cluster FAILED');
    assert.match(since(), /^cluster FAILED\n +single\nmemory +94\nround 1\n$/);
    display.end();
    display.print('the end');
    assert.match(since(), /^the end\n$/);
  });

  it('breaks a long line between words, and leaves a command whole', () => {
    const { display, since } = terminal(40);
    display.print(
      'single (p99 106 [96.8, 158] ms at 38.5/s, 0 of 10 windows) did not.\n  npx -y pnpm@12 bench more results/2026-01-31T08-15-30',
    );
    assert.equal(
      since(),
      'single (p99 106 [96.8, 158] ms at\n38.5/s, 0 of 10 windows) did not.\n  npx -y pnpm@12 bench more results/2026-01-31T08-15-30\n',
    );
  });

  it('cuts the live line between two words, if there are two', () => {
    const { display, since } = terminal(40);
    display.now('round 1 of 10: single, cluster; about 19 min 24 s left');
    assert.equal(since().trim(), 'round 1 of 10: single, cluster; about…');
  });

  it('cuts the live line to its width, and to 100 columns, because a line that wraps cannot be rewritten', () => {
    for (const [columns, most] of [
      [40, 39],
      [300, 99],
    ] as const) {
      const { display, since } = terminal(columns);
      display.now('x'.repeat(500));
      const line = since().trim();
      assert.equal(line.length, most);
      assert.ok(line.endsWith('…'));
    }
  });
});

describe('the progress of a run', () => {
  const trial = sitting(3, ['single', 'cluster', 'single-twin'], [closedWindow()]);
  const block = { id: 'a-1', window: closedWindow(headline, ['capacity', 'cost']), order: [] };

  it('shows the question and the contestant within a round, the number of rounds, and the remaining time', (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const said: string[] = [];
    const clock = { ms: 0 };
    const say = (line: string) => said.push(line);
    const plan = [trial, sitting(10, ['single'], [closedWindow()])];
    const progress = runProgress({ print: say, step: say, now: say }, plan, () => clock.ms);
    test.after(progress.stop);
    progress.onTrial(trial, { trials: 2, seconds: 125 });
    clock.ms = 20_000;
    progress.onWindow(trial, block, 'cluster');
    clock.ms = 40_000;
    progress.onEnd({ ...end(trial.id, []), tookS: 40 }, trial);
    assert.deepEqual(said, [
      'round 3 of 10: single, cluster; about 2 min 05 s left',
      'round 3 of 10: capacity, cost: cluster; about 1 min 45 s left',
      'round 3 of 10: single, cluster – 40 s; about 1 min 25 s left',
    ]);
  });

  it('counts the remaining time down within a window, and does not stay at zero', (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const shown: string[] = [];
    const clock = { ms: 0 };
    const display = { print() {}, step() {}, now: (line: string) => shown.push(line) };
    const progress = runProgress(display, [trial], () => clock.ms);
    test.after(progress.stop);
    progress.onTrial(trial, { trials: 1, seconds: 3 });
    for (const ms of [1000, 2000, 3000]) {
      clock.ms = ms;
      test.mock.timers.tick(1000);
    }
    const left = shown.map((line) => line.split('; ')[1]);
    assert.deepEqual(left, ['about 3 s left', 'about 2 s left', 'about 1 s left', 'about to end']);
    progress.stop();
    test.mock.timers.tick(1000);
    assert.equal(shown.length, 4);
  });

  it('leaves the failed contestants and the reasons on the screen', (test) => {
    const printed: string[] = [];
    const display = { print: (line: string) => printed.push(line), step() {}, now() {} };
    const progress = runProgress(display);
    test.after(progress.stop);
    const failure = { subject: 'cluster', reason: 'died' as const, message: 'exit code 3', log: [] };
    progress.onTrial(trial, { trials: 1, seconds: 0 });
    progress.onEnd(end(trial.id, []), trial);
    progress.onEnd(end(trial.id, [failure]), trial);
    assert.deepEqual(printed.length, 1);
    assert.match(printed[0] ?? '', /cluster FAILED \(died\): exit code 3/);
  });
});
