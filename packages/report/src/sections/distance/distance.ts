import { distance } from '../../../scenarios/distance/distance.ts';
import { onPage } from '../section.ts';
import { distanceCharts } from './chart.ts';
import { distanceSection } from './section.ts';

export const distanceOnPage = onPage(distance, distanceSection, distanceCharts);
