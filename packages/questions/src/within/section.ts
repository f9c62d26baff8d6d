import type { Page, Section } from '@cpu-bound/report/question';
import { figureWords, rateWords } from '@cpu-bound/report/size/within';
import { NOTHING } from '@cpu-bound/report/tables/metric-table';
import { findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import { table } from '@cpu-bound/report/tables/table';
import { named, titleIn } from '@cpu-bound/study/analyse/look-up';
import { isBusy, type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import type { Analysis, RateSearch } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { WithinAnalysis } from './analyse.ts';

const WHY =
  'Near its throughput a service has ever longer queues, so its p99 leaves any bound before all cores compute. With one queue for all workers that happens later than with a queue for each process ([Harchol-Balter: Performance Modeling and Design of Computer Systems](https://www.cs.cmu.edu/~harchol/PerformanceModeling/book.html)).';

/** Reports the largest rate of each contestant within the target, with its windows. */
export function section(found: WithinAnalysis, { analysis, chart }: Page): Section {
  const { search, rounds, metrics } = found;
  if (!search || search.windows.length === 0) return NOTHING;
  const byId = new Map(rateFigures(search).map((figure) => [figure.contestant, figure]));
  const figures = [...analysis.contestants, ...(analysis.variants ?? [])].flatMap(
    ({ id }) => byId.get(id) ?? [],
  );
  const target = format.givenTime(search.targetMs);
  const title = titleIn(analysis);
  return {
    says: [
      `Requests per second with p99 within ${target}: ${figures.map((figure) => `${title(figure.contestant)} ${figureWords(figure)}`).join(', ')}`,
      ...findings(analysis, found, 'rate-within', search.condition, {
        what: `requests per second within ${target}`,
      }),
      isBusy(search) &&
        `Other programs used ${format.share(search.foreign ?? 0)} of the CPU time, so there is no verdict, and the true rates are higher`,
    ],
    why: WHY,
    charts: figures.some(({ form }) => form === 'rate') ? [chart('within.svg')] : [],
    details: [
      `The figure is the rate at which half of the windows of ${format.seconds(search.seconds)} keep ${target}. Without \`--p99\` the target is ten tasks, at least 50 ms. A request that is refused, failed or late is not within it. Each contestant has a search of its own: it begins at three quarters of its throughput, and the next window has 15 % more requests if the last one was within the target, or fewer if it was not. ${format.thereWere(rounds, 'round')}. The figure is read off a curve of kept windows over the rate; its interval has 95 %, and 2.5 % on each side. Where no window tells an end, that end is open: “at most” and “at least” have 97.5 %. Ratios of pairs come from the late requests of the windows, so they may differ slightly from those of two figures.`,
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
    return [
      title(figure.contestant),
      rateWords(figure),
      `${format.number(Math.min(...rates))} to ${format.number(Math.max(...rates))}`,
      `${figure.kept} of ${figure.windows}`,
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
