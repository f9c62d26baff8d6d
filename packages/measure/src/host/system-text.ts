import { readFileSync } from 'node:fs';

/** Reads a file of the system; empty if this system has none, its process has ended, or it is another user's. */
export function systemText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
