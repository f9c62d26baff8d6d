import type { Tool } from './tool.ts';
import { ab } from './tools/ab.ts';
import { autocannon } from './tools/autocannon.ts';
import { k6 } from './tools/k6.ts';
import { loadtest } from './tools/loadtest.ts';
import { oha } from './tools/oha.ts';
import { wrk } from './tools/wrk.ts';

/** Those that published studies used, the two that are always there first. */
export const tools: readonly Tool[] = [autocannon, loadtest, wrk, ab, k6, oha];
