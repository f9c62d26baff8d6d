import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { figuresIn } from '../../src/commands/scaffold.ts';

it('a scaffolded service gets the figures of its strategy in the run', () => {
  const { run, workers, cores, memoryMiB } = figuresIn(sound, 'cluster');
  const peaks = Object.values(sound.scenarios)
    .flatMap(({ metrics }) => metrics)
    .filter(({ metric, contestant }) => metric === 'rss-peak' && contestant === 'cluster')
    .map(({ estimate }) => estimate / 2 ** 20);
  assert.deepEqual([run, workers, cores], [sound.run.id, sound.run.workers, sound.environment.cores]);
  assert.ok(peaks.length > 0);
  assert.equal(memoryMiB, Math.max(...peaks));
});
