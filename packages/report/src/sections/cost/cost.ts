import { cost } from '../../../scenarios/cost/cost.ts';
import { onPage } from '../section.ts';
import { costCharts } from './chart.ts';
import { costSection } from './section.ts';

export const costOnPage = onPage(cost, costSection, costCharts);
