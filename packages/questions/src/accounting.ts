import type { Column } from '@cpu-bound/report/tables/metric-table';
import { integers } from '@cpu-bound/study/format';

/** The measures of accounting as columns of a table. */
export const accountingColumns: readonly Column[] = [
  { title: 'sent', metric: 'sent', show: integers },
  { title: 'answered', metric: 'answered', show: integers },
  { title: 'failed', metric: 'errors', show: integers },
  { title: 'refused', metric: 'refused', show: integers },
  { title: 'timed out', metric: 'lost', show: integers },
  { title: 'answered twice', metric: 'duplicated', show: integers },
];
