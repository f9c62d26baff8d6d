import { join } from 'node:path';
import { describe } from 'node:test';
import { survivesOverload } from '@cpu-bound/conformance';

describe('overload', () => survivesOverload(join(import.meta.dirname, '..')));
