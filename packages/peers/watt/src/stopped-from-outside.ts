import type { Setting } from '@cpu-bound/service';

type Lifecycle = Setting['lifecycle'];

/** The same lifecycle where another ends the process, or the thread, after `stop`: an exit of our own counts as a crash. */
export function stoppedFromOutside(own: Lifecycle): { lifecycle: Lifecycle; stop: () => Promise<void> } {
  const closers: Parameters<Lifecycle['onStop']>[1][] = [];
  let stopping = false;
  return {
    lifecycle: {
      ...own,
      get stopping() {
        return stopping;
      },
      onStop: (_name, close) => void closers.push(close),
    },
    async stop() {
      stopping = true;
      for (const close of closers.toReversed()) await close();
    },
  };
}
