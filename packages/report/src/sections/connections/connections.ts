import { connections } from '../../../scenarios/connections/connections.ts';
import { onPage } from '../section.ts';
import { connectionsCharts } from './chart.ts';
import { connectionsSection } from './section.ts';

export const connectionsOnPage = onPage(connections, connectionsSection, connectionsCharts);
