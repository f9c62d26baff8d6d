import { measurable } from '../src/measurable.ts';

/** Tests the contestant in the folder that the environment names. */
measurable(process.env.CONTESTANT ?? '');
