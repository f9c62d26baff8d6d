import type { Request, Response, Setting } from '@cpu-bound/service';
import type { LimitFunction } from 'p-limit';
import type { tuning } from '../config.ts';
import type { RedisLink } from '../redis-link.ts';
import { preferredWait } from './prefer.ts';
import { notFound } from './problems.ts';
import type { JobReader } from './view.ts';

/** How soon waiting clients are answered when the process has to stop. */
const LEAVING_MS = 50;

type ShowParts = {
  readonly link: Pick<RedisLink, 'names' | 'replies' | 'ask' | 'away'>;
  readonly reader: JobReader;
  /** Bounds how many large results are read at once. */
  readonly inTurn: LimitFunction;
};

/** Answers with what a client sees of a job, once it has ended or the time is over that the client prefers to wait. */
export type Show = (request: Request, response: Response, id: string) => Promise<void>;

export function createShow(
  { config, lifecycle }: Setting<typeof tuning>,
  { link, reader, inTurn }: ShowParts,
): Show {
  async function untilEnded(id: string, ms: number, response: Response): Promise<void> {
    const over = new AbortController();
    const end = () => over.abort();
    const timer = setTimeout(end, ms);
    const leaving = setInterval(() => lifecycle.stopping && end(), LEAVING_MS);
    response.once('close', end);
    try {
      const { heard } = await link.ask(() => link.replies.next(link.names.key('ended', id), over.signal));
      if ((await reader.find(id)).finishedOn !== undefined) end(); // before the listener was there
      await link.ask(() => heard);
    } finally {
      end();
      clearTimeout(timer);
      clearInterval(leaving);
      response.off('close', end);
    }
  }
  return async (request, response, id) => {
    const seconds = preferredWait(request.get('prefer'), config.REQUEST_TIMEOUT_MS / 1_000);
    if (seconds !== undefined) {
      response.set('Preference-Applied', `wait=${seconds}`);
      await untilEnded(id, seconds * 1_000, response);
    }
    if (link.away) throw link.away; // those whose turn it is wait for it
    await inTurn(async () => {
      const found = await reader.view(await reader.find(id));
      if (!found) throw notFound();
      if (!response.destroyed) response.json(found);
    });
  };
}
