import { taskSize } from '../../../scenarios/task-size/task-size.ts';
import { onPage } from '../section.ts';
import { taskSizeCharts } from './chart.ts';
import { taskSizeSection } from './section.ts';

export const taskSizeOnPage = onPage(taskSize, taskSizeSection, taskSizeCharts);
