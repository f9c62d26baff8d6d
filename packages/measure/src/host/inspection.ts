import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectedSpecifier } from '@cpu-bound/workload';
import { LOOK, type Loaded, type Look } from '@cpu-bound/workload/inspected';
import type { LocalContestant } from '../contestants/manifest.ts';
import { messageOf, SystemRefusal } from '../model/errors.ts';
import { ContestantFailure, oneOff } from './readiness.ts';
import type { LocalService } from './service.ts';
import { startService } from './service-process.ts';

/** An answer of the function on the way of any answer: through threads, jobs and HTTP. */
export type Passed = { readonly query: string; readonly status: number; readonly text: string };

/** An error as the service's own code has it, after it came through threads and jobs. */
export type LoggedError = {
  readonly type?: string;
  readonly message?: string;
  readonly [field: string]: unknown;
};

/** An inspection tells what a contestant did with a function. */
export type Inspection = {
  readonly contestant: string;
  /** True if it computes on the event loop of one process. */
  readonly isSingle: boolean;
  /** Why it did not start, or ended. */
  readonly problem?: string;
  readonly loads: readonly Loaded[];
  readonly looks: readonly Look[];
  readonly passed: readonly Passed[];
  readonly logged: readonly LoggedError[];
};

/** More inputs than this would tell no more. */
const MOST_INPUTS = 8;
/** Two workers compute at once, so that two that write to one file meet. */
const WORKERS = 2;
/** One worker alone also shows what its calls leave behind. */
const ALONE = { ms: '400', most: '250' };
const BESIDE_ANOTHER = { ms: '150', most: '12' };
const LONGEST_ANSWER_MS = 60_000;
/** A task that takes longer is called once in each strategy. */
const LONG_MS = 1_000;
const LINE_LENGTH = 4_000;
const LOG_FOLLOWS_MS = 200;

/**
 * Starts a contestant with a function that tells what it does there, asks it a few times, and ends it. The answer passes
 * first, because repeated calls leave traces.
 *
 * @param specifier absolute
 * @throws SystemRefusal; whatever else prevents an answer is something seen
 */
export async function inspect(
  contestant: LocalContestant,
  specifier: string,
  { redisUrl, signal }: { readonly redisUrl?: string | undefined; readonly signal: AbortSignal },
): Promise<Inspection> {
  const log = join(tmpdir(), `inspected-${randomUUID()}`);
  const isSingle = contestant.workers === false;
  const looks: Look[] = [];
  const passed: Passed[] = [];
  let problem: string | undefined;
  let service: LocalService | undefined;
  try {
    const env = { INSPECT_LOG: log, DRAIN_DELAY_MS: '0' };
    const workload = inspectedSpecifier(specifier);
    const lineLength = LINE_LENGTH;
    service = await startService(contestant, {
      ...{ workload, workers: WORKERS, env, lineLength, signal },
      ...(redisUrl !== undefined && { redisUrl }),
    });
    await ask(service, isSingle, { looks, passed, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SystemRefusal) throw error;
    problem = reasonOf(error, service);
  }
  const hasFailed = passed.some(({ status }) => status !== 200) || looks.some(({ error }) => error);
  if (hasFailed) await sleep(LOG_FOLLOWS_MS);
  const logged = (service?.log() ?? []).flatMap(errorIn);
  await service?.kill();
  const loads = linesOf(log);
  await rm(log, { force: true });
  return {
    ...{ contestant: contestant.id, isSingle, loads, looks, passed, logged },
    ...(problem !== undefined && { problem }),
  };
}

type Asked = { readonly looks: Look[]; readonly passed: Passed[]; readonly signal: AbortSignal };

/** Lets each input pass once, and looks until each worker has looked. */
async function ask(
  { origin }: LocalService,
  isSingle: boolean,
  { looks, passed, signal }: Asked,
): Promise<void> {
  const get = async (parameters: Record<string, string>) => {
    const response = await fetch(`${origin}/inspected?${new URLSearchParams(parameters)}`, {
      headers: oneOff,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ANSWER_MS)]),
    });
    const octets = Buffer.from(await response.arrayBuffer());
    return { status: response.status, octets };
  };
  const pass = async (query: string, parameters: Record<string, string>) => {
    const { status, octets } = await get(parameters);
    passed.push({ query, status, text: octets.toString('latin1') });
  };
  const look = async () => {
    const { status, octets } = await get({ [LOOK]: '1', ...(isSingle ? ALONE : BESIDE_ANOTHER) });
    if (status === 200) looks.push(JSON.parse(octets.toString()));
  };
  const began = performance.now();
  await pass('', {});
  if (performance.now() - began > LONG_MS) return;
  const workers = isSingle ? 1 : WORKERS;
  const haveLooked = () => new Set(looks.map(({ pid, threadId }) => `${pid}/${threadId}`)).size;
  for (let tries = 0; tries < 3 && haveLooked() < workers; tries++)
    await Promise.all(Array.from({ length: workers }, look));
  const { queries = [] } = looks[0] ?? {};
  if (queries.length > 1) for (const query of queries.slice(0, MOST_INPUTS)) await pass(query, { query });
}

/** Says why there was no answer: how its process ended, or the error with its cause and the last line of the log. */
function reasonOf(error: unknown, service: LocalService | undefined): string {
  if (service?.died.aborted) return messageOf(service.died.reason);
  const { cause } = error as Error;
  const said = error instanceof ContestantFailure ? error.log.at(-1)?.slice(0, 200) : undefined;
  return [messageOf(error), cause instanceof Error ? cause.message : undefined, said]
    .filter(Boolean)
    .join('; ');
}

const linesOf = (file: string): Loaded[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** Finds the error in a line of a service's log. */
function errorIn(line: string): LoggedError[] {
  try {
    const { err } = JSON.parse(line);
    return err ? [err] : [];
  } catch {
    return [];
  }
}
