import { isolation } from '@cpu-bound/study/scenarios/isolation/isolation';
import { onPage } from '../section.ts';
import { isolationCharts } from './chart.ts';
import { isolationSection } from './section.ts';

export const isolationOnPage = onPage(isolation, isolationSection, isolationCharts);
