import { BenchError } from '@cpu-bound/measure/model/errors';

/** The user interrupted: no failure of anything. */
export class Interrupted extends BenchError {
  override readonly name = 'Interrupted';
  constructor(signal: string) {
    super('INTERRUPTED', [`interrupted by ${signal}`]);
  }
}
