import type { Logger } from 'pino';

type Closer = { readonly name: string; readonly close: () => Promise<void> | void };

export type Closing = {
  /** Registers a resource, which is closed in the reverse order of registration. */
  onStop(name: string, close: Closer['close']): void;
  /** Closes all resources, and logs failures. @returns true if there was none */
  closeAll(): Promise<boolean>;
  /** The names of the resources that are not closed yet. */
  readonly unclosed: readonly string[];
};

export function createClosing(log: Pick<Logger, 'error'>): Closing {
  const closers: Closer[] = [];
  return {
    onStop: (name, close) => void closers.push({ name, close }),
    async closeAll() {
      let inOrder = true;
      for (let closer = closers.pop(); closer; closer = closers.pop()) {
        try {
          await closer.close();
        } catch (err) {
          inOrder = false;
          log.error({ err, closer: closer.name }, 'could not close in order');
        }
      }
      return inOrder;
    },
    get unclosed() {
      return closers.map(({ name }) => name);
    },
  };
}
