import { BenchError } from '@cpu-bound/measure/model/errors';

/** The user interrupted the run, and nothing has failed. */
export class Interrupted extends BenchError {
  override readonly name = 'Interrupted';
  constructor(signal: string) {
    super('INTERRUPTED', [`interrupted by ${signal}`]);
  }
}
