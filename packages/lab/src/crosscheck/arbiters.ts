import type { Generators } from '@cpu-bound/measure/load/loads';
import { withServer } from '../selfcheck/with-server.ts';
import { OURS, oursOpen } from './ours.ts';
import { type Installed, runTool, ToolFailed } from './run-tool.ts';
import type { Reading } from './tool.ts';

/** What is known beforehand of the servers that the self-check is made with. */
export const ARBITERS = {
  constantMs: 20,
  constantP50: [20, 22],
  freezeMs: 1_000,
  /** It freezes for a second in every five, which a fifth of all that is due meets. */
  freezeP99: [800, 1_200],
  connections: 10,
  constantPerSecond: 100,
  freezingPerSecond: 200,
  constantSeconds: 3,
  freezingSeconds: 10,
} as const;

/** Of a server that has just started: its first answers are slower. */
const WARM_UP_SECONDS = 1;

/** What a reader says of a server whose behaviour is known; absent where it cannot send so, or failed. */
export type Judged = {
  readonly id: string;
  readonly constantClosed?: Reading;
  readonly constantOpen?: Reading;
  readonly freezingClosed?: Reading;
  readonly freezingOpen?: Reading;
};

/** Each tool, and ours, against a server that always takes 20 ms, and against one that freezes. */
export async function arbitrate(
  installed: readonly Installed[],
  generators: Generators,
  signal: AbortSignal,
  onJudged: (what: string) => void,
): Promise<Judged[]> {
  const { constantMs, freezeMs, constantSeconds, freezingSeconds, connections } = ARBITERS;
  const { constantPerSecond, freezingPerSecond } = ARBITERS;
  const against = async (
    origin: string,
    seconds: number,
    perSecond: number,
  ): Promise<{ id: string; closed?: Reading; open?: Reading }[]> => {
    const url = `${origin}/`;
    const load = { url, connections, seconds };
    // The open loop wants a connection free for every request that a frozen server keeps waiting.
    const open = { ...load, connections: Math.max(connections, perSecond * 2), perSecond };
    await oursOpen(generators, { origin, path: '/' }, { ...open, seconds: WARM_UP_SECONDS }, signal);
    const ours = await oursOpen(generators, { origin, path: '/' }, open, signal);
    const found: { id: string; closed?: Reading; open?: Reading }[] = [{ id: OURS, open: ours }];
    for (const one of installed) {
      const read = (invocation: ReturnType<typeof one.tool.closed> | undefined) =>
        invocation &&
        runTool(one, invocation, seconds, signal).catch((error) => {
          if (!(error instanceof ToolFailed)) throw error;
          onJudged(error.message);
          return undefined;
        });
      const closedReading = await read(one.tool.closed(load));
      const openReading = await read(one.tool.open?.(open));
      found.push({
        id: one.tool.id,
        ...(closedReading && { closed: closedReading }),
        ...(openReading && { open: openReading }),
      });
    }
    return found;
  };
  onJudged(`a server that takes ${constantMs} ms`);
  const constant = await withServer('constant', constantMs, (origin) =>
    against(origin, constantSeconds, constantPerSecond),
  );
  onJudged(`a server that freezes for ${freezeMs} ms in every 5 s`);
  const freezing = await withServer('freezing', freezeMs, (origin) =>
    against(origin, freezingSeconds, freezingPerSecond),
  );
  return constant.map(({ id, closed, open }) => {
    const frozen = freezing.find((one) => one.id === id);
    return {
      id,
      ...(closed && { constantClosed: closed }),
      ...(open && { constantOpen: open }),
      ...(frozen?.closed && { freezingClosed: frozen.closed }),
      ...(frozen?.open && { freezingOpen: frozen.open }),
    };
  });
}
