import { readdir, readFile, readlink } from 'node:fs/promises';

/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = '0A';

/**
 * Finds the processes that hold a listening socket of this port. Whoever answers a request is one of them, or got the
 * connection from one, whatever it did to its parent, its session and its environment. Linux only.
 *
 * @param likely the processes that are asked first; the others are asked if a socket is nobody's of these
 */
export async function listenersOn(port: number, likely: readonly number[]): Promise<number[]> {
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return [];
  const owners = await ownersOf(sockets, likely);
  const owned = new Set(owners.flatMap((owner) => owner.sockets));
  if (owned.size < sockets.size) {
    const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    owners.push(...(await ownersOf(sockets, all)));
  }
  return [...new Set(owners.map(({ pid }) => pid))];
}

/** Lists the inodes of the listening sockets of a port, in the form in which a process's descriptors name them. */
async function listeningSockets(port: number): Promise<Set<string>> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'latin1').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)));
  return new Set(
    rows.flatMap(([, local = '', , state, , , , , , inode]) =>
      state === LISTENS && local.endsWith(wanted) ? [`socket:[${inode}]`] : [],
    ),
  );
}

async function ownersOf(sockets: ReadonlySet<string>, pids: readonly number[]) {
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
