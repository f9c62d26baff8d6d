import { figuresOf, titleIn } from '../../analyse/look-up.ts';
import { moreCommand } from '../../analyse/more-command.ts';
import { pairsUnder } from '../../analyse/pairs.ts';
import { byComparisons } from '../../decide/relation.ts';
import type { Flip, Undecided } from '../../model.ts';
import type { TaskSizeAnalysis } from './analysis.ts';
import { payOffs, sizeName, sizesIn } from './words.ts';

/** Which is best at the smallest size, and from where on the others pay off. */
export function taskSizeFlips(found: TaskSizeAnalysis | undefined, analysis: Undecided): Flip[] {
  const about = 'the size of a task';
  const [smallest] = found ? sizesIn(found) : [];
  if (!found || !smallest) return [{ about, command: moreCommand(analysis, 'task-size') }];
  const { figures } = figuresOf(
    analysis,
    found.metrics,
    'throughput',
    smallest,
    ({ estimate }) => `${Math.round(estimate).toLocaleString('en-GB')}/s`,
  );
  const relate = byComparisons(pairsUnder(found.comparisons, 'throughput', smallest));
  const ids = figures.map(({ contestant }) => contestant);
  const best = ids.find(
    (id) => ids.length > 1 && ids.every((other) => other === id || relate(id, other) === 'better'),
  );
  const title = titleIn(analysis);
  const rates = figures.map(({ contestant, text }) => `${title(contestant)} ${text}`).join(', ');
  const first =
    best === undefined
      ? 'no strategy was shown to have the highest throughput'
      : `${title(best)} has the highest throughput`;
  const finding = `with ${sizeName(found, smallest)}: ${first} (${rates}); ${payOffs(found, analysis).join('; ')}`;
  return [{ about, finding }];
}
