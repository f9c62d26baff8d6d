import { wholeContract } from '../src/whole.ts';

/** Tests the contestant in the folder that the environment names. */
wholeContract(process.env.CONTESTANT ?? '');
