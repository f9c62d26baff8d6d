import { isElsewhere } from '@cpu-bound/measure/contestants/manifest';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import { roundTrip } from '@cpu-bound/measure/host/elsewhere/round-trip';
import { untilReady } from '@cpu-bound/measure/host/readiness';
import { type Config, UsageError } from '../config/config.ts';
import type { ContestantFacts } from '../model.ts';
import { wrongAnswer } from './ask-once.ts';

/** One that is there answers at once; one that is being started may be asked again by hand. */
const READY_WITHIN_MS = 3_000;

/** Where a target is, and how far: what only a look at it tells. */
export type RemoteServices = Readonly<Record<string, NonNullable<ContestantFacts['elsewhere']>>>;

/**
 * Looks at every target before the first round: whether it is ready and answers the headline rightly, and how far away it is.
 *
 * @throws UsageError naming each target that does not, and what it was asked for
 */
export async function lookElsewhere(
  { contestants, workload, headline }: Pick<Config, 'contestants' | 'workload' | 'headline'>,
  signal: AbortSignal,
): Promise<RemoteServices> {
  const found: Record<string, RemoteServices[string]> = {};
  const problems: string[] = [];
  for (const { id, origin } of contestants.filter(isElsewhere)) {
    const problem = await problemOf(origin, { workload, headline }, signal);
    if (problem === undefined) found[id] = { origin, roundTripMs: await roundTrip(origin) };
    else problems.push(`--target ${id}=${origin}: ${problem}`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return found;
}

/** Why a target cannot be measured, and what is accepted; undefined where it can. */
async function problemOf(
  origin: string,
  { workload, headline }: Pick<Config, 'workload' | 'headline'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await untilReady(origin, READY_WITHIN_MS, signal, () => []);
    const wrong = await wrongAnswer(origin, workload, headline, signal);
    return wrong && `GET ${wrong}; accepted: a service that answers it as the contestants do`;
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof ContestantFailure ? error.message : String(error);
    return `${why}; accepted: a service that runs, and answers /readyz, /hello and its workload`;
  }
}
