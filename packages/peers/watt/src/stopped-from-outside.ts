import type { ServiceContext } from '@cpu-bound/service/run/context';

type Lifecycle = ServiceContext['lifecycle'];

/** Wraps a lifecycle for a thread that Watt ends after `stop`: Watt counts an exit of its own as a crash. */
export function stoppedFromOutside(lifecycle: Lifecycle): {
  lifecycle: Lifecycle;
  stop: () => Promise<void>;
} {
  const closers: Parameters<Lifecycle['onStop']>[1][] = [];
  let stopping = false;
  return {
    lifecycle: {
      ...lifecycle,
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
