import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasOctets } from '@cpu-bound/handover/octets';
import type { Setting } from '@cpu-bound/service';
import type { DataObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { LimitFunction } from 'p-limit';
import type { Backend } from '../backend.ts';
import type { tuning } from '../config.ts';
import { ASYNC, type AsyncJob } from '../job.ts';
import { octetBytes, octetsIn, pack } from '../octets.ts';
import { troubleOf } from '../trouble.ts';
import { type Ledger, OVERHEAD_BYTES } from './ledger.ts';
import { full, keyUsedBefore, undecided } from './problems.ts';
import type { JobReader, View } from './view.ts';

/** Behind the requests that wait: nobody waits for these. */
const PRIORITY = 1;
const LOOK_AGAIN_MS = 50;
/** A request that has not added its job by then may be of a process that has died: the next one with its key adds it. */
const TAKE_OVER_MS = 2_000;

/** What a client may say of a job besides its input: `key` is the Idempotency-Key. */
export type Extras = { readonly traceparent: string | undefined; readonly key: string | undefined };

/** Resolves with a job that is stored. There is none when it rejects. */
export type Accept = (input: DataObject, extras: Extras) => Promise<View>;

/** @param inTurn bounds how many large inputs are written at once */
export function createAccept(
  { config }: Setting<typeof tuning>,
  {
    backend,
    ledger,
    reader,
    inTurn,
  }: {
    readonly backend: Backend;
    readonly ledger: Ledger;
    readonly reader: JobReader;
    readonly inTurn: LimitFunction;
  },
): Accept {
  const { names } = backend;
  // However many there are: whether there is room for them is looked at when one is accepted.
  const retention = {
    removeOnComplete: { age: config.JOB_KEPT_S },
    removeOnFail: { age: config.JOB_KEPT_S },
  };

  const accept: Accept = async (input, { traceparent, key }) => {
    const owner = crypto.randomUUID();
    let id: string = owner;
    const print = key === undefined ? undefined : fingerprint(input);
    const fields = Object.fromEntries(
      Object.entries(input).filter(([name]) => !octetsIn(input).includes(name)),
    );
    const bytes = OVERHEAD_BYTES + JSON.stringify(fields).length + octetBytes(input);
    const came = performance.now();
    while (performance.now() < came + config.REQUEST_TIMEOUT_MS) {
      const reservation = { id, owner, bytes, ...(key !== undefined && { key, print }) };
      const accepted = await backend
        .ask(() => ledger.accept(reservation))
        .catch((error) => {
          released(id, owner).catch(() => {}); // it may have got there
          throw error;
        });
      if (accepted.is === 'full') throw full(accepted.of);
      if (accepted.is === 'new') {
        await add(id, input, { owner, traceparent, print });
        return { id, state: 'waiting', acceptedAt: new Date().toISOString(), attempts: 0 };
      }
      const job = accepted.is === 'known' ? await reader.read(accepted.id) : undefined;
      if (job && (job.data as AsyncJob).print !== print) throw keyUsedBefore();
      const known = job && (await reader.view(job));
      if (known) return known;
      if (accepted.is === 'adding' && performance.now() > came + TAKE_OVER_MS) {
        if (accepted.print !== print) throw keyUsedBefore();
        id = accepted.id; // should both add it, it is still one job
      }
      await sleep(LOOK_AGAIN_MS); // another request adds it, or has just taken it back
    }
    throw undecided();
  };

  type Besides = {
    readonly owner: string;
    readonly traceparent: string | undefined;
    readonly print: string | undefined;
  };

  async function add(id: string, input: DataObject, { owner, traceparent, print }: Besides): Promise<void> {
    try {
      const key = names.key('octets', id);
      const { fields, octets } = hasOctets(input)
        ? await inTurn(() => pack(backend.slowRedis, input, key))
        : { fields: input, octets: undefined };
      const data: AsyncJob = defined({ item: defined({ input: fields, octets, traceparent }), print });
      await backend.queue.add(ASYNC, data, { jobId: id, priority: PRIORITY, ...retention });
    } catch (error) {
      if (!(await released(id, owner))) return;
      throw troubleOf(error);
    }
  }

  /**
   * A command without an answer may have been carried out, or be so later. Asks, on the connection that it was sent
   * on, until Redis says whether the job is there; one that is not will not be.
   */
  async function released(id: string, owner: string): Promise<boolean> {
    for (const deadline = performance.now() + config.REQUEST_TIMEOUT_MS; performance.now() < deadline; ) {
      const found = await ledger.release(id, owner).catch(() => undefined);
      if (found) return found === 'released';
      await sleep(LOOK_AGAIN_MS);
    }
    throw undecided();
  }
  return accept;
}

/** Tells whether a key is used again with the same input, octets included. */
function fingerprint(input: DataObject): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(JSON.stringify(name));
    hash.update(value instanceof Uint8Array ? value : (JSON.stringify(value) ?? ''));
  }
  return hash.digest('base64');
}
