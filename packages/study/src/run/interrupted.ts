import { BenchError } from '../../model/errors.ts';

/** The user interrupted: no failure of anything. */
export class Interrupted extends BenchError {
  override readonly name = 'Interrupted';
  constructor(signal: string) {
    super('INTERRUPTED', [`interrupted by ${signal}`]);
  }
}
