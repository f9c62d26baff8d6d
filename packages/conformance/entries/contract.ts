import { wholeContract } from '../src/whole.ts';

/** Of the contestant in the folder that the environment names. */
wholeContract(process.env.CONTESTANT ?? '');
