import { metricOfEach } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import { byComparisons } from '@cpu-bound/study/decide/relation';
import type { Flip, Undecided } from '@cpu-bound/study/model';
import type { TaskSizeAnalysis } from './analyse.ts';
import { payOffs, sizeName, sizesIn } from './words.ts';

/**
 * A small task may change the answer: the flip names the best at the smallest size, and the size at which others pay
 * off.
 */
export function flips(found: TaskSizeAnalysis | undefined, analysis: Undecided): Flip[] {
  const about = 'other task sizes';
  const [smallest] = found ? sizesIn(found) : [];
  if (!found || !smallest) return [{ about, question: 'task-size' }];
  const figures = metricOfEach(analysis, found.metrics, 'throughput', smallest);
  const relate = byComparisons(pairsUnder(found.comparisons, 'throughput', smallest));
  const ids = figures.map(({ contestant }) => contestant);
  const best = ids.find(
    (id) => ids.length > 1 && ids.every((other) => other === id || relate(id, other) === 'better'),
  );
  const rates = figures
    .map(({ contestant, estimate }) => `${contestant} ${Math.round(estimate).toLocaleString('en-GB')}/s`)
    .join(', ');
  const first =
    best === undefined
      ? 'no strategy was shown to have the highest throughput'
      : `${best} has the highest throughput`;
  const own = found.breakEven.filter((one) => analysis.contestants.some(({ id }) => id === one.contestant));
  const finding = `with ${sizeName(found, smallest)}: ${first} (${rates}); ${payOffs({ ...found, breakEven: own }).join('; ')}`;
  return [{ about, finding }];
}
