import { isElsewhere, type RemoteContestant } from '@cpu-bound/measure/contestants/manifest';
import { roundTrip } from '@cpu-bound/measure/host/elsewhere';
import { ContestantFailure, untilReady } from '@cpu-bound/measure/host/readiness';
import { agreedAnswers } from '@cpu-bound/measure/load/from-file/agree';
import { readRequests } from '@cpu-bound/measure/load/from-file/exchanges';
import { type Config, type OwnRequests, UsageError } from '../config/config.ts';
import type { ContestantFacts } from '../model/run.ts';
import { wrongAnswer } from './ports.ts';

/** A target that runs answers at once. If it is still starting, the user runs the command again. */
const READY_WITHIN_MS = 3_000;

/** The address and the round trip of each target. */
export type RemoteServices = Readonly<Record<string, NonNullable<ContestantFacts['elsewhere']>>>;

type TargetInput = Pick<Config, 'contestants' | 'workload' | 'headline' | 'requests'>;

/**
 * Examines every target before the first round: whether it is ready and answers the headline correctly, and its round
 * trip.
 *
 * @throws UsageError naming each target that does not, and the request
 */
export async function examineTargets(input: TargetInput, signal: AbortSignal): Promise<RemoteServices> {
  const found: Record<string, RemoteServices[string]> = {};
  const problems: string[] = [];
  for (const target of input.contestants.filter(isElsewhere)) {
    const { id, origin, light } = target;
    const problem = await problemOf(target, input, signal);
    if (problem === undefined) found[id] = { origin, light, roundTripMs: await roundTrip(origin, light) };
    else problems.push(`--target ${id}=${origin}: ${problem}`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return found;
}

/** Explains why a target cannot be measured, and what is accepted; undefined if it can. */
async function problemOf(
  { origin, light }: RemoteContestant,
  { workload, headline, requests }: TargetInput,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await untilReady(origin, READY_WITHIN_MS, signal, () => [], light);
    if (requests) return undefined;
    const wrong = await wrongAnswer(origin, workload, headline, signal);
    return wrong && `GET ${wrong}; accepted: a service that answers it as the contestants do`;
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof ContestantFailure ? error.message : String(error);
    return requests
      ? `${why}; accepted: a service that runs, and a light path of it in --light /path`
      : `${why}; accepted: a service that runs, and answers /readyz, /hello and its workload`;
  }
}

/**
 * Tries each request on all targets before the first round, and keeps the answers that they agree on.
 *
 * @throws UsageError naming each line that is not answered as it should be, and what is accepted
 */
export async function withAnswers(
  requests: OwnRequests,
  { contestants }: Pick<Config, 'contestants'>,
  signal: AbortSignal,
): Promise<OwnRequests> {
  const { requests: lines } = await readRequests(requests.file, requests.shown);
  const { answers, problems } = await agreedAnswers(contestants.filter(isElsewhere), lines, requests, signal);
  if (problems.length > 0) throw new UsageError(problems);
  return { ...requests, answers };
}
