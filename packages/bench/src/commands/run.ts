import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { refusalIn, SystemRefusal } from '@cpu-bound/measure/model/errors';
import { questions } from '@cpu-bound/questions/questions';
import { writePages } from '@cpu-bound/report/write';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import type { RunFlags, RunSettings } from '@cpu-bound/study/config/config';
import { layout } from '@cpu-bound/study/results/store';
import { analysisOf } from './analysis.ts';
import { waitedMs, withMachine } from './claim.ts';
import { measure } from './measure.ts';
import { moreOfStudy, type RunOutcome } from './more.ts';
import { type RunRequest, requestOf, withPrepared } from './prepare.ts';
import { publish } from './report.ts';
import type { Surface } from './surface.ts';

/**
 * `bench run`: flags → settings → prepared run → results → analysis → report. With `--for` and `--until` the run
 * continues like `bench more`, for the remaining time.
 *
 * @throws UsageError with every problem of the flags at once
 */
export async function runCommand(flags: RunFlags, surface: Surface): Promise<RunOutcome> {
  const asked = await requestOf(flags, surface); // a mistake of the flags is found before any wait
  return withMachine({ measures: 'bench run' }, surface, async (hasWaited) =>
    measureAndReport(hasWaited ? await askedAgain(flags, surface) : asked, surface),
  );
}

/** Reads all files again: while the command waited, somebody may have edited the function, or measured this run. */
async function askedAgain(flags: RunFlags, surface: Surface): Promise<RunRequest> {
  await surface.workloads.stop();
  return requestOf(flags, surface);
}

async function measureAndReport(request: RunRequest, surface: Surface): Promise<RunOutcome> {
  const { settings } = request;
  const begun = await keeping(settings.out, surface, () =>
    withPrepared(request, surface, async (run) => {
      await measure(run, surface);
      return report(settings, surface);
    }),
  );
  return begun.analysis.run.interrupted ? begun : goOn(begun, settings, surface);
}

/** Continues until no question is open or the time is over, if a flag asks for it. */
async function goOn(begun: RunOutcome, settings: RunSettings, surface: Surface): Promise<RunOutcome> {
  if (!settings.goOn) return begun;
  const { within } = settings.goOn;
  const secondsLeft =
    within === undefined ? undefined : Math.floor(within - (performance.now() - waitedMs()) / 1000);
  if (secondsLeft !== undefined && secondsLeft < 1) return begun;
  const more = await moreOfStudy(
    begun.folder,
    secondsLeft === undefined ? {} : { within: secondsLeft },
    surface,
  );
  if (settings.publish && !surface.signal.aborted) await publish(more.analysis, surface.root);
  return more;
}

/** Names the folder and the command that continues, if the system refuses something meanwhile. @throws SystemRefusal */
async function keeping<T>(folder: string, { cwd }: Surface, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const refused = refusalIn(error, folder);
    if (!refused || !existsSync(join(folder, layout.manifest))) throw refused ?? error;
    const shown = relative(cwd, folder) || folder;
    throw new SystemRefusal(
      `${refused.message}. The measurements are stored; to continue: ${commandLine({ resume: shown })}`,
    );
  }
}

/** Analyses the run and writes the report, from the files alone. */
async function report(
  { out: folder, rate, p99, publish: isPublished }: RunSettings,
  { root, now }: Surface,
): Promise<RunOutcome> {
  now('analysing, and writing the report');
  const analysis = await analysisOf(folder);
  const readerCase = rate === undefined || p99 === undefined ? undefined : { rate, p99 };
  await writePages(analysis, questions, { page: join(folder, layout.report), folder, readerCase });
  // An interrupted run must not replace the report of a complete one.
  if (isPublished && !analysis.run.interrupted) await publish(analysis, root);
  return { analysis, folder, readerCase };
}
