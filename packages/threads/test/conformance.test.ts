import { join } from 'node:path';
import { strategyContract } from '@cpu-bound/conformance';

strategyContract(join(import.meta.dirname, '..'));
