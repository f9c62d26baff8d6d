import { conformance } from '@cpu-bound/conformance';

/** Of the contestant in the folder that the environment names. */
conformance(process.env.CONTESTANT ?? '');
