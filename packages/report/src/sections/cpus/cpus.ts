import { cpus } from '@cpu-bound/study/scenarios/cpus/cpus';
import { onPage } from '../section.ts';
import { cpusCharts } from './chart.ts';
import { cpusSection } from './section.ts';

export const cpusOnPage = onPage(cpus, cpusSection, cpusCharts);
