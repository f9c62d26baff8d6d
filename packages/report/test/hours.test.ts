import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Analysis, StudyPart } from '@cpu-bound/study/model';
import { hoursOf, runsOf } from '../src/appendix.ts';
import { firstScreen } from '../src/first-screen/first-screen.ts';
import { whenMeasured } from '../src/first-screen/trust.ts';

const part = (hour: string, questions: StudyPart['questions']): StudyPart => ({
  id: `2026-01-31T${hour}-15-30`,
  startedAt: `2026-01-31T${hour}:15:30.000Z`,
  command: `npx -y pnpm@12 bench more results/2026-01-31T08-15-30 --scenarios ${Object.keys(questions).join()}`,
  inFull: true,
  questions,
});
const studyOf = (...parts: readonly StudyPart[]): Analysis => ({ ...sound, run: { ...sound.run, parts } });
const one = studyOf(part('08', { capacity: 10 }));
const several = studyOf(part('08', { capacity: 10, latency: 10, jobs: 0 }), part('15', { capacity: 10 }));

describe('a study', () => {
  it('of one run names its day', () => {
    assert.equal(whenMeasured(one.run), '31 January 2026');
    assert.deepEqual([hoursOf('capacity', one), runsOf(one)], ['', '']);
  });

  it('of several runs names the days of the first and of the last', () => {
    assert.equal(whenMeasured(several.run), '2 runs, 31 January 2026');
    const [first, last] = several.run.parts ?? [];
    assert.ok(first && last);
    const later = studyOf(first, { ...last, startedAt: '2026-02-02T15:15:30.000Z' });
    assert.equal(whenMeasured(later.run), '2 runs, 31 January 2026 to 2 February 2026');
  });

  it('gives the hours of each question, with the consequence for absolute figures if there are several runs', () => {
    assert.equal(
      hoursOf('capacity', several),
      'Rounds: 10 at 2026-01-31 08:15 UTC, 10 at 2026-01-31 15:15 UTC. Ratios are taken within rounds, and pooled. Absolute figures and their intervals are over all of these hours.',
    );
    assert.equal(hoursOf('latency', several), 'Rounds: 10 at 2026-01-31 08:15 UTC.');
    assert.equal(hoursOf('jobs', several), '');
  });

  it('has a table of its runs, with the rounds of each and the command that repeats it', () => {
    const table = runsOf(several);
    assert.match(table, /08:15 \| +capacity 10, latency 10 \|/);
    assert.match(
      table,
      /15:15 \| +capacity 10 \| +`npx -y pnpm@12 bench more results\/2026-01-31T08-15-30 --scenarios capacity`/,
    );
  });

  it('has its hours above the rows', () => {
    assert.match(firstScreen(one), /31 January 2026/);
    assert.match(firstScreen(several), /2 runs/);
  });
});
