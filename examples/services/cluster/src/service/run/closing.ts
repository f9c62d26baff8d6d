import type { Logger } from 'pino';

type Closer = { readonly name: string; readonly close: () => Promise<void> | void };

export type Closing = {
  /** Registers what must be closed; closed in reverse order, as it was opened. */
  onStop(name: string, close: Closer['close']): void;
  /** Closes everything, and logs what it could not close in order. @returns whether all was */
  closeAll(): Promise<boolean>;
  /** The names of those that are not closed yet. */
  readonly left: readonly string[];
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
    get left() {
      return closers.map(({ name }) => name);
    },
  };
}
