import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Makes a folder that is removed after the tests of the file, or of the suite, that calls this. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}
