import type { Page, Section } from '@cpu-bound/report/question';
import { rateWords } from '@cpu-bound/report/size/within';
import { NOTHING } from '@cpu-bound/report/tables/metric-table';
import { findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import { table } from '@cpu-bound/report/tables/table';
import { isWithin } from '@cpu-bound/stats/rate-within';
import { named, titleIn } from '@cpu-bound/study/analyse/look-up';
import { isBusy, type RateFigure } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import type { Analysis, RateSearch } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { WithinAnalysis } from './analyse.ts';

const WHY =
  'Near its throughput a service has ever longer queues, so its p99 leaves any bound before all cores compute. With one queue for all workers that happens later than with a queue for each process ([Harchol-Balter: Performance Modeling and Design of Computer Systems](https://www.cs.cmu.edu/~harchol/PerformanceModeling/book.html)).';

/** Reports the largest rate of each contestant within the target, with its windows. */
export function section(found: WithinAnalysis, { analysis, chart }: Page): Section {
  const { search, figures, rounds, metrics } = found;
  if (!search || figures.length === 0) return NOTHING;
  const target = format.givenTime(search.targetMs);
  const title = titleIn(analysis);
  return {
    says: [
      `Requests per second with p99 within ${target}: ${figures.map((figure) => `${title(figure.contestant)} ${rateWords(figure)}`).join(', ')}`,
      ...findings(analysis, found, 'rate-within', search.condition, {
        what: `requests per second within ${target}`,
      }),
      isBusy(search) &&
        `Other programs used ${format.share(search.foreign ?? 0)} of the CPU time, so there is no verdict, and the true rates are higher`,
    ],
    why: WHY,
    charts: figures.some(({ kind }) => kind === 'rate') ? [chart('within.svg')] : [],
    details: [
      `The figure is the largest rate at which the p99 of a typical window of ${format.seconds(search.seconds)} is within ${target}. Without \`--p99\` the target is ten tasks, at least 50 ms. A request that is refused, failed or late is not within it. Each contestant has a search of its own: it begins at three quarters of its throughput, and the next window has 15 % more requests if the last one was within the target, or fewer if it was not. ${format.thereWere(rounds, 'round')}. A line through the late requests of all windows over the logarithm of the rate gives the figure, with one slope for all contestants; its interval is that of a jackknife over rounds. No figure exceeds what was measured: where no rate kept the target it is “none”, and where all did it is at least the highest.`,
      'Windows this short miss trouble that is rarer than once in a window, so give your service some room below the figure.',
      windowsTable(search, figures, title),
      pairsTable(analysis, found, 'rate-within', search.condition),
      metrics.length > 0 && wording.intervalNote(named(metrics, 'rate-within')),
    ],
  };
}

/** Writes for each contestant its figure, its rates, and how many windows were within the target. */
function windowsTable(
  { windows, targetMs }: RateSearch,
  figures: readonly RateFigure[],
  title: (id: string) => string,
): string {
  const rows = figures.map((figure) => {
    const own = windows.filter(({ contestant }) => contestant === figure.contestant);
    const rates = own.map(({ perSecond }) => perSecond);
    const kept = own.filter(({ sent, slowest }) =>
      isWithin({ sent, late: slowest.filter((ms) => ms > targetMs).length }),
    );
    return [
      title(figure.contestant),
      rateWords(figure),
      `${format.number(Math.min(...rates))} to ${format.number(Math.max(...rates))}`,
      `${kept.length} of ${own.length}`,
      String(figure.rounds),
    ];
  });
  return table(
    ['', `requests/s within ${format.givenTime(targetMs)}`, 'rates measured', 'windows within', 'n'],
    rows,
  );
}

/** Draws the largest rate of each contestant within the target. */
export const charts = ({ metrics, search }: WithinAnalysis, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'rate-within'), {
    file: 'within.svg',
    alt: 'The most requests per second within the p99, with intervals',
    title: `The most requests per second with a p99 within ${format.givenTime(search?.targetMs ?? 0)}`,
    axis: 'requests/s',
  });
