import { join, relative } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { boardLines } from '@cpu-bound/report/first-screen/board';
import { writeHtml, writeReport } from '@cpu-bound/report/write';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { decide } from '@cpu-bound/study/decide/decision';
import { openQuestions } from '@cpu-bound/study/decide/questions';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Milliseconds, Seconds, Trial } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';
import type { ScheduleEvents } from '@cpu-bound/study/run/schedule';
import type { Surface } from './surface.ts';

/** The rounds of a sitting after which a log has the table. */
const IN_A_LOG: readonly number[] = [1, 3, 5, 10];
/** Between two showings there is as much more time than one takes: each kind takes at most a hundredth of the run. */
const REST = 100;

/** Does something now and then, and rests in proportion to the time that it takes. */
function sparing(use: () => Promise<void>): (isDue?: boolean) => Promise<void> {
  let next: Milliseconds = 0;
  return async (isDue = performance.now() >= next) => {
    if (!isDue) return;
    const began = performance.now();
    await use();
    next = performance.now() + REST * (performance.now() - began);
  };
}

/**
 * A study as far as it is known while it is measured: the table on the terminal, and the report in its folder. Both are made
 * between two windows, from the files alone.
 *
 * @param folder of the study, which the run that is measured may be added to
 * @param goOn the command that goes on with it, without the folder
 */
export function showMeanwhile(
  folder: string,
  goOn: string,
  {
    board,
    step,
    isTerminal,
    columns,
    cwd,
  }: Pick<Surface, 'board' | 'step' | 'isTerminal' | 'columns' | 'cwd'>,
): Pick<ScheduleEvents, 'onPause' | 'isOpen'> {
  let broken = false;
  const show = sparing(async () => board(boardLines(await analysisIn(folder), questions, columns())));
  const shown = relative(cwd, folder) || folder;
  const write = sparing(() => writeMeanwhile(folder, goOn, shown));
  const isMilestone = ({ id, round }: Trial) => id.startsWith('sitting/') && IN_A_LOG.includes(round);
  return {
    async onPause(trial, isOver): Promise<Seconds> {
      const began = performance.now();
      // Showing figures meanwhile may fail; the measurement goes on.
      if (!broken)
        try {
          if (isTerminal) await show();
          else if (isOver && isMilestone(trial)) await show(true);
          if (isOver) await write();
        } catch (error) {
          broken = true;
          step(`nothing is shown any more until the end: ${(error as Error).message}`);
        }
      return Math.round(performance.now() - began) / 1000;
    },
    async isOpen(ids) {
      const open = openQuestions(await analysisIn(folder), questions);
      return open.some(({ scenario }) => ids.includes(scenario));
    },
  };
}

async function analysisIn(folder: string): Promise<Analysis> {
  return decide(analyse(await readStudy(folder), questions), questions);
}

async function writeMeanwhile(folder: string, goOn: string, shown: string): Promise<void> {
  const analysis = await analysisIn(folder);
  const { run } = analysis;
  if (run.against) return;
  const at = new Date().toISOString().slice(11, 16);
  const running = `This run goes on. At ${at} UTC it had ${format.count(run.trials, 'trial')}. If it was ended: ${goOn} ${shown}`;
  const going = { ...analysis, run: { ...run, interrupted: false } };
  await writeReport(going, questions, { page: join(folder, layout.report), folder, running });
  await writeHtml(join(folder, layout.html), going, questions, running);
}
