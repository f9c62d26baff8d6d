/** Whether Redis answers: a connection that is open says nothing about a Redis that hangs. */
export type Pulse = { readonly beating: boolean; stop(): void };

const EVERY_MS = 200;

/**
 * Pings as long as it lives.
 *
 * @param ping rejects where there is no answer in time
 * @param onLost called once each time that the answers cease
 * @param onBack called once each time that they come again
 */
export function takePulse(ping: () => Promise<unknown>, onLost: () => void, onBack: () => void): Pulse {
  let beating = true;
  let stopped = false;
  const turn = (now: boolean) => {
    if (now === beating || stopped) return;
    beating = now;
    if (now) onBack();
    else onLost();
  };
  async function beat(): Promise<void> {
    await ping().then(
      () => turn(true),
      () => turn(false),
    );
    if (!stopped) timer = setTimeout(beat, EVERY_MS);
  }
  let timer = setTimeout(beat, EVERY_MS);
  return {
    get beating() {
      return beating;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
