import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { plan, planOf } from '@cpu-bound/study/plan/plan';
import { config } from '@cpu-bound/study/test/config';
import { questions } from '../src/questions.ts';

const named = (id: string) => questions.find((question) => question.id === id) ?? assert.fail(id);
const [capacity, latency, overload, restart] = [
  named('capacity'),
  named('latency'),
  named('overload'),
  named('restart'),
];

const elsewhere = {
  id: 'far',
  title: 'far',
  summary: 'runs elsewhere',
  version: 'unknown',
  origin: 'http://127.0.0.1:1',
};
const settings = config({ contestants: [contestant('single'), elsewhere] });

describe('a target, which runs elsewhere', () => {
  it('is measured with the others in every sitting', () => {
    const sittings = plan(settings, [capacity, restart]).filter(({ id }) => id.startsWith('sitting/'));
    assert.ok(sittings.length > 0);
    for (const { subjects } of sittings) assert.ok(subjects.some(({ name }) => name === 'far'));
  });
  it('is not started by the bench', () => {
    const own = plan(settings, [capacity, restart]).filter(({ id }) => id.startsWith('restart/'));
    assert.ok(own.length > 0);
    for (const { subjects } of own) assert.ok(subjects.every(({ name }) => name !== 'far'));
  });
  it('is left out by name of questions that need a start', () => {
    const reason = 'it runs elsewhere: the bench can neither start nor stop it';
    assert.deepEqual(planOf(settings, [capacity, restart]).leftOut, [
      { scenario: 'restart', contestant: 'far', reason },
    ]);
  });
  it('leaves a question without any start if it is alone', () => {
    const alone = config({ contestants: [elsewhere], baseline: 'far' });
    assert.deepEqual(plan(alone, [restart]), []);
  });
});

describe('requests from a file', () => {
  const own = config({
    contestants: [elsewhere],
    baseline: 'far',
    requests: { file: '/r', shown: 'r', sha256: 'a', count: 1, statusOnly: false, keep: false, answers: [] },
  });

  it('get the questions that need no workload of the bench', () => {
    const windows = plan(own, [capacity, latency, overload]).flatMap(({ blocks }) => blocks);
    const questions = new Set(windows.flatMap(({ window }) => window.questions));
    assert.deepEqual([...questions].sort(), ['capacity', 'latency']);
  });
  it('leave out the other questions completely, by name and with the reason', () => {
    assert.deepEqual(planOf(own, [capacity, overload]).leftOut, [
      {
        scenario: 'overload',
        reason: 'it needs a workload, and this run sends requests from a file',
      },
    ]);
  });
});
