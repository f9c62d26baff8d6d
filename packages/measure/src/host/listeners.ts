import { readdir, readFile, readlink } from 'node:fs/promises';

/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = '0A';

/** The listening sockets of each port, as the descriptors of a process name them. */
export type ListeningSockets = ReadonlyMap<number, ReadonlySet<string>>;

/** Lists the machine's listening sockets. Linux only; elsewhere there are none. */
export async function listeningSockets(): Promise<ListeningSockets> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'latin1').catch(() => '')),
  );
  const sockets = new Map<number, Set<string>>();
  for (const line of tables.flatMap((table) => table.split('\n'))) {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state !== LISTENS) continue;
    const port = Number.parseInt(local.slice(local.indexOf(':') + 1), 16);
    sockets.set(port, (sockets.get(port) ?? new Set()).add(`socket:[${inode}]`));
  }
  return sockets;
}

/**
 * Finds the processes that hold these sockets. Whoever answers a request is one of them, or got the connection from one,
 * whatever it did to its parent, its session and its environment.
 *
 * @param likely the processes that are asked first; all others are asked only if a socket is nobody's of these
 */
export async function ownersOf(sockets: ReadonlySet<string>, likely: readonly number[]): Promise<number[]> {
  if (sockets.size === 0) return [];
  const owners = await ownersAmong(sockets, likely);
  const owned = new Set(owners.flatMap((owner) => owner.sockets));
  if (owned.size < sockets.size) {
    const everyone = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    owners.push(...(await ownersAmong(sockets, everyone)));
  }
  return [...new Set(owners.map(({ pid }) => pid))];
}

async function ownersAmong(sockets: ReadonlySet<string>, pids: readonly number[]) {
  const owners = await Promise.all(
    pids.map(async (pid) => {
      const folder = `/proc/${pid}/fd`;
      const names = await readdir(folder).catch(() => []); // it has ended, or is another user's
      const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
      return { pid, sockets: targets.filter((target) => sockets.has(target)) };
    }),
  );
  return owners.filter((owner) => owner.sockets.length > 0);
}
