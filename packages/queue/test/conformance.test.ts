import { join } from 'node:path';
import { briefContract } from '@cpu-bound/conformance';

// `jobs.test.ts` tests tasks that never end, and octets; `threads` has the deadlines, which are the code of `service`.
briefContract(join(import.meta.dirname, '..'));
