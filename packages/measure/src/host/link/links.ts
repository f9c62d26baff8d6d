import type { Milliseconds } from '../../model.ts';
import { startTask } from '../task.ts';

/** Where a link leads, and how long a piece takes on it, one way. */
export type LinkEnd = { readonly host: string; readonly port: number; readonly delayMs: Milliseconds };

export type RelayTask =
  | { readonly open: readonly LinkEnd[] }
  | { readonly link: number; readonly cut: boolean };

/** Ways to services that are as long as if they were on other hosts. */
export type Links = {
  /** On 127.0.0.1, in the order in which they were asked for. */
  readonly ports: readonly number[];
  /** Nothing passes any more, or again; connections stay, as they do in a network that is parted for some seconds. */
  cut(link: number, isCut: boolean): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a relay of TCP streams. It delays what passes, and can be cut; it loses nothing and reorders nothing, and a
 * connection is there sooner than over a network as long. Its timers are those of an event loop: a delay is as
 * asked or up to a millisecond longer, which what `/hello` takes over it shows.
 */
export async function startLinks(ends: readonly LinkEnd[], signal: AbortSignal): Promise<Links> {
  const relay = startTask<RelayTask, number[]>(new URL('./relay.ts', import.meta.url));
  try {
    const ports = await relay.run({ open: ends }, signal);
    return {
      ports,
      async cut(link, isCut) {
        await relay.run({ link, cut: isCut }, signal);
      },
      stop: () => relay.stop(),
    };
  } catch (error) {
    await relay.stop();
    throw error;
  }
}
