import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Tells whether this code is in its repository (or an image of it), and not installed from npm in a user's project. */
export const isClone = (code: string): boolean => existsSync(join(code, 'pnpm-workspace.yaml'));
