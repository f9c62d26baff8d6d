import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Setting } from '@cpu-bound/service';
import type { DataObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { LimitFunction } from 'p-limit';
import type { tuning } from '../config.ts';
import type { AsyncJob } from '../job.ts';
import { octetBytes, octetsIn } from '../octets.ts';
import type { RedisLink } from '../redis-link.ts';
import { createAdding } from './add.ts';
import { type Ledger, OVERHEAD_BYTES } from './ledger.ts';
import { full, keyUsedBefore, undecided } from './problems.ts';
import type { JobReader, View } from './view.ts';

const LOOK_AGAIN_MS = 50;
/** A request that has not added its job by then may be of a process that has died: the next one with its key adds it. */
const TAKE_OVER_MS = 2_000;

/** What a client may say of a job besides its input: `key` is the Idempotency-Key. */
export type Extras = { readonly traceparent: string | undefined; readonly key: string | undefined };

/** Resolves with a job that is stored. There is none when it rejects. */
export type Accept = (input: DataObject, extras: Extras) => Promise<View>;

type AcceptParts = {
  readonly link: RedisLink;
  readonly ledger: Ledger;
  readonly reader: JobReader;
  /** Bounds how many large inputs are written at once. */
  readonly inTurn: LimitFunction;
};

export function createAccept({ config }: Setting<typeof tuning>, parts: AcceptParts): Accept {
  const { link, ledger, reader } = parts;
  const { add, released } = createAdding(config, parts);
  return async (input, { traceparent, key }) => {
    const owner = crypto.randomUUID();
    let id: string = owner;
    const print = key === undefined ? undefined : fingerprint(input);
    const bytes = bytesOf(input);
    const came = performance.now();
    while (performance.now() < came + config.REQUEST_TIMEOUT_MS) {
      const reservation = { id, owner, bytes, ...(key !== undefined && { key, print }) };
      const accepted = await link
        .ask(() => ledger.accept(reservation))
        .catch((error) => {
          released(id, owner).catch(() => {}); // it may have got there
          throw error;
        });
      if (accepted.is === 'full') throw full(accepted.of);
      if (accepted.is === 'new') {
        await add(input, defined({ id, owner, traceparent, print }));
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
}

/** What a job takes of Redis. */
function bytesOf(input: DataObject): number {
  const octets = octetsIn(input);
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !octets.includes(name)));
  return OVERHEAD_BYTES + JSON.stringify(fields).length + octetBytes(input);
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
