import { connections } from '@cpu-bound/study/scenarios/connections/connections';
import { onPage } from '../section.ts';
import { connectionsCharts } from './chart.ts';
import { connectionsSection } from './section.ts';

export const connectionsOnPage = onPage(connections, connectionsSection, connectionsCharts);
