import type { Generators } from '@cpu-bound/measure/load/loads';
import type { Display } from '@cpu-bound/study/progress/display';
import { ACCEPTANCE } from '../selfcheck/acceptance.ts';
import { withServer } from '../selfcheck/with-server.ts';
import { OURS, oursOpen } from './ours.ts';
import { type Reader, type Readings, readInRounds } from './rounds.ts';
import { type InstalledTool, toolReaders } from './run-tool.ts';

/** The loads on the self-check's servers: one always takes 20 ms, the other stops for a second in every five. */
export const ARBITERS = {
  constant: { ms: ACCEPTANCE.constantMs, perSecond: 100, seconds: 3 },
  freezing: { ms: ACCEPTANCE.freezeMs, perSecond: 200, seconds: 10 },
} as const;

const CONNECTIONS = 10;
/** Of a server that has just started: its first answers are slower. */
const WARM_UP_SECONDS = 1;

/** What each tool says of a server whose behaviour is known; it is absent where it cannot send so, or failed. */
export type Arbitration = Readonly<
  Record<keyof typeof ARBITERS, { readonly closed: Readings; readonly open: Readings }>
>;

/** Each tool, and ours, against the two servers. */
export async function arbitrate(
  installed: readonly InstalledTool[],
  generators: Generators,
  signal: AbortSignal,
  { print, step }: Pick<Display, 'print' | 'step'>,
): Promise<Arbitration> {
  const readOnce = async (readers: readonly Reader[]) => {
    const { readings, failed } = await readInRounds(readers, 1, 'arbiters', () => {});
    for (const why of Object.values(failed)) print(why);
    return readings;
  };
  const against = (kind: keyof typeof ARBITERS) => {
    const { ms, perSecond, seconds } = ARBITERS[kind];
    step(`a server that is ${kind}: ${ms} ms`);
    return withServer(kind, ms, async (origin) => {
      const closed = { url: `${origin}/`, connections: CONNECTIONS, seconds };
      // The open loop wants a connection free for every request that a frozen server keeps waiting.
      const open = { ...closed, connections: perSecond * 2, perSecond };
      await oursOpen(generators, { ...open, seconds: WARM_UP_SECONDS }, signal);
      const ours = { id: OURS, read: () => oursOpen(generators, open, signal) };
      return {
        closed: await readOnce(toolReaders(installed, closed, signal)),
        open: await readOnce([ours, ...toolReaders(installed, open, signal)]),
      };
    });
  };
  return { constant: await against('constant'), freezing: await against('freezing') };
}
