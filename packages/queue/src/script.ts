import type { Redis } from 'ioredis';

/**
 * A Lua script that Redis runs as one step. ioredis sends its text once, and its hash from then on.
 *
 * @param name of the command that it becomes on a connection
 */
export const script =
  (name: string, lua: string) =>
  async (client: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> => {
    if (!(name in client)) client.defineCommand(name, { lua });
    return Reflect.get(client, name).call(client, keys.length, ...keys, ...args);
  };
