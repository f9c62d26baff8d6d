import { basename } from 'node:path';
import { SPECIFIER } from '../src/parts/contract.ts';

/** Names the imported file or package alone: the folders differ. */
const fileNamed = (specifier: string): string =>
  specifier === '@cpu-bound/workload' ? 'index' : basename(specifier).replace(/\.[jt]s$/, '');

/** Removes from a text what a formatter moves: spaces, commas, the first `|` of a union. */
export const substance = (text: string): string =>
  text.replaceAll(SPECIFIER, fileNamed).replaceAll(/[\s,]/g, '').replaceAll('=|', '=');

/** Finds the source of a written file. */
export function originOf(file: string, strategy: string): string {
  const folders = [
    ['src/workload/call.ts', 'packages/workload/src/own/call.ts'],
    ['src/workload/', 'packages/workload/src/'],
    ['src/service/', 'packages/service/src/'],
    ['src/', `packages/${strategy}/src/`],
  ];
  const [prefix = '', folder = ''] = folders.find(([start = '']) => file.startsWith(start)) ?? [];
  return folder + file.slice(prefix.length);
}
