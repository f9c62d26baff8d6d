import type { Column } from '@cpu-bound/report/tables/metric-table';
import { whole } from '@cpu-bound/study/format';

/** The measures of accounting as columns of a table. */
export const accountingColumns: readonly Column[] = [
  { title: 'sent', metric: 'sent', show: whole },
  { title: 'answered', metric: 'answered', show: whole },
  { title: 'failed', metric: 'errors', show: whole },
  { title: 'refused', metric: 'refused', show: whole },
  { title: 'lost', metric: 'lost', show: whole },
  { title: 'answered twice', metric: 'duplicated', show: whole },
];
