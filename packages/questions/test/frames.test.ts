import assert from 'node:assert/strict';
import { it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { MetricId, Run } from '@cpu-bound/study/model';
import { questions } from '../src/questions.ts';
import { everyQuestion } from './fixtures/every-question.ts';

/** A run in which frames give one contestant more answers: by so many per cent, and by half a millisecond of each frame. */
function biased(contestant: string, percent: number): Run {
  const run = everyQuestion(10, undefined, ['frames']);
  const lengths = new Map(
    run.manifest.plan.flatMap(({ id, blocks }) =>
      blocks.map((block) => [`${id}/${block.id}`, block.window.frameMs] as const),
    ),
  );
  const results = run.results.map((trial) => ({
    ...trial,
    blocks: trial.blocks.map((block) => {
      const frameMs = lengths.get(`${trial.trial}/${block.block}`);
      const factor = frameMs === undefined ? 1 : (1 + percent / 100) * (1 + 0.5 / frameMs);
      const windows = block.windows.map((window) =>
        window.subject === contestant && window.load
          ? { ...window, load: { ...window.load, perSecond: window.load.perSecond * factor } }
          : window,
      );
      return { ...block, windows };
    }),
  }));
  return { ...run, results };
}

const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? 0) / expected - 1) < 0.01, `${actual} is not ${expected}`);

it('the question frames finds a bias of frames: against windows, and by the length of a frame', () => {
  const { scenarios } = analyse(biased('cluster', 4), questions);
  const found = (metric: MetricId, contestant: string) =>
    scenarios.frames?.metrics.find(
      (one) => one.metric === metric && one.contestant === contestant && one.condition.setting.frameMs === 25,
    );
  near(found('frames-to-window', 'cluster')?.estimate, 1.04 * 1.02);
  near(found('moved-by-frames', 'cluster')?.estimate, 1.02);
  near(found('frames-to-window', 'queue')?.estimate, 1);
  near(found('moved-by-frames', 'queue')?.estimate, 1);
  assert.ok((found('frames-to-window', 'cluster')?.low ?? 0) > 1.03);
});
