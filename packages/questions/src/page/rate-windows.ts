import { rateWords } from '@cpu-bound/report/size/within';
import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { rateFigures } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import type { Analysis, RateSearch } from '@cpu-bound/study/model';

/** The rows of a table: for each contestant its rate, the rates measured, and how many windows were within the target. */
export function windowsTable(search: RateSearch, analysis: Analysis): readonly (readonly string[])[] {
  const { windows, targetMs } = search;
  const byId = new Map(rateFigures(search).map((figure) => [figure.contestant, figure]));
  const figures = [...analysis.contestants, ...(analysis.variants ?? [])].flatMap(
    ({ id }) => byId.get(id) ?? [],
  );
  const title = titleIn(analysis);
  return [
    ['', `requests/s within ${format.givenTime(targetMs)}`, 'rates measured', 'windows within', 'n'],
    ...figures.map((figure) => {
      const rates = windows
        .filter(({ contestant }) => contestant === figure.contestant)
        .map(({ perSecond }) => perSecond);
      return [
        title(figure.contestant),
        rateWords(figure),
        `${format.number(Math.min(...rates))} to ${format.number(Math.max(...rates))}`,
        `${figure.kept} of ${figure.windows}`,
        String(figure.rounds),
      ];
    }),
  ];
}
