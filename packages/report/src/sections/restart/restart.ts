import { restart } from '@cpu-bound/study/scenarios/restart/restart';
import { onPage } from '../section.ts';
import { restartCharts } from './chart.ts';
import { restartSection } from './section.ts';

export const restartOnPage = onPage(restart, restartSection, restartCharts);
