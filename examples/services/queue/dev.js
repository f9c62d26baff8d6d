import { spawn } from 'node:child_process';
import { context } from 'esbuild';
import { modules, task } from './build.js';

// Builds after each change of a file, and runs the service.
for (const options of [modules, task]) await (await context(options)).watch();
spawn(process.execPath, ['--watch-path=dist', 'dist/main.js'], { stdio: 'inherit' });
