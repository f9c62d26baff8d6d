import { latency } from '@cpu-bound/study/scenarios/latency/latency';
import { onPage } from '../section.ts';
import { latencyCharts } from './chart.ts';
import { latencySection } from './section.ts';

export const latencyOnPage = onPage(latency, latencySection, latencyCharts);
