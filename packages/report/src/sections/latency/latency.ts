import { latency } from '../../../scenarios/latency/latency.ts';
import { onPage } from '../section.ts';
import { latencyCharts } from './chart.ts';
import { latencySection } from './section.ts';

export const latencyOnPage = onPage(latency, latencySection, latencyCharts);
