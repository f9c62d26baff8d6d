import { join } from 'node:path';
import { describe } from 'node:test';
import { survivesRestarts } from '@cpu-bound/conformance';

describe('restarts under load', () => survivesRestarts(join(import.meta.dirname, '..')));
