import { mixedSizes } from '../../../scenarios/mixed-sizes/mixed-sizes.ts';
import { onPage } from '../section.ts';
import { mixedSizesCharts } from './chart.ts';
import { mixedSizesSection } from './section.ts';

export const mixedSizesOnPage = onPage(mixedSizes, mixedSizesSection, mixedSizesCharts);
