import { join } from 'node:path';
import { briefContract } from '@cpu-bound/conformance';

// `jobs.test.ts` tests tasks that never end, and octets. A deadline removes a job as a client that leaves does, which is
// tested here. `pnpm test:soak` tests the whole contract.
briefContract(join(import.meta.dirname, '..'));
