import { capacity } from '../../../scenarios/capacity/capacity.ts';
import { onPage } from '../section.ts';
import { capacityCharts } from './chart.ts';
import { capacitySection } from './section.ts';

export const capacityOnPage = onPage(capacity, capacitySection, capacityCharts);
