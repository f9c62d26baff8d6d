import type { Logger } from 'pino';

type Closer = { readonly name: string; readonly close: () => Promise<void> | void };
export type Closing = ReturnType<typeof createClosing>;

/** Closes the resources of a process in the reverse order of their registration. */
export function createClosing(log: Pick<Logger, 'error'>) {
  const closers: Closer[] = [];
  return {
    /** Registers a resource. */
    onStop: (name: string, close: Closer['close']): void => void closers.push({ name, close }),
    /** Closes all resources, and logs failures. @returns true if there was none */
    async closeAll(): Promise<boolean> {
      let inOrder = true;
      for (let closer = closers.at(-1); closer; closer = closers.at(-1)) {
        try {
          await closer.close();
        } catch (err) {
          inOrder = false;
          log.error({ err, closer: closer.name }, 'could not close in order');
        }
        closers.splice(closers.indexOf(closer), 1);
      }
      return inOrder;
    },
    /** The names of the resources that are not closed yet. */
    get unclosed(): readonly string[] {
      return closers.map(({ name }) => name);
    },
  };
}
