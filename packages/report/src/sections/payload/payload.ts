import { payload } from '../../../scenarios/payload/payload.ts';
import { onPage } from '../section.ts';
import { payloadCharts } from './chart.ts';
import { payloadSection } from './section.ts';

export const payloadOnPage = onPage(payload, payloadSection, payloadCharts);
