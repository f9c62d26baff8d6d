import { pairsUnder } from '../../analyse/pairs.ts';
import type { Flip } from '../../decide/need.ts';
import { byComparisons } from '../../decide/relation.ts';
import { standingOf } from '../../decide/standing.ts';
import type { Analysis } from '../../model.ts';
import { figuresOf, titleIn } from '../../report/metric-table.ts';
import type { TaskSizeAnalysis } from './analysis.ts';
import { payOffs, sizeName, sizesIn } from './section.ts';

/** Who leads at the smallest size, and from where on the others pay off. */
export function taskSizeFlips(found: TaskSizeAnalysis | undefined, analysis: Analysis): Flip[] {
  const about = 'the size of a task';
  const [smallest] = found ? sizesIn(found) : [];
  if (!found || !smallest) return [{ about, command: 'pnpm bench run --scenarios task-size' }];
  const { figures } = figuresOf(
    analysis,
    found.metrics,
    'throughput',
    smallest,
    ({ estimate }) => `${Math.round(estimate).toLocaleString('en-GB')}/s`,
  );
  const measured = figures.map(({ contestant }) => contestant);
  const { kind, leaders } = standingOf(
    measured,
    byComparisons(pairsUnder(found.comparisons, 'throughput', smallest)),
  );
  const title = titleIn(analysis);
  const rates = figures.map(({ contestant, text }) => `${title(contestant)} ${text}`).join(', ');
  const who = leaders.map(title).join(', ');
  const ahead =
    kind === 'best'
      ? `${who} answers most`
      : kind === 'too-few'
        ? 'too few rounds to say who leads'
        : `ahead: ${who}`;
  const finding = `with ${sizeName(found, smallest)}: ${ahead} (${rates}); ${payOffs(found, analysis).join('; ')}`;
  return [{ about, finding }];
}
