import type { Wanted } from '@cpu-bound/report/size/size';
import { UsageError } from '@cpu-bound/study/config/config';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { durationOf } from './duration.ts';
import { moreOfStudy } from './more.ts';
import { publish } from './publish-report.ts';
import { type RunOutcome, runCommand } from './run.ts';
import type { Surface } from './surface.ts';

/** How long a run goes on, where not as long as its profile takes. */
export type RunOnFlags = {
  /** `40m`, from the start of the command. */
  readonly for?: string;
  /** `decided`: until no question is open that more rounds can answer. */
  readonly until?: string;
};

/**
 * `bench run`, then `bench more` with the time that is left: what ends with a profile goes on until all is decided or the
 * time is over.
 *
 * @throws UsageError for a flag
 */
export async function runOn(
  flags: RunFlags,
  { for: time, until }: RunOnFlags,
  surface: Surface,
  wanted?: Wanted,
): Promise<RunOutcome> {
  const within = time === undefined ? undefined : durationOf('--for', time);
  if (until !== undefined && until !== 'decided')
    throw new UsageError([`--until ${until}: accepted: decided`]);
  const goesOn = within !== undefined || until !== undefined;
  const beside = (['against', 'resume', 'rounds'] as const).filter((flag) => flags[flag] !== undefined);
  if (goesOn && beside.length > 0)
    throw new UsageError([
      `--for and --until: cannot be combined with ${beside.map((flag) => `--${flag}`).join(', ')}`,
    ]);
  const begun = await runCommand(flags, surface, { wanted, ...(within !== undefined && { within }) });
  if (!goesOn || begun.analysis.run.interrupted) return begun;
  const left = within === undefined ? undefined : Math.floor(within - performance.now() / 1000);
  if (left !== undefined && left < 1) return begun;
  const more = await moreOfStudy(begun.folder, left === undefined ? {} : { for: `${left}s` }, surface);
  if (flags.publish && !surface.signal.aborted) await publish(more.analysis, surface.root);
  return more;
}
