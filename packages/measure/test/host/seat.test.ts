import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import getPort, { portNumbers } from 'get-port';
import { type SeatAddress, takeFirstSeat, takeSeat, visitSeat } from '../../src/host/seat.ts';

/** As on macOS: ports of the loopback. */
const freeSeat = async (): Promise<SeatAddress> => {
  const host = '127.0.0.1';
  return { host, port: await getPort({ host, port: portNumbers(20_000, 27_000) }) };
};
const never = new AbortController().signal;

describe('a seat at a port of the loopback', () => {
  it('has one occupant, which says who it is, and is free when that one leaves', async () => {
    const at = await freeSeat();
    assert.equal(await visitSeat(at), undefined);
    const seat = await takeSeat(at, () => 'the first');
    assert.equal(await takeSeat(at, () => 'the second'), undefined);
    const occupant = (await visitSeat(at)) ?? assert.fail('nobody has it');
    assert.equal(await occupant.says, 'the first');
    assert.equal(occupant.isGone(), false);
    seat?.leave();
    await occupant.untilGone(never);
    assert.equal(occupant.isGone(), true);
    const next = await takeSeat(at, () => 'the second');
    next?.leave();
  });

  it('is no longer waited for after an interruption', async () => {
    const at = await freeSeat();
    const seat = await takeSeat(at, () => '');
    const occupant = (await visitSeat(at)) ?? assert.fail('nobody has it');
    const interruption = new AbortController();
    const waiting = occupant.untilGone(interruption.signal);
    interruption.abort(new Error('interrupted'));
    await assert.rejects(waiting, /interrupted/);
    occupant.endVisit();
    seat?.leave();
  });
});

describe('the first of several seats', () => {
  it('is taken by those that wait in the order in which they came', async () => {
    const seats = [await freeSeat(), await freeSeat(), await freeSeat(), await freeSeat()];
    const measured: number[] = [];
    const first = await takeFirstSeat(
      seats,
      () => '0',
      () => assert.fail('it is free'),
    );
    const waits: Promise<void>[] = [];
    for (const number of [1, 2, 3]) {
      const { promise: isWaiting, resolve } = Promise.withResolvers<void>();
      const taken = takeFirstSeat(
        seats,
        () => String(number),
        async (_seat, occupant) => {
          resolve();
          await occupant?.untilGone(never);
        },
      );
      waits.push(
        taken.then((seat) => {
          measured.push(number);
          seat?.leave();
        }),
      );
      await isWaiting;
    }
    first?.leave();
    await Promise.all(waits);
    assert.deepEqual(measured, [1, 2, 3]);
  });

  it('leaves no seat taken by one that does not want to wait', async () => {
    const seats = [await freeSeat(), await freeSeat(), await freeSeat()];
    const first = await takeFirstSeat(
      seats,
      () => '',
      () => assert.fail('it is free'),
    );
    const refuse = () => Promise.reject(new Error('does not wait'));
    await assert.rejects(
      takeFirstSeat(seats, () => '', refuse),
      /does not wait/,
    );
    for (const at of seats.slice(1)) assert.equal(await visitSeat(at), undefined);
    first?.leave();
  });
});
