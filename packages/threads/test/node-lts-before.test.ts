import { join } from 'node:path';
import { measurable } from '@cpu-bound/conformance';

measurable(`${join(import.meta.dirname, '..')}:node-lts-before`);
