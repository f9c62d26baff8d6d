import { fullContract } from '../src/suite.ts';

/** Tests the contestant in the folder that the environment names. */
fullContract(process.env.CONTESTANT ?? '');
