import { join } from 'node:path';
import { peerContract } from '@cpu-bound/conformance';

peerContract(join(import.meta.dirname, '..'));
