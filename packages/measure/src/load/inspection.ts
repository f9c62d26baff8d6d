import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectedSpecifier, type Output, type Query } from '@cpu-bound/workload';
import { LOOK, type Loaded, type Look, type Recalled } from '@cpu-bound/workload/inspected';
import type { StartOptions } from '../host/launch.ts';
import { ContestantFailure, oneOff } from '../host/readiness.ts';
import type { LocalService } from '../host/service.ts';
import { startService } from '../host/service-process.ts';
import { messageOf, SystemRefusal } from '../model/errors.ts';
import { outputIn } from '../workload/load-watched.ts';
import { headOf } from './known-answer.ts';

type LocalContestant = Parameters<typeof startService>[0];

/** An answer of the function on the way of any answer: through threads, jobs and HTTP. */
export type Passed = {
  readonly query: Query;
  readonly status: number;
  /** Its octets, each as a character. */
  readonly text: string;
  readonly type?: string | undefined;
  /** The fields of an answer other than its octets, as JSON. */
  readonly result?: string | undefined;
  /** True if it is so large that it was not read. */
  readonly isTooLarge?: true;
};

/** Reads an answer as a client does. @returns undefined if it is not the JSON that its media type announces */
export function outputOf({ text, ...head }: Pick<Passed, 'text' | 'type' | 'result'>): Output | undefined {
  try {
    return outputIn(Buffer.from(text, 'latin1'), head);
  } catch {
    return undefined;
  }
}

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
  /** The first input's answer, those of others, and that of the first input some seconds later. */
  readonly passed: readonly Passed[];
  readonly again?: Passed;
  /** It has what the function remembers, if it was asked about all inputs. */
  readonly recalled?: Recalled;
  readonly logged: readonly LoggedError[];
  readonly printed: readonly string[];
};

/** The work of an inspection: the absolute specifier of the function, its inputs, and how much is asked. */
export type Inspected = {
  readonly specifier: string;
  readonly inputs: readonly Query[];
  /** True if each input passes, and the first one again after some seconds; otherwise only a few pass. */
  readonly inFull: boolean;
};

/** More inputs than this would tell no more. */
const MOST_INPUTS = 8;
/** Two workers compute at once, so that two that write to one file meet. */
const WORKERS = 2;
/** One worker alone also shows what its calls leave behind. */
const ALONE = { ms: '400', most: '1000' };
const BESIDE_ANOTHER = { ms: '150', most: '12' };
const LONGEST_ANSWER_MS = 60_000;
/** A task that takes longer is called once in each strategy. */
const LONG_MS = 1_000;
/** The precision of dates in files: archives have two seconds, PDF and most texts one. */
const DATE_MS = 2_000;
/** A service keeps many answers until their clients have read them. */
export const MOST_OCTETS = 32 * 2 ** 20;
const LINE_LENGTH = 4_000;
const LOG_FOLLOWS_MS = 200;

/**
 * Starts a contestant with a function that tells what it does there, asks it a few times, and ends it. The answer passes
 * first, because repeated calls leave traces.
 *
 * @throws SystemRefusal; whatever else prevents an answer is something seen
 */
export async function inspect(
  contestant: LocalContestant,
  { specifier, ...inputs }: Inspected,
  { redisUrl, provisions, signal }: Pick<StartOptions, 'redisUrl' | 'provisions' | 'signal'>,
): Promise<Inspection> {
  const log = join(tmpdir(), `inspected-${randomUUID()}`);
  const isSingle = contestant.workers === false;
  const seen: Seen = { looks: [], passed: [] };
  let problem: string | undefined;
  let service: LocalService | undefined;
  try {
    const env = { INSPECT_LOG: log, DRAIN_DELAY_MS: '0' };
    const workload = inspectedSpecifier(specifier);
    const lineLength = LINE_LENGTH;
    service = await startService(contestant, {
      ...{ workload, workers: WORKERS, env, lineLength, redisUrl, provisions, signal },
    });
    await ask(service, isSingle, inputs, seen, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SystemRefusal) throw error;
    problem = reasonOf(error, service);
  }
  const hasFailed = seen.passed.some(({ status }) => status !== 200) || seen.looks.some(({ error }) => error);
  if (hasFailed) await sleep(LOG_FOLLOWS_MS);
  const lines = service?.log() ?? [];
  await service?.kill();
  const loads = linesOf(log);
  await rm(log, { force: true });
  return {
    ...{ contestant: contestant.id, isSingle, loads, ...seen },
    logged: lines.flatMap((line): LoggedError[] => [recordIn(line)?.err ?? []].flat()),
    printed: lines.filter((line) => recordIn(line) === undefined),
    ...(problem !== undefined && { problem }),
  };
}

type Seen = {
  readonly looks: Look[];
  readonly passed: Passed[];
  again?: Passed;
  recalled?: Recalled;
};

/** Lets inputs pass, each once, and looks until each worker has looked. */
async function ask(
  { origin }: LocalService,
  isSingle: boolean,
  { inputs, inFull }: Pick<Inspected, 'inputs' | 'inFull'>,
  seen: Seen,
  signal: AbortSignal,
): Promise<void> {
  const get = async (parameters: Record<string, string>) => {
    const response = await fetch(`${origin}/inspected?${new URLSearchParams(parameters)}`, {
      headers: oneOff,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ANSWER_MS)]),
    });
    const { type, result } = headOf(response.status, (name) => response.headers.get(name) ?? undefined);
    if (Number(response.headers.get('content-length')) > MOST_OCTETS) {
      await response.body?.cancel();
      return { status: response.status, text: '', isTooLarge: true as const };
    }
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return { status: response.status, text, type, result };
  };
  const pass = async (query: Query) => ({ query, ...(await get({ query: JSON.stringify(query) })) });
  const look = async <T>(how: Record<string, string>): Promise<T[]> => {
    const { status, text, isTooLarge } = await get(how);
    return status === 200 && !isTooLarge ? [JSON.parse(Buffer.from(text, 'latin1').toString())] : [];
  };
  const [first = {}, ...others] = inputs;
  const began = performance.now();
  seen.passed.push(await pass(first));
  const isLong = performance.now() - began > LONG_MS;
  const workers = isSingle ? 1 : WORKERS;
  const haveLooked = () => new Set(seen.looks.map(({ pid, threadId }) => `${pid}/${threadId}`)).size;
  const how = { [LOOK]: 'calls', query: JSON.stringify(first), ...(isSingle ? ALONE : BESIDE_ANOTHER) };
  for (let tries = 0; tries < 3 && haveLooked() < workers && !isLong; tries++)
    seen.looks.push(...(await Promise.all(Array.from({ length: workers }, () => look<Look>(how)))).flat());
  const queries = JSON.stringify(inputs.slice(0, 1 + MOST_INPUTS));
  const [recalled] = inFull && !isLong ? await look<Recalled>({ [LOOK]: 'recall', queries }) : [];
  if (recalled) seen.recalled = recalled;
  for (const query of others.slice(0, inFull ? undefined : isLong ? 0 : MOST_INPUTS - 1))
    seen.passed.push(await pass(query));
  if (!inFull || isLong) return;
  await sleep(Math.max(0, DATE_MS - (performance.now() - began)), undefined, { signal });
  seen.again = await pass(first);
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

/** Reads a line of a service's own log. @returns undefined for what the function printed */
function recordIn(line: string): { readonly err?: LoggedError } | undefined {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null && 'level' in record
      ? (record as { readonly err?: LoggedError })
      : undefined;
  } catch {
    return undefined;
  }
}
