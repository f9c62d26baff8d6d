import type { Page, Section } from '@cpu-bound/report/question';
import { rateWords } from '@cpu-bound/report/size/within';
import { NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { table } from '@cpu-bound/report/tables/table';
import { named, titleIn } from '@cpu-bound/study/analyse/look-up';
import { isBusy, type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import type { Analysis, RateSearch } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import type { WithinAnalysis } from './analyse.ts';

const WHY =
  'Near its throughput a service has ever longer queues; with one queue for all workers later than with one for each process ([Harchol-Balter: Performance Modeling and Design of Computer Systems](https://www.cs.cmu.edu/~harchol/PerformanceModeling/book.html)).';

/** Reports the largest rate of each contestant within the target, with its windows. */
export function section(found: WithinAnalysis, { analysis, chart }: Page): Section {
  const { search } = found;
  if (!search || search.windows.length === 0) return NOTHING;
  const byId = new Map(rateFigures(search).map((figure) => [figure.contestant, figure]));
  const figures = [...analysis.contestants, ...(analysis.variants ?? [])].flatMap(
    ({ id }) => byId.get(id) ?? [],
  );
  const title = titleIn(analysis);
  return {
    says: [
      isBusy(search) &&
        `Other programs used ${format.share(search.foreign ?? 0)} of the CPU time, so there is no verdict, and the true rates are higher`,
    ],
    why: WHY,
    charts: figures.some(({ form }) => form === 'rate') ? [chart('within.svg')] : [],
    details: [
      windowsTable(search, figures, title),
      pairsTable(analysis, found, 'rate-within', search.condition),
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
