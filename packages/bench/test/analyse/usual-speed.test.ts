import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usualTaskMs, type WindowSpeed } from '../../src/analyse/usual-speed.ts';
import { mean, standardDeviation } from '../../src/stats/moments.ts';
import { seededRandom } from '../../src/stats/random.ts';

const window = (process: string, load: string, taskMs: number, trial = 'sitting/1'): WindowSpeed => ({
  file: `${trial} ${process} ${load} ${taskMs}`,
  trial,
  process,
  load,
  taskMs,
});

/** In the order of the windows. */
const usual = (...windows: readonly WindowSpeed[]) => {
  const found = usualTaskMs(windows);
  return windows.map(({ file }) => Number(found.get(file)?.toFixed(9)));
};

describe('how long a task usually takes', () => {
  it('is the same in all windows of a process under one load, their geometric mean', () => {
    assert.deepEqual(usual(window('single', 'own', 4), window('single', 'own', 9)), [6, 6]);
  });

  it('keeps what a load makes of it for everybody', () => {
    const windows = [
      window('cluster', 'own', 12),
      window('cluster', 'shared', 10),
      window('threads', 'own', 6),
      window('threads', 'shared', 5),
      window('single', 'own', 7),
    ];
    assert.deepEqual(usual(...windows), [12, 10, 6, 5, 7]);
  });

  it('is told by the others too, where one window of a process met a slower machine', () => {
    const [cluster = 0, , threads = 0] = usual(
      window('cluster', 'own', 20),
      window('cluster', 'shared', 10),
      window('threads', 'own', 10),
      window('threads', 'shared', 10),
    );
    assert.ok(cluster < 20 && cluster > 10 && threads > 10, `${cluster}, ${threads}`);
    assert.equal((cluster / threads).toFixed(6), Math.SQRT2.toFixed(6));
  });

  it('is what its windows tell, of one alone under two loads, and of those that were under one only', () => {
    const alone = [window('threads', 'own', 12), window('threads', 'shared', 10), window('single', 'own', 5)];
    assert.deepEqual(usual(...alone), [12, 10, 5]);
    assert.deepEqual(usual(window('threads', 'shared', 10), window('single', 'own', 5)), [10, 5]);
  });

  it('is told in each round by itself', () => {
    assert.deepEqual(usual(window('single', 'own', 4), window('single', 'own', 9, 'sitting/2')), [4, 9]);
  });

  it('scatters less from round to round, about the same, while the machine wanders (simulated, 200 rounds)', () => {
    const random = seededRandom('usual');
    const took = (ms: number) => ms * Math.exp(0.15 * random.normal());
    const rounds = Array.from({ length: 200 }, () => {
      const windows = ['cluster', 'threads', 'queue'].flatMap((process) => [
        window(process, 'own', took(6)),
        window(process, 'shared', took(5)),
      ]);
      const [found = 0] = usual(...windows);
      return { told: Math.log(windows[0]?.taskMs ?? 0), found: Math.log(found) };
    });
    const scatterOf = (which: 'told' | 'found') => standardDeviation(rounds.map((round) => round[which]));
    // Two windows of its own, and a third of the difference of the others': √(1/2 + 1/6) = 0.82.
    assert.ok(scatterOf('found') < 0.9 * scatterOf('told'));
    assert.ok(Math.abs(mean(rounds.map(({ found }) => found)) - Math.log(6)) < 0.03);
  });
});
