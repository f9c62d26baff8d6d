import { join } from 'node:path';
import { takesOctets } from '@cpu-bound/conformance';

takesOctets(join(import.meta.dirname, '..'));
