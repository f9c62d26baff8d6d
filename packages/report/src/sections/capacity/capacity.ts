import { capacity } from '@cpu-bound/study/scenarios/capacity/capacity';
import { onPage } from '../section.ts';
import { capacityCharts } from './chart.ts';
import { capacitySection } from './section.ts';

export const capacityOnPage = onPage(capacity, capacitySection, capacityCharts);
