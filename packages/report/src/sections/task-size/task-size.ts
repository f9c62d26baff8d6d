import { taskSize } from '@cpu-bound/study/scenarios/task-size/task-size';
import { onPage } from '../section.ts';
import { taskSizeCharts } from './chart.ts';
import { taskSizeSection } from './section.ts';

export const taskSizeOnPage = onPage(taskSize, taskSizeSection, taskSizeCharts);
