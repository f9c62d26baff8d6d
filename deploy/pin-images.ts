import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FILES, imagesIn, pinned } from './images.ts';

/**
 * Reads the current digest of each base image from the registry, and writes it behind the tag. Needs Docker with buildx,
 * and access to the registry.
 *
 *   node deploy/pin-images.ts
 */
const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const texts = new Map(FILES.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

async function digestOf(image: string): Promise<[image: string, digest: string]> {
  const format = ['--format', '{{.Manifest.Digest}}'];
  const { stdout } = await run('docker', ['buildx', 'imagetools', 'inspect', image, ...format]);
  const digest = stdout.trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${image}: docker printed ${digest} instead of a digest`);
  return [image, digest];
}

const images = new Set([...texts.values()].flatMap(imagesIn));
const digests = new Map(await Promise.all([...images].map(digestOf)));
for (const [file, text] of texts) writeFileSync(join(root, file), pinned(text, digests));
for (const [image, digest] of digests) console.log(`${image}@${digest}`);
