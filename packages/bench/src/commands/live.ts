import { join, relative } from 'node:path';
import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import { questions } from '@cpu-bound/questions/questions';
import { boardLines, stillToCome } from '@cpu-bound/report/first-screen/terminal';
import { painted } from '@cpu-bound/report/tables/terminal';
import { writePages } from '@cpu-bound/report/write';
import * as format from '@cpu-bound/study/format';
import type { Trial } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import type { ScheduleEvents } from '@cpu-bound/study/run/schedule';
import { analysisOf } from './analysis.ts';
import type { Surface } from './surface.ts';

/** A log gets the table after these rounds of a sitting. */
const IN_A_LOG: readonly number[] = [1, 3, 5, 10];
/** The pause between two updates is this many times an update's duration, so each kind takes at most 1 % of the run. */
const REST = 100;

/** Runs a task now and then, with pauses in proportion to its duration. */
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
 * Shows a study while it is measured: the table on the terminal, and the report in its folder. Both are made between
 * two windows, from the files alone.
 *
 * @param study the folder of the study, and the plan of the measured run, which may be added to it
 * @param command continues the study; its folder is added
 */
export function showMeanwhile(
  { folder, plan }: { readonly folder: string; readonly plan: readonly Trial[] },
  command: string,
  {
    board,
    step,
    isTerminal,
    columns,
    cwd,
  }: Pick<Surface, 'board' | 'step' | 'isTerminal' | 'columns' | 'cwd'>,
): Pick<ScheduleEvents, 'onPause'> {
  let broken = false;
  const show = sparing(async () => {
    const analysis = await analysisOf(folder);
    board([
      ...boardLines(analysis, questions, columns(), painted),
      ...stillToCome(analysis, questions, columns()),
    ]);
  });
  const shown = relative(cwd, folder) || folder;
  const write = sparing(() => writeMeanwhile(folder, command, shown));
  // The end has its own table, and its own page.
  const end = plan.at(-1)?.id;
  const last = Math.max(...plan.map(({ round }) => round));
  const isMilestone = ({ id, round }: Trial) =>
    id.startsWith('sitting/') && IN_A_LOG.includes(round) && round < last;
  return {
    async onPause(trial, isOver): Promise<Seconds> {
      const began = performance.now();
      // An error while figures are shown must not end the measurement.
      if (!broken)
        try {
          if (isTerminal) await show();
          else if (isOver && isMilestone(trial)) await show(true);
          if (isOver && trial.id !== end) await write();
        } catch (error) {
          broken = true;
          step(`no figures are shown until the end: ${(error as Error).message}`);
        }
      return Math.round(performance.now() - began) / 1000;
    },
  };
}

async function writeMeanwhile(folder: string, command: string, shown: string): Promise<void> {
  const analysis = await analysisOf(folder);
  const { run } = analysis;
  if (run.against) return;
  const at = new Date().toISOString().slice(11, 16);
  const running = `This run goes on. At ${at} UTC it had ${format.count(run.trials, 'trial')}. If it was ended: ${command} ${shown}`;
  const going = { ...analysis, run: { ...run, interrupted: false } };
  await writePages(going, questions, { page: join(folder, layout.report), folder, running });
}
