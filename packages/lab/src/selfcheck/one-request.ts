import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RequestSource, readRequests } from '@cpu-bound/measure/load/from-file/exchanges';

/** Runs `use` with a file of one request, for the closed loop of a server without a workload. */
export async function withRequest<T>(path: string, use: (requests: RequestSource) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'one-request-'));
  try {
    const file = join(folder, 'requests.ndjson');
    await writeFile(file, JSON.stringify({ path }));
    return await use({ file, sha256: (await readRequests(file)).sha256, answers: [] });
  } finally {
    await rm(folder, { recursive: true });
  }
}
