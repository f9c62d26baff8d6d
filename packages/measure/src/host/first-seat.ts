import { setTimeout as sleep } from 'node:timers/promises';
import { type Occupant, type Seat, type SeatAddress, takeSeat, visitSeat } from './seat.ts';

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
