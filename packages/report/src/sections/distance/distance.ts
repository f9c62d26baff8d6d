import { distance } from '@cpu-bound/study/scenarios/distance/distance';
import { onPage } from '../section.ts';
import { distanceCharts } from './chart.ts';
import { distanceSection } from './section.ts';

export const distanceOnPage = onPage(distance, distanceSection, distanceCharts);
