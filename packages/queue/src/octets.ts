import type { DataObject } from '@cpu-bound/workload';
import type { Redis } from 'ioredis';

/**
 * Octets go beside a job, under keys of their own, and its data names them. In the job they would be text, a third
 * larger, and read and written again by each script of BullMQ's that touches it.
 */
export type Packed = {
  readonly fields: DataObject;
  readonly octets?: OctetKeys;
};

/** The key of each field that is octets. */
export type OctetKeys = Readonly<Record<string, string>>;

/** @param keptMs nobody asks for them any more after that */
export async function pack(
  client: Redis,
  object: DataObject,
  prefix: string,
  keptMs: number,
): Promise<Packed> {
  const names = octetsIn(object);
  if (names.length === 0) return { fields: object };
  const octets = Object.fromEntries(
    names.map((name) => [name, `${prefix}:octets:${crypto.randomUUID()}`] as const),
  );
  await Promise.all(
    names.map((name) => {
      const { buffer, byteOffset, byteLength } = object[name] as Uint8Array;
      return client.set(octets[name] ?? '', Buffer.from(buffer, byteOffset, byteLength), 'PX', keptMs);
    }),
  );
  const fields = Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
  return { fields, octets };
}

/**
 * @param last whether nobody else will ask for them
 * @throws Error where they are gone
 */
export async function unpack(
  client: Redis,
  { fields, octets = {} }: Packed,
  last: boolean,
): Promise<DataObject> {
  const found = await Promise.all(
    Object.entries(octets).map(async ([name, key]) => {
      const value = await (last ? client.getdelBuffer(key) : client.getBuffer(key));
      if (!value) throw new Error('the octets of a job are gone: they were kept as long as anybody waited');
      return [name, new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] as const;
    }),
  );
  return found.length === 0 ? fields : { ...fields, ...Object.fromEntries(found) };
}

/** The fields that are octets. */
export const octetsIn = (object: DataObject): string[] =>
  Object.keys(object).filter((name) => object[name] instanceof Uint8Array);

/** The same again, of what `asText` has made text. */
export const fromText = (object: DataObject, octets: readonly string[]): DataObject => ({
  ...object,
  ...Object.fromEntries(
    octets.map((name) => [name, new Uint8Array(Buffer.from(String(object[name]), 'base64'))]),
  ),
});

/** As JSON has room for them: in base64. Of a job that is done later, and whose result is asked for later. */
export const asText = (object: DataObject): DataObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ]),
  );
