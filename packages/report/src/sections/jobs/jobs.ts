import { jobs } from '@cpu-bound/study/scenarios/jobs/jobs';
import { onPage } from '../section.ts';
import { jobsCharts } from './chart.ts';
import { jobsSection } from './section.ts';

export const jobsOnPage = onPage(jobs, jobsSection, jobsCharts);
