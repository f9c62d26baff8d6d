import '@cpu-bound/service/early-stop';

await import('./serve.ts'); // its imports take a while, in which the process may get a signal to stop
