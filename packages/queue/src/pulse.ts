/** Whether Redis executes commands: a connection that is open says nothing about a Redis that hangs. */
export type Pulse = {
  /** Why it does not, while it does not. */
  readonly failure: unknown;
  stop(): void;
};

/** With the turns below, a Redis that hangs is away after 0.8 s at the most: requests are refused within a second. */
const EVERY_MS = 160;
/**
 * Turns of the timer without an answer until there is none. They are counted, and not the time: an event loop that a
 * large answer kept busy has one late turn, and reads what has arrived before the next.
 */
const MOST_TURNS = 4;

/**
 * Asks as long as it lives. Until the first good answer there is none.
 *
 * @param ask rejects where the answer is that it refuses
 * @param onLost called with the error, once each time that the good answers cease
 * @param onBack called once each time that they come again
 */
export function takePulse(
  ask: () => Promise<unknown>,
  onLost: (error: unknown) => void,
  onBack: () => void,
): Pulse {
  let failure: unknown = new Error('not connected yet');
  let [stopped, came, asked, turns] = [false, false, false, 0];
  const turn = (now: unknown) => {
    const [before, after] = [failure !== undefined, now !== undefined];
    if (stopped) return;
    failure = now;
    if (before && !after) {
      if (came) onBack();
      came = true;
    } else if (!before && after) onLost(now);
  };
  function beat(): void {
    if (asked && ++turns >= MOST_TURNS) turn(new Error('no answer'));
    if (asked) return;
    [asked, turns] = [true, 0];
    ask()
      .then(
        () => turn(undefined),
        (error) => turn(error ?? new Error('no answer')),
      )
      .finally(() => {
        asked = false;
      });
  }
  const timer = setInterval(beat, EVERY_MS);
  beat();
  return {
    get failure() {
      return failure;
    },
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
