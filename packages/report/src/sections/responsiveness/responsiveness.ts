import { responsiveness } from '@cpu-bound/study/scenarios/responsiveness/responsiveness';
import { onPage } from '../section.ts';
import { responsivenessCharts } from './chart.ts';
import { responsivenessSection } from './section.ts';

export const responsivenessOnPage = onPage(responsiveness, responsivenessSection, responsivenessCharts);
