import { restart } from '../../../scenarios/restart/restart.ts';
import { onPage } from '../section.ts';
import { restartCharts } from './chart.ts';
import { restartSection } from './section.ts';

export const restartOnPage = onPage(restart, restartSection, restartCharts);
