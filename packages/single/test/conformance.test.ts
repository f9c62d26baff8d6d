import { join } from 'node:path';
import { briefContract } from '@cpu-bound/conformance';

// Each fork of `cluster`, which has the whole suite, computes and serves as this program does.
briefContract(join(import.meta.dirname, '..'));
