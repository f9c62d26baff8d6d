import { hash, randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Occupant,
  type SeatAddress,
  type TakenSeat,
  takeFirstSeat,
  visitSeat,
} from '@cpu-bound/measure/host/seat';
import type { Milliseconds } from '@cpu-bound/measure/model';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Surface } from './surface.ts';

export type Purpose = {
  /** `bench more`, or `into /home/me/study/results/2026-01-31T08-15-30` */
  readonly measures: string;
  /** The folder of the run that is being measured. */
  readonly folder?: string;
};

/** The bench that measures on this machine, as it names itself to others. */
type Claim = Purpose & { readonly pid: number; readonly user: string; readonly since: string };

export type ClaimOptions = Pick<Surface, 'print' | 'signal' | 'waits'>;

/** Names another lock than the machine's; a number is the first of its ports. */
export const LOCK = 'CPU_BOUND_BENCH_LOCK';

let held: Claim | undefined;
let waited: Milliseconds = 0;

/** The time for which this command waited for another bench; it counts for no limit of a run. */
export const waitedMs = (): Milliseconds => waited;

/**
 * Claims the machine for one bench of all users, because two benches that measure at once distort each other's figures.
 * Within a claim, another one of this process only changes the purpose. A bench that this one starts, as `selfcheck`
 * does, has a lock of its own.
 *
 * @param use learns whether the command waited: what it has read before may be out of date
 * @throws UsageError naming the bench that measures here, unless the user wants to wait for it
 */
export async function withMachine<T>(
  purpose: Purpose,
  options: ClaimOptions,
  use: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const [before, { [LOCK]: name }] = [held, process.env];
  if (before) {
    held = { ...before, ...purpose };
    return use(false).finally(() => {
      held = before;
    });
  }
  const [began, arrived] = [performance.now(), claimFor(purpose)];
  const waiting = new Waiting(seatsOf(name), options);
  const seat = await takeFirstSeat(waiting.seats, () => JSON.stringify(held ?? arrived), waiting.untilLeft);
  waited = waiting.hasWaited ? performance.now() - began : 0;
  held = claimFor(purpose);
  process.env[LOCK] = randomUUID();
  try {
    return await use(waiting.hasWaited);
  } finally {
    if (name === undefined) delete process.env[LOCK];
    else process.env[LOCK] = name;
    held = undefined;
    seat?.leave();
  }
}

/** Finds the bench that measures on this machine. @returns undefined if none does */
export async function claimHere(): Promise<Claim | undefined> {
  return held ?? firstClaim(seatsOf(process.env[LOCK]));
}

export const isMeasured = (claim: Claim | undefined, folder: string): boolean => claim?.folder === folder;

const ON_LINUX = 16;
const FIRST_PORT = 27_610; // no service has it
const PORTS = 4;

/** Lists the seats, the first of which is the lock. Outside Linux, a lock whose name is no number locks nothing. */
function seatsOf(name = ''): readonly SeatAddress[] {
  const isLinux = process.platform === 'linux';
  const port = name === '' && !isLinux ? FIRST_PORT : Number.parseInt(/^\d+$/.exec(name)?.[0] ?? '', 10);
  if (port > 0) return Array.from({ length: PORTS }, (_, n) => ({ host: '127.0.0.1', port: port + n }));
  if (!isLinux) return [];
  const lock = name && `${hash('sha256', name)}/`; // a socket's name has at most 107 bytes
  return Array.from({ length: ON_LINUX }, (_, n) => ({ path: `\0cpu-bound-bench/${lock}${n}` }));
}

const claimFor = (purpose: Purpose): Claim => ({
  pid: process.pid,
  user: userName(),
  since: new Date().toISOString(),
  ...purpose,
});

/** The user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/** Waits for other benches, and prints each; or refuses to wait. */
class Waiting {
  readonly seats: readonly SeatAddress[];
  hasWaited = false;
  readonly #options: ClaimOptions;
  #printed = '';

  constructor(seats: readonly SeatAddress[], options: ClaimOptions) {
    this.seats = seats;
    this.#options = options;
  }

  readonly untilLeft = async ({ at, number }: TakenSeat, occupant: Occupant | undefined): Promise<void> => {
    const { print, signal, waits } = this.#options;
    const [first, before] = await Promise.all([firstClaim(this.seats, signal), claimOf(occupant, signal)]);
    signal.throwIfAborted();
    if (occupant?.isGone()) return;
    if (!waits || !occupant) throw refusal(first ?? before, at);
    this.hasWaited = true;
    const text = waitingFor(first ?? before, number);
    if (text !== this.#printed) print(text);
    this.#printed = text;
    await occupant.untilGone(signal);
  };
}

/** A stopped bench does not answer, and another program says something else. */
const ANSWER_WITHIN_MS = 10_000;

async function claimOf(occupant: Occupant | undefined, signal?: AbortSignal): Promise<Claim | undefined> {
  try {
    const late = sleep(ANSWER_WITHIN_MS, '', { ref: false, signal });
    const { pid, user, since, measures, folder } = JSON.parse(
      await Promise.race([occupant?.says ?? '', late]),
    );
    return { pid: Number(pid), user: String(user), since: String(since), measures: String(measures), folder };
  } catch {
    return undefined;
  }
}

async function firstClaim([first]: readonly SeatAddress[], signal?: AbortSignal): Promise<Claim | undefined> {
  const occupant = first && (await visitSeat(first));
  return claimOf(occupant, signal).finally(() => occupant?.endVisit());
}

/** Another user wrote the claim, which may hold characters that control a terminal. */
const described = ({ pid, user, since, measures }: Claim): string =>
  `process ${pid} of ${user} since ${since}, ${measures}`.replace(/\p{Cc}/gu, '?');

function refusal(claim: Claim | undefined, at: SeatAddress): UsageError {
  const place = 'port' in at ? `port ${at.port} of ${at.host}` : at.path.replace('\0', '@');
  return new UsageError([
    claim
      ? `another bench measures on this machine: ${described(claim)}; give --wait to wait for its end, or end it`
      : `another bench measures on this machine, and does not answer: it is stopped, or another program has ${place}; end that, or measure beside it: ${LOCK}=another`,
  ]);
}

function waitingFor(claim: Claim | undefined, number: number): string {
  const whom = claim ? described(claim) : 'a bench that does not answer';
  const others = number > 0 ? `; ${number} more will measure before this one` : '';
  return `waiting for ${whom}${others}; Ctrl-C ends the wait`;
}
