import { globSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, relative, resolve } from 'node:path';

/** The files with a function's arguments, from small to large. */
export type Samples = {
  /** Their names, each a different one. */
  readonly names: readonly string[];
  readonly kind: 'JSON' | 'octets';
  /** Reads the octets anew for each call, since a function may change them. Services read none of them. */
  octetsOf(name: string): Uint8Array;
  /** The label of a sample: its name with its size. */
  labelOf(name: string): string;
};

/** The largest number of samples: each is a target of an open loop, and is checked by itself. */
const MAX_SAMPLES = 64;

/**
 * Finds the files of a glob, or the one file whose name is the pattern itself: `report [final].json`. Files that end in
 * `.json` are JSON, others are octets.
 *
 * @returns a text if there are none, or if they are of two kinds
 */
export function findSamples(pattern: string, folder: string): Samples | string {
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const named = isThere(resolve(folder, pattern)) ? [pattern] : globSync(pattern, { cwd: folder });
  const entries = named
    .map((file) => resolve(folder, file))
    .map((path) => ({ path, stat: statSync(path, { throwIfNoEntry: false }) }));
  const broken = entries.find(({ stat }) => stat === undefined);
  if (broken) return `--body ${pattern}: ${broken.path} is a link to a file that is not there`;
  const files = entries
    .flatMap(({ path, stat }) => (stat?.isFile() ? [{ path, stat }] : []))
    .map(({ path, stat }) => ({ path, bytes: stat.size }))
    .sort((a, b) => a.bytes - b.bytes || (a.path < b.path ? -1 : 1));
  if (files.length === 0) {
    // The pattern is relative to the folder of the module, but the user wrote another.
    const typed = relative(process.cwd(), resolve(folder, pattern));
    return `--body ${typed}: no file is called so, seen from ${process.cwd()}`;
  }
  if (files.length > MAX_SAMPLES)
    return `--body ${pattern}: ${files.length} files; accepted: up to ${MAX_SAMPLES}`;
  const kinds = new Set(files.map(({ path }) => (extname(path) === '.json' ? 'JSON' : 'octets')));
  const [kind = 'octets'] = kinds;
  if (kinds.size > 1) return `--body ${pattern}: accepted: files that all end in .json, or none of them`;
  const areUnique = new Set(files.map(({ path }) => basename(path))).size === files.length;
  const byName = new Map(
    files.map((file, at) => [areUnique ? basename(file.path) : `${at}-${basename(file.path)}`, file]),
  );
  const read = new Map<string, Uint8Array>();
  return {
    names: [...byName.keys()],
    kind,
    octetsOf(name) {
      const path = byName.get(name)?.path;
      if (path === undefined)
        throw new Error(`${name} is no sample; accepted: ${[...byName.keys()].join(', ')}`);
      const octets = read.get(name) ?? new Uint8Array(readFileSync(path));
      read.set(name, octets);
      return octets.slice();
    },
    labelOf: (name) => `${name}, ${sizeOf(byName.get(name)?.bytes ?? 0)}`,
  };
}

function sizeOf(bytes: number): string {
  if (bytes < 2 ** 10) return `${bytes} B`;
  if (bytes < 2 ** 20) return `${Math.round(bytes / 2 ** 10)} KiB`;
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
