import { cost } from '@cpu-bound/study/scenarios/cost/cost';
import { onPage } from '../section.ts';
import { costCharts } from './chart.ts';
import { costSection } from './section.ts';

export const costOnPage = onPage(cost, costSection, costCharts);
