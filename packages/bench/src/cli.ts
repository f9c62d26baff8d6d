import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Half of the CPU time of a short command is the compilation of its modules. Only this process has the cache: what is
// measured starts as it is deployed.
enableCompileCache(resolve(import.meta.dirname, '../../../node_modules/.cache/node'));
await import('./main.ts');
