import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { availableCores } from '@cpu-bound/service/container';
import type { LocalContestant } from '../contestants/manifest.ts';
import { readyWithinMs } from '../model/core-division.ts';
import { isOutOf, messageOf, refusalIn } from '../model/errors.ts';
import { built, startedFrom } from './built.ts';
import { openAccount } from './cpu-account.ts';
import { cpuQuota } from './cpu-limits.ts';
import { watchForHarm } from './harm.ts';
import { commandOf, environmentOf, freePlace, poisonLogOf, type StartOptions } from './launch.ts';
import { endNow, MARKER, markedProcesses, sweep } from './marker.ts';
import { familyIn, type Process, processTable, systemText } from './proc.ts';
import { assertProcessRoom, processRefusal, startsThreads } from './process-room.ts';
import { ContestantFailure, untilReady } from './readiness.ts';
import { onItsRuntime } from './runtimes.ts';
import type { LocalService } from './service.ts';
import { processesOf } from './usage.ts';

/** The processes of a service, with the moment at which each began: a pid may be given again. */
export type Identified = ReadonlyMap<number, Process['began']>;

/** Finds the processes of a service, also those that left its group, its session and its environment. */
export async function identify(
  service: Pick<LocalService, 'mark' | 'place' | 'account'>,
): Promise<Identified> {
  const roots = await processesOf({ ...service, backendPids: [] });
  const table = processTable();
  if (!table) return new Map();
  return new Map([...familyIn(table, roots)].map((pid) => [pid, table.get(pid)?.began ?? 0]));
}

/** Ends whatever is left of a service. @returns how many processes there were */
export async function endLeftovers(mark: string, processes: Identified): Promise<number> {
  const table = processTable();
  const alive = [...processes].filter(([pid, began]) => {
    const entry = table?.get(pid);
    return entry?.began === began && !entry.isZombie;
  });
  const left = new Set([...alive.map(([pid]) => pid), ...(await markedProcesses(mark))]);
  left.forEach(endNow);
  await sweep(mark);
  return left.size;
}

export type LogTail = { add(chunk: Buffer): void; lines(): readonly string[] };

const LINES = 20;
const LINE_LENGTH = 400;

/**
 * Keeps the last lines of a process's output: they suffice to name a reason, and memory stays bounded.
 *
 * @param length the characters of a line that are kept
 */
export function createLogTail(length = LINE_LENGTH): LogTail {
  let text = '';
  return {
    add(chunk) {
      text = (text + chunk.toString('utf8')).slice(-LINES * length);
    },
    lines: () =>
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(-LINES)
        .map((line) => line.slice(0, length)),
  };
}

const STOP_WITHIN_MS = 8_000;
const LAST_WORDS_MS = 200;

/**
 * Starts a contestant in a process group of its own and waits until it is ready.
 *
 * @throws ContestantFailure if it never gets ready or dies first, and SystemRefusal if the system gave it no process or no
 *   thread; then none of its processes is left
 */
export async function startService(sources: LocalContestant, options: StartOptions): Promise<LocalService> {
  const contestant = onItsRuntime(startedFrom(sources, await built(sources)));
  const place = options.place ?? (await freePlace());
  const origin = `http://127.0.0.1:${place.port}`;
  const mark = `${process.env[MARKER] ?? 'bench'}/${randomUUID()}`;
  const quota = options.cpus !== undefined && options.cpus < 1 ? await cpuQuota(options.cpus) : undefined;
  const [program, ...args] = commandOf(contestant, options, quota);
  const log = createLogTail(options.lineLength);
  assertProcessRoom(contestant.id);
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: contestant.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentOf(contestant, options, place), [MARKER]: mark },
  });
  // A group with a quota is one of its own.
  const account = quota ? undefined : openAccount(child.pid);
  if (contestant.command[0] === 'node') startsThreads(child.pid);
  child.stdout?.on('data', log.add);
  child.stderr?.on('data', log.add);
  let stopping = false;
  let isUp = false;
  const { died, ended } = watchEnd(child, program, log.lines, () => stopping || (options.poisoned && isUp));
  const stop = async () => {
    stopping = true;
    const problems = await stopService(child, ended, identity);
    await (quota ?? account)?.remove();
    return problems;
  };
  const backendPids = (options.provisions ?? []).flatMap(({ pid }) => pid ?? []);
  const identity = { mark, place, account };
  const { pid } = child;
  try {
    const within = readyWithinMs(options.workers ?? availableCores());
    const until = AbortSignal.any([options.signal, died]);
    await untilReady(origin, within, until, log.lines);
    await options.untilAnswered?.(origin, AbortSignal.any([until, AbortSignal.timeout(within)]));
    if (pid === undefined) throw died.reason; // the service has no process that could answer
  } catch (error) {
    const said = [messageOf(error), ...log.lines()].join('\n');
    const refusal = options.signal.aborted ? undefined : processRefusal(contestant.id, said);
    await stop();
    throw refusal ?? error;
  }
  const startUpMs = performance.now() - startedAt;
  isUp = true;
  const harm = watchForHarm((await identify(identity)).keys(), options.redisUrl);
  return {
    kind: 'local',
    place,
    origin,
    pid,
    mark,
    redisUrl: options.redisUrl,
    backendPids,
    account,
    startUpMs,
    died,
    harm,
    log: log.lines,
    ended,
    poisonLog: poisonLogOf(place),
    stop,
    async kill() {
      stopping = true;
      const processes = await identify(identity);
      endNow(-pid);
      await ended;
      await endLeftovers(mark, processes);
      await (quota ?? account)?.remove();
    },
  };
}

