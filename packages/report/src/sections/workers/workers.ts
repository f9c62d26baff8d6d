import { workers } from '@cpu-bound/study/scenarios/workers/workers';
import { onPage } from '../section.ts';
import { workersCharts } from './chart.ts';
import { workersSection } from './section.ts';

export const workersOnPage = onPage(workers, workersSection, workersCharts);
