import { workers } from '../../../scenarios/workers/workers.ts';
import { onPage } from '../section.ts';
import { workersCharts } from './chart.ts';
import { workersSection } from './section.ts';

export const workersOnPage = onPage(workers, workersSection, workersCharts);
