/** Whether Redis does what is asked: a connection that is open says nothing about a Redis that hangs. */
export type Pulse = {
  /** Why it does not, while it does not. */
  readonly failure: unknown;
  stop(): void;
};

const EVERY_MS = 200;

/**
 * Asks as long as it lives. Until the first good answer there is none.
 *
 * @param ask rejects where there is no answer in time, or one that refuses
 * @param onLost called with the error, once each time that the good answers cease
 * @param onBack called once each time that they come again
 */
export function takePulse(
  ask: () => Promise<unknown>,
  onLost: (error: unknown) => void,
  onBack: () => void,
): Pulse {
  let failure: unknown = new Error('not connected yet');
  let [stopped, came] = [false, false];
  const turn = (now: unknown) => {
    const [before, after] = [failure !== undefined, now !== undefined];
    if (stopped) return;
    failure = now;
    if (before && !after) {
      if (came) onBack();
      came = true;
    } else if (!before && after) onLost(now);
  };
  async function beat(): Promise<void> {
    // A second time: an event loop that was kept busy sees the time pass before it sees the answer.
    await ask()
      .catch(ask)
      .then(
        () => turn(undefined),
        (error) => turn(error ?? new Error('no answer')),
      );
    if (!stopped) timer = setTimeout(beat, EVERY_MS);
  }
  let timer = setTimeout(beat, 0);
  return {
    get failure() {
      return failure;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