type Death = Pick<ContestantFailure, 'reason' | 'message'>;

/** A shell ends with this code if SIGKILL ended its program. */
const PROGRAM_KILLED = 128 + constants.signals.SIGKILL;

/**
 * Tells who ended a process that the bench did not end. No process dies of SIGKILL by a fault of its own.
 *
 * @param by the signal that ended it, or its exit code
 * @param forMemory whether the kernel has ended some process meanwhile, to have its memory
 */
export function deathBy(by: NodeJS.Signals | number | null, forMemory: boolean): Death {
  if (by !== 'SIGKILL' && by !== PROGRAM_KILLED)
    return {
      reason: 'died',
      message: `its process ended with ${typeof by === 'number' ? `exit code ${by}` : by}`,
    };
  return {
    reason: 'harmed',
    message: forMemory
      ? 'its process was ended with SIGKILL, and the kernel has ended one because the memory was full'
      : 'its process was ended with SIGKILL, which the bench did not send',
  };
}

/** Reads how many processes the kernel has ended so far because memory was full; 0 where it does not tell. */
const endedForMemory = (): number => Number(/^oom_kill (\d+)$/m.exec(systemText('/proc/vmstat'))?.[1] ?? 0);

/**
 * Watches for the end of a process.
 *
 * @param isExpected whether an end at this moment is no failure
 * @returns `died`, which aborts with a ContestantFailure if the end is a failure; `ended` resolves in any case
 */
function watchEnd(
  child: ChildProcess,
  program: string,
  log: () => readonly string[],
  isExpected: () => boolean | undefined,
): Pick<LocalService, 'died' | 'ended'> {
  const death = new AbortController();
  const endedBefore = endedForMemory();
  const die = ({ reason, message }: Death, refusal?: Error) =>
    death.abort(refusal ?? new ContestantFailure(reason, message, log()));
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      const message = `${program} cannot be started: ${error.message}`;
      die({ reason: 'died', message }, isOutOf(error) ? refusalIn(error) : undefined);
      resolve();
    });
    const drained = new Promise((closed) => child.once('close', closed));
    child.once('exit', async (code, killer) => {
      resolve();
      // Its last lines may still be in the pipe, which a child of its own may hold open for ever.
      await Promise.race([drained, sleep(LAST_WORDS_MS)]);
      if (!isExpected()) die(deathBy(killer ?? code, endedForMemory() > endedBefore));
    });
  });
  return { died: death.signal, ended };
}

/**
 * Stops a service: SIGTERM to the process, as an orchestrator sends it; then SIGKILL to its group, and to every process
 * that has its mark or that had its port.
 */
async function stopService(
  child: ChildProcess,
  exited: Promise<void>,
  identity: Parameters<typeof identify>[0],
): Promise<string[]> {
  const problems: string[] = [];
  const processes = await identify(identity);
  child.kill('SIGTERM');
  const ended = await Promise.race([exited.then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
  if (!ended) {
    problems.push(`did not stop within ${STOP_WITHIN_MS / 1000} s of SIGTERM and was killed`);
    if (child.pid !== undefined) endNow(-child.pid);
    await exited;
  } else if (child.exitCode !== 0 && child.exitCode !== null) {
    problems.push(`exit code ${child.exitCode} after SIGTERM, not 0`);
  } else if (child.signalCode !== null) {
    problems.push(`died of ${child.signalCode} instead of exiting`);
  }
  const left = await endLeftovers(identity.mark, processes);
  if (left > 0)
    problems.push(
      left === 1
        ? 'left 1 process behind, which was ended'
        : `left ${left} processes behind, which were ended`,
    );
  return problems;
}
