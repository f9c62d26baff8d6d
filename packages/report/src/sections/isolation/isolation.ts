import { isolation } from '../../../scenarios/isolation/isolation.ts';
import { onPage } from '../section.ts';
import { isolationCharts } from './chart.ts';
import { isolationSection } from './section.ts';

export const isolationOnPage = onPage(isolation, isolationSection, isolationCharts);
