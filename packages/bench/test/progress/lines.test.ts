import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TrialResult } from '../../src/model.ts';
import { describeTrial, minutes } from '../../src/progress/lines.ts';
import { plainProgress } from '../../src/progress/progress.ts';
import { cell, completed, failed, kernel, loadWindow, probeWindow, voided } from '../fixtures/run.ts';

const condition = { upTo: 200_000, connections: 50 };

/** The lines of a run with these results, each trial ten seconds long as planned. */
async function lines(results: readonly TrialResult[]): Promise<string[]> {
  let seconds = 0;
  const printed: string[] = [];
  const progress = plainProgress({
    plan: results.map(({ trial }) => trial),
    expected: results.map(() => 10),
    print: (line) => printed.push(line),
    now: () => seconds * 1000,
  });
  for (const [index, result] of results.entries()) {
    progress.onTrial(result.trial, index);
    seconds += 10;
    progress.onResult(result, index);
  }
  await progress.end();
  return printed;
}

describe('plain progress', () => {
  it('prints a line for each result, with the time left', async () => {
    const printed = await lines([
      kernel(1, [
        [{ upTo: 50_000 }, 0.8249],
        [{ upTo: 200_000 }, 5.1],
      ]),
      completed(cell('capacity', 1, 'cluster'), [loadWindow(condition, 1_234), loadWindow(condition, 403.4)]),
      completed(cell('capacity', 1, 'single', true), [loadWindow(condition, 200)]),
      completed(cell('responsiveness', 1, 'threads'), [probeWindow(condition, 'probe.f32')]),
      failed(cell('capacity', 1, 'queue'), 'its process ended with exit code 3'),
      voided(cell('capacity', 2, 'single'), 'CPU steal of 12 %', 'the generator was late'),
      completed(cell('capacity', 2, 'threads'), []),
    ]);
    assert.deepEqual(printed, [
      '[1/7] capacity round 1: the kernel alone – 0.82 ms, 5.10 ms; 1 min 00 s left',
      '[2/7] capacity round 1: cluster – 1234/s, 403/s; 50 s left',
      '[3/7] capacity round 1: single (twin) – 200/s; 40 s left',
      '[4/7] responsiveness round 1: threads – done; 30 s left',
      '[5/7] capacity round 1: queue – FAILED (died): its process ended with exit code 3; 20 s left',
      '[6/7] capacity round 2: single – void: CPU steal of 12 %; the generator was late; 10 s left',
      '[7/7] capacity round 2: threads – done; 0 s left',
    ]);
  });
});

it('a trial is told by its scenario, its round and whom it is about', () => {
  assert.equal(describeTrial(cell('capacity', 3, 'cluster')), 'capacity round 3: cluster');
  assert.equal(describeTrial(cell('capacity', 3, 'single', true)), 'capacity round 3: single (twin)');
});

it('a time is in seconds below a minute, and else in minutes and seconds', () => {
  assert.deepEqual([0, 0.4, 59.4, 59.6, 60, 125, 3_600].map(minutes), [
    '0 s',
    '0 s',
    '59 s',
    '1 min 00 s',
    '1 min 00 s',
    '2 min 05 s',
    '60 min 00 s',
  ]);
});
