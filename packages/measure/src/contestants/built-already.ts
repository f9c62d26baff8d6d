import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { shellWord } from '../model/shell-word.ts';
import { type Contestant, isStartable } from './manifest.ts';

/** Finds contestants without their program, as before a build: a sentence for each, with what to do. */
export function notBuilt(contestants: readonly Contestant[], from: string): string[] {
  return contestants.filter(isStartable).flatMap(({ id, folder, command: [program, ...args] }) => {
    const file = program === 'node' ? args.find((word) => /^[^-].*\.[cm]?[jt]s$/.test(word)) : undefined;
    // The package for npx has each source as JavaScript at its own path.
    const paths = file === undefined ? [] : [file, file.replace(/ts$/, 'js')];
    if (file === undefined || paths.some((path) => existsSync(join(folder, path)))) return [];
    const place = relative(from, folder) || '.';
    return [
      `--contestants ${id}: has no ${file}, which its command starts; build it first: (cd ${shellWord(place)} && npm install && npm run build)`,
    ];
  });
}
