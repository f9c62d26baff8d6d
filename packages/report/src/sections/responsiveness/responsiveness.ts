import { responsiveness } from '../../../scenarios/responsiveness/responsiveness.ts';
import { onPage } from '../section.ts';
import { responsivenessCharts } from './chart.ts';
import { responsivenessSection } from './section.ts';

export const responsivenessOnPage = onPage(responsiveness, responsivenessSection, responsivenessCharts);
