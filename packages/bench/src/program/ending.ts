import type { Surface } from '../commands/surface.ts';

export const FINE = 0;

/** What a group of commands is given: where they print, and how they say what the process ends with. */
export type Ending = { readonly surface: Surface; readonly finish: (exit: number) => void };

/** Of a flag that may be repeated. */
export const collect = (value: string, all: readonly string[] = []) => [...all, value];
