import { overload } from '@cpu-bound/study/scenarios/overload/overload';
import { onPage } from '../section.ts';
import { overloadCharts } from './chart.ts';
import { overloadSection } from './section.ts';

export const overloadOnPage = onPage(overload, overloadSection, overloadCharts);
