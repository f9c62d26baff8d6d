import { overload } from '../../../scenarios/overload/overload.ts';
import { onPage } from '../section.ts';
import { overloadCharts } from './chart.ts';
import { overloadSection } from './section.ts';

export const overloadOnPage = onPage(overload, overloadSection, overloadCharts);
