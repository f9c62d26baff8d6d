import { validate, version } from 'uuid';

/** A client's own key, and the ids that we make of it; BullMQ has a meaning of its own for `:` in an id. */
export const KEY = /^[\w-]{1,64}$/;
export const ID = /^job-[\w-]{1,64}$/;

/** A finished job can be looked at for this long, in seconds. */
export const KEPT_S = 3_600;

/** Whether a job of ours (not one of a client's own key) was made so long ago that it is kept no more. */
export function hasExpired(id: string, now: number = Date.now()): boolean {
  const uuid = id.slice('job-'.length);
  return validate(uuid) && version(uuid) === 7 && now - madeAt(uuid) > KEPT_S * 1_000;
}

/** The first 48 bits of a version 7 are the milliseconds since the epoch (RFC 9562). */
const madeAt = (uuid: string) => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
