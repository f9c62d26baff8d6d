import { fullContract } from '../src/full-contract.ts';

/** Tests the contestant in the folder that the environment names. */
fullContract(process.env.CONTESTANT ?? '');
