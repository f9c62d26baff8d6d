import { payload } from '@cpu-bound/study/scenarios/payload/payload';
import { onPage } from '../section.ts';
import { payloadCharts } from './chart.ts';
import { payloadSection } from './section.ts';

export const payloadOnPage = onPage(payload, payloadSection, payloadCharts);
