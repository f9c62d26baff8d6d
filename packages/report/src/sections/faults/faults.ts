import { faults } from '@cpu-bound/study/scenarios/faults/faults';
import { onPage } from '../section.ts';
import { faultsCharts } from './chart.ts';
import { faultsSection } from './section.ts';

export const faultsOnPage = onPage(faults, faultsSection, faultsCharts);
