import type { DataObject } from '@cpu-bound/workload';
import type { Redis } from 'ioredis';

/**
 * Octets go beside a job, under a key of their own, and its data names that. In the job they would be text, a third
 * larger, and read and written again by each script of BullMQ's that touches it. The key is a hash with a field each.
 */
export type PackedFields = { readonly fields: DataObject; readonly octets?: string };

/**
 * Takes the octets out of an object.
 *
 * @param key where they are put
 * @param keptMs after this time they are not needed any more; without it they stay until they are removed
 */
export async function pack(
  client: Redis,
  object: DataObject,
  key: string,
  keptMs?: number,
): Promise<PackedFields> {
  const names = octetsIn(object);
  if (names.length === 0) return { fields: object };
  const values = Object.fromEntries(names.map((name) => [name, bufferOf(object[name])]));
  await (keptMs === undefined
    ? client.hset(key, values)
    : allOf(client.multi().hset(key, values).pexpire(key, keptMs)));
  const fields = Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
  return { fields, octets: key };
}

/** @throws Error where they are gone */
export async function unpack(
  fields: DataObject,
  read: Promise<Readonly<Record<string, Buffer>>>,
): Promise<DataObject> {
  const found = Object.entries(await read);
  if (found.length === 0)
    throw new Error('the body of a job has expired: it is kept only as long as its request may wait');
  const views = found.map(
    ([name, { buffer, byteOffset, byteLength }]) =>
      [name, new Uint8Array(buffer, byteOffset, byteLength)] as const,
  );
  return { ...fields, ...Object.fromEntries(views) };
}

/** How many bytes of an object are octets. */
export const octetBytes = (object: DataObject): number =>
  octetsIn(object).reduce((sum, name) => sum + (object[name] as Uint8Array).byteLength, 0);

/** Octets in JSON, as base64, for a job whose result is fetched later. */
export const asText = (object: DataObject): DataObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? bufferOf(value).toString('base64') : value,
    ]),
  );

/** The fields that are octets. */
export const octetsIn = (object: DataObject): string[] =>
  Object.keys(object).filter((name) => object[name] instanceof Uint8Array);

const bufferOf = (value: unknown): Buffer => {
  const { buffer, byteOffset, byteLength } = value as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength);
};

/** A transaction resolves although its commands were refused. */
async function allOf(transaction: ReturnType<Redis['multi']>): Promise<void> {
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
}
