import '@cpu-bound/service/early-stop';

await import('./serve.ts'); // what it imports takes a while, in which the process can be told to stop
