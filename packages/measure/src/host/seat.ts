import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The address of a seat, which at most one process of this system has. The system frees a seat when its process is gone,
 * however it ended. On Linux it is an abstract socket, which is no file: neither a folder nor an owner matters. Elsewhere
 * it is a port of the loopback. Each network namespace, such as a container's, has its own seats.
 */
export type SeatAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export type Seat = { leave(): void };

/** Takes a seat. @param says tells a visitor who has it @returns undefined if another process has it */
export async function takeSeat(at: SeatAddress, says: () => string): Promise<Seat | undefined> {
  const visitors = new Set<Socket>();
  const server = createServer((visitor) => {
    visitors.add(visitor);
    visitor.on('error', () => {}).once('close', () => visitors.delete(visitor));
    visitor.unref().resume().write(`${says()}\n`);
  });
  try {
    await once(server.listen(at), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  server.unref();
  return {
    leave() {
      server.close();
      for (const visitor of visitors) visitor.destroy(); // they learn that the seat is free
    },
  };
}

/** The process that has a seat, as a visitor sees it. */
export type Occupant = {
  /** Its first line. It is empty if it leaves before that, and may never come: the process may be stopped. */
  readonly says: Promise<string>;
  isGone(): boolean;
  /** Waits until the seat is left. @throws the signal's reason */
  untilGone(signal: AbortSignal): Promise<void>;
  endVisit(): void;
};

/** A longer line is no bench's. */
const LONGEST_LINE = 8_192;

/** Visits the process that has a seat. @returns undefined if no process has it */
export async function visitSeat(at: SeatAddress): Promise<Occupant | undefined> {
  const socket = connect(at).setEncoding('utf8');
  try {
    await once(socket, 'connect');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined;
    throw error;
  }
  const gone = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()));
  const says = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (more) => {
      text = text.includes('\n') ? text : (text + more).slice(0, LONGEST_LINE);
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void gone.then(() => resolve(''));
  });
  return {
    says,
    isGone: () => socket.closed,
    async untilGone(signal) {
      signal.throwIfAborted();
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      await Promise.race([gone, aborted]).finally(() => signal.removeEventListener('abort', abort));
    },
    endVisit: () => socket.destroy(),
  };
}

const PAUSE_MS = 50;
const MOST_PAUSES = 100;

/** The seat that has an occupant; the number of the first one is 0. */
export type TakenSeat = { readonly at: SeatAddress; readonly number: number };

/**
 * Takes the first seat. Every process comes in by the last one, and leaves a seat only when it has the one before. So
 * those that wait keep their order, also if one of them or the owner of the first seat is killed.
 *
 * @param says tells a visitor who has a seat
 * @param untilLeft waits for an occupant, or refuses to wait. The occupant is undefined if the system has given the
 *   address to a program that does not listen.
 * @throws what untilLeft throws; then no seat is taken
 */
export async function takeFirstSeat(
  seats: readonly SeatAddress[],
  says: () => string,
  untilLeft: (taken: TakenSeat, occupant: Occupant | undefined) => Promise<void>,
): Promise<Seat | undefined> {
  let seat: Seat | undefined;
  try {
    for (const [number, at] of [...seats.entries()].toReversed()) {
      const next = await take({ at, number }, says, untilLeft);
      seat?.leave();
      seat = next;
    }
  } catch (error) {
    seat?.leave();
    throw error;
  }
  return seat;
}

async function take(
  taken: TakenSeat,
  says: () => string,
  untilLeft: Parameters<typeof takeFirstSeat>[2],
): Promise<Seat> {
  for (let pauses = 0; ; ) {
    const seat = await takeSeat(taken.at, says);
    if (seat) return seat;
    const occupant = await visitSeat(taken.at);
    if (occupant || pauses++ >= MOST_PAUSES)
      await untilLeft(taken, occupant).finally(() => occupant?.endVisit());
    else await sleep(PAUSE_MS); // it has just left, or has only begun to take the seat
  }
}
