import { resolve } from 'node:path';
import { buildInto } from './built.ts';

// `node image.ts OUT FOLDER…` writes the sources of these contestants as JavaScript below OUT, for the Dockerfile.
const [out = '', ...folders] = process.argv.slice(2).map((path) => resolve(path));
await buildInto(out, folders);
