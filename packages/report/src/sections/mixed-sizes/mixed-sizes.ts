import { mixedSizes } from '@cpu-bound/study/scenarios/mixed-sizes/mixed-sizes';
import { onPage } from '../section.ts';
import { mixedSizesCharts } from './chart.ts';
import { mixedSizesSection } from './section.ts';

export const mixedSizesOnPage = onPage(mixedSizes, mixedSizesSection, mixedSizesCharts);
